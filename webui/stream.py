"""Server-sent events: the whole page first, then what has changed, and a heartbeat while nothing does."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping

from webui.feed import Feed, Published
from webui.present import Presenter, Shown

RETRY_MS = 1500
"""How long a browser waits before it connects again."""

REMEMBERED = 64
"""So many events are kept for the next page that needs the same."""

LOOK_S = 1.0
"""How often a stream without news looks whether its reader is still there."""


class Streams:
    """Counts the open event streams: each keeps a server thread, so there is a limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._changes: dict[tuple[str, str | None, int, int], bytes] = {}
        # Numbers start again when the program does; without this a page could take old news for new.
        self.run = secrets.token_hex(4)

    def enter(self) -> bool:
        """Take a place; False when there is none left."""
        with self._lock:
            if self._open >= self._most or self._closing.is_set():
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self._open -= 1

    def change(self, language: str, seat: str | None, before: Shown, after: Shown) -> bytes:
        """The event that tells a seat's page what is new in its language; made once, however many look at the same."""
        key = (language, seat, before.number, after.number)
        with self._lock:
            known = self._changes.get(key)
            if known is None:
                known = event("change", difference(before, after, self.run))
                self._changes[key] = known
                if len(self._changes) > REMEMBERED:
                    del self._changes[next(iter(self._changes))]
            return known

    def close(self) -> None:
        """Let every stream end within a second; no new one starts."""
        self._closing.set()

    @property
    def closing(self) -> bool:
        return self._closing.is_set()

    @property
    def open(self) -> int:
        return self._open


def payload(shown: Shown, run: str, beside: Mapping[str, str] | None = None) -> dict[str, object]:
    """Everything a page shows, as JSON; `beside` are parts that do not come from the table."""
    return {
        "id": f"{run}-{shown.number}",
        "parts": {**shown.parts, **(beside or {})},
        "board": dict(shown.board),
        "picture": shown.picture,
    }


def difference(before: Shown, after: Shown, run: str) -> dict[str, object]:
    """Only what is new, in the same shape."""
    news: dict[str, object] = {"id": f"{run}-{after.number}"}
    parts = {name: text for name, text in after.parts.items() if before.parts.get(name) != text}
    if parts:
        news["parts"] = parts
    if before.board != after.board:
        news["board"] = dict(after.board)
    if before.picture != after.picture:
        news["picture"] = after.picture
    return news


def event(name: str, data: Mapping[str, object]) -> bytes:
    """One event in the wire format (WHATWG HTML, section 9.2)."""
    lines = [f"event: {name}", f"data: {json.dumps(data, separators=(',', ':'))}"]
    if "id" in data:
        lines.insert(0, f"id: {data['id']}")
    return ("\n".join(lines) + "\n\n").encode()


class EventStream:
    """The endless body of one event stream; `close` gives its place back, however the stream ends."""

    def __init__(
        self,
        streams: Streams,
        feed: Feed,
        presenter: Presenter,
        seat: str | None,
        known_id: str,
        heartbeat_s: float,
        allowed: Callable[[], bool],
        gone: Callable[[], bool],
        beside: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        """`known_id`: the last event the page has; `allowed`: the seat is still theirs; `gone`: they left.

        `beside` gives parts of the page that do not come from the table; looked at every second.
        """
        self._streams = streams
        self._feed = feed
        self._presenter = presenter
        self._seat = seat
        self._known_id = known_id
        self._heartbeat_s = heartbeat_s
        self._allowed = allowed
        self._gone = gone
        self._beside = beside
        self._left = False
        self._events = self._run()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._events)

    def close(self) -> None:
        # The server calls this even when it never asked for the first event, where a generator's `finally` would not run.
        if not self._left:
            self._left = True
            self._streams.leave()

    def _run(self) -> Iterator[bytes]:
        published = self._feed.latest()
        shown = self._presenter.shown(published, self._seat)
        first = payload(shown, self._streams.run)
        yield f"retry: {RETRY_MS}\n\n".encode()
        yield event("same", {"id": first["id"]}) if first["id"] == self._known_id else event("snapshot", first)
        quiet_s, told = 0.0, dict[str, str]()
        while not self._streams.closing and not self._gone():
            news = self._wait(published.number)
            if not self._allowed():
                return
            if (beside := self._beside()) != told:
                told = dict(beside)
                yield event("change", {"id": f"{self._streams.run}-{shown.number}", "parts": told})
            if news is None:
                quiet_s += min(LOOK_S, self._heartbeat_s)
                if quiet_s >= self._heartbeat_s:
                    quiet_s = 0.0
                    yield event("beat", {})
                continue
            quiet_s = 0.0
            before, published, shown = shown, news, self._presenter.shown(news, self._seat)
            yield self._streams.change(self._presenter.words.code, self._seat, before, shown)

    def _wait(self, after: int) -> Published | None:
        return self._feed.wait(after, min(LOOK_S, self._heartbeat_s))
