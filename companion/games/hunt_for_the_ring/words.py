"""The pieces of the box by name, the numbers of part one, and the names as players read them."""

from companion.core import say

KEY = "hunt-for-the-ring"
TITLE = say("The Hunt for the Ring")

RINGBEARER = "ringbearer"
SIDES = (RINGBEARER, "wraiths")
"""Those who seal a part of the letter for themselves, each under a word of its own."""

WRAITHS = ("wraith-1", "wraith-2", "wraith-3", "wraith-4")
NAZGUL = ("green", "blue", "red", "purple")
SHARES = {
    1: (("green", "blue", "red", "purple"),),
    2: (("green", "blue"), ("red", "purple")),
    3: (("green", "blue"), ("red",), ("purple",)),
    4: (("green",), ("blue",), ("red",), ("purple",)),
}
"""Who moves which Nazgûl when nobody says otherwise."""

VARIANTS = {"normal": 1, "unstoppable-frodo": 2, "dreadful-nazgul": 0}
"""How many information tokens the Ringbearer hands over during set-up."""

FACES = ("ring", "sword", "sorcery", "shadow")
DIE = ("ring", "ring", "sword", "sword", "sorcery", "shadow")
"""The six faces of an action die."""

DICE = 6
COMPANIONS = ("frodo", "sam", "pippin", "merry")
STRIDER = "strider"
"""Joins the companions in part two."""

KINGS_DIE = "witch-king"
"""Names the Witch-king's own die in the pool, whatever it shows."""

MORGUL_RING, SEEK, MORGUL_SHADOW = "morgul-ring", "seek", "morgul-shadow"
KINGS_FACES = ("ring", "sword", "sorcery", MORGUL_RING, SEEK, MORGUL_SHADOW)
"""The six faces of the Witch-king's die, one of each."""

PHASES = ("day-1", "day-2", "night")
POINT, CROSSED, STAY = ".", "/", "stay"
"""What may stand in a cell of the travel sheet beside a number, and the word for staying put."""

HAVEN = "*"
"""After a number on a journey card: a haven."""

NUMBERS = tuple(str(number) for number in range(1, 61))
"""Locations, where no board tells which there are."""

LAST_STEP = 16
CORRUPTION_LIMIT = 12
INFORMATION_DRAWN = 5
FELLOWSHIP_SUPPLY = 3
ALLY_CARDS = 22
SORCERY_CARDS = 22
INFORMATION_TOKENS = 12
DEEDS_DRAWN = 4
LATER_STARTS = ("28", "33")
"""Where the Nazgûl start in part two, two at each, by the rulebook; a board may say otherwise."""

FIRST_ALLIES = 3
HAND_LIMIT = 5
ALLY_TOKENS = 8
MARKERS = {"marker": 6, "companion-marker": 4}
SPECIAL_TOKENS = 2
ROAD_STEPS, NIGHT_STEPS = 3, 2

EYE = "eye"
SPECIAL = "special-"
"""A red corruption token: `special-2`, `special-eye`. No companion cancels it."""

NAMES = {
    "ringbearer": say("The Ringbearer"),
    "wraith-1": say("Wraith 1"),
    "wraith-2": say("Wraith 2"),
    "wraith-3": say("Wraith 3"),
    "wraith-4": say("Wraith 4"),
    "table": say("The table"),
    "green": say("Green"),
    "blue": say("Blue"),
    "red": say("Red"),
    "purple": say("Purple"),
    "ring": say("Ring"),
    "sword": say("Sword"),
    "sorcery": say("Sorcery"),
    "shadow": say("Shadow"),
    "eye": say("Eye"),
    "frodo": say("Frodo"),
    "sam": say("Sam"),
    "pippin": say("Pippin"),
    "merry": say("Merry"),
    "strider": say("Strider"),
    "gandalf": say("Gandalf"),
    "witch-king": say("The Witch-king"),
    "morgul-ring": say("Morgul Ring"),
    "seek": say("Seek"),
    "morgul-shadow": say("Morgul Shadow"),
    "short": say("Short journey"),
    "long": say("Long journey"),
    "search": say("Search"),
    "perceive": say("Perception"),
    "hunt": say("Hunt"),
    "set-up": say("Set-up"),
    "day-1": say("First day phase"),
    "day-2": say("Second day phase"),
    "night": say("Night"),
    "refresh": say("Refresh"),
    "over": say("The end of part one"),
    "normal": say("Normal"),
    "unstoppable-frodo": say("Unstoppable Frodo"),
    "dreadful-nazgul": say("Dreadful Nazgûl"),
    "movement": say("Movement"),
    "corruption": say("Corruption"),
    "fellowship": say("Fellowship tokens"),
    "fellowship-supply": say("Fellowship supply"),
    "ally-hand": say("Ally cards in hand"),
    "ally-deck": say("Ally deck"),
    "sorcery-hand": say("Sorcery cards in hand"),
    "eyes": say("Eyes beside the corruption track"),
    "limit": say("Corruption limit"),
    "ally": say("Ally token"),
    "trail-eye": say("Trail token, Eye up"),
    "trail-sword": say("Trail token, sword up"),
    "marker": say("Wraiths' marker"),
    "companion-marker": say("Companions' marker"),
    "special": say("Special corruption token"),
    "information": say("Information token"),
    "up": say("face up"),
    "flipped": say("flipped"),
    "aside": say("set aside"),
    "kept": say("behind the screen"),
    "hidden": say("hidden for good"),
    "given": say("handed over"),
    "found": say("found by the Nazgûl"),
    "start": say("where Gandalf started"),
    "done": say("done"),
    "away": say("put away"),
}

ABILITIES = {
    1: say("Any die: ride one more step."),
    2: say("Any two dice: hunt or perceive."),
    3: say("A sword: ride one step, then search."),
    4: say("A ring: ride up to two more steps."),
    5: say("Part two begins with the Witch-king."),
}
"""The Black Riders' abilities in our own words, by the number of information tokens that unlocks them."""

DEEDS = {
    "set-start": say("the start token"),
    "set-information": say("the information tokens"),
    "lead": say("the choice of the lead player"),
    "place": say("placing a piece"),
    "roll": say("the throw"),
    "hold": say("the names of cards in hand"),
    "move": say("a move"),
    "rest": say("the rest"),
    "draw-ally": say("drawing an ally card"),
    "play-ally": say("an ally card"),
    "discard": say("a discarded card"),
    "end-turn": say("the end of the turn"),
    "answer": say("the answer"),
    "draw-tokens": say("the corruption tokens"),
    "cancel-token": say("a companion's help"),
    "take-tokens": say("taking the corruption"),
    "escape": say("the escape"),
    "flip": say("a flipped companion"),
    "ride": say("a ride"),
    "search": say("the search"),
    "perceive": say("the perception"),
    "hunt": say("the hunt"),
    "draw-sorcery": say("drawing a sorcery card"),
    "play-sorcery": say("a sorcery card"),
    "remove-ally": say("removing an ally token"),
    "ability": say("a Black Riders' ability"),
    "adjust": say("a card's effect"),
    "remove": say("removing a piece"),
    "cancel": say("a cancelled deed"),
    "letter": say("the Letter from Gandalf"),
    "open-letter": say("the opening of the letter"),
    "go-on": say("going on to part two"),
    "set-journey": say("the journey card"),
    "set-deeds": say("the deed tokens"),
    "share-sorcery": say("sharing out the sorcery cards"),
    "gandalf": say("a move of Gandalf's"),
    "appear": say("Gandalf's appearance"),
    "drive": say("driving a Nazgûl away"),
    "deed": say("a deed of Gandalf's"),
    "rivendell": say("Gandalf's coming to Rivendell"),
    "new-journey": say("a new journey card"),
    "witch-king": say("the Witch-king's coming"),
    "seek": say("the seeking of all Nazgûl"),
    "show-sheet": say("showing the travel sheet"),
}
