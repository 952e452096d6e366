"""A seat is claimed once, and what only that seat may know goes to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import page_facts
import pytest
from browsing import OURS, sit
from fake_feed import FakeFeed
from flask import Flask
from flask.testing import FlaskClient
from page_facts import SECRET_OF_ADA, SECRET_OF_BO

from companion.core.finding import Choice, Question
from companion.core.messages import AskedQuestion, Done
from webui import create_app
from webui.seats import COOKIE, Seats


@pytest.fixture
def feed() -> FakeFeed:
    return FakeFeed()


@pytest.fixture
def app(feed: FakeFeed) -> Flask:
    return create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT)


def answers(web: FlaskClient, seat: str = "") -> Iterator[str]:
    """Everything a browser can be told about a game, with its seat named and not."""
    for path in ("/", "/seat/P1", "/seat/P2", "/api/snapshot", f"/api/snapshot?seat={seat or 'P1'}", "/picture/seen"):
        yield web.get(path).get_data(as_text=False).decode("latin-1")
    for path in ("/events", f"/events?seat={seat or 'P1'}"):
        with web.get(path) as stream:
            yield b"".join(next(stream.iter_encoded()) for _ in range(2)).decode() if stream.status_code == 200 else stream.text


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app: Flask) -> None:
    """HttpOnly and SameSite=Strict, 256 bits, and not in any address."""
    answer = app.test_client().post("/seat/P1", headers=OURS)
    cookie = answer.headers["Set-Cookie"]
    token = cookie.split(";")[0].removeprefix(f"{COOKIE}=")
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert len(token) == 43
    assert token not in answer.headers["Location"]


def test_a_seat_shows_its_own_secrets_and_no_others(app: Flask) -> None:
    """Ada's page tells what only Ada knows; nothing Ada can ask for holds what only Bo knows."""
    ada = sit(app, "P1")
    sit(app, "P2")
    assert SECRET_OF_ADA in ada.get("/seat/P1").text
    assert SECRET_OF_ADA in ada.get("/api/snapshot?seat=P1").text
    assert [text for text in answers(ada, "P1") if SECRET_OF_BO in text] == []
    assert [text for text in answers(ada, "P2") if SECRET_OF_BO in text] == []


def test_the_shared_page_shows_nobodys_secrets(app: Flask) -> None:
    """A visitor without a seat gets the public view everywhere, also when seats are taken."""
    sit(app, "P1")
    visitor = app.test_client()
    assert [text for text in answers(visitor) if SECRET_OF_ADA in text or SECRET_OF_BO in text] == []
    assert SECRET_OF_ADA not in sit(app, "P2").get("/").text


def test_what_differs_only_in_secrets_looks_the_same(app: Flask, feed: FakeFeed) -> None:
    """Two games that differ only in what Bo alone knows give Ada and the screen the same bytes."""
    ada, visitor = sit(app, "P1"), app.test_client()
    before = [ada.get("/seat/P1").data, visitor.get("/").data]
    views = dict(feed.latest().snapshot.views)
    views["P2"] = replace(page_facts.view("P2"), private=(("Your own tile", "something else"),), legal=(), notes=("x",))
    feed._published = replace(feed.latest(), snapshot=replace(feed.latest().snapshot, views=views))
    assert [ada.get("/seat/P1").data, visitor.get("/").data] == before


def test_the_first_to_come_is_served_and_the_second_refused(app: Flask) -> None:
    """A taken seat is 403 for others, by page and by claim, and stays with its holder."""
    ada, other = sit(app, "P1"), app.test_client()
    assert other.get("/seat/P1").status_code == 403
    assert other.post("/seat/P1", headers=OURS).status_code == 403
    assert ada.get("/seat/P1").status_code == 200


def test_a_seat_given_back_can_be_taken_by_another(app: Flask) -> None:
    """Leaving frees the seat; the old cookie opens nothing any more."""
    ada, other = sit(app, "P1"), app.test_client()
    token = ada.get_cookie(COOKIE)
    assert token is not None
    assert ada.post("/seat/P1/leave", headers=OURS).status_code == 303
    assert other.post("/seat/P1", headers=OURS).status_code == 303
    ada.set_cookie(COOKIE, token.value)
    assert ada.get("/api/snapshot?seat=P1").status_code == 403


def test_one_browser_holds_one_seat() -> None:
    """Whoever sits down elsewhere gives the old seat back."""
    seats = Seats()
    first = seats.claim("P1", None)
    second = seats.claim("P2", first)
    assert second is not None and first != second
    assert seats.taken() == {"P2"}
    assert not seats.holds("P1", first)


def test_a_command_of_a_seat_says_who_gave_it(app: Flask, feed: FakeFeed) -> None:
    """The seat of a command is proved by the cookie, never believed."""
    ada = sit(app, "P1")
    assert ada.post("/api/command", json={"command": "done", "seat": "P1"}, headers=OURS).status_code == 202
    assert ada.post("/api/command", json={"command": "done", "seat": "P2"}, headers=OURS).status_code == 403
    assert feed.submitted == [Done("P1")]


def test_a_question_to_a_seat_is_read_and_answered_by_that_seat_alone(feed: FakeFeed) -> None:
    """The words of a question may tell a secret: others see only that there is one."""
    feed.publish(question=AskedQuestion(9, Question("P2", "Is it the coffee tile?", (Choice("Coffee", ()), Choice("Tea", ())))))
    app = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT)
    bo, other = sit(app, "P2"), app.test_client()
    body = {"command": "answer", "question": 9, "choice": 0}
    assert "coffee" not in other.get("/").text and "Bo has to answer a question." in other.get("/").text
    assert other.post("/api/command", json=body, headers=OURS).status_code == 403
    assert "Is it the coffee tile?" in bo.get("/seat/P2").text
    assert bo.post("/api/command", json={**body, "seat": "P2"}, headers=OURS).status_code == 202


def test_a_stream_ends_when_its_seat_is_given_back(app: Flask, feed: FakeFeed) -> None:
    """News after leaving goes to nobody."""
    ada = sit(app, "P1")
    with ada.get("/events?seat=P1") as stream:
        events = stream.iter_encoded()
        assert SECRET_OF_ADA.encode() in next(events) + next(events)
        ada.post("/seat/P1/leave", headers=OURS)
        feed.publish(title="New")
        assert list(events) == []
