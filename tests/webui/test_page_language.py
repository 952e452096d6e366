"""Each browser its own language: what it asks for, what was picked on the page, and what is not translated says so."""

from __future__ import annotations

from dataclasses import replace

import page_facts
import pytest
from browsing import OURS
from fake_desk import FakeBook, FakeDesk
from fake_feed import FakeFeed
from flask.testing import FlaskClient

from webui import Shelf, create_app
from webui.desk import Owner
from webui.language import COOKIE

PAGES = ("/", "/seat/P1", "/join", "/how", "/review", "/table", "/nowhere")
TABLE = {
    "sentences": {"Run to {cell}": "Lauf nach {cell}", "{who} sleeps.": "{who} schläft.", "Player {word}": "Spieler {word}"},
    "words": {"who": {"Player {word}": "Spieler {word}"}},
}


def browser(feed: FakeFeed | None = None) -> FlaskClient:
    """A visitor of a game whose phrase book knows three German sentences."""
    shelf = Shelf(FakeBook(), (), desk=FakeDesk(), owner=Owner("123456"), tables={"de": (TABLE,)})
    return create_app(feed or FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, shelf=shelf).test_client()


@pytest.mark.parametrize(
    ("asked", "code"),
    [("", "en"), ("de", "de"), ("sv-FI,en;q=0.5", "sv"), ("de-AT;q=0.3, sv;q=0.9", "sv"), ("fr, de;q=0.1", "de"),
     ("xx", "en"), (";;;,", "en"), ("*", "en")],
)  # fmt: skip
def test_the_browser_says_which_language(asked: str, code: str) -> None:
    """The best of ours by Accept-Language, else English; every page says which it is, and caches are told why."""
    web = browser()
    for path in PAGES:
        answer = web.get(path, headers={"Accept-Language": asked})
        assert f'<html lang="{code}">' in answer.text
        assert {"Accept-Language", "Cookie"} <= set(answer.vary)


def test_a_picked_language_stays_with_the_browser() -> None:
    """It is kept in a cookie and wins over what the browser asks for; one comes back to the page where it was picked."""
    web = browser()
    answer = web.post("/language", data={"language": "sv", "to": "/review?at=2"}, headers=OURS)
    assert (answer.status_code, answer.location) == (303, "/review?at=2")
    assert "HttpOnly" in answer.headers["Set-Cookie"] and "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert '<html lang="sv">' in web.get("/", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize("picked", ["", "fr", "DE", "../en", "de\n", "x" * 500])
def test_only_our_languages_can_be_picked(picked: str) -> None:
    """Anything else is refused, and counts for nothing in a cookie or an address either."""
    web = browser()
    answer = web.post("/language", data={"language": picked, "to": "/"}, headers=OURS)
    assert (answer.status_code, answer.headers.get("Set-Cookie")) == (400, None)
    web.set_cookie(COOKIE, picked)
    assert '<html lang="en">' in web.get("/", query_string={"lang": picked}).text


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example/", "/\\evil.example", "evil", "", "/\r\nX: y"])
def test_nobody_is_sent_to_another_site(to: str) -> None:
    """Whatever is no path of this program leads to the board."""
    assert browser().post("/language", data={"language": "de", "to": to}, headers=OURS).location == "/"


def test_the_stream_speaks_the_language_of_its_page() -> None:
    """Even when another language was picked in another tab since."""
    web = browser()
    web.set_cookie(COOKIE, "sv")
    assert "Zug 2" in web.get("/api/snapshot?lang=de").json["parts"]["turn"]
    with web.get("/events?lang=de") as stream:
        events = stream.iter_encoded()
        assert b"Zug 2" in next(events) + next(events)


def test_two_languages_are_told_the_same_change() -> None:
    """A change is made once for many pages, but once for each language."""
    feed = FakeFeed()
    web = browser(feed)
    with web.get("/events?lang=en") as english, web.get("/events?lang=de") as german:
        events = [stream.iter_encoded() for stream in (english, german)]
        for stream in events:
            assert b"event: snapshot" in next(stream) + next(stream)
        feed.publish(question=page_facts.QUESTION)
        told = [next(stream).decode() for stream in events]
    assert ["A question" in text for text in told] == [True, False] and "Eine Frage" in told[1]


def test_what_is_not_translated_says_so() -> None:
    """A sentence the book knows is German; one it does not know stays English and is marked; in English nothing is marked."""
    web = browser()
    german, english = (web.get("/", headers={"Accept-Language": code}).text for code in ("de", "en"))
    assert '<span class="label">Lauf nach b2</span>' in german
    assert '<span lang="en">Move your fox along its path.</span>' in german
    assert 'span lang="en"' not in english and "Run to b2" in english


def test_people_are_called_by_their_names() -> None:
    """A given name stays as it is, even one that looks like a word; only a name that the game made up is translated."""
    seats = (replace(page_facts.SEATS[0], name="Run to b2"), replace(page_facts.SEATS[1], name="Player 2"))
    log = (replace(page_facts.LOG[0], sentence="Run to b2 sleeps."), replace(page_facts.LOG[2], sentence="Player 2 sleeps."))
    text = browser(FakeFeed(page_facts.snapshot(seats=seats, log=log))).get("/", headers={"Accept-Language": "de"}).text
    assert "Run to b2 schläft." in text and "Spieler 2 schläft." in text
    assert '<span class="name">Run to b2' in text and '<span class="name">Spieler 2' in text


def test_refusals_speak_the_language_too() -> None:
    """For people as a page, for the page's script as data."""
    answer = browser().post("/api/command", json={"command": "dance"}, headers={**OURS, "Accept-Language": "de"})
    assert answer.json["error"]["why"] == "Den Befehl 'dance' gibt es nicht."
    assert "Den sidan finns inte." in browser().get("/nowhere", headers={"Accept-Language": "sv"}).text
