"""Short codes of seats: shown on the big screen and the desk, typed on a phone, used up with the claim, slow to guess."""

from __future__ import annotations

from itertools import chain, cycle, repeat

import page_facts
import pytest
from browsing import OURS
from fake_desk import FakeDesk
from fake_feed import FakeFeed
from flask import Flask

from webui import Shelf, WebConfig, create_app
from webui.desk import Owner
from webui.errors import Refused
from webui.guessing import FREE_GUESSES, PAUSE_S, Guessing
from webui.seats import CODE_LENGTH, CODE_LETTERS, COOKIE, Seats


@pytest.fixture
def app() -> Flask:
    """A table that phones can reach."""
    shelf = Shelf(desk=FakeDesk(), owner=Owner("123456"))
    return create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(lan="192.168.1.7", heartbeat_s=0.01), shelf)


def shown(app: Flask) -> dict[str, str]:
    """The codes on the big screen, by name."""
    part = app.test_client().get("/api/snapshot").json["parts"]["codes"]
    rows = [row.split("</dt>") for row in part.split("<dt>")[1:]]
    return {row[0]: row[1].split("<code>")[1].split("</code>")[0] for row in rows}


def test_a_typed_code_is_a_seat(app: Flask) -> None:
    """Small letters and blanks do no harm; the seat is held by a cookie, and the code opens nothing again."""
    codes, web, other = shown(app), app.test_client(), app.test_client()
    assert set(codes) == {"Ada", "Bo"} and codes["Bo"] in app.test_client().get("/").text
    typed = f" {codes['Bo'][:2].lower()} {codes['Bo'][2:]}"
    sat = web.post("/join", data={"code": typed}, headers=OURS)
    assert (sat.status_code, sat.headers["Location"]) == (303, "/seat/P2")
    assert "HttpOnly" in sat.headers["Set-Cookie"] and sat.headers["Set-Cookie"].startswith(f"{COOKIE}=")
    assert web.get("/seat/P2").status_code == 200
    again = other.post("/join", data={"code": codes["Bo"]}, headers=OURS)
    assert again.status_code == 401 and "No free seat has that code." in again.text
    assert shown(app) == {"Ada": codes["Ada"]}


def test_a_freed_seat_has_another_code(app: Flask) -> None:
    """What somebody wrote down once is worth nothing later."""
    before, web = shown(app), app.test_client()
    web.post("/join", data={"code": before["Ada"]}, headers=OURS)
    web.post("/seat/P1/leave", headers=OURS)
    assert shown(app)["Ada"] != before["Ada"] and shown(app)["Bo"] == before["Bo"]


def test_the_big_screen_is_told_at_once(app: Flask) -> None:
    """The stream of the shared page drops the code of a seat that was taken; a seat's own page never sees codes."""
    codes, web = shown(app), app.test_client()
    with app.test_client().get("/events") as stream:
        events = (chunk.decode() for chunk in stream.iter_encoded())
        assert any(codes["Ada"] in next(events) for _ in range(4))
        web.post("/join", data={"code": codes["Ada"]}, headers=OURS)
        assert any(codes["Bo"] in text and codes["Ada"] not in text for text in (next(events) for _ in range(8)))
    assert codes["Bo"] not in web.get("/seat/P1").text and "codes" not in web.get("/api/snapshot?seat=P1").json["parts"]


def test_the_desk_shows_the_codes_too(app: Flask) -> None:
    """Whoever helps a guest sit down reads the code there."""
    owner = app.test_client()
    owner.post("/table/claim", data={"code": "123456"}, headers=OURS)
    assert all(code in owner.get("/table").text for code in shown(app).values())


def test_without_a_way_to_join_no_code_is_shown() -> None:
    """A table that listens to its own computer alone invites nobody."""
    web = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT).test_client()
    assert "part-codes" not in web.get("/").text and "codes" not in web.get("/api/snapshot").json["parts"]


def test_guessing_a_seat_is_slow() -> None:
    """After a few wrong codes none is looked at for a while, not even the right one."""
    times = chain(repeat(0.0, 2 * FREE_GUESSES + 1), repeat(PAUSE_S + 1))
    seats = Seats(guessing=Guessing(lambda: next(times)))
    right = seats.codes(("P1",))["P1"]
    assert [seats.seat_of("????", ("P1",)) for _ in range(FREE_GUESSES)] == [None] * FREE_GUESSES
    with pytest.raises(Refused) as refused:
        seats.seat_of(right, ("P1",))
    assert refused.value.status == 429
    while next(times) == 0.0:
        pass
    assert seats.seat_of(right, ("P1",)) == "P1"


def test_no_two_seats_have_the_same_code() -> None:
    """Also where chance would have it so; every letter is told apart from every other."""
    made = cycle(["AAAA", "AAAA", "BBBB"])
    assert Seats(lambda: next(made)).codes(("P1", "P2")) == {"P1": "AAAA", "P2": "BBBB"}
    assert not set("01OILU") & set(CODE_LETTERS) and len(CODE_LETTERS) ** CODE_LENGTH > 500_000
