"""A board's picture as text: what `layout`, `labels` and `land` found out, written as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import cos, pi, sin

from companion.board_drawing.curves import DISC, Point
from companion.board_drawing.labels import LEADING, Label
from companion.board_drawing.land import Box, Land
from companion.board_drawing.layout import Layout

TINTS = 5
FRAME = 30
"""From the edge of the paper to the land."""

LOCATION_HIT, POINT_HIT = 30, 25
"""Radii of what a thumb may touch; 44 px wide is the least."""

GROWTHS = {
    "tree": (
        ("board-trunk", "M0 1V-6"),
        ("board-crown", "M-7-5C-12-7-10-15-5-14-5-20 5-21 6-15 11-15 12-6 7-5 4-3-4-3-7-5Z"),
        ("board-hatch", "M2-7C5-7 7-9 7-11M-2-7 0-7"),
    ),
    "pine": (
        ("board-trunk", "M0 2V-2"),
        ("board-crown", "M0-22 5-13 2.5-13.5 8-1C4 .5-4 .5-8-1L-2.5-13.5-5-13Z"),
        ("board-hatch", "M2-11 5-2M1-16 3-12"),
    ),
    "hill": (
        ("board-mound", "M-23 2C-15-12-7-16-1-15 8-14 15-7 22 2"),
        ("board-hatch", "M5-12C8-8 11-4 12 0M10-10C13-7 15-4 17 0M1-12C3-8 5-4 6 0"),
    ),
    "peak": (
        ("board-mound", "M-25 4-10-17-6-13 2-31 12-11 15-14 26 4"),
        ("board-hatch", "M2-31C3-24 0-20 3-13 5-8 3-4 5 2M5-24 9-12M7-12 10-2M12-11 14 0M16-11 20 1"),
    ),
    "reed": (("board-hatch", "M0 0V-13M-4 0-6-9M4 0 6-10M-10 1C-5-1 5-1 10 1M-7 4H4"),),
    "tuft": (("board-hatch", "M-4 0-6-5M0 0V-7M4 0 6-5"),),
    "field": (
        ("board-hatch", "M-19-7C-8-11 4-12 15-13M-20-2C-8-6 6-7 19-8"),
        ("board-hatch", "M-18 3C-6-1 8-2 20-3M-13 8C-4 4 8 3 17 2"),
    ),
}
"""Small drawings that stand on 0, 0: the class and the path of each part."""

HOOD = "M0-15C6-13 9-7 9.5-1 10 5 13 8 14 14L9 12 5 15 0 12-5 15-9 12-14 14C-13 8-10 5-9.5-1-9-7-6-13 0-15Z"
EYES = "M1 1 5-1C5 2 3 4 1 1ZM-1 1-5-1C-5 2-3 4-1 1Z"
DOOR = "M-8 0A8 8 0 1 1 8 0A8 8 0 1 1-8 0ZM-1.6 0A1.6 1.6 0 1 0 1.6 0A1.6 1.6 0 1 0-1.6 0Z"
GATE = "M-25 25V-4C-25-20-14-30 0-30S25-20 25-4V25Z"
GATE_LINE = "M-19.5 25V-4C-19.5-16-11-24 0-24S19.5-16 19.5-4V25"


def tag(name: str, *content: str, css: str = "", **attributes: str | float) -> str:
    """One element; `data_spot` becomes `data-spot`. The content is SVG already, attributes are plain."""
    named = {"class": css} if css else {}
    written = "".join(
        f' {key.replace("_", "-")}="{escape(_n(value) if isinstance(value, (int, float)) else value)}"'
        for key, value in (named | attributes).items()
    )
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def shifted(x: float, y: float) -> str:
    return f"translate({_n(x)} {_n(y)})"


def land_layer(layout: Layout, land: Land) -> Iterator[str]:
    """Sea, land, zones, borders, rivers and growths: nothing that changes during a game."""
    yield _definitions(layout, land)
    yield tag("rect", css="paper", width=layout.width, height=layout.height)
    yield tag("g", *_inside_the_frame(layout, land), clip_path="url(#board-frame)")
    if land.rose:
        yield _rose(*land.rose)
    yield _frame(layout.width, layout.height)


def zone_names_layer(land: Land, titles: Mapping[str, str]) -> Iterator[str]:
    for name, (x, y) in land.rooms.items():
        yield tag(
            "g",
            *([tag("title", escape(titles[name]))] if titles.get(name) else []),
            tag("path", d="M-31-16H31L38 0 31 16H-31L-38 0Z"),
            tag("text", escape(name.replace("-", "·")), y=8),
            css=f"zone-name tint-{land.tints[name] % TINTS}",
            data_zone=name,
            transform=shifted(x, y),
        )


def banner(layout: Layout, title: str) -> str:
    """The board's title on the upper edge of the frame."""
    left, top, right, bottom = banner_box(layout, title)
    middle = _n((top + bottom) / 2)
    outline = (
        f"M{_n(left + 16)} {_n(top)}H{_n(right - 16)}L{_n(right)} {middle} {_n(right - 16)} {_n(bottom)}"
        f"H{_n(left + 16)}L{_n(left)} {middle}Z"
    )
    words = tag("text", escape(title), x=(left + right) / 2, y=bottom - 12)
    return tag("g", tag("path", d=outline), words, css="banner")


def banner_box(layout: Layout, title: str) -> Box:
    half = len(title) * 6.6 + 26
    return layout.width / 2 - half, 8, layout.width / 2 + half, 48


def ways_layer(layout: Layout) -> Iterator[str]:
    for kind in ("path", "road"):
        lines = "".join(_bow(stretch.curve) for stretch in layout.stretches if stretch.kind == kind)
        if lines:
            yield tag("path", css=f"{kind}-edge", d=lines)
            yield tag("path", css=kind, d=lines)


def point(spot: str, at: Point, classes: Iterable[str]) -> str:
    diamond = tag("path", css="diamond", d="M0-10 10 0 0 10-10 0Z")
    return _spot(spot, at, ["point", *classes], tag("circle", css="hit", r=POINT_HIT), diamond)


def location(spot: str, at: Point, kinds: Sequence[str], classes: Iterable[str], title: str) -> str:
    number = tag(
        "text",
        escape(spot),
        css="number small" if len(spot) > 2 else "number",
        y=11 if "exit" in kinds else 10,
    )
    return _spot(
        spot,
        at,
        ["location", *(f"is-{kind}" for kind in kinds), *classes],
        tag("title", escape(title)),
        tag("circle", css="hit", r=LOCATION_HIT),
        *_shape(kinds),
        number,
        *_badges(kinds),
    )


def name(label: Label) -> str:
    first, *others = label.lines
    lines = [tag("tspan", escape(first), x=label.x)]
    lines += [tag("tspan", escape(line), x=label.x, dy=LEADING) for line in others]
    return tag("text", *lines, css="name", y=label.y, text_anchor=label.anchor, data_name_of=label.spot)


def _definitions(layout: Layout, land: Land) -> str:
    growths = [
        tag("g", *(tag("path", css=css, d=d) for css, d in GROWTHS[kind]), id=f"board-{kind}")
        for kind in sorted({growth.kind for growth in land.growths})
    ]
    dusk = (tag("stop", css="dusk-in", offset=0.55), tag("stop", css="dusk-out", offset=1))
    return tag(
        "defs",
        tag("clipPath", _within(layout), id="board-frame"),
        tag("radialGradient", *dusk, id="board-dusk", r=0.75),
        *growths,
    )


def _within(layout: Layout, **attributes: str) -> str:
    width, height = layout.width - 2 * FRAME, layout.height - 2 * FRAME
    return tag("rect", x=FRAME, y=FRAME, width=width, height=height, **attributes)


def _inside_the_frame(layout: Layout, land: Land) -> Iterator[str]:
    yield _within(layout, css="sea")
    for number, ripple in enumerate(land.ripples):
        yield tag("path", css=f"ripple ripple-{number}", d=_closed(ripple))
    outline = _closed(land.outline)
    yield tag("path", css="shore", d=outline)
    yield tag("path", css="ground", d=outline)
    for zone, rings in land.zones.items():
        yield tag("path", css=f"zone tint-{land.tints[zone] % TINTS}", data_zone=zone, d=_closed(rings))
    yield tag("path", css="zone-border", d=_open(land.zone_borders))
    yield tag("path", css="section-border-under", d=_open(land.section_borders))
    yield tag("path", css="section-border", d=_open(land.section_borders))
    for river in land.rivers:
        yield tag("path", css="river", d=_widening(river))
    yield tag("path", css="coast", d=outline)
    for growth in land.growths:
        place = f"{shifted(growth.x, growth.y)} scale({growth.size:g})"
        yield tag("use", href=f"#board-{growth.kind}", transform=place)
    yield _within(layout, fill="url(#board-dusk)")


def _spot(spot: str, at: Point, classes: Iterable[str], *content: str) -> str:
    return tag("g", *content, css=" ".join(["spot", *classes]), data_spot=spot, transform=shifted(*at))


def _shape(kinds: Sequence[str]) -> Iterator[str]:
    """Kinds differ in shape, not only in colour."""
    if "exit" in kinds:
        yield tag("path", css="gate", d=GATE)
        yield tag("path", css="gate-line", d=GATE_LINE)
        return
    if "dark" in kinds:
        yield tag("path", css="thorns", d=_star(14, 33, 26))
    elif "ally" in kinds:
        yield tag("path", css="petals", d=_petals(10, 27, 36))
    elif "start" in kinds:
        yield tag("circle", css="threshold", r=DISC + 6)
    yield tag("circle", css="disc", r=DISC)


def _badges(kinds: Sequence[str]) -> Iterator[str]:
    if "start" in kinds:
        door = (tag("circle", r=12), tag("path", d=DOOR, fill_rule="evenodd"))
        yield tag("g", *door, css="door", transform=shifted(22, -22))
    if "nazgul-start" in kinds:
        hood = (tag("path", css="hood", d=HOOD), tag("path", css="hood-eyes", d=EYES))
        yield tag("g", *hood, transform=shifted(-22, -22))


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") if abs(number) < 3 else f"{number:.1f}".removesuffix(".0")


def _closed(rings: Iterable[Sequence[Point]]) -> str:
    return "".join(_line(ring) + "Z" for ring in rings)


def _open(lines: Iterable[Sequence[Point]]) -> str:
    return "".join(_curve(line) for line in lines)


def _line(points: Sequence[Point]) -> str:
    return "M" + " ".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _curve(points: Sequence[Point]) -> str:
    """Through the points' midpoints, each point pulling: soft everywhere."""
    if len(points) < 3:
        return _line(points)
    (x, y), *rest = points
    path = [f"M{_n(x)} {_n(y)}"]
    for (x1, y1), (x2, y2) in pairwise(rest):
        is_last = (x2, y2) == points[-1]
        end = (x2, y2) if is_last else ((x1 + x2) / 2, (y1 + y2) / 2)
        path.append(f"Q{_n(x1)} {_n(y1)} {_n(end[0])} {_n(end[1])}")
    return "".join(path)


def _bow(points: Sequence[Point]) -> str:
    """A gentle bend as one Bézier curve, within a pixel or so; a loop as it is."""
    (x1, y1), (x2, y2) = points[0], points[-1]
    if points[0] == points[-1]:
        return _curve(points)
    middle = points[len(points) // 2]
    across, down = (middle[0] - (x1 + x2) / 2) * 4 / 3, (middle[1] - (y1 + y2) / 2) * 4 / 3
    controls = [((x1 * (3 - k) + x2 * k) / 3 + across, (y1 * (3 - k) + y2 * k) / 3 + down) for k in (1, 2)]
    return _line(points[:1]) + "C" + _line([*controls, points[-1]])[1:]


def _widening(river: Sequence[Point]) -> str:
    """A river as it is seen from above: thin at the spring, wide at the mouth."""
    left, right = [], []
    for number, ((x1, y1), (x2, y2)) in enumerate(pairwise(river)):
        width = 1 + 3.2 * number / len(river)
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 0.1)
        across, down = (y1 - y2) / length * width, (x2 - x1) / length * width
        left.append((x1 + across, y1 + down))
        right.append((x1 - across, y1 - down))
    return _curve([*left, river[-1]]) + "L" + _curve([river[-1], *reversed(right)])[1:] + "Z"


def _star(spikes: int, outer: float, inner: float) -> str:
    turn = pi / spikes
    radii = [outer, inner] * spikes
    return _line([(r * sin(n * turn), -r * cos(n * turn)) for n, r in enumerate(radii)]) + "Z"


def _petals(petals: int, inner: float, outer: float) -> str:
    def at(number: float, r: float) -> str:
        turn = 2 * pi * number / petals
        return f"{_n(r * sin(turn))} {_n(-r * cos(turn))}"

    arcs = (f"Q{at(number + 0.5, outer)} {at(number + 1, inner)}" for number in range(petals))
    return f"M{at(0, inner)}" + "".join(arcs) + "Z"


def _rose(x: float, y: float, radius: float) -> str:
    rays = []
    for angle in (45, 135, 225, 315, 0, 90, 180, 270):
        r = radius * (0.55 if angle % 90 else 0.92)
        for css, side in (("ray", -1), ("ray-dark", 1)):
            half = f"M0 0 {_n(side * r * 0.14)} {_n(-r * 0.16)} 0 {_n(-r)}Z"
            rays.append(tag("path", css=css, d=half, transform=f"rotate({angle})"))
    rings = (tag("circle", r=radius * 0.62), tag("circle", r=radius * 0.66))
    return tag("g", *rings, *rays, css="rose", transform=shifted(x, y))


def _frame(width: float, height: float) -> str:
    def rect(inset: float, css: str) -> str:
        return tag("rect", css=css, x=inset, y=inset, width=width - 2 * inset, height=height - 2 * inset)

    corners = [
        tag("path", css="frame-corner", d="M0-13 13 0 0 13-13 0Z", transform=shifted(x, y))
        for x in (FRAME - 6, width - FRAME + 6)
        for y in (FRAME - 6, height - FRAME + 6)
    ]
    return tag(
        "g",
        rect(FRAME, "frame-line"),
        rect(FRAME - 6, "frame-scale-under"),
        rect(FRAME - 6, "frame-scale"),
        rect(FRAME - 12, "frame-line"),
        *corners,
    )
