"""The examples in the documents really play."""

import json
import re
from pathlib import Path

from companion.games.journey_to_mordor.actions import LONGEST_NAZGUL_PATH
from companion.script import play
from companion.table import Table

PAGE = (Path(__file__).parents[2] / "docs" / "journey-to-mordor.md").read_text(encoding="utf-8")


def fenced(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
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
