"""The Witch-king: coming and leaving, his free hunt, two tokens, and his die."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core import Json, Line
from tests.companion.games.hunt_for_the_ring.fleeing import (
    SHORT,
    after,
    by_card,
    fleeing,
    gandalf,
    new_day,
    set_out,
    view,
    why_not,
)
from tests.companion.games.hunt_for_the_ring.hunting import (
    END,
    NO_SHADOW,
    escape,
    hunt,
    offers,
    perceive,
    ride,
    ringbearer,
    roll,
    search,
    tokens,
    wraith,
)
from tests.companion.playing import by

COME: Line = {"do": "witch-king", "nazgul": "green", "because": "Leader of the Nine"}


def at_three(*lines: Line) -> list[Json]:
    """Frodo is at 3, Gandalf at 14; the Witch-king has come in green's place."""
    return [*set_out(), *fleeing("14"), *ringbearer(gandalf("14"), END), *wraith(COME, *lines)]


def with_die(face: str, *lines: Line, **options: Any) -> list[Json]:
    """The second day: the Witch-king's die shows this face, Frodo is at 10 and Gandalf at 14."""
    first = [*set_out(), *ringbearer(gandalf("14"), END), *wraith(COME, END, END, END, END)]
    second = [*fleeing("14", before=1), *ringbearer({"do": "rest"}, gandalf("14"), END), *wraith(*[END] * 4)]
    kings = {"witch-king": face}
    return [*first, *second, *new_day(**kings), *ringbearer(gandalf("14"), END), *wraith(*lines)]


def test_by_a_card_he_takes_the_place_of_the_active_nazgul() -> None:
    seen = view(*at_three())
    assert seen["flight"]["witch_king"] == {"nazgul": "green", "die": None, "used": False}
    assert seen["played"] == {
        "seat": "wraith-1",
        "do": "witch-king",
        "card": "Leader of the Nine",
        "what": "green",
        "at": None,
        "by": None,
    }
    other: Line = {"do": "witch-king", "nazgul": "red"}
    before = [*set_out(), *ringbearer(gandalf("14"), END)]
    assert why_not(*before, *wraith(other)) == "Now it is the turn of this Nazgûl: Green."
    assert why_not(*at_three(COME)) == "The Witch-king is in play already."
    assert "Ringbearer's turn" in why_not(*set_out(), *wraith(COME))


def test_he_hunts_without_a_die_and_does_not_search() -> None:
    seen = view(*at_three(by_card("green", "10"), hunt("green")))
    assert (seen["answer"]["to"], seen["dice_used"]) == ("hunt", [])
    assert "does not search" in why_not(*at_three(by_card("green", "10"), search("green")))
    dos = [line["do"] for line in after(*at_three(by_card("green", "10"))).view("wraith-1")["legal"]]
    assert "search" not in dos
    assert {"do": "hunt", "nazgul": "green"} in after(*at_three(by_card("green", "10"))).view("wraith-1")[
        "legal"
    ]
    # Only he does: the next Nazgûl pays for it.
    assert "takes a die" in why_not(*at_three(END, by_card("blue", "10"), hunt("blue")))


def test_an_ability_still_lets_him_search() -> None:
    lines = at_three(by_card("green", "13"), {"do": "ability", "number": 3, "die": "sword", "by": ["10"]})
    assert view(*lines, information=["1", "2", "3"])["answer"]["to"] == "search"


def test_in_an_encounter_he_counts_for_two_and_leaves_when_it_is_over() -> None:
    lines = at_three(by_card("green", "3"), hunt("green"), *[END] * 4)
    met = view(*lines)
    assert (met["encounter"]["nazgul"], met["encounter"]["tokens"]) == (["green"], 2)
    assert "Draw 2 tokens" in why_not(*lines, *ringbearer(tokens("1")))
    over = view(*lines, *ringbearer(tokens("1", "2"), {"do": "take-tokens"}, escape("stay")))
    assert over["flight"]["witch_king"]["nazgul"] is None
    assert over["tracks"]["corruption"]["value"] == 3


def test_who_is_not_there_stays_in_play() -> None:
    lines = at_three(END, by_card("blue", "3"), hunt("blue", "sword"), *[END] * 3)
    over = view(*lines, *ringbearer(tokens("1"), escape("stay")))
    assert over["flight"]["witch_king"]["nazgul"] == "green"


def test_without_a_map_the_players_say_that_he_takes_part() -> None:
    places = {"green": "28", "blue": "28", "red": "33", "purple": "33"}
    lines = [
        *set_out(places=places),
        *fleeing("14"),
        *ringbearer(gandalf("14"), END),
        *wraith(COME, END, by_card("blue", "3"), hunt("blue", "sword"), *[END] * 3),
    ]
    both = ringbearer({**tokens("1", "1", "1"), "witch-king": True}, escape("stay"))
    assert view(*lines, *both, board=None)["flight"]["witch_king"]["nazgul"] is None
    without = ringbearer(tokens("1"), escape("stay"))
    assert view(*lines, *without, board=None)["flight"]["witch_king"]["nazgul"] == "green"
    wrong = ringbearer({**tokens("1"), "witch-king": 1})
    assert "does not belong" in why_not(*lines, *wrong, board=None)
    on_a_map = [*at_three(by_card("green", "3"), hunt("green"), *[END] * 4)]
    assert "does not belong" in why_not(*on_a_map, *ringbearer({**tokens("1", "1"), "witch-king": True}))


def test_his_die_joins_the_throw_in_the_next_refresh_step_and_must_be_thrown() -> None:
    seen = view(*with_die("seek"))
    assert seen["flight"]["witch_king"] == {"nazgul": "green", "die": "seek", "used": False}
    assert len(seen["dice"]) == 6
    before = with_die("seek")[:-5]
    assert before[-1]["do"] == "end-turn"
    assert "Throw the Witch-king's die too" in why_not(*before, *wraith(roll()))
    assert "Throw the Witch-king's die too" in why_not(*before, *wraith({**roll(), "witch-king": "shadow"}))
    drawn = view(*before, *wraith({"do": "roll", "dice": "draw"}))
    assert drawn["flight"]["witch_king"]["die"] is not None
    assert set(offers(after(*before), "wraith-1", "roll")[0]) == {"do", "dice", "witch-king"}


def test_his_die_may_be_the_last_of_seven() -> None:
    (throw,) = [line for line in with_die("seek") if line["do"] == "roll" and "witch-king" in line]
    before = with_die("seek")[: with_die("seek").index(throw)]
    seven = wraith(roll(*NO_SHADOW, "seek"))
    assert view(*before, *seven)["flight"]["witch_king"]["die"] == "seek"
    assert "Throw the Witch-king's die too" in why_not(*before, *wraith(roll(*NO_SHADOW, "shadow")))
    assert "Throw all six dice" in why_not(*before, *wraith(roll(*NO_SHADOW, "ring", "ring")))


def test_the_morgul_shadow_gives_no_fellowship_token() -> None:
    assert view(*with_die("morgul-shadow"), fellowship=0)["fellowship"]["tokens"] == 0


@pytest.mark.parametrize(
    ("spot", "where", "who"),
    [
        ("11", {"zone": "IV-C"}, ["gandalf"]),
        ("8", {"zone": "IV-B"}, ["frodo"]),
        ("11", {"section": "IV"}, ["frodo", "gandalf"]),
    ],
)
def test_the_morgul_ring_names_whom_it_felt(spot: str, where: dict[str, str], who: list[str]) -> None:
    lines = with_die("morgul-ring", by_card("green", spot), perceive("green", "witch-king", **where))
    seen = view(*lines, seat="wraith-1")
    assert seen["answer"]["who"] == who
    assert seen["flight"]["witch_king"]["used"] is True
    assert len(seen["dice"]) == 6


def test_the_morgul_ring_that_feels_nobody_names_nobody() -> None:
    lines = with_die("morgul-ring", perceive("green", "morgul-ring", section="V"))
    answer = view(*lines, seat="wraith-1")["answer"]
    assert answer == {"to": "perceive", "at": "V", "answer": "no", "by": "map"}


def test_an_ordinary_ring_on_his_die_names_nobody() -> None:
    lines = with_die("ring", by_card("green", "11"), perceive("green", "witch-king", section="IV"))
    assert "who" not in view(*lines, seat="wraith-1")["answer"]


def test_the_morgul_shadow_is_a_ring_a_sword_or_sorcery() -> None:
    for line in (
        perceive("green", "morgul-shadow", section="V"),
        hunt("green", "witch-king"),
        {"do": "draw-sorcery", "die": "morgul-shadow"},
    ):
        seen = view(*with_die("morgul-shadow", line), seat="wraith-1")
        assert seen["flight"]["witch_king"]["used"] is True
        assert "who" not in (seen["answer"] or {})
    assert "No such die" in why_not(*with_die("morgul-shadow", {"do": "seek"}))


def test_a_face_of_his_die_that_does_not_fit_is_refused() -> None:
    assert "symbol" in why_not(*with_die("sword", perceive("green", "witch-king", section="V")))
    assert "No such die" in why_not(
        *set_out(), *ringbearer(gandalf("14"), END), *wraith(hunt("green", "seek"))
    )


def test_seek_moves_every_nazgul_one_step_the_active_one_first() -> None:
    lines = with_die("seek", {"do": "seek"})
    seen = view(*lines, seat="wraith-1")
    assert (seen["flight"]["seeking"], seen["turn"]) == (["green", "blue", "red", "purple"], ["wraith-1"])
    assert "Now it is the turn" in why_not(*lines, *wraith(ride("blue", "28")))
    assert "one step" in why_not(*lines, *wraith(ride("green", "28", "28.25:1")))
    assert "First all Nazgûl" in why_not(*lines, *wraith(search("green")))
    moved = view(*lines, *wraith(ride("green", "28"), END, ride("red", "32.42:1"), END), seat="wraith-1")
    assert [each["at"] for each in moved["nazgul"].values()] == ["28", "19", "32.42:1", "32"]
    # It was green's action; its own ride is still to come.
    assert moved["active"] == {"nazgul": "green", "seat": "wraith-1", "ridden": False, "acted": True}


def test_seeking_goes_round_all_wraiths() -> None:
    def step(seat: str, *lines: Line) -> list[Json]:
        return by(seat, *lines)

    lines = [
        *ringbearer(
            {"do": "set-journey", "rows": SHORT},
            {"do": "set-deeds", "tokens": ["4", "14", "20", "28"], "start": "14"},
        ),
        *step("wraith-1", {"do": "place", "nazgul": {"green": "19", "blue": "19"}}),
        *step("wraith-2", {"do": "place", "nazgul": {"red": "32", "purple": "32"}}),
        *step("wraith-1", {"do": "witch-king", "nazgul": "green"}, roll()),
    ]
    for night in (False, False, True):
        rest: list[Line] = [{"do": "rest"}] if night else []
        lines += ringbearer(*rest, gandalf("14"), END)
        lines += [*step("wraith-1", END, END), *step("wraith-2", END, END)]
    lines += [*step("wraith-2", {**roll(), "witch-king": "seek"}), *ringbearer(gandalf("14"), END)]
    lines += step("wraith-2", {"do": "seek"})
    options: Json = {"wraiths": 2, "information": ["1", "2", "3", "4", "5"]}
    assert view(*lines, **options)["flight"]["seeking"] == ["red", "purple", "green", "blue"]
    passed = [*lines, *step("wraith-2", END, END)]
    assert view(*passed, **options)["turn"] == ["wraith-1"]
    assert "It is Wraith 1's turn" in why_not(*passed, *step("wraith-2", END), **options)


def test_his_die_counts_among_any_two_dice() -> None:
    two = {"do": "ability", "number": 2, "dice": ["ring", "witch-king"], "section": "V"}
    seen = view(*with_die("seek", two), information=["1", "2"], seat="wraith-1")
    assert (seen["flight"]["witch_king"]["used"], seen["dice_used"]) == (True, ["ring"])


CANCEL: Line = {"do": "answer", "cancel": "A card"}


@pytest.mark.parametrize(
    "line",
    [
        perceive("green", "witch-king", section="V"),
        {"do": "ability", "number": 2, "dice": ["ring", "witch-king"], "section": "V"},
        {"do": "ability", "number": 3, "die": "witch-king", "by": ["28"]},
    ],
    ids=["perception", "two dice", "a step and a search"],
)
def test_no_card_cancels_what_his_die_does(line: Line) -> None:
    asked = with_die("morgul-shadow", line)
    options: Json = {"answers": "ringbearer", "information": ["1", "2", "3"]}
    assert "Witch-king's die" in why_not(*asked, *ringbearer(CANCEL), **options)
    offered = offers(after(*asked, **options), "ringbearer", "answer")
    assert [set(each) for each in offered] == [{"do"}]


def test_a_card_cancels_his_free_hunt_and_what_ordinary_dice_do() -> None:
    for line in (hunt("green"), perceive("green", "ring", section="V")):
        asked = with_die("morgul-shadow", line)
        seen = view(*asked, *ringbearer(CANCEL), answers="ringbearer")
        assert seen["answer"]["answer"] == "cancelled"


def test_gandalf_cannot_take_his_die() -> None:
    placed = [*with_die("sword")[:-2], *wraith(by_card("green", "13")), *ringbearer(gandalf("13"))]
    assert placed[-1]["do"] == "gandalf"
    assert "takes out of the pool" in why_not(*placed, *ringbearer({"do": "appear", "die": "witch-king"}))
    seen = view(*placed, *ringbearer({"do": "appear", "die": "sword"}))
    assert seen["flight"]["witch_king"]["die"] == "sword"
    assert seen["dice"].count("sword") == NO_SHADOW.count("sword") - 1


def test_when_he_has_left_his_die_stays_until_the_days_end() -> None:
    # The encounter of the second day takes him out; his die lies there until the refresh step.
    lines = [
        *with_die("sword", by_card("green", "10"), hunt("green"), *[END] * 4),
        *ringbearer(tokens("0", "0"), escape("stay")),
    ]
    seen = view(*lines)
    assert (seen["last"], seen["flight"]["witch_king"]) == (
        "10",
        {"nazgul": None, "die": "sword", "used": False},
    )
    used = [
        *lines,
        *ringbearer(gandalf("14"), END),
        *wraith(by_card("blue", "1")),
        *wraith(hunt("green", "witch-king")),
    ]
    assert view(*used)["flight"]["witch_king"]["used"] is True
    night = [
        *lines,
        *ringbearer(gandalf("14"), END),
        *wraith(*[END] * 4),
        *ringbearer({"do": "rest"}, gandalf("14"), END),
        *wraith(*[END] * 4, roll()),
    ]
    assert view(*night)["flight"]["witch_king"] == {"nazgul": None, "die": None, "used": False}
