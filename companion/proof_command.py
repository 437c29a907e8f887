"""`butterbur proof`: is the sheet shown at the end the sheet that was written?"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from companion.core import Refusal, say, say_many
from companion.core.proof import SHORTEST_HEAD, Checked, check
from companion.failure import Failed
from companion.script import read_json
from companion.translations import language_of_the_terminal, tell

LARGEST_FILE = 8 * 1024 * 1024
"""A whole campaign's proof has some 20 kB."""


def add_commands(commands: Any) -> None:
    """`proof check` below the given sub-commands."""
    proof = commands.add_parser("proof", help="check what was hidden during a game")
    below = proof.add_subparsers(title="commands", metavar="", required=True)
    checking = below.add_parser("check", help="is the sheet shown the sheet that was written?")
    checking.add_argument("file", metavar="FILE.json", help="a proof from the story's page, or a whole view")
    checking.add_argument(
        "--head",
        metavar="LENGTH:HEAD",
        type=_noted,
        action="append",
        default=[],
        help="a head that you noted while the game ran: 12:3f2a91bc77d0",
    )
    checking.add_argument("--json", action="store_true", help="print the findings as JSON")
    checking.set_defaults(run=_check)


def _noted(text: str) -> tuple[int, str]:
    length, _, head = text.partition(":")
    head = re.sub(r"[\s·-]", "", head).lower()
    if not re.fullmatch(r"[0-9]{1,5}", length) or not re.fullmatch(rf"[0-9a-f]{{{SHORTEST_HEAD},64}}", head):
        raise argparse.ArgumentTypeError(
            f"a noted head is a length, a colon and at least {SHORTEST_HEAD} digits: 12:3f2a91bc"
        )
    return int(length), head


def _check(given: argparse.Namespace) -> int:
    """Exit 0 only when everything is as it was written."""
    language = language_of_the_terminal()
    try:
        found = check(_read(given.file), given.head)
        if isinstance(found, Refusal):
            raise Failed(found.why)
    except Failed as failure:
        if given.json:
            print(json.dumps({"file": given.file, "error": tell(failure.why, language)}, ensure_ascii=False))
        raise
    troubles = [tell(each, language) for each in found.troubles]
    if given.json:
        report = {"file": given.file, "checked": not troubles, **_counts(found), "troubles": troubles}
        print(json.dumps(report, ensure_ascii=False))
    else:
        for sentence in _summary(found):
            print(tell(sentence, language))
        for trouble in troubles:
            print(f"  {trouble}")
    if troubles:
        raise Failed(say("Not as it was written. Ask whoever gave you the file."))
    return 0


def _counts(found: Checked) -> dict[str, object]:
    return {
        "game": found.game,
        "length": len(found.heads) - 1,
        "head": found.head,
        "entries": len(found.standing),
        "undone": found.undone,
        "bare": found.bare,
        "sheet": list(found.standing),
    }


def _summary(found: Checked) -> Any:
    if not found.troubles:
        yield say("Checked: the sheet shown is the sheet that was written.")
    yield say_many("{count} entry stands.", "{count} entries stand.", len(found.standing))
    if found.undone:
        yield say_many("{count} was taken back.", "{count} were taken back.", found.undone)
    if found.bare:
        yield say_many(
            "{count} entry was written before Butterbur kept proofs: it cannot be checked.",
            "{count} entries were written before Butterbur kept proofs: they cannot be checked.",
            found.bare,
        )
    yield say("Head after {length}: {head}", length=len(found.heads) - 1, head=found.head)


def _read(name: str) -> object:
    try:
        with Path(name).open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Failed(say("{file} cannot be read ({cause}).", file=name, cause=str(error.strerror))) from error
    read = read_json(text) if len(text) <= LARGEST_FILE else Refusal(say("This is not JSON."))
    if isinstance(read, Refusal):
        raise Failed(say("{file} is no proof. {why}", file=name, why=read.why))
    return read
