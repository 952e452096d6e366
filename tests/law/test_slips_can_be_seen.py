"""What people do wrong can be laid on a table: every look that a slip leaves is of a kind that exists."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.scene import ABSENT
from companion.games import GAMES, find
from companion.simulated.rehearsal import dealt


@pytest.mark.parametrize("game_id", GAMES)
def test_slips_leave_tiles_that_are_in_the_box(game_id: str) -> None:
    """A line of fixed tiles that was pushed shows loose floors on fixed squares, not tiles that nobody has."""
    game, random = find(game_id), Random(3)
    state = dealt(game, game.start(game.setup({})), 3)
    faces = {(kind.name, face) for kind in game.catalogue.tiles for face in kind.periods}
    seen = 0
    for _ in range(25):
        for slip in game.slips(state):
            seen += 1
            for tile in slip.scene.tiles:
                some_tile = tile.look.kind is None
                assert tile.look == ABSENT or some_tile or (tile.look.kind, tile.look.face) in faces, (slip.violations, tile)
        if game.outcome(state) is not None:
            break
        state = dealt(game, game.play(state, random.choice(game.actions(state))), 3)
    assert seen
