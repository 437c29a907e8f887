"""`butterbur doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from companion.core import Sentence, say
from companion.journal import Journal, JournalError
from companion.table import replay
from devices.found import cameras, serial_ports
from web.addresses import Addresses


@dataclass(frozen=True)
class Finding:
    """`is_needed` is false for what a table can do without."""

    what: str
    works: bool
    detail: Sentence
    is_needed: bool = False


def examine(journal: Path) -> list[Finding]:
    return [_python(), _journal(journal), _network(), _qr_reader(), _cameras(), _serial_ports()]


def _python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    return Finding("python", sys.version_info >= (3, 11), say("version {found}", found=found), is_needed=True)


def _journal(file: Path) -> Finding:
    """Every table of the journal, its chain checked and its moves replayed."""
    if not file.exists():
        return Finding("journal", True, say("none yet in {folder}", folder=str(file.parent)), is_needed=True)
    try:
        journal = Journal(file)
        try:
            entries = journal.entries()
            for entry in entries:
                if written := journal.read(entry.code):
                    replay(*written)
        finally:
            journal.close()
    except JournalError as trouble:
        return Finding("journal", False, trouble.what, is_needed=True)
    except (ValueError, TypeError):
        why = say("a table was written by a newer Butterbur; update, then try again")
        return Finding("journal", False, why, is_needed=True)
    return Finding("journal", True, say("{count} tables, all whole", count=len(entries)), is_needed=True)


def _network() -> Finding:
    outside = Addresses("0.0.0.0", 0).for_phones()
    if outside is None:
        return Finding("network", False, say("this computer is on no network; phones cannot reach it"))
    return Finding("network", True, say("phones reach this computer at {address}", address=outside))


def _qr_reader() -> Finding:
    try:
        import pyzbar.pyzbar  # noqa: F401  (its import is what fails without libzbar)
    except ImportError:
        return Finding("qr-reader", False, say("libzbar is missing; on Debian: apt install libzbar0"))
    return Finding("qr-reader", True, say("libzbar is there"))


def _cameras() -> Finding:
    found = cameras()
    if not found:
        return Finding("camera", False, say("none found; throws are typed by hand"))
    return Finding("camera", True, say("found: {devices}", devices=", ".join(found)))


def _serial_ports() -> Finding:
    found = serial_ports()
    if not found:
        return Finding("serial-ports", False, say("none found; the table screen shows the tracks"))
    return Finding("serial-ports", True, say("found: {devices}", devices=", ".join(found)))
