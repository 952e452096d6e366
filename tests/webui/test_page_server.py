"""The application behind the real server, on the loopback: streams arrive at once, places come back, it ends cleanly."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

import page_facts
import pytest
from fake_feed import FakeFeed

from webui import WebConfig, create_app
from webui.serve import Server, serve


@pytest.fixture
def feed() -> FakeFeed:
    return FakeFeed()


@pytest.fixture
def server(feed: FakeFeed) -> Iterator[Server]:
    app = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(heartbeat_s=0.05))
    with serve(app, "127.0.0.1", 0) as running:
        yield running


@contextmanager
def fetch(server: Server, path: str) -> Iterator[HTTPResponse]:
    """An answer of which only the head has been read; its connection is closed in the end."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", path)
    with closing(connection), connection.getresponse() as answer:
        yield answer


def next_event(answer: HTTPResponse) -> str:
    """The name of the next event, its data read to the end."""
    name = ""
    while line := answer.readline().decode().strip("\n"):
        name = line.removeprefix("event: ") if line.startswith("event: ") else name
    return name or next_event(answer)


def test_the_port_is_told_when_pages_can_be_fetched() -> None:
    """`ready` gets the port that was chosen; a page can be fetched from it."""
    told: list[int] = []
    app = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT)
    with serve(app, "127.0.0.1", 0, told.append) as server, fetch(server, "/") as answer:
        assert (told, answer.status) == ([server.port], 200)
        assert b"Fox and Hen" in answer.read()


def test_news_go_out_at_once(server: Server, feed: FakeFeed) -> None:
    """The server holds nothing back: an event is read as soon as it is published."""
    with fetch(server, "/events") as answer:
        assert next_event(answer) == "snapshot"
        feed.publish(title="New")
        while (name := next_event(answer)) == "beat":
            pass
        assert name == "change"


def test_a_closed_tab_gives_its_place_back(server: Server) -> None:
    """All 24 places are taken, one tab is closed, and soon another can have a stream."""
    with ExitStack() as open_tabs:
        for _ in range(23):
            open_tabs.enter_context(fetch(server, "/events"))
        with fetch(server, "/events") as last:
            assert last.status == 200
            assert status(server) == 503
        assert any(status(server) == 200 for _ in range(500))


def status(server: Server) -> int:
    """The status a further tab would get for its stream."""
    with fetch(server, "/events") as answer:
        return answer.status


def test_closing_ends_streams_and_threads_and_frees_the_port(feed: FakeFeed) -> None:
    """With a stream open the server ends, twice if asked, and the port can be had again."""
    server = serve(create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(heartbeat_s=0.05)), "127.0.0.1", 0)
    with fetch(server, "/events") as answer:
        next_event(answer)
        server.close()
        server.close()
    assert [thread.name for thread in threading.enumerate() if thread.name == "web" or thread.name.startswith("waitress")] == []
    with serve(create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT), "127.0.0.1", server.port) as again:
        assert again.port == server.port


def test_a_taken_port_is_reported_at_once() -> None:
    """The caller learns of it as an OSError, before anything is served."""
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        serve(create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT), "127.0.0.1", taken.getsockname()[1])
