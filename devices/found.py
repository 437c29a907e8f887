"""What is plugged in, by asking the system only: nothing is opened, so nothing is disturbed."""

from __future__ import annotations

from pathlib import Path

from serial.tools import list_ports


def serial_ports() -> list[str]:
    """Ports on which an LED board may sit."""
    return sorted(port.device for port in list_ports.comports())


def cameras(devices: Path = Path("/dev")) -> list[str]:
    """Video devices. Linux names them; elsewhere they can only be tried, so none are listed."""
    return sorted(str(device) for device in devices.glob("video*"))
