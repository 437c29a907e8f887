"""What all rooms' tests share. Property tests try the same examples on every machine, and are never late."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from companion.inn import Inn
from companion.journal import Journal

settings.register_profile("butterbur", derandomize=True, deadline=None, database=None)
settings.load_profile("butterbur")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(file: Path) -> Iterator[Journal]:
    journal = Journal(file)
    yield journal
    journal.close()


@pytest.fixture
def inn(journal: Journal) -> Iterator[Inn]:
    inn = Inn(journal)
    yield inn
    inn.dismiss()
