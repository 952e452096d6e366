"""One stored whole game per game, regenerated and compared whole."""

from __future__ import annotations

import pytest
import transcript

from companion.games import GAMES


def test_every_game_has_a_transcript() -> None:
    """There is exactly one stored transcript for each game."""
    assert sorted(path.stem for path in transcript.STORED.glob("*.txt")) == sorted(GAMES)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_stored_game_is_still_the_same(game_id: str) -> None:
    """Every position, legal action and the end come out as stored; `tests/kit/transcript.py` says how to renew it."""
    stored = (transcript.STORED / f"{game_id}.txt").read_text(encoding="utf-8")
    assert transcript.first_difference(transcript.of(game_id), stored) is None
