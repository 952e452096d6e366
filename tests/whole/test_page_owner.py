"""The owner's desk in a real browser: a backup is uploaded in parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import page_facts
import pytest
from fake_desk import FakeDesk
from fake_feed import FakeFeed

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
    page: Any
    complaints: list[str]


@pytest.fixture
def owner(chromium: Any) -> Iterator[Opened]:
    desk = FakeDesk()
    shelf = Shelf(desk=desk, owner=Owner(CODE))
    app = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(heartbeat_s=1), shelf)
    with serve(app, "127.0.0.1", 0) as server:
        page = chromium.new_page()
        opened = Opened(desk, page, [])
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
