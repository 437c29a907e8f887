"""The letter as bytes: sealed, looked at, opened, broken open. docs/letter.md has the byte table.

Promises that whoever holds the letter and one side's word learns nothing of the other side's part but how
many steps of padding it fills; that a single changed bit is noticed without any word; and that nobody can
change anything without being noticed by the side whose word they do not know.

Does not know what is in the parts: they are JSON objects of a game.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import struct
import unicodedata
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from companion.core import Json, Refusal, say
from companion.script import read_json

RINGBEARER, WRAITHS = SIDES = ("ringbearer", "wraiths")
"""Whose word opens which sealed part."""

MAGIC = b"BBLTR"
VERSION = 1
CONTENTS_VERSION = 1
COST = 16
"""scrypt's N is two to this power; with r = 8 that takes 64 MiB, and 0.11 s on one core of a fast machine."""

STEPS = (512, 1024, 2048, 4096, 8192)
"""A sealed part is padded to the first of these sizes that holds it."""

MOST_PUBLIC = 4096
MOST_UNPACKED = 64 * 1024
"""What a part may grow to when it is unpacked; anything that wants more is no letter of ours."""

MOST_TRIES = 100
LONGEST_TABLE = 60
LONGEST_WORD = 200
SLIP_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""None that is taken for another in print. Fifteen of these are 73 bits: too many to guess."""

SLIP_LENGTH = 15

_HEAD = struct.Struct(">5sBB16sHHH")
_TAG = 16
_KEY = 32
_DIGEST = 16
_SLOT = _KEY + _TAG
_SPARES = {RINGBEARER: "ringbearer spare", WRAITHS: "wraiths spare"}
_SLOTS = (*_SPARES.values(), *SIDES)
_ONCE = bytes(12)
"""Every key encrypts one message only, so that the nonce may always be the same."""

MOST_BYTES = _HEAD.size + MOST_PUBLIC + 2 * (STEPS[-1] + _TAG) + len(_SLOTS) * _SLOT + _DIGEST


@dataclass(frozen=True)
class Sealed:
    """The letter, and each side's slip: what it takes, beside the other side's word, to break its part open.

    A slip is shown to its own side alone, and is nowhere in the letter.
    """

    letter: bytes
    slips: Mapping[str, str]


@dataclass(frozen=True)
class Look:
    """What anyone may read. `broken` names the parts that were once opened without their word."""

    id: str
    game: str
    all: Json
    table: str
    date: str
    broken: tuple[str, ...]


@dataclass(frozen=True)
class Opened:
    """`parts` holds the sealed parts that were opened, by their side."""

    look: Look
    parts: Mapping[str, Json] = field(default_factory=dict)
    broken: tuple[str, ...] = ()

    def beside(self, other: Opened) -> Opened:
        """Both sides' openings of one letter as one."""
        assert self.look.id == other.look.id, "two letters"
        broken = tuple(side for side in SIDES if side in {*self.broken, *other.broken})
        return Opened(self.look, {**self.parts, **other.parts}, broken)

    @property
    def contents(self) -> Json | None:
        """The whole contents, as they were sealed, once both parts are open."""
        if set(self.parts) != set(SIDES):
            return None
        public = {"version": CONTENTS_VERSION, "game": self.look.game, "all": self.look.all}
        return {**public, **{side: self.parts[side] for side in SIDES}}


def seal(
    contents: Json,
    words: Mapping[str, str],
    table: str = "",
    date: str = "",
    broken: Collection[str] = (),
    cost: int | None = None,
) -> Sealed | Refusal:
    """A new letter. `table` and `date` say of which evening; `cost` is lower in tests only.

    Two sides may choose the same word: a refusal would tell one what the other has chosen.
    """
    for side in SIDES:
        if not is_word(words.get(side, "")):
            return Refusal(say("A sealed part needs a word of at most {most} characters.", most=LONGEST_WORD))
    public = {
        "version": CONTENTS_VERSION,
        "game": contents["game"],
        "all": contents["all"],
        "table": table[:LONGEST_TABLE],
        "date": date,
        "broken": [side for side in SIDES if side in broken],
    }
    opened = _packed(public)
    closed = {side: _padded(_packed(contents[side])) for side in SIDES}
    if len(opened) > MOST_PUBLIC or None in closed.values():
        return Refusal(say("This is too much for a letter. Shorten the names of cards, then seal it again."))
    keys = {side: secrets.token_bytes(_KEY) for side in SIDES}
    slips = {side: "".join(secrets.choice(SLIP_LETTERS) for _ in range(SLIP_LENGTH)) for side in SIDES}
    sealed = [_encrypt(keys[side], closed[side] or b"", side) for side in SIDES]
    head = _HEAD.pack(MAGIC, VERSION, cost or COST, os.urandom(16), len(opened), *map(len, sealed))
    letter = b"".join((head, opened, *sealed))
    # A slot holds a part's key for whoever has its word, and is bound to everything before the two of them.
    spares = {side: _spare_key(keys[_other(side)], side, slips[side]) for side in SIDES}
    letter += b"".join(_encrypt(spares[side], keys[side], _SPARES[side]) for side in SIDES)
    openers = {side: _derived(_stretched(letter, words[side]), side) for side in SIDES}
    letter += b"".join([_encrypt(openers[side], keys[side], side, letter) for side in SIDES])
    return Sealed(letter + _digest(letter), {side: grouped(slip) for side, slip in slips.items()})


def look(letter: bytes, game: str | None = None) -> Look | Refusal:
    """The part for all, if the letter is whole; with `game`, only if it is that game's."""
    laid = _taken_apart(letter)
    if isinstance(laid, Refusal):
        return laid
    if game is not None and laid.look.game != game:
        return Refusal(say("This letter is of another game: {game}.", game=laid.look.game))
    return laid.look


def unseal(letter: bytes, word: str, sides: Collection[str] = SIDES) -> Opened | Refusal:
    """What this word opens of the `sides`. At a seat, name only that seat's side."""
    laid = _taken_apart(letter)
    if isinstance(laid, Refusal):
        return laid
    stretched = _stretched(laid.body, word)
    keys = {side: laid.key(side, _derived(stretched, side)) for side in sides}
    found = {side: key for side, key in keys.items() if key is not None}
    return _opened(laid, found, laid.look.broken) if found else _wrong_word()


def break_open(letter: bytes, side: str, slip: str, others_word: str) -> Opened | Refusal:
    """Opens a side's part without its word: by its slip and the word of the other side, who so must be there.

    `broken` in what comes of it tells so, and whatever is made of it keeps that for ever.
    """
    laid = _taken_apart(letter)
    if isinstance(laid, Refusal):
        return laid
    other = _other(side)
    others_key = laid.key(other, _derived(_stretched(laid.body, others_word), other))
    if others_key is None:
        return _wrong_word()
    # The other side's slot has opened: so nothing before it was changed, the spare slots included.
    key = _decrypt(_spare_key(others_key, side, slip), laid.slots[_SPARES[side]], _SPARES[side])
    if key is None:
        return Refusal(say("This is not what the slip of this letter says. Check every group of it."))
    broken = tuple(each for each in SIDES if each in {*laid.look.broken, side})
    return _opened(laid, {side: key}, broken)


def is_word(word: object) -> bool:
    return isinstance(word, str) and _plain(word) != "" and len(word) <= LONGEST_WORD


def letter_id(letter: bytes) -> str:
    """Eight letters that stand for this letter and no other."""
    return base64.b32encode(hashlib.sha256(letter).digest()[:5]).decode()


def grouped(slip: str) -> str:
    return " ".join(slip[at : at + 5] for at in range(0, SLIP_LENGTH, 5))


def cut_out(written: bytes) -> bytes:
    """The letter that lies somewhere in these bytes, as in a PDF that carries it; empty if there is none."""
    at = -1
    for _ in range(MOST_TRIES):
        at = written.find(MAGIC, at + 1)
        if at < 0 or len(written) - at < _HEAD.size:
            break
        letter = written[at : at + _length(written[at : at + _HEAD.size])]
        if not isinstance(_taken_apart(letter), Refusal):
            return letter
    return b""


@dataclass(frozen=True)
class _Laid:
    """A letter taken apart. Nothing in it is to be trusted before a slot has opened."""

    look: Look
    body: bytes
    sealed: Mapping[str, bytes]
    slots: Mapping[str, bytes]

    def key(self, side: str, opener: bytes) -> bytes | None:
        return _decrypt(opener, self.slots[side], side, self.body)


def _taken_apart(letter: bytes) -> _Laid | Refusal:
    if not letter.startswith(MAGIC) or len(letter) > MOST_BYTES:
        return Refusal(say("This is not a Letter from Gandalf."))
    if len(letter) > len(MAGIC) and letter[len(MAGIC)] > VERSION:
        return _newer()
    if len(letter) < _HEAD.size or len(letter) < _length(letter[: _HEAD.size]):
        return Refusal(say("The letter is cut off: its end is missing. Copy or photograph it again."))
    version, cost = letter[len(MAGIC)], letter[len(MAGIC) + 1]
    if letter[-_DIGEST:] != _digest(letter[:-_DIGEST]) or len(letter) != _length(letter[: _HEAD.size]):
        return _changed()
    # What follows is bounded, whoever wrote it: no letter makes us work longer than one of our own.
    if version != VERSION or not 1 <= cost <= COST:
        return _changed()
    lengths = _HEAD.unpack(letter[: _HEAD.size])[4:]
    pieces, at = [], _HEAD.size
    for length in (*lengths, *[_SLOT] * len(_SLOTS)):
        pieces.append(letter[at : at + length])
        at += length
    seen = _looked_at(pieces[0], letter_id(letter))
    if isinstance(seen, Refusal):
        return seen
    sealed, slots = dict(zip(SIDES, pieces[1:3], strict=True)), dict(zip(_SLOTS, pieces[3:], strict=True))
    return _Laid(seen, letter[: at - len(SIDES) * _SLOT], sealed, slots)


def _looked_at(packed: bytes, id: str) -> Look | Refusal:
    public = _unpacked(packed)
    if not isinstance(public, dict) or not _is_public(public):
        return _changed()
    if public["version"] > CONTENTS_VERSION:
        return _newer()
    seen = {name: public[name] for name in ("game", "all", "table", "date")}
    return Look(id=id, broken=tuple(public["broken"]), **seen)


def _length(head: bytes) -> int:
    public, ringbearer, wraiths = _HEAD.unpack(head)[4:]
    return _HEAD.size + int(public + ringbearer + wraiths) + len(_SLOTS) * _SLOT + _DIGEST


def _opened(laid: _Laid, keys: Mapping[str, bytes], broken: tuple[str, ...]) -> Opened | Refusal:
    parts: dict[str, Json] = {}
    for side, key in keys.items():
        padded = _decrypt(key, laid.sealed[side], side)
        part = _unpacked(_unpadded(padded or b""))
        if not isinstance(part, dict):
            return _changed()
        parts[side] = part
    return Opened(laid.look, parts, broken)


def _is_public(public: Json) -> bool:
    kinds = {"version": int, "game": str, "all": dict, "table": str, "date": str, "broken": list}
    return (
        all(isinstance(public.get(name), kind) for name, kind in kinds.items())
        and len(public["table"]) <= LONGEST_TABLE
        and all(side in SIDES for side in public["broken"])
    )


def _packed(value: Json) -> bytes:
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    packing = zlib.compressobj(9, wbits=-15)
    return packing.compress(written) + packing.flush()


def _unpacked(packed: bytes) -> Any | Refusal:
    """JSON from a part. Unpacking stops where no part of ours would reach."""
    unpacking = zlib.decompressobj(wbits=-15)
    try:
        written = unpacking.decompress(packed, MOST_UNPACKED)
    except zlib.error:
        return _changed()
    return read_json(written) if unpacking.eof and not unpacking.unused_data else _changed()


def _padded(packed: bytes) -> bytes | None:
    marked = len(packed).to_bytes(2) + packed
    step = next((step for step in STEPS if len(marked) <= step), None)
    return None if step is None else marked.ljust(step, b"\0")


def _unpadded(padded: bytes) -> bytes:
    return padded[2 : 2 + int.from_bytes(padded[:2])]


def _plain(word: str) -> str:
    """Two ways to type one word are one word: capitals, spaces and how accents are typed do not count."""
    return " ".join(unicodedata.normalize("NFKC", word).casefold().split())


def _stretched(body: bytes, word: str) -> bytes:
    """The costly step: a word and the letter's salt become a key, once for all slots."""
    _, _, cost, salt, *_ = _HEAD.unpack(body[: _HEAD.size])
    plain = _plain(word[:LONGEST_WORD]).encode(errors="replace")
    return Scrypt(salt=salt, length=_KEY, n=2**cost, r=8, p=1).derive(plain)


def _derived(stretched: bytes, slot: str) -> bytes:
    """A key of its own for each slot, also where two sides chose the same word."""
    return HKDFExpand(SHA256(), _KEY, b"butterbur letter 1 " + slot.encode()).derive(stretched)


def _spare_key(others_key: bytes, side: str, slip: str) -> bytes:
    """From the other side's key and this side's slip, both too random to be guessed: no need to stretch."""
    letters = "".join(filter(str.isalnum, slip.upper()))[:LONGEST_WORD].encode(errors="replace")
    return HKDF(SHA256(), _KEY, letters, b"butterbur letter 1 spare " + side.encode()).derive(others_key)


def _other(side: str) -> str:
    return WRAITHS if side == RINGBEARER else RINGBEARER


def _encrypt(key: bytes, message: bytes, name: str, bound_to: bytes = b"") -> bytes:
    return ChaCha20Poly1305(key).encrypt(_ONCE, message, name.encode() + hashlib.sha256(bound_to).digest())


def _decrypt(key: bytes, sealed: bytes, name: str, bound_to: bytes = b"") -> bytes | None:
    try:
        return ChaCha20Poly1305(key).decrypt(_ONCE, sealed, name.encode() + hashlib.sha256(bound_to).digest())
    except InvalidTag:
        return None


def _digest(letter: bytes) -> bytes:
    return hashlib.sha256(letter).digest()[:_DIGEST]


def _changed() -> Refusal:
    return Refusal(say("The letter is not as it was sealed: something in it has changed. Use another copy."))


def _wrong_word() -> Refusal:
    return Refusal(
        say(
            "This word does not open the letter. Check how it is written. "
            "If it is right, somebody has changed the letter since it was sealed."
        )
    )


def _newer() -> Refusal:
    return Refusal(say("This letter was sealed by a newer Butterbur. Update this one, then open it again."))
