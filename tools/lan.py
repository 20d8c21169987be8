"""`make run LAN=yes`: the address of this machine in its network, and a picture of it for phones.

The gateway listens at that address alone, not at localhost as well: links of invitations begin with
the address that the browser has opened, and one with localhost leads friends to their own machine.
"""

import io
import socket
from ipaddress import IPv4Address
from typing import TextIO

import segno

ELSEWHERE = ("198.51.100.1", 9)
"""An address of documentation: nothing is sent there. The system says by which own one it would."""
WHITE_ON_BLACK, USUAL = "\x1b[97;40m", "\x1b[0m"
"""Colours of a terminal: on one with a light background, the picture would be a negative."""
MARGIN = 2
"""Light modules around a QR code. The standard has four, and readers need less."""


class NoAddress(Exception):
    """There is no such address; the message says what to do."""


def lan_address(asked: str) -> str:
    """Return the IPv4 address that LAN names; with `yes`, that of the way to the internet.

    Raise NoAddress if there is none, or if it is no address of this machine.
    """
    address = _outward() if asked == "yes" else asked
    try:
        with socket.socket() as probe:
            probe.bind((str(IPv4Address(address)), 0))
    except ValueError:
        raise NoAddress("LAN must be yes or an address, such as LAN=192.168.1.7.") from None
    except OSError:
        raise NoAddress(f"LAN={address} is no address of this machine.") from None
    return address


def _outward() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            text = "This machine has no way to the internet; name its address: LAN=192.168.1.7."
            raise NoAddress(text) from None
        return str(probe.getsockname()[0])


def shown_on(terminal: TextIO, url: str) -> str:
    """Return the QR code of a URL in lines of half blocks, "" where it could not be seen."""
    if not terminal.isatty() or "utf" not in str(terminal.encoding).lower():
        return ""
    return "".join(f"  {WHITE_ON_BLACK}{line}{USUAL}\n" for line in qr_code(url))


def qr_code(text: str) -> list[str]:
    """Return the lines of a QR code; a light module is drawn, a dark one is left out."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=MARGIN, compact=True)
    return drawn.getvalue().splitlines()
