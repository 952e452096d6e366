"""Every game is played to its end in a real browser, by taps alone: a screen, and a phone for each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import pytest
from served_game import ServedGame, served

from companion.core.game import CLOCK, TABLE
from companion.games import find
from companion.simulated.choosing import chooser

playwright = pytest.importorskip("playwright.sync_api", reason="the python package playwright is not installed")

pytestmark = pytest.mark.browser

QUICK = {"mice-in-a-maze": 2, "librande-maze": 17, "mouse-trap-cards": 7, "alles-kaese": 23, "four-blind-mice": 1}
"""Game -> a seed with which it ends soon."""

IN_THOUGHT = {"four-blind-mice": 160}
"""Actions that are played before anybody looks: laying out the coins one by one takes long."""

MOST_TAPS = 260
LATE_S, WINDOW_S = 1.5, 600.0
"""When nothing has come after the first, the table waits for a clock; the second is longer than any window (s)."""


READY = """async ([newest, text]) => {
    const number = () => Number(document.body.dataset.id.split('-')[1]);
    if (number() < newest) await new Promise(heard => new MutationObserver((changes, watching) => {
        if (number() >= newest) { watching.disconnect(); heard(); }
    }).observe(document.body, { attributes: true, attributeFilter: ['data-id'] }));
    const button = [...document.querySelectorAll('[data-action]')].find(one => one.dataset.action === text);
    const group = button.closest('details');
    if (!group.open) group.querySelector('summary').click();
    button.scrollIntoView({ block: 'center' });
    const box = button.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    return button.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
"""Waits until a page has the newest news, then finds the button of an action, its group unfolded, where a finger can reach it.
In one go: asking the browser for one thing after the other would take most of the time."""


@contextmanager
def phone(chromium: Any, game: ServedGame, complaints: list[str], seat: str | None) -> Iterator[Any]:
    """A page that is live, on the shared screen or in that seat, and enters what is tapped without asking again."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    # How a seat is claimed and how a wish is set by hand is tested beside the page of one game.
    context.add_init_script("localStorage.setItem('companion-mine', JSON.stringify({ hints: 'moves', confirm: false }))")
    if seat is not None:
        claimed = context.request.post(f"{game.address}seat/{seat}", headers={"Origin": game.address.rstrip("/")})
        assert claimed.url.endswith(f"/seat/{seat}")
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(game.address if seat is None else f"{game.address}seat/{seat}", wait_until="commit")
    yield page
    context.close()


def tap(page: Any, text: str, newest: int) -> None:
    """Tap that action once the page has the news of that number."""
    at = page.evaluate(READY, [newest, text])
    assert at is not None, f"something covers {text}"
    page.touchscreen.tap(*at)


def played_out(game: ServedGame, pages: dict[str | None, Any], pick: Callable[[Any, Any], Any]) -> int:
    """Tap until the game is over; the number of taps."""
    for taps in range(MOST_TAPS):
        state = game.table.state
        if game.game.outcome(state) is not None:
            return taps
        actor = game.game.actor(state)
        seat = None if actor in (TABLE, CLOCK) else actor
        legal = [game.game.read(action.text) for action in game.snapshot().views[seat].legal]
        before = game.feed.latest().number
        tap(pages[seat], game.game.write(pick(state, legal)), before)
        if game.feed.wait(before, LATE_S) is None:
            # What ends a window early waits, without a word, until the window is over.
            game.pass_time(WINDOW_S)
            assert game.feed.wait(before, 10.0) is not None
    raise AssertionError("the game did not end")


def begun(game_id: str, pick: Callable[[Any, Any], Any]) -> str:
    """The position after the actions that are played in thought; empty where there are none."""
    game = find(game_id)
    state = game.start(game.setup({}))
    for _ in range(IN_THOUGHT.get(game_id, 0)):
        seat = game.actor(state)
        legal = game.view(state, None if seat in (TABLE, CLOCK) else seat).legal
        state = game.play(state, pick(state, [game.read(action.text) for action in legal]))
    return game.write_position(state) if game_id in IN_THOUGHT else ""


@pytest.mark.parametrize("game_id", QUICK)
def test_a_game_is_played_to_its_end_by_taps(chromium: Any, game_id: str) -> None:
    """Without a camera every action is offered to whoever has to act; in the end all pages name the winner."""
    complaints: list[str] = []
    pick = chooser(find(game_id), Random(QUICK[game_id]))
    with served(game_id, begun(game_id, pick)) as game, ExitStack() as opened:
        seats = [None, *(seat.id for seat in game.snapshot().seats)]
        pages = {seat: opened.enter_context(phone(chromium, game, complaints, seat)) for seat in seats}
        for page in pages.values():
            # Only now: all of them open at the same time.
            page.wait_for_selector("#live[data-state=on]")
        taps = played_out(game, pages, pick)
        assert taps > 20
        assert not [entry for entry in game.journal.entries if entry.violations]
        for page in pages.values():
            playwright.expect(page.locator(".over h2")).to_be_visible()
    assert complaints == []
