"""Where phones find this computer."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")

SOME_OUTSIDE_ADDRESS = ("192.0.2.1", 9)
"""Reserved for documentation (RFC 5737). A datagram socket only asks the routing table; nothing is sent."""


@dataclass(frozen=True)
class Addresses:
    """`host` is what the server listens on: one address, or all of them."""

    host: str
    port: int

    @property
    def is_everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::")

    def for_phones(self) -> str | None:
        """The host phones can reach, or None when this computer is on no network."""
        if not self.is_everywhere:
            return None if is_loopback(self.host) else self.host
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect(SOME_OUTSIDE_ADDRESS)
                found = str(asking.getsockname()[0])
            except OSError:
                return None
        return None if is_loopback(found) else found

    def hosts(self) -> list[str]:
        """Every name that may stand in a request's Host: what is printed, and this computer itself."""
        own = self.for_phones() if self.is_everywhere else self.host
        return [_Uncut(_bracketed(host)) for host in (*LOOPBACK_NAMES, *([own] if own else []))]

    def url(self, host: str) -> str:
        return f"http://{_bracketed(host)}" + ("" if self.port == 80 else f":{self.port}")


def is_loopback(host: str) -> bool:
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _Uncut(str):
    """A trusted host. Werkzeug (3.1) cuts each at its first colon, also inside an IPv6 address."""

    def partition(self, _sep: str) -> tuple[str, str, str]:
        return str(self), "", ""


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
