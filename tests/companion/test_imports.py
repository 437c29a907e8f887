"""The rules know no clock, no chance, no file and nobody's screen: their imports are walked to prove it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parent
RULES = sorted([*(ROOT / "core").rglob("*.py"), *(ROOT / "games").rglob("*.py")])
ALLOWED = {
    "__future__",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "json",
    "math",
    "re",
    "typing",
}
"""Of the standard library, what can neither do input or output nor come out differently next time."""

NAMED_IN_THE_HOUSE_STYLE = {"cv2", "flask", "serial", "sqlite3", "time", "random", "threading"}
IMPURE_BUILTINS = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "rules are imported by their whole name"
            yield node.module or ""


def called(tree: ast.AST) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def is_pure(module: str, importer: Path) -> bool:
    ours = (
        ("companion.core",)
        if importer.is_relative_to(ROOT / "core")
        else ("companion.core", "companion.games")
    )
    return module.split(".")[0] in ALLOWED or any(
        module == room or module.startswith(f"{room}.") for room in ours
    )


@pytest.mark.parametrize("module", RULES, ids=lambda module: str(module.relative_to(ROOT)))
def test_a_rules_module_imports_only_what_is_pure(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    assert [name for name in imported(tree) if not is_pure(name, module)] == []
    assert not called(tree) & IMPURE_BUILTINS


@pytest.mark.parametrize("name", sorted(NAMED_IN_THE_HOUSE_STYLE | {"os", "pathlib", "socket", "subprocess"}))
def test_the_walk_would_find_it(name: str) -> None:
    (found,) = imported(ast.parse(f"def hidden():\n    from {name} import anything"))
    assert not is_pure(found, ROOT / "games" / "some_game" / "rules.py")


def test_the_walk_goes_through_every_room_of_the_rules() -> None:
    assert {module.parent.name for module in RULES} >= {"core", "games", "journey_to_mordor"}
    assert set(sys.stdlib_module_names) >= ALLOWED
