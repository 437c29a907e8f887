"""A table that has just been laid."""

import pytest

from companion.inn import Inn
from tests.companion.lodging import opened


@pytest.fixture
def code(inn: Inn) -> str:
    return opened(inn)
