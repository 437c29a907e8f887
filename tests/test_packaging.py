"""`pip install .` gives a complete `butterbur` anywhere: everything it reads travels in the wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "vision", "devices", "calibration", "web")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content, laid out as an installation would."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    # A copy, because building leaves its own folders behind.
    source = folder / "source"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    subprocess.run([*command, "--wheel-dir", str(folder), str(source)], check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "installed")
    return folder / "installed"


def test_the_wheel_holds_every_file_of_every_room(installed: Path) -> None:
    ours = {
        path.relative_to(ROOT)
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {path for path in ours if not (installed / path).exists()} == set()


def test_the_installed_command_plays_and_shows_pages_far_from_the_repository(
    installed: Path, tmp_path: Path
) -> None:
    program = f"""
import sys
sys.path.insert(0, {str(installed)!r})
import companion, web
assert companion.__file__.startswith({str(installed)!r}) and web.__file__.startswith({str(installed)!r})
from pathlib import Path
from companion.inn import Inn
from companion.journal import Journal
from companion.translations import tell
from companion.core import say
from web import create_app
from web.addresses import Addresses
assert tell(say("Ring"), "ru") == "Кольцо"
app = create_app(Inn(Journal(Path("journal.db"))), Addresses("127.0.0.1", 80))
client = app.test_client()
options = {{"hobbits": ["frodo", "sam"], "nazgul_path": 8}}
code = client.post("/tables", json={{"game": "journey-to-mordor", "options": options}}).json["code"]
assert client.post(f"/tables/{{code}}/seats/frodo").status_code == 200
for path in ("/", "/new", f"/tables/{{code}}/screen", f"/tables/{{code}}/seats/frodo",
             "/static/style.css", "/static/faces/ring.svg", "/static/fonts/fonts.css"):
    assert client.get(path).status_code == 200, path
"""
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
