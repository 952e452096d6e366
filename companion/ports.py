"""Finding a port for the page."""

from __future__ import annotations

import errno
import socket

from companion.core.errors import CompanionError


class NoPortError(CompanionError, OSError):
    """The page cannot listen at that address: it is not this computer's, or every port tried is busy."""


def free_port(host: str, wanted: int, tries: int = 20) -> int:
    """The first port from `wanted` upwards that can be listened on at `host`; NoPortError when there is none.

    Another program may still take it before it is used; whoever listens must be ready for that.
    """
    for port in range(wanted, min(wanted + tries, 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # As the server does: a port whose last connection has only just closed is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    raise NoPortError(f"cannot listen at {host!r}: {error.strerror or error}; "
                                      "use --host 127.0.0.1 for this computer only or 0.0.0.0 for the whole network") from None
                continue
            return port
    last = min(wanted + tries, 65536) - 1
    raise NoPortError(f"no free port for the page at {host!r}: {wanted} to {last} are busy or forbidden; choose one with --port")


def lan_address() -> str:
    """This computer's address in the network at home; empty when it is in none.  Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A documentation address (RFC 5737): choosing the way there names our own address.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""
