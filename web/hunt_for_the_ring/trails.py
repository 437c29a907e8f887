"""A chapter of the story on its map: Frodo's trail, the Nazgûl's rides, tokens and figures, step by step.

Everything is drawn as it stands at the end, so that the picture is complete without any script. What came at
a step says so (`data-step`, and `data-until` where it went again); figures carry their stops (`data-stops`).
`web/static/story.js` only shows and hides, and moves figures from stop to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from companion.board_drawing import Line, cut, places, standing, trace
from companion.core.board import Board
from companion.games.hunt_for_the_ring.story import Chapter, Step
from companion.games.hunt_for_the_ring.words import CROSSED, NAZGUL, POINT

Art = Callable[[str, str], str]
"""A drawing of ours by folder and name, as SVG for a box of 100 x 100."""

Point = tuple[float, float]
FIGURE, TOKEN = 54, 36
LYING = ((-26, 24), (26, 24))
"""Where a trail token and an ally token lie, from the middle of the spot."""

FIGURES = {
    **{figure: ("figures", f"nazgul-{figure}", f"nazgul-{figure}") for figure in NAZGUL},
    "frodo": ("figures", "frodo", "seat-frodo"),
    "gandalf": ("figures", "gandalf", "story-gandalf"),
}
CROWDED = ((0, -62), (0, -8))
"""Where the fifth and the sixth figure on a spot stand."""

CLASH = "M0-34 8-12 30-20 14-2 34 8 11 12 14 34 0 17-14 34-11 12-34 8-14-2-30-20-8-12Z"


@dataclass(frozen=True)
class Leg:
    """Frodo's way from one cell of a route to the next. A jump is one that no road or path explains."""

    line: Line
    is_jump: bool


class Trails:
    """Where everything is at each step of a chapter that has a map."""

    def __init__(self, chapter: Chapter) -> None:
        assert chapter.board is not None, "without a map there is a strip of days"
        self.chapter, self.board = chapter, chapter.board
        self.known = places(self.board)
        self.ways = [legs(self.board, route) for route in chapter.routes]
        self.numbered = list(enumerate(chapter.steps, chapter.first))

    def below(self) -> str:
        """What lies between the map's roads and its spots, as SVG: rides, Frodo's trail and clashes."""
        return _layers(
            ("story-rides", [*self._rides(), *self._gandalf()]),
            ("story-trail", self._trail()),
            ("story-clashes", self._clashes()),
        )

    def above(self, art: Art) -> str:
        """What lies above the map's spots: questions, tokens and figures."""
        return _layers(
            ("story-asked", self._asked()),
            ("story-tokens", self._tokens(art)),
            ("story-figures", self._figures(art)),
        )

    def focus(self, step: Step) -> Point | None:
        """Where one looks at this step."""
        is_frodos = step.told.kind in ("move", "escape", "start", "rest", "end")
        frodo = self._frodo(step) if is_frodos else None
        return frodo or self.known.get(step.told.at or "")

    def _frodo(self, step: Step) -> Point | None:
        if step.frodo is None or not 0 <= step.frodo[0] < len(self.ways):
            return None
        route, ways = self.chapter.routes[step.frodo[0]], self.ways[step.frodo[0]]
        for at in range(min(step.frodo[1], len(route)) - 1, -1, -1):
            leg = ways[at]
            if leg is not None:
                return leg.line[-1]
            if route[at] in self.known:
                return self.known[route[at]]
        return None

    def _rides(self) -> Iterator[str]:
        for number, step in self.numbered:
            told = step.told
            line = trace(self.board, told.by) if told.nazgul else ()
            if len(line) > 1:
                is_jump = not all(self.board.adjacent(*step) for step in pairwise(told.by))
                css = f"ride nazgul-{told.nazgul}{' is-jump' if is_jump else ''}"
                yield _path(css, number, line, of=str(told.nazgul))

    def _gandalf(self) -> Iterator[str]:
        """His secret way, once it is shown."""
        for (_, one), (number, other) in pairwise(self.numbered):
            if self.ways and one.gandalf and other.gandalf and one.gandalf != other.gandalf:
                line, is_jump = _line(self.board, one.gandalf, other.gandalf)
                css = f"ride story-gandalf{' is-jump' if is_jump else ''}"
                if len(line) > 1:
                    yield _path(css, number, line, of="gandalf")

    def _trail(self) -> Iterator[str]:
        walked: tuple[int, int] = (-1, 0)
        ends = self._ends()
        for number, step in self.numbered:
            if step.frodo is None or step.frodo[0] not in range(len(self.ways)) or step.frodo == walked:
                continue
            route, cells = step.frodo
            first = walked[1] if walked[0] == route else 0
            for leg in self.ways[route][first:cells]:
                if leg is not None:
                    css = "leg is-jump" if leg.is_jump else "leg"
                    left = ends.get(route)
                    yield _path(f"leg-under {css}", number, leg.line, left=left)
                    yield _path(css, number, leg.line, of="frodo", left=left)
            walked = step.frodo

    def _ends(self) -> dict[int, int]:
        """For each route that was left for another, the step at which that happened."""
        ends: dict[int, int] = {}
        for (_, one), (number, other) in pairwise(self.numbered):
            if one.frodo and other.frodo and one.frodo[0] != other.frodo[0] and one.frodo[0] >= 0:
                ends[one.frodo[0]] = number
        return ends

    def _asked(self) -> Iterator[str]:
        for number, step in self.numbered:
            at = self.known.get(step.told.at or "")
            if at is not None and step.told.kind == "answer":
                css = f"asked asked-{step.told.answer}"
                place = f'cx="{at[0]:g}" cy="{at[1]:g}" r="44"'
                yield f"<circle {_coming(css, number, number + 1)} {place}/>"

    def _clashes(self) -> Iterator[str]:
        for number, step in self.numbered:
            at = self.known.get(step.told.at or "")
            if at is not None and step.told.kind == "encounter":
                place = f"translate({at[0]:g} {at[1]:g}) scale(1.5)"
                yield f'<path {_coming("clash", number)} transform="{place}" d="{CLASH}"/>'

    def _tokens(self, art: Art) -> Iterator[str]:
        for (name, css, at), start, end in _lying(self.numbered):
            if at in self.known:
                dx, dy = LYING[css == "token-ally"]
                x, y = self.known[at][0] + dx - TOKEN / 2, self.known[at][1] + dy - TOKEN / 2
                place = f"translate({x:.1f} {y:.1f}) scale({TOKEN / 100:g})"
                picture = art("tokens", name)
                yield f'<g {_coming(f"mark token {css}", start, end)} transform="{place}">{picture}</g>'

    def _figures(self, art: Art) -> Iterator[str]:
        stops: dict[str, list[tuple[int, Point]]] = {}
        for number, step in self.numbered:
            for figure, at in self._standing(step).items():
                known = stops.setdefault(figure, [])
                if not known or known[-1][1] != at:
                    known.append((number, at))
        for figure, known in stops.items():
            folder, name, css = FIGURES[figure]
            x, y = known[-1][1]
            written = " ".join(f"{number}:{x:.0f},{y:.0f}" for number, (x, y) in known)
            within = f"translate({-FIGURE / 2:g} {-FIGURE / 2:g}) scale({FIGURE / 100:g})"
            picture = "".join(self._as_king(figure, art)) or art(folder, name)
            yield (
                f'<g class="mark standing {css}" data-figure="{figure}" data-stops="{written}"'
                f' transform="translate({x:.0f} {y:.0f})"><g transform="{within}">{picture}</g></g>'
            )

    def _as_king(self, figure: str, art: Art) -> Iterator[str]:
        """A Nazgûl in whose place the Witch-king stands for a while; nothing, if he never does."""
        if not any(step.king == figure for _, step in self.numbered):
            return
        for is_king, group in groupby(self.numbered, key=lambda each: each[1].king == figure):
            steps = [number for number, _ in group]
            end = None if steps[-1] == self.numbered[-1][0] else steps[-1] + 1
            picture = art("figures", "witch-king" if is_king else f"nazgul-{figure}")
            yield f"<g {_coming('', steps[0], end)}>{picture}</g>"

    def _standing(self, step: Step) -> Mapping[str, Point]:
        """Where each figure's middle is; several on one spot stand beside each other."""
        spots: dict[Point, list[str]] = {}
        at = {figure: self.known.get(step.stands.get(figure, "")) for figure in NAZGUL}
        at |= {"frodo": self._frodo(step), "gandalf": self.known.get(step.gandalf or "")}
        for figure, there in at.items():
            if there is not None:
                spots.setdefault(there, []).append(figure)
        return {
            figure: (there[0] + dx, there[1] + dy)
            for there, figures in spots.items()
            for figure, (dx, dy) in zip(figures, (*standing(len(figures)), *CROWDED), strict=False)
        }


def legs(board: Board, route: tuple[str, ...]) -> list[Leg | None]:
    """For each cell of a route the leg that leads to it; None where there is none to draw."""
    found: list[Leg | None] = [None] * len(route)
    numbers = [at for at, cell in enumerate(route) if cell not in (POINT, CROSSED, "")]
    for here, there in pairwise(numbers):
        between = [at for at in range(here + 1, there) if route[at] == POINT]
        line, is_jump = _line(board, route[here], route[there])
        _spread(found, [*between, there], line, is_jump)
    if numbers:
        after = [at for at in range(numbers[-1] + 1, len(route)) if route[at] == POINT]
        _spread(found, after, _stub(board, route, numbers), False)
    return found


def _spread(found: list[Leg | None], cells: Sequence[int], line: Line, is_jump: bool) -> None:
    if len(line) < 2:
        return
    for number, cell in enumerate(cells):
        found[cell] = Leg(cut(line, number / len(cells), (number + 1) / len(cells)), is_jump)


def _line(board: Board, one: str, other: str) -> tuple[Line, bool]:
    if one == other:
        beside = next((spot for spot, _ in board.neighbours.get(one, ())), None)
        return (trace(board, (one, beside, one)) if beside else ()), False
    spots = _over_points(board, one, other)
    return trace(board, spots or (one, other)), spots is None


def _over_points(board: Board, one: str, other: str) -> tuple[str, ...] | None:
    """The shortest way from one location to another that passes nothing but points."""
    ways: list[tuple[str, ...]] = [(one,)]
    passed = {one}
    while ways:
        longer = []
        for way in ways:
            for spot, _ in board.neighbours.get(way[-1], ()):
                if spot == other:
                    return (*way, other)
                if spot in board.points and spot not in passed:
                    passed.add(spot)
                    longer.append((*way, spot))
        ways = longer
    return None


def _stub(board: Board, route: tuple[str, ...], numbers: list[int]) -> Line:
    """Where he went from there nobody has written: a little way along some path."""
    last = route[numbers[-1]]
    came_from = route[numbers[-2]] if len(numbers) > 1 else None
    beside = [spot for spot, _ in board.neighbours.get(last, ())]
    fresh = [spot for spot in beside if spot != came_from] or beside
    return cut(trace(board, (last, fresh[0])), 0, 0.7) if fresh else ()


Lying = tuple[str, str, str]


def _lying(numbered: Sequence[tuple[int, Step]]) -> Iterator[tuple[Lying, int, int | None]]:
    """Each token with the step at which it came, and the one at which it went."""
    since: dict[Lying, int] = {}
    for number, step in numbered:
        trail = {(f"trail-{side}", "token-trail", at) for at, side in step.trail.items()}
        now = trail | {("ally", "token-ally", at) for at in step.allies}
        for gone in [token for token in since if token not in now]:
            yield gone, since.pop(gone), number
        since |= dict.fromkeys(sorted(now - set(since)), number)
    yield from ((token, start, None) for token, start in since.items())


def _layers(*layers: tuple[str, Iterable[str]]) -> str:
    return "".join(f'<g class="{css}">{"".join(elements)}</g>' for css, elements in layers)


def _path(css: str, step: int, line: Line, of: str = "", left: int | None = None) -> str:
    """`left` is the step from which on this way is only memory."""
    d = "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in line)
    whose = f' data-of="{of}"' if of else ""
    if left is None:
        return f'<path {_coming(css, step)}{whose} d="{d}"/>'
    return f'<path {_coming(f"{css} is-left", step)} data-left="{left}"{whose} d="{d}"/>'


def _coming(css: str, step: int, until: int | None = None) -> str:
    """What came at a step. What went again before the end is not shown there."""
    if until is None:
        return f'class="{css}" data-step="{step}"'
    return f'class="{css} is-ahead" data-step="{step}" data-until="{until}"'
