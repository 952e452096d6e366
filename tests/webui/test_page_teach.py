"""The course of calibrating and teaching as pages: every step, for the owner alone, with errors in words."""

from __future__ import annotations

import page_facts
import pytest
from browsing import OURS
from fake_desk import FakeDesk
from fake_feed import JPEG, FakeFeed
from fake_teacher import CORNERS, STEPS, FakeTeacher
from flask.testing import FlaskClient

from webui import Shelf, create_app
from webui.desk import Owner

CODE = "123456"


@pytest.fixture
def teacher() -> FakeTeacher:
    return FakeTeacher()


@pytest.fixture
def web(teacher: FakeTeacher) -> FlaskClient:
    """The owner's browser."""
    shelf = Shelf(desk=FakeDesk(), owner=Owner(CODE), teacher=teacher)
    opened = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, shelf=shelf).test_client()
    assert opened.post("/table/claim", data={"code": CODE}, headers=OURS).status_code == 303
    return opened


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("idle", ["Go on: 3 of 8 pictures are there", "Confirming the corners is enough"]),
        ("corners", ["Upper left corner", "&#34;height&#34;: 73", "The lines are right", "/table/teach/picture?n=1"]),
        ("lay", ["Picture 4 of 8", "Leave the tiles as they lie.", "a4: no fox is seen there", "b3: the road lies in another",
                 "c2: something changed", "d1: this is not the bend", "It lies as drawn", 'class="board"']),
        ("working", ["Learning …", "This page goes on by itself."]),
        ("ready", ["All pictures are there", "Learn from them"]),
        ("learnt", ["It reads 408 of 418 things", "Go on with the game"]),
    ],
)  # fmt: skip
def test_every_step_says_what_to_do(web: FlaskClient, teacher: FakeTeacher, step: str, words: list[str]) -> None:
    """What to lay is drawn, what is wrong is named by its place, and that the table is simulated is said throughout."""
    teacher.stand(step)
    page = web.get("/table/teach")
    assert [text for text in (*words, "Simulated table") if text not in page.text] == []
    assert ("40 of 57" in page.text) == ("1 of 5 pictures" in page.text) == (step != "idle")


def test_the_course_is_walked_through(web: FlaskClient, teacher: FakeTeacher) -> None:
    """Each button leads to the next step; leaving leads back to the desk."""
    assert "/table/teach" in web.get("/table").text
    for act, step in (("begin", "corners"), ("confirm", "lay"), ("take", "ready"), ("drop", "lay"), ("take-anyway", "ready"),
                      ("finish", "working")):  # fmt: skip
        assert web.post(f"/table/teach/{act}", headers=OURS).headers["Location"] == "/table/teach"
        assert teacher.now.step == step
    assert teacher.asked == [("take", False), ("take", True)]
    assert web.post("/table/teach/leave", headers=OURS).headers["Location"] == "/table"
    assert web.get("/api/teach").json == {"serial": teacher.now.serial, "step": "idle", "doing": "", "picture": 1}
    assert web.get("/table/teach/picture").data == JPEG


def test_what_cannot_be_done_now_is_said(web: FlaskClient) -> None:
    """A tap that comes too late changes nothing; an unknown act is no address."""
    late = web.post("/table/teach/take", headers=OURS)
    assert late.status_code == 409 and "That belongs to another step" in late.text
    assert web.post("/table/teach/format", headers=OURS).status_code == 404


def test_corners_are_sent_as_numbers(web: FlaskClient, teacher: FakeTeacher) -> None:
    """The answer is the grid that belongs to them, or the reason why there is none."""
    good = web.post("/api/teach/corners", json=[list(point) for point in CORNERS], headers=OURS)
    assert good.json is not None and good.json["height"] == 73 and teacher.asked == [CORNERS]
    crossed = web.post("/api/teach/corners", json=[[1, 1], [1, 1], [2, 2], [3, 3]], headers=OURS)
    assert crossed.status_code == 409 and crossed.json is not None and "cross over" in crossed.json["error"]["why"]
    for bad in ([], [[1, 2]] * 3, [[1, 2]] * 5, [[1, "x"]] * 4, [[1, True]] * 4, {"a": 1}, [[1e9, 2]] * 4):
        assert web.post("/api/teach/corners", json=bad, headers=OURS).status_code == 400
    assert web.post("/api/teach/corners", data="[]", headers=OURS).status_code == 415


def test_the_steps_of_the_kit_are_all_there_are() -> None:
    """A step without a page of its own would fail only when somebody gets there."""
    assert set(STEPS) == {"idle", "corners", "lay", "working", "ready", "learnt"}
