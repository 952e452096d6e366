"""What the web server refuses, with which status, always in the same words of error."""

from __future__ import annotations

import json

import page_facts
import pytest
from browsing import OURS
from fake_feed import FakeFeed

from companion.core.grid import Cell, Zone
from companion.core.messages import Answer, Command, Correct, Dispute, Done, Enter, PointAt, TakeBack, TakeOver
from webui import WebConfig, create_app

JSON = "application/json"


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ({"command": "done"}, Done()),
        ({"command": "take-back"}, TakeBack()),
        ({"command": "take-over"}, TakeOver()),
        ({"command": "enter", "action": ">b2n"}, Enter(">b2n")),
        ({"command": "point", "places": [[2, 1], "den"]}, PointAt((Cell(2, 1), Zone("den")))),
        ({"command": "point", "places": []}, PointAt(())),
        ({"command": "answer", "question": 4, "choice": 1}, Answer(4, 1)),
        ({"command": "dispute", "line": 2}, Dispute(2)),
        ({"command": "correct", "line": 2, "choice": 1}, Correct(2, 1)),
    ],
)
def test_every_tap_becomes_its_command(body: dict[str, object], command: Command) -> None:
    """The closed table of commands: name and fields in, exactly one message out."""
    feed = FakeFeed(page_facts.snapshot(question=page_facts.QUESTION))
    answer = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client().post("/api/command", json=body, headers=OURS)
    assert (answer.status_code, feed.submitted) == (202, [command])


@pytest.mark.parametrize(
    ("body", "sent"),
    [
        ({"name": "cheat", "value": "wrong-tile"}, ("cheat", "wrong-tile")),
        ({"name": "running", "value": False}, ("running", False)),
        ({"name": "speed", "value": 4}, ("speed", 4.0)),
    ],
)
def test_the_simulated_players_can_be_told(body: dict[str, object], sent: tuple[str, object]) -> None:
    """A way to cheat, pause and speed reach the feed."""
    feed = FakeFeed()
    answer = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client().post("/api/demo", json=body, headers=OURS)
    assert (answer.status_code, feed.demo_commands) == (202, [sent])


BAD_BODIES = [
    ("", JSON, 400),
    ("{", JSON, 400),
    ("[" * 100_000, JSON, 400),
    ("\x00\xff", JSON, 400),
    ("[]", JSON, 400),
    ("null", JSON, 400),
    ("{}", JSON, 400),
    ('{"command": 3}', JSON, 400),
    ('{"command": "format-disk"}', JSON, 400),
    ('{"command": "done", "more": 1}', JSON, 400),
    ('{"command": "enter"}', JSON, 400),
    ('{"command": "enter", "action": ""}', JSON, 400),
    ('{"command": "enter", "action": "a\\u0000b"}', JSON, 400),
    (json.dumps({"command": "enter", "action": "x" * 201}), JSON, 400),
    ('{"command": "point", "places": "den"}', JSON, 400),
    ('{"command": "point", "places": [[9, 0]]}', JSON, 400),
    ('{"command": "point", "places": [[-1, 0]]}', JSON, 400),
    ('{"command": "point", "places": [[true, 0]]}', JSON, 400),
    ('{"command": "point", "places": ["attic"]}', JSON, 400),
    (json.dumps({"command": "point", "places": [[0, 0]] * 201}), JSON, 400),
    ('{"command": "answer", "question": 4, "choice": 2}', JSON, 400),
    ('{"command": "answer", "question": 4, "choice": "0"}', JSON, 400),
    ('{"command": "answer", "question": 3, "choice": 0}', JSON, 409),
    ('{"command": "dispute", "line": "2"}', JSON, 400),
    ('{"command": "done", "seat": 1}', JSON, 400),
    ('{"command": "done", "seat": "P1"}', JSON, 403),
    ('{"command": "done"}', "text/plain", 415),
    ('{"command": "done"}', "application/x-www-form-urlencoded", 415),
    ('{"command": "done"}', None, 415),
    ('"' + "x" * (1 << 20) + '"', JSON, 413),
]


@pytest.mark.parametrize(
    ("body", "kind", "status"), BAD_BODIES, ids=[f"{n}-{status}" for n, (_, _, status) in enumerate(BAD_BODIES)]
)
def test_a_bad_command_is_refused_in_words(body: str, kind: str | None, status: int) -> None:
    """Each bad body gets its status and one error object with what, why and remedy; nothing reaches the table."""
    feed = FakeFeed(page_facts.snapshot(question=page_facts.QUESTION))
    web = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client()
    answer = web.post("/api/command", data=body.encode("latin-1"), content_type=kind, headers=OURS)
    assert answer.status_code == status
    assert answer.json is not None and list(answer.json) == ["error"]
    assert sorted(answer.json["error"]) == ["remedy", "what", "why"]
    assert all(answer.json["error"].values())
    assert feed.submitted == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "cheat", "value": "fly"}, 400),
        ({"name": "cheat", "value": []}, 400),
        ({"name": "speed", "value": 3}, 400),
        ({"name": "speed", "value": True}, 400),
        ({"name": "running", "value": 1}, 400),
        ({"name": "stop", "value": 1}, 400),
        ({"name": "running", "value": True, "x": 1}, 400),
        ([], 400),
    ],
)
def test_a_bad_demo_command_is_refused(body: object, status: int) -> None:
    """Only offered ways and speeds are taken."""
    feed = FakeFeed()
    answer = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client().post("/api/demo", json=body, headers=OURS)
    assert (answer.status_code, feed.demo_commands) == (status, [])


def test_a_real_table_takes_no_demo_command() -> None:
    """Nobody is simulated there, so there is nobody to tell."""
    feed = FakeFeed(demo=None)
    web = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client()
    assert web.post("/api/demo", json={"name": "running", "value": False}, headers=OURS).status_code == 409


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "http://localhost:9", "https://localhost.evil.example", "localhost", "ftp://localhost"],
)
@pytest.mark.parametrize("path", ["/api/command", "/api/demo", "/seat/P1", "/seat/P1/leave"])
def test_only_our_own_pages_change_anything(path: str, origin: str | None) -> None:
    """A change needs the Origin of the very address that is asked."""
    feed = FakeFeed()
    web = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client()
    answer = web.post(path, json={"command": "done"}, headers={"Origin": origin} if origin else {})
    assert (answer.status_code, feed.submitted, answer.headers.get("Set-Cookie")) == (403, [], None)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8000", 200),
        ("192.168.1.7:8000", 200),
        ("[::1]:8000", 200),
        ("table.local", 200),
        ("TABLE.local:80", 200),
        ("evil.example", 421),
        ("192.168.1.7.evil.example", 421),
        ("localhost.evil.example", 421),
        ("2130706433", 421),
    ],
)
def test_a_foreign_name_for_our_address_is_refused(host: str, status: int) -> None:
    """Names that another site may point at us get nothing; addresses and configured names do."""
    config = WebConfig(hosts=frozenset({"table.local"}))
    web = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, config).test_client()
    assert web.get("/", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/seat/P9", 404),
        ("POST", "/seat/P9", 404),
        ("GET", "/api/command", 405),
        ("POST", "/", 405),
        ("DELETE", "/seat/P1", 405),
        ("GET", "/api/snapshot?seat=P1", 403),
        ("GET", "/events?seat=P1", 403),
        ("GET", "/events?seat=P9", 403),
        ("POST", "/seat/P1/leave", 403),
        ("GET", "/picture/../x", 404),
    ],
)
def test_addresses_that_lead_nowhere(method: str, path: str, status: int) -> None:
    """Unknown addresses, wrong methods and seats that are not held have their status."""
    web = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT).test_client()
    answer = web.open(path, method=method, headers=OURS)
    assert answer.status_code == status
