"""An inn on a network of its own, its pages, and phones that come in from outside."""

from collections.abc import Callable

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from companion.inn import Inn
from tests.web.phones import HERE, Phone, addresses
from web import create_app


@pytest.fixture
def app(inn: Inn, compiled: FileSystemBytecodeCache) -> Flask:
    app = create_app(inn, addresses())
    app.jinja_env.bytecode_cache = compiled
    return app


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Templates are compiled once for all tests, not once for each."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def phone(app: Flask) -> Callable[[], Phone]:
    """Makes phones, each with an address of its own in the Wi-Fi."""
    numbers = iter(range(20, 250))
    return lambda: Phone(app, f"192.168.7.{next(numbers)}")


@pytest.fixture
def laptop(app: Flask) -> Phone:
    """The computer that Butterbur runs on."""
    return Phone(app, "127.0.0.1", HERE)


@pytest.fixture
def code(laptop: Phone) -> str:
    """A table for Frodo and Sam, laid on the laptop."""
    return laptop.lays("frodo", "sam")


@pytest.fixture
def frodo(phone: Callable[[], Phone], code: str) -> Phone:
    return phone().sits(code, "frodo")


@pytest.fixture
def sam(phone: Callable[[], Phone], code: str) -> Phone:
    return phone().sits(code, "sam")


@pytest.fixture
def stranger(phone: Callable[[], Phone]) -> Phone:
    """In the same Wi-Fi, seated nowhere."""
    return phone()
