"""The owner's desk in a real browser: a backup is uploaded in parts, corners are moved, a page that waits goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import page_facts
import pytest
from fake_desk import FakeDesk
from fake_feed import FakeFeed
from fake_teacher import CORNERS, FakeTeacher

from webui import Shelf, WebConfig, create_app
from webui.desk import Owner
from webui.serve import serve

playwright = pytest.importorskip("playwright.sync_api", reason="the python package playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.browser

CODE = "123456"


@dataclass
class Opened:
    """The owner's browser at the desk, and what the desk was asked for."""

    desk: FakeDesk
    teacher: FakeTeacher
    page: Any
    complaints: list[str]


@pytest.fixture
def owner(chromium: Any) -> Iterator[Opened]:
    desk, teacher = FakeDesk(), FakeTeacher()
    shelf = Shelf(desk=desk, owner=Owner(CODE), teacher=teacher)
    app = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(heartbeat_s=1), shelf)
    with serve(app, "127.0.0.1", 0) as server:
        page = chromium.new_page()
        opened = Opened(desk, teacher, page, [])
        page.on("console", lambda said: opened.complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: opened.complaints.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.port}/table")
        opened.complaints.clear()
        page.get_by_label("Code").fill(CODE)
        page.get_by_role("button", name="Open the desk").click()
        yield opened
        page.close()


def test_a_backup_is_sent_in_parts(owner: Opened, tmp_path: Path) -> None:
    """Each part is smaller than what the server takes from anybody; what is no backup is said in the server's words."""
    page = owner.page
    page.get_by_text("Restore a backup").first.click()
    (tmp_path / "bad").write_bytes(b"!")
    page.get_by_label("File of a backup").set_input_files(tmp_path / "bad")
    page.get_by_role("button", name="Restore a backup").click()
    expect(page.locator("#restore [role=status]")).to_contain_text("That is no backup.")
    data = bytes(1_200_000)
    (tmp_path / "good").write_bytes(data)
    page.get_by_label("File of a backup").set_input_files(tmp_path / "good")
    page.get_by_role("button", name="Restore a backup").click()
    expect(page.locator("#restore [role=status]")).to_contain_text("put in place")
    assert [len(ask[3]) for ask in owner.desk.asked if ask[0] == "receive"] == [524288, 524288, 151424]
    assert [text for text in owner.complaints if "409" not in text] == []


def test_corners_are_moved_by_keys_and_by_dragging(owner: Opened) -> None:
    """An arrow key moves a corner by one pixel of the camera's picture, with Shift by twenty; a drag puts it under the finger."""
    page = owner.page
    page.get_by_role("link", name="Calibrate and teach").click()
    page.get_by_role("button", name="Go on").click()
    corner = page.get_by_role("button", name="Upper left corner")
    # Once the page says where a corner is, it listens to keys.
    expect(corner).to_have_attribute("aria-label", "Upper left corner: 8, 6")
    corner.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    expect(corner).to_have_attribute("aria-label", "Upper left corner: 0, 6")
    expect(page.locator("#sketch-says")).to_contain_text("73 cm")
    page.get_by_role("button", name="Lower right corner").hover()
    picture = page.locator("#corners img").bounding_box()
    page.mouse.down()
    # The keys' own news may still be on the way: wait for that of the drag.
    with page.expect_response(lambda answer: "teach/corners" in answer.url and "16" in (answer.request.post_data or "")):
        page.mouse.move(picture["x"] + picture["width"] * 0.5, picture["y"] + picture["height"] * 0.75)
        page.mouse.up()
    expect(page.get_by_role("button", name="Lower right corner")).to_have_attribute("aria-label", "Lower right corner: 16, 18")
    expect(page.locator(".corners .grid")).to_have_attribute("d", "M8 6L24 6M8 12L24 12")
    assert owner.teacher.asked[-1] == ((0.0, 6.0), CORNERS[1], (16.0, 18.0), CORNERS[3])


def test_a_page_that_waits_goes_on_by_itself(owner: Opened) -> None:
    """The work is done elsewhere: when it is, the page shows what came of it."""
    page = owner.page
    owner.teacher.stand("working")
    page.goto(page.url.rsplit("/", 1)[0] + "/table/teach")
    expect(page.get_by_role("status")).to_have_text("Learning …")
    owner.teacher.stand("learnt")
    expect(page.get_by_text("It reads 408 of 418 things")).to_be_visible()
    assert owner.complaints == []
