"""The invitation on the big screen leads phones to this table, and only where they can get."""

from __future__ import annotations

import page_facts
import pytest
from fake_feed import FakeFeed

from webui import WebConfig, create_app
from webui.join import invitation, reachable


@pytest.mark.parametrize(
    ("asked", "lan", "base"),
    [
        ("http://localhost:8080/", "192.168.1.7", "http://192.168.1.7:8080/"),
        ("http://127.0.0.1:8080/", "192.168.1.7", "http://192.168.1.7:8080/"),
        ("http://[::1]/", "table.local", "http://table.local/"),
        ("http://10.0.0.3:8080/", "192.168.1.7", "http://10.0.0.3:8080/"),
        ("http://localhost:8080/", "", None),
    ],
)
def test_where_phones_reach_the_pages(asked: str, lan: str, base: str | None) -> None:
    """As the page was asked for, unless only this computer knows that name; without a network nobody is invited."""
    assert reachable(asked, lan) == base


def test_the_code_is_drawn_without_style() -> None:
    """One path of dark squares, the address in words beside it, nothing that the page's policy forbids."""
    invited = invitation("http://192.168.1.7:8080/")
    assert invited.shown == "192.168.1.7:8080/join"
    assert invited.svg.count("<path") == 1 and invited.svg.count("h1v1h-1z") > 200 and "style" not in invited.svg


def test_the_big_screen_invites_and_a_seat_does_not() -> None:
    """Whoever has a seat needs no invitation; on a table of its own nobody is sent to an address that leads nowhere."""
    web = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(lan="192.168.1.7")).test_client()
    assert "192.168.1.7/join" in web.get("/").text
    web.post("/seat/P1", headers={"Origin": "http://localhost"})
    assert "192.168.1.7" not in web.get("/seat/P1").text
    alone = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT).test_client()
    assert "join-heading" not in alone.get("/").text and "Take a seat" in alone.get("/join").text
