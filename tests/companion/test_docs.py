"""The examples in the documents really play."""

import json
import re
from pathlib import Path

import pytest

from companion.core.board import Board, read_board
from companion.games.hunt_for_the_ring.starting import OPTIONS
from companion.games.journey_to_mordor.actions import LONGEST_NAZGUL_PATH
from companion.script import play
from companion.table import Table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "journey-to-mordor.md").read_text(encoding="utf-8")
HUNT = (ROOT / "docs" / "hunt-for-the-ring.md").read_text(encoding="utf-8")
BOARDS = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
CONTRACT = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")


def fenced(language: str, page: str = PAGE) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    return str(found)


def played_from_the_page() -> Table:
    table = play(fenced("jsonl").splitlines())
    assert isinstance(table, Table), table
    return table


def test_the_script_of_the_page_plays_to_the_hobbits_it_shows() -> None:
    assert played_from_the_page().view("merry")["hobbits"] == json.loads(fenced("json"))


def test_the_page_names_every_field_of_the_view() -> None:
    view = played_from_the_page().view("merry")
    for field in (*view, *view["dice"], *view["hobbits"]["merry"]):
        assert f"`{field}`" in PAGE, field


def test_the_page_knows_how_long_a_nazgul_path_may_be() -> None:
    assert f"1 to {LONGEST_NAZGUL_PATH} |" in PAGE


def test_the_script_of_the_hunts_page_plays_to_the_answer_it_shows() -> None:
    table = play(fenced("jsonl", HUNT).splitlines())
    assert isinstance(table, Table), table
    for seat in (*table.seats, "table"):
        assert table.view(seat)["answer"] == json.loads(fenced("json", HUNT))


def test_the_hunts_page_names_every_field_of_its_views_and_every_word_of_its_scripts() -> None:
    table = play(fenced("jsonl", HUNT).splitlines())
    assert isinstance(table, Table), table
    for field in (*table.view("ringbearer"), *table.view("wraith-1"), *table.game.DEEDS):
        assert f"`{field}`" in HUNT, field


def test_the_script_of_part_two_plays_to_the_answer_it_shows_and_every_field_is_named() -> None:
    table = play(fenced("jsonl part-two", HUNT).splitlines())
    assert isinstance(table, Table), table
    for seat in (*table.seats, "table"):
        assert table.view(seat)["answer"] == json.loads(fenced("json part-two", HUNT))
    for field in (*table.view("ringbearer"), *table.view("wraith-1")):
        assert f"`{field}`" in HUNT, field
    for field in table.view("table")["flight"]:
        assert f'"{field}"' in HUNT, field
    for option in OPTIONS:
        assert f"`{option}`" in HUNT, option


def test_the_board_of_the_page_can_be_read() -> None:
    assert isinstance(read_board(fenced("board", BOARDS)), Board)


def test_the_script_of_the_contract_plays() -> None:
    table = play(fenced("jsonl", CONTRACT).splitlines())
    assert isinstance(table, Table), table


@pytest.mark.parametrize(
    "page", ["README.md", *(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]
)
def test_every_link_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / page).read_text(encoding="utf-8"))
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_the_commands_of_the_readme_are_in_the_makefile() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = re.findall(r"^make (\w+)$", readme, re.MULTILINE)
    assert {"run", "test"} <= set(commands)
    for command in commands:
        assert re.search(rf"^{command}:", makefile, re.MULTILINE), command
