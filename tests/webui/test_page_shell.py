"""The page as it is served: it has its content before any script runs, and it lets nothing foreign in."""

from __future__ import annotations

import gzip
from dataclasses import replace

import page_facts
import pytest
from fake_feed import JPEG, FakeFeed
from flask.testing import FlaskClient

from companion.core.messages import CameraLight, CameraStatus, LineKind
from companion.core.ruling import Outcome
from webui import create_app
from webui.security import CONTENT_SECURITY_POLICY


def client(feed: FakeFeed) -> FlaskClient:
    return create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client()


def page(**changes: object) -> str:
    """The shared page of a game with these fields of the snapshot changed."""
    return client(FakeFeed(page_facts.snapshot(**changes))).get("/").text


def test_the_first_paint_has_everything() -> None:
    """Turn, step, actions, points with receipts, rulings, camera, lamps and the cheats are in the page as served."""
    text = page()
    for words in (
        "Fox and Hen",
        "Simulated table: frames are drawn, lamps are mock pins",
        "Ada",
        "Turn 2 · with the fox",
        "Move your fox along its path.",
        "Run to b2",
        "1½",
        "corn in the den",
        "at den",
        "The hen changed to another path.",
        "left-path",
        "Rulebook: Move 4",
        "at a4",
        "Put the hen back into the den.",
        "A hand is over the board",
        "Take the hand away.",
        "Covered: c2",
        "Not sure: d2",
        "red, blinking",
        "Last sound: chime",
        "Move twice",
        "/picture/seen?n=1",
        "Two roads are left.",
    ):
        assert words in text, words


def test_a_real_table_offers_no_cheating_and_claims_no_simulation() -> None:
    """Neither the banner nor the cheats appear where the table is real."""
    feed = FakeFeed(page_facts.snapshot(simulated=False), demo=None)
    text = client(feed).get("/").text
    assert "Simulated table" not in text
    assert "cheat" not in text


def test_trouble_says_what_where_and_how_to_put_it_right() -> None:
    """The banner has sentence, rule, place and remedy, and the place is marked on the board by more than a colour."""
    text = page(trouble=page_facts.LOG[1])
    banner = text[text.index('id="part-banner"') : text.index('id="part-turn"')]
    for words in (
        "This is not allowed",
        "The hen changed to another path.",
        "Move 4",
        "Look at a4",
        "Put the hen back into the den.",
    ):
        assert words in banner
    assert '<g class="mark trouble" data-place="0,0">' in text
    assert ">!</text>" in text


def test_the_end_names_the_winners_and_all_points() -> None:
    """A finished game says who won, why, and everybody's points."""
    outcome = Outcome(("P1", "P2"), "all", {"P1": 2.5, "P2": 2.5}, "All corn is eaten.")
    over = replace(page_facts.view(), outcome=outcome, actor=None, piece=None, legal=())
    text = page(views={None: over})
    for words in ("Ada and Bo share the win", "All corn is eaten.", "2½", "The game is over", "Nothing to choose now."):
        assert words in text


def test_words_from_outside_cannot_become_markup() -> None:
    """A name, a sentence and a label with markup in them are shown as they are written."""
    evil = '<script>alert("x")</script>'
    seats = (replace(page_facts.SEATS[0], name=evil, colour='red" onload="x'), page_facts.SEATS[1])
    line = replace(page_facts.LOG[0], sentence=evil, kind=LineKind.NOTE)
    text = page(seats=seats, log=(line,), camera=CameraStatus(CameraLight.RED, evil, evil))
    assert "<script>alert" not in text
    assert "onload" not in text
    assert "&lt;script&gt;alert" in text


@pytest.mark.parametrize("path", ["/", "/seat/P1", "/api/snapshot", "/events", "/static/page.js", "/nowhere", "/picture/seen"])
def test_every_answer_has_the_strict_headers(path: str) -> None:
    """Pages, data, streams, files and refusals all carry the same policy, which allows nothing unsafe."""
    answer = client(FakeFeed()).get(path)
    assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    answer.close()


def test_the_page_needs_nothing_that_its_policy_forbids() -> None:
    """No style attribute, no inline script or handler, no address of another site."""
    text = page(question=page_facts.QUESTION, trouble=page_facts.LOG[1])
    for forbidden in (" style=", "<style", "onclick", "javascript:", "http://", "https://", "//cdn"):
        assert forbidden not in text
    assert text.count("<script") == 1


def test_a_browser_gets_the_page_packed() -> None:
    """With gzip accepted the same page arrives in a third of the bytes or less."""
    web = client(FakeFeed())
    packed = web.get("/", headers={"Accept-Encoding": "gzip"})
    plain = web.get("/")
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) * 3 < len(plain.data)


def test_pictures_are_served_by_layer() -> None:
    """Both layers come as JPEG; where there is none the answer is 404 and says so."""
    feed = FakeFeed(pictures={"seen": JPEG})
    web = client(feed)
    answer = web.get("/picture/seen?n=7")
    assert (answer.status_code, answer.mimetype, answer.data, answer.headers["Cache-Control"]) == (
        200,
        "image/jpeg",
        JPEG,
        "no-store",
    )
    assert web.get("/picture/camera").status_code == 404
    assert web.get("/picture/other").status_code == 404


def test_without_a_picture_the_page_asks_for_none() -> None:
    """No request for a picture that is not there: the console stays clean."""
    feed = FakeFeed()
    feed._published = replace(feed.latest(), picture=0)
    text = client(feed).get("/").text
    assert "/picture/" not in text
    assert 'id="picture-box" hidden' in text
