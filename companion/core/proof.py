"""Proof that what is shown at the end is what was written: public commitments to hidden entries, in a chain.

A chain is lines of text. `entry <digest>` commits to a hidden entry: the digest is SHA-256 over 32 random
bytes and the entry, so that it tells nothing until both are shown. `undone 3` and `redone 3` say which lines
were taken back and put back; `bare` stands for an entry written without salt, before there were proofs.
The head after each line is SHA-256 over the head before and the line: whoever has noted a head can check
later that no line up to it was changed, swapped or left out. `docs/proof.md` tells how to check by hand.

Pure: salts come in as data.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from companion.core.game import Json, Refusal
from companion.core.sentence import Sentence, say

VERSION = 1
SALT_BYTES = 32
SHORTEST_HEAD = 8
"""Hexadecimal digits of a noted head that are worth comparing."""

MOST_LINES = 10_000
"""No evening comes near it; a stranger's file might."""

_SALT = re.compile(r"[0-9a-f]{64}")
_ENTRY = re.compile(r"entry ([0-9a-f]{64})")
_TURNED = re.compile(r"(undone|redone)((?: [1-9][0-9]{0,4})+)")
BARE = "bare"


@dataclass(frozen=True)
class Line:
    """What everyone may see of it, `said`; the entry and its salt; the row of the journal it came with."""

    said: str
    row: int
    entry: Json | None = None
    salt: str | None = None

    def to_json(self) -> Json:
        salted = {} if self.salt is None else {"salt": self.salt}
        return (
            {"said": self.said} if self.entry is None else {"said": self.said, **salted, "entry": self.entry}
        )


@dataclass(frozen=True)
class Chain:
    game: str
    head: str
    lines: tuple[Line, ...] = ()

    def with_entry(self, row: int, entry: Json, salt: str | None) -> Chain:
        """Commit to an entry. Without salt it cannot be: digests of a few dozen places are soon guessed."""
        said = BARE if salt is None else f"entry {digest(salt, entry)}"
        return self._with(Line(said, row, entry, salt))

    def turned_back(self, do: str, row: int) -> Chain:
        """`undo` or `redo` of a row. Its lines stay in the chain; a row without entries leaves no trace."""
        numbers = [str(number) for number, line in enumerate(self.lines, 1) if line.row == row and line.entry]
        said = f"{'undone' if do == 'undo' else 'redone'} {' '.join(numbers)}"
        return self._with(Line(said, 0)) if numbers else self

    def to_json(self, shown: Json | None) -> Json | None:
        """What everyone sees: how long the chain is, and its head. Once all is `shown`, everything."""
        if not self.lines:
            return None
        told: Json = {"length": len(self.lines), "head": self.head}
        if shown is None:
            return told
        lines = [line.to_json() for line in self.lines]
        return {"version": VERSION, "game": self.game, **told, "lines": lines, "shown": shown}

    def _with(self, line: Line) -> Chain:
        return replace(self, head=next_head(self.head, line.said), lines=(*self.lines, line))


@dataclass(frozen=True)
class Checked:
    """What a check has found. Nothing in `troubles`: the sheet shown is the sheet that was written."""

    game: str
    heads: tuple[str, ...]
    standing: tuple[Json, ...]
    undone: int
    bare: int
    troubles: tuple[Sentence, ...]

    @property
    def head(self) -> str:
        return self.heads[-1]


def begun(game: str) -> Chain:
    return Chain(game, first_head(game))


def digest(salt: str, entry: Json) -> str:
    """SHA-256 over the salt's bytes and the entry as compact JSON, its words in order."""
    return sha256(bytes.fromhex(salt) + _compact(entry)).hexdigest()


def first_head(game: str) -> str:
    return sha256(f"butterbur proof {VERSION} {game}".encode()).hexdigest()


def next_head(head: str, said: str) -> str:
    return sha256(f"{head}\n{said}".encode()).hexdigest()


def check(written: object, noted: Iterable[tuple[int, str]] = ()) -> Checked | Refusal:
    """Check a proof from outside, and heads that somebody noted as the game ran: length and first digits."""
    # A whole view will do: its proof is meant.
    if isinstance(written, Mapping) and isinstance(written.get("proof"), Mapping):
        written = written["proof"]
    wrong = _not_a_proof(written)
    if wrong is not None:
        return Refusal(wrong)
    assert isinstance(written, Mapping)
    lines = written["lines"]
    heads = [first_head(written["game"])]
    for line in lines:
        heads.append(next_head(heads[-1], line["said"]))
    standing = _standing([line["said"] for line in lines])
    entries = [
        line["entry"] for number, line in enumerate(lines, 1) if number in standing and "entry" in line
    ]
    return Checked(
        game=written["game"],
        heads=tuple(heads),
        standing=tuple(entries),
        undone=sum("entry" in line for line in lines) - len(entries),
        bare=sum(line["said"] == BARE for line in lines),
        troubles=(
            *_broken_lines(lines),
            *_broken_ends(written, heads),
            *_other_heads(heads, noted),
            *_other_sheet(entries, written["shown"]),
        ),
    )


def _compact(entry: Json) -> bytes:
    return json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _not_a_proof(written: object) -> Sentence | None:
    """Why this is nothing that can be checked. It may come from anywhere."""
    unknown = say("This is no proof: ask Butterbur for the file again when the game is over.")
    if not isinstance(written, Mapping) or not isinstance(written.get("head"), str):
        return unknown
    if "lines" not in written and type(written.get("length")) is int:
        return say("This proof is still sealed: it can be checked when the sheet is shown.")
    version = written.get("version")
    if type(version) is not int:
        return unknown
    if version > VERSION:
        return say("This proof was made by a newer Butterbur. Update, then try again.")
    lines, shown = written.get("lines"), written.get("shown")
    is_whole = (
        version == VERSION
        and isinstance(written.get("game"), str)
        and isinstance(lines, list)
        and len(lines) <= MOST_LINES
        and all(map(_is_line, lines))
        and isinstance(shown, Mapping)
        and all(isinstance(values, list) for values in shown.values())
    )
    return None if is_whole else unknown


def _is_line(line: object) -> bool:
    if not isinstance(line, Mapping) or not isinstance(line.get("said"), str):
        return False
    said, entry, salt = line["said"], line.get("entry"), line.get("salt")
    if _TURNED.fullmatch(said):
        return entry is None and salt is None
    is_entry = isinstance(entry, dict) and isinstance(entry.get("what"), str) and "value" in entry
    if said == BARE:
        return is_entry and salt is None
    return bool(is_entry and _ENTRY.fullmatch(said) and isinstance(salt, str) and _SALT.fullmatch(salt))


def _standing(said: list[str]) -> set[int]:
    """The numbers of the entries that were not taken back, or were put back again."""
    standing: set[int] = set()
    for number, each in enumerate(said, 1):
        turned = _TURNED.fullmatch(each)
        if turned is None:
            standing.add(number)
            continue
        numbers = {int(one) for one in turned[2].split()}
        standing = standing - numbers if turned[1] == "undone" else standing | numbers
    return standing


def _broken_lines(lines: list[Json]) -> Iterable[Sentence]:
    if not lines:
        yield say("The chain is empty: nothing was committed to.")
    for number, line in enumerate(lines, 1):
        turned, committed = _TURNED.fullmatch(line["said"]), _ENTRY.fullmatch(line["said"])
        if turned and any(
            int(one) >= number or "entry" not in lines[int(one) - 1] for one in turned[2].split()
        ):
            yield say("Line {number} takes back something that is no entry.", number=number)
        elif committed and digest(line["salt"], line["entry"]) != committed[1]:
            yield say("Line {number}: the entry shown is not the one that was written.", number=number)


def _broken_ends(written: Mapping[str, object], heads: list[str]) -> Iterable[Sentence]:
    if written.get("length") != len(heads) - 1 or written["head"] != heads[-1]:
        yield say("The chain does not lead to its head: a line was changed, swapped, added or left out.")


def _other_heads(heads: list[str], noted: Iterable[tuple[int, str]]) -> Iterable[Sentence]:
    for length, head in noted:
        if length >= len(heads):
            yield say("A head was noted for line {number}, but the chain ends before it.", number=length)
        elif not heads[length].startswith(head):
            yield say("The head noted for line {number} is another: something was changed.", number=length)


def _other_sheet(entries: list[Json], shown: Mapping[str, list[object]]) -> Iterable[Sentence]:
    """Is what the players are shown what stands in the chain?"""
    by_what: dict[str, list[object]] = {}
    for entry in entries:
        by_what.setdefault(entry["what"], []).append(entry["value"])
    for what in Counter([*by_what, *shown]):
        if by_what.get(what, []) != shown.get(what, []):
            yield say("What is shown is not what was written: {what}.", what=what)
