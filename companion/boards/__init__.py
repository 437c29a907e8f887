"""The boards that we ship: our own demonstration maps, and the words on them for every language."""

from __future__ import annotations

from importlib.resources import files

from companion.core import say
from companion.translations import tell

SUFFIX = ".board"
JOURNEYS = ".journeys"
"""Files of journey cards and deed tokens, beside the boards they belong to."""

WORDS = {
    sentence.text: sentence
    for sentence in (
        say("Demonstration map: the road to Bree"),
        say("Bag End"),
        say("Badger's Hole"),
        say("The Low Door"),
        say("The Green Dragon"),
        say("The Old Mill"),
        say("Beekeeper's Cot"),
        say("Elves' Glade"),
        say("The Hedge Gate"),
        say("The Floating Log"),
        say("Shirriffs' House"),
        say("Maggot's Farm"),
        say("Ferry House"),
        say("Bombadil's House"),
        say("The Golden Perch"),
        say("Charcoal Burners"),
        say("Black Mere"),
        say("The Old Willow"),
        say("Gallows Hill"),
        say("Wolf Crag"),
        say("The Barrows"),
        say("Demonstration map: the road to the Ford"),
        say("The Prancing Pony"),
        say("Woodcutters' Clearing"),
        say("Shepherds' Fold"),
        say("The Forsaken Inn"),
        say("Rangers' Camp"),
        say("The Hidden Spring"),
        say("The Old Beacon"),
        say("Standing Stones"),
        say("Fisher's Hut"),
        say("Elf-watch"),
        say("Eagle Stone"),
        say("The Old Bridge"),
        say("Healers' Garden"),
        say("Gnat Pool"),
        say("Broken Tower"),
        say("Howling Hollow"),
        say("Trolls' Glade"),
        say("Bone Gully"),
    )
}
"""Every title on a board of ours. An owner's board is shown as it was typed."""


def shipped(suffix: str = SUFFIX) -> dict[str, str]:
    """The text of every board we ship, or of other files beside them, by name."""
    found = sorted((files("companion") / "boards").iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(suffix): file.read_text("utf-8")
        for file in found
        if file.name.endswith(suffix)
    }


def title_in(language: str, title: str) -> str:
    """A title on a board in the reader's language, if we know it."""
    return tell(WORDS[title], language) if title in WORDS else title
