"""The drawings: every piece of the games has one, made so that any page can put it anywhere."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

STATIC = Path(__file__).parents[2] / "web" / "static"
DRAWINGS = sorted(
    path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.svg") if path.stem != "favicon"
)
OF_THE_HUNT = {
    "faces": {"ring", "sword", "sorcery", "shadow", "morgul-ring", "seek", "morgul-shadow"},
    "phases": {"day-1", "day-2", "night", "eye"},
    "figures": {
        *(f"nazgul-{colour}" for colour in ("green", "blue", "red", "purple")),
        *("witch-king", "gandalf", "strider"),
    },
    "tokens": {
        *("trail-eye", "trail-sword", "perception", "ally", "information", "fellowship"),
        *("corruption", "eye", "deed"),
    },
    "emblems": {"frodo", "sam", "merry", "pippin"},
    "art": {"hunt-for-the-ring", "seal", "letter", "letter-broken"},
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_one_group_in_a_square_that_takes_the_pages_colour(name: str) -> None:
    root = ElementTree.parse(STATIC / name).getroot()
    assert root.attrib["viewBox"] == "0 0 100 100"
    (art,) = (each for each in root if each.attrib.get("id") == "art")
    assert art.attrib["fill"] == "currentColor"
    assert root[0].tag.endswith("title")
    assert not any("href" in key or key == "style" for each in root.iter() for key in each.attrib)


@pytest.mark.parametrize("folder", OF_THE_HUNT)
def test_every_piece_of_the_hunt_is_drawn(folder: str) -> None:
    assert OF_THE_HUNT[folder] <= {path.stem for path in (STATIC / folder).glob("*.svg")}


def test_the_nazgul_differ_in_shape_not_only_in_colour() -> None:
    drawn = [
        (STATIC / "figures" / f"{name}.svg").read_text().split("</title>")[1]
        for name in OF_THE_HUNT["figures"]
    ]
    assert len(set(drawn)) == len(OF_THE_HUNT["figures"])
