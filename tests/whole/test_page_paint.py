"""How soon a page is painted in a real browser.  Seconds are measured, never demanded."""

from __future__ import annotations

from typing import Any

import pytest
from served_game import served

from companion.games import GAMES

pytest.importorskip("playwright.sync_api", reason="the python package playwright is not installed")

pytestmark = pytest.mark.browser

# A promise, for what came over the line may be there before the first picture is on the screen; waiting by
# playwright's own means evaluates text in the page again and again, which the page's policy forbids.
PAINTED = """() => new Promise(done => new PerformanceObserver(list => {
    const painted = list.getEntriesByName('first-contentful-paint')[0];
    if (painted) done(painted.startTime);
}).observe({type: 'paint', buffered: true}))"""


@pytest.mark.parametrize("game_id", GAMES)
def test_how_soon_the_big_screen_is_painted(chromium: Any, benchmark: Any, game_id: str) -> None:
    """A benchmark: a browser that was never here opens the big screen; `painted_ms` is its own first contentful paint."""
    painted: list[float] = []
    with served(game_id) as table:

        def visit() -> None:
            page = chromium.new_page(viewport={"width": 1920, "height": 1080})
            page.goto(table.address)
            page.wait_for_selector("#live[data-state=on]")
            painted.append(page.evaluate(PAINTED))
            page.context.close()

        benchmark.pedantic(visit, rounds=5, warmup_rounds=1)
    benchmark.extra_info["painted_ms"] = sorted(painted)[len(painted) // 2]
    assert all(seen > 0 for seen in painted)
