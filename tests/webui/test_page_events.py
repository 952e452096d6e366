"""The event stream: the whole page first, then only what is new, each with a number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import page_facts
from fake_feed import FakeFeed
from flask import Flask
from werkzeug.test import TestResponse

from companion.core.grid import Cell, Facing
from companion.core.messages import LineKind, LogLine
from companion.core.scene import PieceAt, Scene
from webui import WebConfig, create_app

Event = tuple[str, dict[str, Any]]


def application(feed: FakeFeed, **settings: Any) -> Flask:
    return create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(**settings))


def events(stream: TestResponse) -> Iterator[Event]:
    """(name, data) of every event; the data's id must be the event's id."""
    for chunk in stream.iter_encoded():
        fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
        if "event" in fields:
            data = json.loads(fields["data"])
            assert fields.get("id") == data.get("id")
            yield fields["event"], data


def test_the_first_event_is_the_snapshot_and_later_ones_only_what_is_new() -> None:
    """Numbers grow; a new ruling sends the log and the turn's last line, not the board."""
    feed = FakeFeed()
    with application(feed).test_client().get("/events") as stream:
        news = events(stream)
        name, first = next(news)
        assert name == "snapshot"
        assert {"banner", "turn", "legal", "log", "scores", "camera", "lamps", "demo"} <= set(first["parts"])
        assert [tile[0] for tile in first["board"]["tiles"]][:2] == ["0,0", "0,1"]
        feed.publish(log=(*page_facts.LOG, LogLine(4, 2, LineKind.LEGAL, "P1", ">b2n", "The fox ran to b2.")))
        name, change = next(news)
        assert (name, sorted(change)) == ("change", ["id", "parts"])
        assert sorted(change["parts"]) == ["log", "turn"]
        assert "The fox ran to b2." in change["parts"]["log"]
        assert [first["id"].split("-")[1], change["id"].split("-")[1]] == ["1", "2"]


def test_a_moved_piece_sends_the_board() -> None:
    """The board's numbers follow the scene."""
    feed = FakeFeed()
    with application(feed).test_client().get("/events") as stream:
        news = events(stream)
        next(news)
        moved = page_facts.view()
        scene = Scene(moved.scene.tiles, (PieceAt("fox", Cell(2, 1), Facing.E),))
        feed.publish(views={None: page_facts.replace(moved, scene=scene)})
        _, change = next(news)
        assert [(piece[0], piece[5]) for piece in change["board"]["pieces"]] == [("fox", 90)]


def test_a_new_picture_sends_its_number_alone() -> None:
    """Five pictures a second must not carry the page with them."""
    feed = FakeFeed()
    with application(feed).test_client().get("/events") as stream:
        news = events(stream)
        next(news)
        feed.publish(picture=True)
        name, change = next(news)
        assert (name, change["picture"], sorted(change)) == ("change", 2, ["id", "picture"])


def test_silence_is_filled_with_a_heartbeat() -> None:
    """A page can tell a quiet table from a dead connection."""
    with application(FakeFeed(), heartbeat_s=0.001).test_client().get("/events") as stream:
        assert [name for name, _ in (pair for pair, _ in zip(events(stream), range(3), strict=False))] == [
            "snapshot",
            "beat",
            "beat",
        ]


def test_a_page_that_is_up_to_date_is_told_so() -> None:
    """With the id of what it has, by header or query, a page gets no second copy; with any other it does."""
    web = application(FakeFeed()).test_client()
    have = web.get("/api/snapshot").json
    assert have is not None
    for request in ({"headers": {"Last-Event-ID": have["id"]}}, {"query_string": {"after": have["id"]}}):
        with web.get("/events", **request) as stream:
            assert next(events(stream)) == ("same", {"id": have["id"]})
    with web.get("/events", headers={"Last-Event-ID": "00000000-1"}) as stream:
        assert next(events(stream))[0] == "snapshot"


def test_the_25th_viewer_is_sent_to_polling_and_a_place_comes_back() -> None:
    """24 streams, then 503; a closed stream, even one that was never read, gives its place back."""
    app = application(FakeFeed())
    streams = [app.test_client().get("/events") for _ in range(24)]
    refused = app.test_client().get("/events")
    assert refused.status_code == 503 and refused.json is not None and "error" in refused.json
    assert app.test_client().get("/api/snapshot").status_code == 200
    streams.pop().close()
    with app.test_client().get("/events") as again:
        assert again.status_code == 200
    for stream in streams:
        stream.close()
    assert app.extensions["streams"].open == 0


def test_polling_gets_the_same_and_nothing_twice() -> None:
    """The snapshot is the stream's first event; with its ETag the answer is 304 until something changes."""
    feed = FakeFeed()
    web = application(feed).test_client()
    answer = web.get("/api/snapshot")
    with web.get("/events") as stream:
        assert next(events(stream))[1] == answer.json
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert web.get("/api/snapshot", headers=tag).status_code == 304
    feed.publish(title="New")
    assert web.get("/api/snapshot", headers=tag).status_code == 200


def test_many_viewers_cost_one_drawing() -> None:
    """What is shown is made once for all who see the same."""
    feed = FakeFeed()
    app = application(feed)
    presenter = app.view_functions["screen"].__self__.presenters["en"]  # type: ignore[attr-defined]
    published = feed.latest()
    assert presenter.shown(published, None).parts is presenter.shown(published, None).parts
    newer = feed.publish(picture=True)
    assert presenter.shown(newer, None).parts is presenter.shown(published, None).parts


def test_closing_ends_every_stream() -> None:
    """When the program ends no stream holds it back, and no new one starts."""
    feed = FakeFeed()
    app = application(feed, heartbeat_s=0.001)
    with app.test_client().get("/events") as stream:
        news = events(stream)
        next(news)
        app.extensions["streams"].close()
        assert [name for name, _ in news if name != "beat"] == []
    assert app.test_client().get("/events").status_code == 503
