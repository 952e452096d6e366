"""The pages for everybody: axe-core finds nothing serious on any of them, on a phone and a television, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import page_facts
import pytest
from fake_desk import FakeBook, FakeDesk
from fake_feed import FakeFeed
from fake_teacher import STEPS, FakeTeacher

from companion.games import GAMES
from companion.games.lessons import lessons_of
from companion.games.phrases import tables_of
from webui import Shelf, WebConfig, create_app
from webui.desk import Owner
from webui.serve import Server, serve

pytest.importorskip("playwright.sync_api", reason="the python package playwright is not installed")
pytest.importorskip("axe_core_python", reason="the python package axe-core-python is not installed")

pytestmark = pytest.mark.browser

CODE = "123456"
AXE = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
PAGES = ("", "seat/P1", "seat/P2", "join", "how", "review", "table", "table?health=1", "nowhere")
LOOKS = {"phone": ((390, 844), "light", "en"), "phone at night": ((390, 844), "dark", "sv"),
         "narrowest": ((320, 640), "light", "de"), "television": ((1920, 1080), "light", "en"),
         "television at night": ((1280, 720), "dark", "de")}  # fmt: skip
"""Size, colours and language."""
SERIOUS = """() => axe.run().then(found => found.violations
    .filter(broken => ['serious', 'critical'].includes(broken.impact))
    .map(broken => `${broken.id}: ${broken.nodes.slice(0, 4).map(node => node.target.join(' ')).join(' | ')}`))"""
SMALL = """() => [...document.querySelectorAll('button, summary, select, a.button, input:not([type=checkbox], [type=hidden])')]
    .filter(e => e.checkVisibility()).map(e => [e.outerHTML.slice(0, 60), e.getBoundingClientRect()])
    .filter(([, r]) => r.height < 43.9 || r.width < 43.9).map(([text]) => text)"""


@pytest.fixture(scope="module")
def teacher() -> FakeTeacher:
    return FakeTeacher()


@pytest.fixture(scope="module")
def table(teacher: FakeTeacher) -> Iterator[Server]:
    """A game with trouble, a question and everything else that a page can show."""
    feed = FakeFeed(page_facts.snapshot(trouble=page_facts.LOG[1], question=page_facts.QUESTION))
    shelf = Shelf(FakeBook(), lessons_of(GAMES[0]), FakeDesk(), Owner(CODE), tables_of(GAMES[0]), teacher)
    app = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(heartbeat_s=1), shelf)
    with serve(app, "127.0.0.1", 0) as server:
        yield server


def opened(chromium: Any, table: Server, look: str) -> Any:
    """A browser of that size at the owner's desk, with Ada's seat claimed."""
    (width, height), scheme, language = LOOKS[look]
    size = {"width": width, "height": height}
    context = chromium.new_context(viewport=size, color_scheme=scheme, locale=language, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{table.port}/table")
    page.locator("input[name=code]").fill(CODE)
    page.locator("form[action='/table/claim'] button").click()
    page.goto(f"http://127.0.0.1:{table.port}/seat/P1")
    page.locator("form[action^='/seat'] button").click()
    return page


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_serious_is_found(chromium: Any, table: Server, teacher: FakeTeacher, look: str) -> None:
    """Contrast, names, roles, order and sizes of everything, on every page."""
    page = opened(chromium, table, look)
    found = {}
    for path in (*PAGES, *(f"table/teach?{step}" for step in STEPS)):
        # A page that waits for the teacher goes on by itself, which would cut off the way to the next one.
        page.goto("about:blank")
        teacher.stand(path.partition("?")[2] if "teach" in path else "idle")
        page.goto(f"http://127.0.0.1:{table.port}/{path}")
        for fold in page.locator("details:not([open]) > summary").all():
            if fold.is_visible():
                fold.evaluate("fold => fold.parentElement.setAttribute('open', '')")
        page.evaluate(AXE)
        assert page.evaluate("document.documentElement.lang") == LOOKS[look][2]
        width = page.viewport_size["width"]
        found[path] = page.evaluate(SERIOUS) + page.evaluate(SMALL)
        found[path] += ["scrolls sideways"] if page.evaluate("document.documentElement.scrollWidth") > width else []
    page.goto(f"http://127.0.0.1:{table.port}/seat/P1")
    page.evaluate("document.querySelector('form[action$=leave]').submit()")
    page.wait_for_url("**/")
    page.context.close()
    assert {path: problems for path, problems in found.items() if problems} == {}


def test_the_check_can_fail(chromium: Any) -> None:
    """A picture without words and pale grey text are found."""
    page = chromium.new_page()
    pale = "<p style='color:#ccc;background:#fff'>pale</p>"
    page.set_content(f"<html lang=en><title>x</title><main><img src='data:,'>{pale}</main>")
    page.evaluate(AXE)
    assert sorted(line.split(":")[0] for line in page.evaluate(SERIOUS)) == ["color-contrast", "image-alt"]
    page.close()
