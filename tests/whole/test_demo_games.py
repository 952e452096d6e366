"""The simulated evening of every game: it starts, a page is served, actions come on record; without an eye it says so."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app import simulated_eye
from companion.app.demo import DemoWish, run_demo, sides_of
from companion.app.evening import Evening
from companion.config import Settings
from companion.core.grid import Facing
from companion.core.messages import Snapshot
from companion.games import GAMES, find
from companion.ports import free_port
from vision.rig import RigError

PATIENCE_S = 60.0
"""How long a busy machine may take from one news to the next."""


@contextmanager
def demonstration(game: str, folder: Path) -> Iterator[tuple[Evening, list[str]]]:
    """A demonstration with quick players, and what it said."""
    said: list[str] = []
    settings = Settings(host="127.0.0.1", port=free_port("127.0.0.1", 8900), speed=4.0, frames_per_s=20.0, pins="mock")
    evening = run_demo(settings, DemoWish(game, {}, 5, True), folder / "demo.sqlite", said.append)
    try:
        yield evening, said
    finally:
        evening.close()


def after_actions(evening: Evening, least: int) -> Snapshot:
    """What the pages show once so many actions are on record."""
    published = evening.feed.latest()
    while published.snapshot.views[None].ply < least:
        news = evening.feed.wait(published.number, PATIENCE_S)
        assert news is not None, "nothing happens any more"
        published = news
    return published.snapshot


def page_of(said: list[str]) -> str:
    """The page at the address that was said."""
    address = next(word for line in said for word in line.split() if word.startswith("http"))
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as page:
        return str(page.read().decode())


@pytest.mark.parametrize("game", GAMES[1:])
def test_a_demonstration_of_each_game_is_played(game: str, tmp_path: Path) -> None:
    """Taught from drawn pictures, or by hand where that fails, the first actions come on record and nobody is accused."""
    with demonstration(game, tmp_path) as (evening, said):
        snapshot = after_actions(evening, 2)
        assert (snapshot.trouble, snapshot.game) == (None, game)
        assert find(game).title in page_of(said)


def test_without_an_eye_people_are_told_and_play_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line on the terminal, the same reason on the page, and the players enter what they do; pictures go on."""

    def refuse(*_: object) -> None:
        raise RigError("the light was out")

    monkeypatch.setattr(simulated_eye, "teach_simulated", refuse)
    with demonstration("alles-kaese", tmp_path) as (evening, said):
        snapshot = after_actions(evening, 3)
        assert [line for line in said if "cannot read this game yet: the light was out." in line] != []
        assert "cannot read this game from the camera yet: the light was out" in snapshot.camera.words
        assert "entered by hand" in snapshot.camera.remedy
        assert evening.feed.picture("camera") is not None and evening.feed.picture("overlay") is not None


def test_an_eye_that_fails_in_its_arithmetic_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not foreseen becomes one sentence with the kind of the error."""

    def fail(*_: object) -> None:
        raise ValueError("need at least one\narray to stack")

    monkeypatch.setattr(simulated_eye, "teach_simulated", fail)
    eye = simulated_eye.open_eye(find("alles-kaese"), None, None, 1, frozenset())
    assert (eye.can_read, eye.why) == (False, "learning its look failed (ValueError: need at least one array to stack)")


@pytest.mark.parametrize("game", GAMES)
def test_everybody_reaches_in_from_a_side_of_their_own(game: str) -> None:
    """As many sides as people, as long as there are no more than four."""
    rules = find(game)
    state = rules.start(rules.setup({}))
    sides = sides_of(rules.layout_of(state), rules.seats(state))
    assert set(sides) == {seat.id for seat in rules.seats(state)} and set(sides.values()) <= set(Facing)
    assert len(set(sides.values())) >= 2
