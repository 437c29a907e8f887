"""Random boards, as people might type them: partial, in pieces, with and without coordinates."""

from __future__ import annotations

from random import Random

from companion.core.board import Board, read_board

TITLES = ("", "Bag End", 'A <b> & "', "Ёлка 'и' мост", "Zażółć gęślą jaźń", "]]> {0} %s", "x" * 60)


def typed(seed: int, with_places: float) -> str:
    """The text of a random board; this share of its locations has coordinates."""
    chance = Random(seed)
    names = [str(number) for number in range(1, chance.randint(1, 14))] + chance.sample(
        "ABC", chance.randint(0, 2)
    )
    unit = chance.choice((0.1, 1, 25))
    lines = ['board random "' + chance.choice(TITLES).replace('"', "") + '"']
    for name in names:
        title = chance.choice(TITLES).replace('"', "")
        kinds = " ".join(
            chance.sample(("start", "ally", "dark", "exit", "nazgul-start"), chance.randint(0, 2))
        )
        zone = chance.choice(("", "zone I-A", "zone I-B", "zone II-A", "zone III"))
        at = f"at {chance.uniform(0, 30) * unit:.3f} {chance.uniform(0, 20) * unit:.3f}"
        parts = [f'"{title}"', kinds, zone, at if chance.random() < with_places else ""]
        if chance.random() < 0.9:
            lines.append(" ".join(["location", name, *parts]))
    for _ in range(chance.randint(0, 2 * len(names))):
        one, other = chance.choice(names), chance.choice([*names, ".a", ".b"])
        points = ["."] * chance.randint(2 if one == other else 0, 3)
        line = " ".join([chance.choice(("road", "path")), one, *points, other])
        if isinstance(read_board("\n".join([*lines, line])), Board):
            lines.append(line)
    return "\n".join(lines)


def board(seed: int, with_places: float) -> Board:
    read = read_board(typed(seed, with_places))
    assert isinstance(read, Board), read
    return read
