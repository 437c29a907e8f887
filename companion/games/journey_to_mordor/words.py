"""The pieces of the box by name, and their names as players read them."""

from companion.core import say

KEY = "journey-to-mordor"
TITLE = say("Journey to Mordor")

COLOURS = {"frodo": "yellow", "sam": "red", "merry": "blue", "pippin": "green"}
HOBBITS = tuple(COLOURS)
DICE = (*COLOURS.values(), "black")
FACES = ("ring", "orc", "warrior", "nazgul", "gandalf", "tree")

PLACES = (
    "bag-end",
    "rivendell",
    "moria",
    "lothlorien",
    "rohan",
    "helms-deep",
    "gondor",
    "minas-tirith",
    "shelobs-lair",
    "mordor",
)
"""Where a hobbit stands after so many steps."""

MORDOR = len(PLACES) - 1

NAMES = {
    "frodo": say("Frodo"),
    "sam": say("Sam"),
    "merry": say("Merry"),
    "pippin": say("Pippin"),
    "table": say("The table"),
    "yellow": say("yellow"),
    "red": say("red"),
    "blue": say("blue"),
    "green": say("green"),
    "black": say("black"),
    "ring": say("Ring"),
    "orc": say("Orc"),
    "warrior": say("Warrior"),
    "nazgul": say("Nazgûl"),
    "gandalf": say("Gandalf"),
    "tree": say("White Tree"),
    "bag-end": say("Bag End"),
    "rivendell": say("Rivendell"),
    "moria": say("Moria"),
    "lothlorien": say("Lothlórien"),
    "rohan": say("Rohan"),
    "helms-deep": say("Helm's Deep"),
    "gondor": say("Gondor"),
    "minas-tirith": say("Minas Tirith"),
    "shelobs-lair": say("Shelob's Lair"),
    "mordor": say("Mordor"),
}

PLACE_RULES = {
    "rivendell": say("Elrond: you may keep several dice with the same face."),
    "moria": say("The Balrog: Gandalf does nothing this turn."),
    "lothlorien": say("The Elves: each warrior counts twice."),
    "rohan": say("Éomer: you may throw each throw again, once."),
    "helms-deep": say("Saruman: each orc counts twice."),
    "gondor": say("Éowyn: Nazgûl do not act on you this turn."),
    "minas-tirith": say("The Witch-king: every Nazgûl you keep acts on you."),
    "shelobs-lair": say("Shelob: you need two rings to enter Mordor."),
}
"""The advanced side's eight places, in our own words (rulebook, the places 1 to 8)."""

FACE_RULES = {
    "ring": say("One step towards Mordor."),
    "orc": say("Stops all your rings, unless a warrior stands against it."),
    "warrior": say("Stops one orc."),
    "nazgul": say("Must be kept. Marks a cell for the hobbit of the die's colour."),
    "gandalf": say("Halves an empty cell of your Nazgûl path."),
    "tree": say("Keep it, and you throw no more this turn."),
}

DEEDS = {
    "roll": say("the throw"),
    "reroll": say("throwing again"),
    "keep": say("the choice of dice"),
    "apply": say("one die"),
    "end": say("the end of the turn"),
}
