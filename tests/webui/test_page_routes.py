"""Who may do what: one table of route x role x method with the expected status; a route without a row fails."""

from __future__ import annotations

from typing import Any

import page_facts
import pytest
from browsing import OURS
from fake_desk import FakeBook, FakeDesk
from fake_feed import FakeFeed
from fake_teacher import FakeTeacher
from flask import Flask
from flask.testing import FlaskClient

from webui import Shelf, create_app
from webui.desk import Owner

CODE = "123456"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ROLES = ("visitor", "ada", "owner")

# One row a rule: for each role what GET and POST answer, on an address that fits the rule; every other method is 405.
ROWS: dict[str, tuple[str, dict[str, tuple[int, int]]]] = {
    "/": ("/", {"visitor": (200, 405), "ada": (200, 405), "owner": (200, 405)}),
    "/static/<path:filename>": ("/static/page.js", {"visitor": (200, 405), "ada": (200, 405), "owner": (200, 405)}),
    "/seat/<seat>": ("/seat/P1", {"visitor": (403, 403), "ada": (200, 303), "owner": (403, 403)}),
    "/seat/<seat>/leave": ("/seat/P1/leave", {"visitor": (405, 403), "ada": (405, 303), "owner": (405, 403)}),
    "/events": ("/events?seat=P1", {"visitor": (403, 405), "ada": (200, 405), "owner": (403, 405)}),
    "/api/snapshot": ("/api/snapshot?seat=P1", {"visitor": (403, 405), "ada": (200, 405), "owner": (403, 405)}),
    "/api/command": ("/api/command", {"visitor": (405, 403), "ada": (405, 202), "owner": (405, 403)}),
    "/api/demo": ("/api/demo", {"visitor": (405, 202), "ada": (405, 202), "owner": (405, 202)}),
    "/picture/<layer>": ("/picture/seen", {"visitor": (200, 405), "ada": (200, 405), "owner": (200, 405)}),
    "/picture/of/<int:line>": ("/picture/of/1", {"visitor": (200, 405), "ada": (200, 405), "owner": (200, 405)}),
    "/join": ("/join", {"visitor": (200, 401), "ada": (200, 401), "owner": (200, 401)}),
    "/language": ("/language", {"visitor": (405, 303), "ada": (405, 303), "owner": (405, 303)}),
    "/how": ("/how", {"visitor": (200, 405), "ada": (200, 405), "owner": (200, 405)}),
    "/review": ("/review?seat=P1", {"visitor": (403, 405), "ada": (200, 405), "owner": (403, 405)}),
    "/review/evidence/<int:line>": ("/review/evidence/1", {"visitor": (403, 405), "ada": (403, 405), "owner": (200, 405)}),
    "/review/<name>": ("/review/record.txt", {"visitor": (200, 405), "ada": (200, 405), "owner": (200, 405)}),
    "/table": ("/table", {"visitor": (401, 405), "ada": (401, 405), "owner": (200, 405)}),
    "/table/claim": ("/table/claim", {"visitor": (405, 401), "ada": (405, 401), "owner": (405, 401)}),
    "/table/backup": ("/table/backup", {"visitor": (403, 405), "ada": (403, 405), "owner": (200, 405)}),
    "/table/teach": ("/table/teach", {"visitor": (403, 405), "ada": (403, 405), "owner": (200, 405)}),
    "/table/teach/picture": ("/table/teach/picture", {"visitor": (403, 403), "ada": (403, 403), "owner": (200, 404)}),
    "/table/teach/<act>": ("/table/teach/begin", {"visitor": (405, 403), "ada": (405, 403), "owner": (405, 303)}),
    "/api/teach": ("/api/teach", {"visitor": (403, 405), "ada": (403, 405), "owner": (200, 405)}),
    "/api/teach/corners": ("/api/teach/corners", {"visitor": (405, 403), "ada": (405, 403), "owner": (405, 200)}),
    "/api/restore": ("/api/restore?at=0&of=2", {"visitor": (405, 403), "ada": (405, 403), "owner": (405, 200)}),
    "/table/do/<act>": ("/table/do/end", {"visitor": (405, 403), "ada": (405, 403), "owner": (405, 200)}),
}
RAW = {"/api/restore": b"ok"}
FORMS = {"/language": {"language": "sv", "to": "/"}}
BODIES = {"/api/command": {"command": "done", "seat": "P1"}, "/api/demo": {"name": "running", "value": True},
          "/api/teach/corners": [[8, 6], [24, 6], [24, 18], [8, 18]]}  # fmt: skip


def body_of(rule: str) -> dict[str, Any]:
    """What is sent to an address: raw bytes, a form, JSON, or nothing."""
    if rule in RAW:
        return {"data": RAW[rule], "content_type": "application/octet-stream"}
    return {"data": FORMS[rule]} if rule in FORMS else {"json": BODIES.get(rule)}


@pytest.fixture
def app() -> Flask:
    shelf = Shelf(FakeBook(), (), FakeDesk(), Owner(CODE), teacher=FakeTeacher())
    return create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, shelf=shelf)


def browsers(app: Flask) -> dict[str, FlaskClient]:
    """A visitor, Ada in her seat, and the owner who has no seat."""
    found = {role: app.test_client() for role in ROLES}
    assert found["ada"].post("/seat/P1", headers=OURS).status_code == 303
    assert found["owner"].post("/table/claim", data={"code": CODE}, headers=OURS).status_code == 303
    return found


def test_every_route_has_its_row(app: Flask) -> None:
    """A new address is closed until somebody has written down who may use it; a row without an address is a slip."""
    assert {rule.rule for rule in app.url_map.iter_rules()} == set(ROWS)


@pytest.mark.parametrize("rule", ROWS)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_the_status_of_the_table(app: Flask, role: str, rule: str) -> None:
    """Every method is tried by everybody on every address."""
    address, expected = ROWS[rule]
    web = browsers(app)[role]
    for method in METHODS:
        with web.open(address, method=method, headers=OURS, **body_of(rule)) as answer:
            wanted = {"GET": expected[role][0], "POST": expected[role][1]}.get(method, 405)
            assert (method, answer.status_code) == (method, wanted)


@pytest.mark.parametrize("rule", [rule for rule, (_, roles) in ROWS.items() if roles["owner"][1] != 405])
def test_no_change_without_our_own_origin(app: Flask, rule: str) -> None:
    """Whoever may change something still cannot be made to by another site."""
    for web in browsers(app).values():
        for origin in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            assert web.post(ROWS[rule][0], headers=origin, **body_of(rule)).status_code == 403
