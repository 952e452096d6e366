"""What a ruling rested on may be taken along: by whom it concerns and by the owner, and offered only there."""

from __future__ import annotations

from dataclasses import replace

import page_facts
import pytest
from browsing import OURS, sit
from fake_desk import FakeBook, FakeDesk
from fake_feed import FakeFeed
from flask import Flask

from webui import Shelf, create_app
from webui.desk import Owner


@pytest.fixture
def feed() -> FakeFeed:
    return FakeFeed()


@pytest.fixture
def app(feed: FakeFeed) -> Flask:
    return create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT, shelf=Shelf(FakeBook(), (), FakeDesk(), Owner("123456")))


def test_whom_it_concerns_gets_the_file(app: Flask) -> None:
    """Line 1 is P1's: P1 gets it as a file, P2 does not, and nobody gets what is not kept."""
    ada, bo = sit(app, "P1"), sit(app, "P2")
    answer = ada.get("/review/evidence/1?seat=P1")
    assert answer.status_code == 200 and answer.get_json()["version"] == 1
    assert "attachment" in answer.headers["Content-Disposition"]
    assert bo.get("/review/evidence/1?seat=P2").status_code == 403
    assert bo.get("/review/evidence/3?seat=P2").status_code == 404


def test_it_is_offered_where_it_may_be_had(app: Flask, feed: FakeFeed) -> None:
    """On the page of whom the latest line concerns, if it rested on something; not to others, not on the shared page."""
    feed.publish(log=(replace(feed.snapshot.log[0], proof=True),), trouble=None)
    link = "/review/evidence/1?seat=P1"
    pages = [sit(app, "P1").get("/seat/P1"), sit(app, "P2").get("/seat/P2"), app.test_client().get("/")]
    assert [link in page.text for page in pages] == [True, False, False]


def test_the_owner_finds_it_looking_back(app: Flask, feed: FakeFeed) -> None:
    """With the desk's code every ruling's file is there; a visitor sees no link."""
    feed.publish(log=tuple(replace(line, proof=True) for line in feed.snapshot.log))
    owner, visitor = app.test_client(), app.test_client()
    assert owner.post("/table/claim", data={"code": "123456"}, headers=OURS).status_code == 303
    assert ['href="/review/evidence/1"' in web.get("/review?at=1").text for web in (owner, visitor)] == [True, False]
