"""Boards: the text of a `*.board` file in, a frozen graph of spots out.

A spot is a location (a number, or an exit's letter) or a point between locations. A board may be partial:
where it does not know, it answers None or says so in `gaps`, and never guesses. `docs/boards.md` tells how
to type one. Longer than other modules: the graph and the file it is read from are one idea.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from companion.core.game import Refusal
from companion.core.sentence import Sentence, say, say_many

KINDS = ("start", "ally", "dark", "exit", "nazgul-start")
LARGEST_BOARD = 50_000
"""Characters: ten times a realistic board, and still small enough to be posted by a phone."""

Place = tuple[float, float]
"""Where something is drawn; the unit is the typist's own, y grows downwards."""


@dataclass(frozen=True)
class Location:
    """A numbered or lettered place. `line` names it first; `is_typed` says that the line is its own."""

    name: str
    line: int
    is_typed: bool = False
    title: str = ""
    kinds: tuple[str, ...] = ()
    zone: str | None = None
    section: str | None = None
    at: Place | None = None

    @property
    def is_exit(self) -> bool:
        return "exit" in self.kinds


@dataclass(frozen=True)
class Point:
    """A small diamond. Named ones (`.a`) are crossings that several lines may join."""

    name: str
    line: int
    zone: str | None = None
    section: str | None = None
    at: Place | None = None


@dataclass(frozen=True)
class Way:
    """One typed line: its kind and every spot along it, points by their names."""

    kind: str
    spots: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Region:
    """A zone or a section that was given a name, and where that name is drawn."""

    name: str
    title: str = ""
    at: Place | None = None


@dataclass(frozen=True)
class Board:
    key: str
    title: str
    locations: Mapping[str, Location]
    points: Mapping[str, Point]
    ways: tuple[Way, ...]
    regions: Mapping[str, Region] = field(default_factory=dict)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """For each spot the spots one step away, with the kind of line that leads there."""
        found: dict[str, list[tuple[str, str]]] = {spot: [] for spot in (*self.locations, *self.points)}
        for way in self.ways:
            for one, other in pairwise(way.spots):
                found[one].append((other, way.kind))
                found[other].append((one, way.kind))
        return {spot: tuple(others) for spot, others in found.items()}

    def knows(self, spot: str) -> bool:
        """Is this spot on the board, and does a line lead to it?"""
        return bool(self.neighbours.get(spot))

    def adjacent(self, one: str, other: str) -> bool:
        return any(spot == other for spot, _ in self.neighbours.get(one, ()))

    def connected(self, one: str, other: str) -> bool:
        """Adjacent, or with nothing but points between; a location is connected with itself."""
        if one == other:
            return one in self.locations
        return other in self._reached.get(one, {})

    def points_between(self, spot: str) -> Mapping[str, int]:
        """For each other location connected with this spot, the fewest points between them."""
        return self._stretches.get(spot, {})

    def accessible(self, last: str, points: int) -> tuple[str, ...]:
        """Where Frodo may be noted when `points` points are noted since his last location.

        Back to the last location it takes at least one point, as in the rulebook's examples of moving.
        """
        between = {last: 1, **self.points_between(last)} if last in self.locations else {}
        return tuple(name for name in self.locations if between.get(name, points + 1) <= points)

    def moves_to_an_exit(self, last: str, points: int) -> int | None:
        """The fewest moves from here to any exit: a move notes a point or a number."""
        # Points noted already help on the first stretch only.
        moves = {last: 0}
        waiting = [last] if last in self.locations else []
        while waiting:
            here = min(waiting, key=moves.__getitem__)
            waiting.remove(here)
            if self.locations[here].is_exit:
                return moves[here]
            spare = points if here == last else 0
            for there, between in self.points_between(here).items():
                needed = moves[here] + max(0, between - spare) + 1
                if needed < moves.get(there, needed + 1):
                    moves[there] = needed
                    waiting.append(there)
        return None

    def zones(self, spot: str) -> frozenset[str] | None:
        """The zones in which this spot can lie; None where the board does not know."""
        return self._regions(spot, "zone")

    def sections(self, spot: str) -> frozenset[str] | None:
        return self._regions(spot, "section")

    def of_kind(self, kind: str) -> tuple[str, ...]:
        return tuple(name for name, location in self.locations.items() if kind in location.kinds)

    @cached_property
    def zone_names(self) -> tuple[str, ...]:
        """Every zone that some location lies in, in reading order."""
        return tuple(sorted({each.zone for each in self.locations.values() if each.zone}, key=_reading_order))

    @cached_property
    def section_names(self) -> tuple[str, ...]:
        named = {each.section for each in self.locations.values() if each.section}
        return tuple(sorted(named, key=_reading_order))

    @cached_property
    def is_whole(self) -> bool:
        return not self.gaps

    @cached_property
    def gaps(self) -> tuple[Sentence, ...]:
        """What the board does not know. A board without gaps is judged by to the letter."""
        return tuple(_gaps(self))

    @cached_property
    def doubts(self) -> tuple[Sentence, ...]:
        """What may well be right and is worth a second look beside the box."""
        return tuple(_doubts(self))

    @cached_property
    def _stretches(self) -> Mapping[str, Mapping[str, int]]:
        return {
            spot: {
                other: steps - 1 for other, steps in self._reached[spot].items() if other in self.locations
            }
            for spot in self.neighbours
        }

    @cached_property
    def _reached(self) -> Mapping[str, Mapping[str, int]]:
        return {spot: self._within_points(spot) for spot in self.neighbours}

    def _within_points(self, spot: str) -> dict[str, int]:
        """Steps from here to every spot that can be reached over points alone."""
        steps: dict[str, int] = {}
        edge, walked = [spot], 0
        while edge:
            walked += 1
            fresh = [
                other
                for here in edge
                for other, _ in self.neighbours.get(here, ())
                if other not in steps and other != spot
            ]
            steps.update(dict.fromkeys(fresh, walked))
            edge = [other for other in dict.fromkeys(fresh) if other in self.points]
        return steps

    def _regions(self, spot: str, kind: str) -> frozenset[str] | None:
        here: str | None = getattr(self.locations.get(spot) or self.points.get(spot), kind, None)
        if here is not None:
            return frozenset({here})
        if spot not in self.points:
            return None
        ends = [getattr(self.locations[end], kind) for end in self.points_between(spot)]
        return frozenset(ends) if ends and None not in ends else None


def read_board(text: str) -> Board | Refusal:
    """The board of this text, or the line at which it cannot be understood and why."""
    if len(text) > LARGEST_BOARD:
        return Refusal(say("A board has at most {most} characters.", most=LARGEST_BOARD))
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        why = reader.read(number, line.removesuffix("\r"))
        if why is not None:
            return Refusal(say("Line {line} of the board: {why}", line=number, why=why))
    if reader.key is None:
        return Refusal(say("This is not a board: it begins with the word board and a name."))
    return reader.board()


_WORDS = re.compile(r'"(?P<title>[^"]*)"|(?P<comment>#.*)|(?P<word>[^\s"#]+)|(?P<open>")')
_LOCATION = re.compile(r"[0-9]{1,3}[a-z]?|[A-Z]{1,2}")
_POINT = re.compile(r"\.[a-z0-9][a-z0-9-]{0,11}")
_REGION = re.compile(r"(?P<section>[IVX]{1,5})(-[A-Z])?")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""Small letters, digits and dashes are asked for; capitals and underscores do no harm."""

_FARTHEST = 10_000
_LONGEST_TITLE = 60


@dataclass
class _Words:
    """The words of one line, taken from the left. A title keeps its quotation marks."""

    words: list[str]

    def take(self) -> str | None:
        return self.words.pop(0) if self.words else None


class _Reader:
    """Reads line by line; each reading gives the reason why a line cannot stand, or None."""

    def __init__(self) -> None:
        self.key: str | None = None
        self.title = ""
        self.locations: dict[str, Location] = {}
        self.points: dict[str, Point] = {}
        self.typed_points: dict[str, int] = {}
        self.regions: dict[str, Region] = {}
        self.ways: list[Way] = []
        self.joined: dict[frozenset[str], int] = {}
        self.between: dict[frozenset[str], int] = {}

    def board(self) -> Board:
        assert self.key is not None
        return Board(self.key, self.title, self.locations, self.points, tuple(self.ways), self.regions)

    def read(self, number: int, line: str) -> Sentence | None:
        found = list(_WORDS.finditer(line))
        if any(each.lastgroup == "open" for each in found):
            return say("a quotation mark is missing.")
        words = _Words([each.group() for each in found if each.lastgroup != "comment"])
        first = words.take()
        if first is None:
            return None
        if self.key is None and first != "board":
            return say("a board begins with the word board and a name.")
        reading = {
            "board": self._board,
            "location": self._location,
            "exit": self._exit,
            "point": self._point,
            "zone": self._region,
            "path": self._path,
            "road": self._road,
        }.get(first)
        if reading is None:
            return say(
                "{word} is not known here. A line begins with {words}.", word=_quoted(first), words=_FIRST
            )
        return reading(number, words)

    def _board(self, number: int, words: _Words) -> Sentence | None:
        if self.key is not None:
            return say("the name of the board stands above already.")
        key = words.take()
        if key is None or not _KEY.fullmatch(key):
            return say("a board's name has small letters, digits and dashes, like hunt-part-1.")
        parts = _parts(words)
        if isinstance(parts, Sentence):
            return parts
        self.key, self.title = key, parts.title
        return None

    def _exit(self, number: int, words: _Words) -> Sentence | None:
        return self._location(number, words, ("exit",))

    def _location(self, number: int, words: _Words, kinds: tuple[str, ...] = ()) -> Sentence | None:
        name = words.take() or ""
        if not _LOCATION.fullmatch(name):
            return _no_location(name)
        known = self.locations.get(name)
        if known and known.is_typed:
            return say("location {name} stands on line {line} already.", name=name, line=known.line)
        parts = _parts(words, KINDS)
        if isinstance(parts, Sentence):
            return parts
        ordered = tuple(kind for kind in KINDS if kind in (*kinds, *parts.kinds))
        self.locations[name] = Location(
            name, number, True, parts.title, ordered, parts.zone, parts.section, parts.at
        )
        return None

    def _point(self, number: int, words: _Words) -> Sentence | None:
        name = words.take() or ""
        if not _POINT.fullmatch(name):
            return say("a point's name is a dot and small letters, like .a")
        if name in self.typed_points:
            return say("point {name} stands on line {line} already.", name=name, line=self.typed_points[name])
        parts = _parts(words)
        if isinstance(parts, Sentence):
            return parts
        self.typed_points[name] = number
        self.points[name] = Point(name, number, parts.zone, parts.section, parts.at)
        return None

    def _region(self, number: int, words: _Words) -> Sentence | None:
        name = words.take() or ""
        if not _REGION.fullmatch(name):
            return _no_region(name)
        if name in self.regions:
            return say("zone {name} stands above already.", name=name)
        parts = _parts(words)
        if isinstance(parts, Sentence):
            return parts
        self.regions[name] = Region(name, parts.title, parts.at)
        return None

    def _path(self, number: int, words: _Words) -> Sentence | None:
        return self._way(number, words, "path")

    def _road(self, number: int, words: _Words) -> Sentence | None:
        return self._way(number, words, "road")

    def _way(self, number: int, words: _Words, kind: str) -> Sentence | None:
        typed = words.words
        for word in typed:
            if word != "." and not _LOCATION.fullmatch(word) and not _POINT.fullmatch(word):
                return _no_location(word)
        if len(typed) < 2 or typed[0] == "." or typed[-1] == ".":
            return say("a path or road leads from a location or named point to another.")
        ends = [index for index, word in enumerate(typed) if word != "."]
        spots = [typed[0]]
        for begin, end in pairwise(ends):
            one, other, many = typed[begin], typed[end], end - begin - 1
            if one == other and many < 2:
                return say("{name} cannot lead to itself.", name=one)
            if many == 0:
                pair = frozenset({one, other})
                if pair in self.joined:
                    return say(
                        "{one} and {other} are joined on line {line} already.",
                        one=one,
                        other=other,
                        line=self.joined[pair],
                    )
                self.joined[pair] = number
            spots += [*self._fresh_points(number, one, other, many), other]
        for spot in (word for word in typed if word != "."):
            if spot.startswith("."):
                self.points.setdefault(spot, Point(spot, number))
            else:
                # Exits have letters, so a letter alone says that it is one.
                kinds = ("exit",) if spot.isalpha() else ()
                self.locations.setdefault(spot, Location(spot, number, kinds=kinds))
        self.ways.append(Way(kind, tuple(spots), number))
        return None

    def _fresh_points(self, number: int, one: str, other: str, many: int) -> list[str]:
        """Names for unnamed points: the ends as typed, then counted on from the first end."""
        pair = frozenset({one, other})
        before = self.between.get(pair, 0)
        self.between[pair] = before + many
        names = [f"{one}.{other.removeprefix('.')}:{before + count}" for count in range(1, many + 1)]
        self.points.update({name: Point(name, number) for name in names})
        return names


_FIRST = "board, location, exit, point, zone, path, road"


@dataclass
class _Parts:
    title: str = ""
    kinds: tuple[str, ...] = ()
    zone: str | None = None
    section: str | None = None
    at: Place | None = None


def _parts(words: _Words, kinds: tuple[str, ...] = ()) -> _Parts | Sentence:
    """What stands behind a name, in any order: `"Bag End" start zone II-A at 12 34`."""
    parts = _Parts()
    while (word := words.take()) is not None:
        if word.startswith('"') and not parts.title:
            parts.title = word[1:-1]
        elif word in kinds:
            parts.kinds = (*parts.kinds, word)
        elif word == "zone" and parts.section is None:
            name = words.take() or ""
            region = _REGION.fullmatch(name)
            if region is None:
                return _no_region(name)
            parts.section = region["section"]
            parts.zone = name if name != parts.section else None
        elif word == "at" and parts.at is None:
            x, y = _number(words.take()), _number(words.take())
            if x is None or y is None:
                return say("after at stand two numbers from 0 to {most}: across and down.", most=_FARTHEST)
            parts.at = (x, y)
        elif kinds:
            return say(
                "{word} does not belong here. The kinds are {kinds}.",
                word=_quoted(word),
                kinds=", ".join(kinds),
            )
        else:
            return say("{word} does not belong here.", word=_quoted(word))
    return _too_long(parts.title) or parts


def _number(word: str | None) -> float | None:
    if word is None or not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,3})?", word) or float(word) > _FARTHEST:
        return None
    return float(word)


def _too_long(title: str) -> Sentence | None:
    if len(title) <= _LONGEST_TITLE:
        return None
    return say("a name in quotation marks has at most {most} characters.", most=_LONGEST_TITLE)


def _no_location(word: str) -> Sentence:
    return say(
        "{word} is no location: it has a number, or a capital letter if it is an exit.", word=_quoted(word)
    )


def _no_region(word: str) -> Sentence:
    return say(
        "{word} is no zone: write it like II-A, or II where only the section is known.", word=_quoted(word)
    )


def _quoted(word: str) -> str:
    return f"“{word.strip(chr(34))[:20]}”"


def _reading_order(name: str) -> tuple[int, str]:
    section, _, letter = name.partition("-")
    return _roman(section), letter


def _roman(numeral: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in numeral]
    return sum(-value if value < max(values[index:]) else value for index, value in enumerate(values))


def _gaps(board: Board) -> Iterable[Sentence]:
    locations = board.locations.values()
    if untyped := [each.name for each in locations if not each.is_typed]:
        yield say_many(
            "Location {names} has no line of its own, so its zone and kind are not known.",
            "{count} locations have no line of their own, so their zones and kinds are not known: {names}.",
            len(untyped),
            names=", ".join(untyped),
        )
    if zoneless := [each.name for each in locations if each.is_typed and each.zone is None]:
        yield say_many(
            "The zone of location {names} is not known.",
            "The zones of {count} locations are not known: {names}.",
            len(zoneless),
            names=", ".join(zoneless),
        )
    if apart := [each.name for each in locations if not board.knows(each.name)]:
        yield say_many(
            "No path or road leads to location {names}.",
            "No path or road leads to {count} locations: {names}.",
            len(apart),
            names=", ".join(apart),
        )
    if not board.of_kind("start"):
        yield say("No location is a start of Frodo's.")
    if not board.of_kind("exit"):
        yield say("There is no exit.")
    if not board.of_kind("nazgul-start"):
        yield say("No location is a start of the Nazgûl.")
    if far := _out_of_reach(board):
        yield say_many(
            "From a start of Frodo's there is no way to location {names}.",
            "From a start of Frodo's there is no way to {count} locations: {names}.",
            len(far),
            names=", ".join(far),
        )


def _out_of_reach(board: Board) -> list[str]:
    reached = set(board.of_kind("start"))
    waiting = list(reached)
    while waiting:
        fresh = {spot for spot, _ in board.neighbours[waiting.pop()]} - reached
        reached |= fresh
        waiting += fresh
    return [name for name in board.locations if reached and name not in reached and board.knows(name)]


def _doubts(board: Board) -> Iterable[Sentence]:
    seen: dict[tuple[str, ...], int] = {}
    for way in board.ways:
        shape = tuple("." if ":" in spot else spot for spot in way.spots)
        earlier = seen.get(shape) or seen.get(shape[::-1])
        if earlier:
            yield say("Line {line} says the same as line {earlier}.", line=way.line, earlier=earlier)
        seen[shape] = way.line
    for name, point in board.points.items():
        if len(board.neighbours[name]) < 2:
            yield say("Point {name} on line {line} leads nowhere on.", name=name, line=point.line)
