"""How news reach many pages: 24 streams at once, and the 25th visitor asks instead.  Seconds are measured, never demanded."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import page_facts
import pytest
from fake_feed import FakeFeed

from companion.core.messages import LineKind, LogLine
from webui import create_app
from webui.serve import Server, serve

PAGES = 24


@pytest.fixture
def table() -> Iterator[tuple[FakeFeed, Server]]:
    """A served game with as many streams as there are by default."""
    feed = FakeFeed()
    with serve(create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT), "127.0.0.1", 0) as server:
        yield feed, server


class Reader:
    """A page that follows the event stream in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self._line.request("GET", "/events")
        self._answer = self._line.getresponse()
        self.status = self._answer.status
        self.heard: list[bytes] = []
        self._news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in iter(self._answer.readline, b""):
                if line.startswith(b"data:"):
                    with self._news:
                        self.heard.append(line)
                        self._news.notify_all()
        except (OSError, ValueError, AttributeError):
            # The test has closed the line.
            return

    def wait(self, count: int) -> bytes:
        """The data of the event with that number (from 1)."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.heard) >= count, 20)
            return self.heard[count - 1]

    def close(self) -> None:
        self._line.close()


def news(number: int) -> tuple[LogLine, ...]:
    return (LogLine(number, number, LineKind.LEGAL, "P1", "x", f"News number {number}."),)


def test_all_pages_hear_all_news_and_one_more_is_told_to_ask(table: tuple[FakeFeed, Server]) -> None:
    """24 streams get every change, in order; the 25th is refused in words, and can ask for the same facts."""
    feed, server = table
    with ExitStack() as stack:
        readers = [stack.enter_context(closing(Reader(server.port))) for _ in range(PAGES)]
        for reader in readers:
            reader.wait(1)
        late = stack.enter_context(closing(Reader(server.port)))
        assert ([reader.status for reader in readers], late.status) == ([200] * PAGES, 503)
        for number in (2, 3):
            feed.publish(log=news(number))
            assert [f"News number {number}.".encode() in reader.wait(number) for reader in readers] == [True] * PAGES
        asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        asked.request("GET", "/api/snapshot")
        assert b"News number 3." in asked.getresponse().read()
        asked.close()


def test_how_long_news_take_to_24_pages(table: tuple[FakeFeed, Server], benchmark: Any) -> None:
    """A benchmark: from a change to the last of 24 pages."""
    feed, server = table
    with ExitStack() as stack:
        readers = [stack.enter_context(closing(Reader(server.port))) for _ in range(PAGES)]
        count = 1
        for reader in readers:
            reader.wait(count)

        def change() -> None:
            nonlocal count
            count += 1
            feed.publish(log=news(count))
            for reader in readers:
                reader.wait(count)

        benchmark.pedantic(change, rounds=30, warmup_rounds=3)
        assert all(f"News number {count}.".encode() in reader.wait(count) for reader in readers)
