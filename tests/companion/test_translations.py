"""Every sentence is told in every language, with the same gaps, and Russian speaks like the rulebook."""

import io
import re
import tomllib
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po

from companion.core import Sentence, say_many
from companion.games import hunt_for_the_ring
from companion.games.journey_to_mordor.words import NAMES, TITLE
from companion.translations import LANGUAGES, tell

ROOT = Path(__file__).parents[2]
SPOKEN_IN = ("companion", "devices", "web")
TRANSLATED = [language for language in LANGUAGES if language != "en"]

RULEBOOK = {
    **{"frodo": "Фродо", "sam": "Сэм", "merry": "Мерри", "pippin": "Пиппин"},
    **{"yellow": "жёлтый", "red": "красный", "blue": "синий", "green": "зелёный", "black": "чёрный"},
    **{"ring": "Кольцо", "orc": "Орк", "warrior": "Воин", "nazgul": "Назгул", "gandalf": "Гэндальф"},
    "tree": "Белое древо",
    **{"bag-end": "Бэг-Энд", "rivendell": "Ривенделл", "moria": "Мория", "lothlorien": "Лотлориэн"},
    **{"rohan": "Рохан", "helms-deep": "Хельмова Падь", "gondor": "Гондор", "minas-tirith": "Минас-Тирит"},
    **{"shelobs-lair": "Логово Шелоб", "mordor": "Мордор"},
}
"""What the Russian rulebook of Journey to Mordor calls its hobbits, dice, faces and places."""

LATIN = {
    *("Butterbur", "Wi-Fi", "JSON", "QR", "UTF-8", "Ctrl-C", "data", "host", "port"),
    *("JPEG", "PNG", "SVG", "WebP", "BMP", "butterbur", "dice", "enrol", "out"),
    *("PDF", "all", "A4", "Letter"),
    *("Debian", "apt", "install", "libzbar", "libzbar0"),
    # A script's own words.
    *("seat", "do", "known", "undo", "redo", "roll", "reroll", "keep", "apply", "end"),
    *("hobbits", "advanced", "nazgul_path", "true", "false", "frodo", "sam", "merry", "pippin"),
    *("ring", "orc", "warrior", "nazgul", "gandalf", "tree"),
    *("wraiths", "board", "variant", "answers", "fellowship", "bag", "ringbearer", "auto"),
    *("normal", "unstoppable-frodo", "dreadful-nazgul", "green", "blue", "red", "purple"),
    *("sword", "sorcery", "shadow", "eye", "special-2", "special-eye", "stay", "because"),
    *("strider", "short", "long", "journeys", "deeds", "new-journey", "grey", "havens", "part", "V-A"),
    # A board file's own words.
    *("at", "a", "hunt-part-1", "II", "II-A"),
}
"""Words that stay as they are in a Russian sentence."""

SAME_AS_IN_ENGLISH = {
    "ru": set[str](),
    "pl": {
        *("Frodo", "Sam", "Merry", "Pippin", "Gandalf", "Nazgûl"),
        *("Bag End", "Rivendell", "Moria", "Lothlórien", "Rohan", "Gondor", "Minas Tirith", "Mordor"),
    },
}


@cache
def spoken() -> frozenset[tuple[str, ...]]:
    """All sentences of the code and the pages, found as `make translations` finds them."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    methods = [(mapping["pattern"], mapping["method"]) for mapping in mappings]
    named = parse_keywords(re.findall(r" -k (\S+)", (ROOT / "Makefile").read_text()))
    keywords = {**DEFAULT_KEYWORDS, **named}
    found = (
        message
        for folder in SPOKEN_IN
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, methods, keywords=keywords)
    )
    return frozenset((message,) if isinstance(message, str) else tuple(message) for message in found)


@cache
def catalogue(language: str) -> Catalog:
    written = (ROOT / "companion" / "languages" / f"{language}.po").read_bytes()
    return read_po(io.BytesIO(written), locale=language, abort_invalid=True)


def texts(message: Message | None) -> tuple[str, ...]:
    assert message is not None
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def gaps(text: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(text) if gap is not None}


def told(sentence: tuple[str, ...]) -> list[Sentence]:
    """The sentence with something in its gaps; one with a plural form comes with one, two and five."""
    values = tuple((gap, f"‹{gap}›") for gap in sorted(gaps(" ".join(sentence)) - {"count"}))
    if len(sentence) == 1:
        count = (("count", 7),) if "count" in gaps(sentence[0]) else ()
        return [Sentence(sentence[0], (*count, *values))]
    return [Sentence(sentence[0], (("count", count), *values), sentence[1]) for count in (1, 2, 5)]


def test_sentences_are_found_in_code_and_pages() -> None:
    plain = {sentence[0] for sentence in spoken()}
    assert {"White Tree", "Good night. The tables sleep and nothing is lost.", "Lay the table"} <= plain
    assert any(len(sentence) == 2 for sentence in spoken())


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_and_no_other_is_translated(language: str) -> None:
    written = {(each.id,) if isinstance(each.id, str) else tuple(each.id) for each in catalogue(language)}
    assert written - {("",)} == spoken()
    assert not catalogue(language).obsolete
    assert not [each.id for each in catalogue(language) if each.id and each.fuzzy]
    for sentence in spoken():
        translated = texts(catalogue(language).get(sentence[0]))
        assert len(translated) == (1 if len(sentence) == 1 else 3), sentence
        for text in translated:
            assert text.strip(), sentence
            assert text[: -len(text.lstrip())] == sentence[0][: -len(sentence[0].lstrip())], sentence


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_gaps_of_its_sentence(language: str) -> None:
    for sentence in spoken():
        one, *others = texts(catalogue(language).get(sentence[0]))
        assert gaps(one) == gaps(sentence[0]), sentence
        for other in others:
            assert gaps(other) == gaps(sentence[1]), sentence


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_can_be_told(language: str) -> None:
    for sentence in spoken():
        for filled in told(sentence):
            words = tell(filled, language)
            assert "{" not in words
            assert all(value in words for _, value in filled.values if isinstance(value, str)), sentence
            assert words != str(filled) or sentence[0] in SAME_AS_IN_ENGLISH[language], sentence


def test_russian_counts_in_three_forms() -> None:
    one, many = "{hobbit}: throw the last die again.", "{hobbit}: throw the other {count} dice again."
    said = [tell(say_many(one, many, count, hobbit=NAMES["sam"]), "ru") for count in (1, 2, 5)]
    assert [words.split()[-1] for words in said] == ["кубик.", "кубика.", "кубиков."]


def test_russian_has_no_latin_words_but_names_of_techniques_and_of_scripts() -> None:
    for sentence in spoken():
        for text in texts(catalogue("ru").get(sentence[0])):
            latin = set(re.findall(r"[A-Za-zÀ-ɏ][\w-]*", re.sub(r"{\w*}", "", text)))
            assert latin <= LATIN, text
            assert all(word.lower() in sentence[0].lower() for word in latin), text


HUNT = {
    "ringbearer": "Хранитель Кольца",
    **{"search": "Поиск", "perceive": "Чутьё", "hunt": "Охота"},
    **{"ring": "Кольцо", "sword": "Меч", "sorcery": "Колдовство", "shadow": "Тень", "eye": "Око"},
    **{"day-1": "Первая фаза дня", "day-2": "Вторая фаза дня", "night": "Ночь"},
    **{"ally": "Жетон союзника", "information": "Жетон информации", "fellowship": "Жетоны Братства"},
    **{"unstoppable-frodo": "Неостановимый Фродо", "dreadful-nazgul": "Ужасные назгулы"},
    "corruption": "Влияние Кольца",
}
"""What the Russian rulebook of the Hunt for the Ring calls its pieces and questions."""


def test_russian_names_of_the_hunt_are_its_rulebooks() -> None:
    assert {name: tell(hunt_for_the_ring.NAMES[name], "ru") for name in HUNT} == HUNT
    assert tell(hunt_for_the_ring.TITLE, "ru") == "Охота за Кольцом"


def test_russian_names_are_the_rulebooks() -> None:
    assert {name: tell(NAMES[name], "ru") for name in RULEBOOK} == RULEBOOK
    assert tell(TITLE, "ru") == "Бросок в Мордор"
    assert texts(catalogue("ru").get("The Nazgûl path")) == ("Путь назгулов",)
