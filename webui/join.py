"""The invitation to join: the address of the list of seats, as a QR code and in words."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

QUIET = 2
"""Light modules around the code; the card around it is light too."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The code as a drawing, the whole address, and the address as people read it out."""

    svg: Markup
    address: str
    shown: str


def reachable(asked: str, lan: str) -> str | None:
    """The address of the pages for phones: as this page was asked for, but by the name `lan` where that was this computer's own
    loopback; None where no phone can reach them."""
    parts = urlsplit(asked)
    if not _own(parts.hostname or ""):
        return asked
    return f"{parts.scheme}://{lan}{f':{parts.port}' if parts.port else ''}/" if lan else None


def _own(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


@lru_cache(maxsize=8)
def invitation(base: str) -> Invitation:
    """The invitation to the pages at `base`, such as http://192.168.1.7:8080/."""
    address = f"{base.rstrip('/')}/join"
    parts = urlsplit(address)
    return Invitation(_drawn(address), address, f"{parts.netloc}{parts.path}")


def _drawn(address: str) -> Markup:
    """The code as one path: dark modules of one unit each."""
    rows = [list(row) for row in segno.make(address, micro=False, error="m").matrix]
    side = len(rows) + 2 * QUIET
    squares = "".join(
        f"M{col + QUIET} {line + QUIET}h1v1h-1z" for line, row in enumerate(rows) for col, dark in enumerate(row) if dark
    )
    return Markup(
        '<svg viewBox="0 0 {0} {0}" role="img" aria-hidden="true" shape-rendering="crispEdges"><path fill="#000" d="{1}"/></svg>'
    ).format(side, squares)
