"""People are called by the names they gave, in what is to be done now and in the log, also after the record was read again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.game import CallsByName, read_called
from companion.core.messages import Enter
from companion.core.view import Seat
from companion.games import GAMES, find
from companion.journal.replay import walk
from companion.referee.referee import Referee
from companion.table.table import Table, unrecorded

CALLING = [name for name in GAMES if isinstance(find(name), CallsByName)]


def seats(game_id: str) -> tuple[Seat, ...]:
    game = find(game_id)
    return tuple(replace(seat, name=f"Anna{seat.id}") for seat in game.seats(game.start(game.setup({}))))


@pytest.mark.parametrize("game_id", CALLING)
def test_what_is_to_be_done_and_the_log_say_the_given_name(game_id: str) -> None:
    """Nobody is told what "Player 2" has to do who said who it is; some first steps are for everybody."""
    game = find(game_id)
    table = Table(game, unrecorded(game, game.start(game.setup({})), seats(game_id)), Referee(game))
    first = table.snapshot().views[None]
    assert "Player" not in first.step and ("Anna" in first.step or ":" not in first.step)
    table.handle(Enter(first.legal[0].text), 1.0)
    view, said = table.snapshot().views[None], table.snapshot().log[0].sentence
    assert said.startswith(("Anna", "The table")) and "Player" not in " ".join((said, view.step, *view.notes))


@pytest.mark.parametrize("game_id", CALLING)
def test_names_change_nothing_but_what_is_said(game_id: str) -> None:
    """The state is the same, so that a record goes on whoever is called what."""
    game = find(game_id)
    start = game.start(game.setup({}))
    stored = unrecorded(game, start, seats(game_id))
    assert walk(game, stored) == read_called(game, stored.start, stored.seats) == game.read_position(stored.start)
    assert [seat.name for seat in game.seats(walk(game, stored))] == [seat.name for seat in stored.seats]


def test_some_games_call_people_by_name() -> None:
    """The tests above are about something."""
    assert len(CALLING) >= 2
