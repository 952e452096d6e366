"""Times on the page: each is sent once with its end, counted down by the page itself, and told to screen readers once."""

from __future__ import annotations

import page_facts
import pytest
from fake_feed import FakeFeed

from companion.core.game import CLOCK
from companion.core.messages import LineKind, LogLine, ShownWindow
from webui.app import WebConfig, create_app

RUNS = ShownWindow("a", "P1", "Ada must finish", 30.0, 1010.0)
STILL = ShownWindow("b", None, "For more numbers", 60.0, None, 17.2)
OVER = ShownWindow("c", None, "For the first number", 300.0, None, 0.0, over=True)


def shown(*windows: ShownWindow, now: float = 1000.0, **changes: object) -> tuple[FakeFeed, str]:
    feed = FakeFeed(page_facts.snapshot(windows=windows, **changes))
    app = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(clock=lambda: now))
    return feed, app.test_client().get("/", headers={"Host": "localhost"}).get_data(as_text=True)


def test_a_running_time_is_sent_with_its_end_and_the_clock() -> None:
    """The page needs both to count down; what is counted is hidden from screen readers, the whole length is not."""
    _, page = shown(RUNS)
    assert 'data-now="1000.000"' in page and 'data-ends="1010.000"' in page
    assert '<span class="sr">30 seconds in all</span>' in page and 'class="left" aria-hidden="true"' in page
    assert "aria-live" not in page.partition('id="part-clock"')[2].partition("</section>")[0]


def test_a_page_fetched_later_shows_the_same_times() -> None:
    """Nothing about a window depends on when the page is made, so nothing is sent while it runs."""
    one, other = (shown(RUNS, STILL, now=now)[1] for now in (1000.0, 1004.5))
    parts = [page.partition('id="part-clock"')[2].partition("</section>")[0] for page in (one, other)]
    assert parts[0] == parts[1] and 'data-now="1004.500"' in other


@pytest.mark.parametrize(
    ("window", "words"),
    [(STILL, "Stands still with 18 s left"), (OVER, "Time is up"),
     (ShownWindow("d", None, "x", 5.0, 1.0, anew=True), "started again meanwhile")],
)
def test_other_states_of_a_time_are_said(window: ShownWindow, words: str) -> None:
    """Standing still, over, begun anew."""
    assert words in shown(window)[1]


def test_without_times_there_is_no_box() -> None:
    """An empty part is not shown."""
    assert '<section id="part-clock" class="part card clock"></section>' in shown()[1]


def test_what_is_whispered_is_read_by_one_seat_only() -> None:
    """Neither the shared page nor another seat's holds it."""
    feed = FakeFeed(page_facts.snapshot(whispers={"P1": "re:1=AM was not played."}))
    client = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client()
    other = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT).test_client()
    for who, seat in ((client, "P1"), (other, "P2")):
        assert who.post(f"/seat/{seat}", headers={"Origin": "http://localhost"}).status_code == 303
    pages = [who.get(where).get_data(as_text=True) for who, where in ((client, "/seat/P1"), (client, "/"), (other, "/seat/P2"))]
    assert ["re:1=AM" in page for page in pages] == [True, False, False]


def test_the_clock_has_a_name_in_the_log() -> None:
    """Its lines say who made them."""
    line = LogLine(1, 0, LineKind.LEGAL, CLOCK, "#timeout", "The hourglass has run out.")
    assert "The clock" in shown(log=(line,))[1]
