"""A port for the page."""

from __future__ import annotations

import socket

import pytest

from companion.ports import NoPortError, free_port


def test_a_busy_port_makes_way_for_the_next_free_one() -> None:
    """While another program listens there, the page moves on; with nowhere to go it says so."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        busy = other.getsockname()[1]
        assert busy < free_port("127.0.0.1", busy) < busy + 20
        with pytest.raises(NoPortError, match=f"{busy} to {busy} are busy"):
            free_port("127.0.0.1", busy, tries=1)


def test_a_free_port_is_taken_as_it_is() -> None:
    """Nobody listens: the port that was asked for."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
    assert free_port("127.0.0.1", port) == port


def test_an_address_that_is_not_ours_is_named() -> None:
    """192.0.2.1 is set aside for documentation, so no computer has it."""
    with pytest.raises(NoPortError, match=r"192\.0\.2\.1.*--host"):
        free_port("192.0.2.1", 8080)
