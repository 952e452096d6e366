"""Slips with the die: rolled again, rolled too early, not lying flat in its tray."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Seen
from companion.core.scene import PieceAt
from companion.games.alles_kaese.cards import VALUES
from companion.games.alles_kaese.catalogue import DIE
from companion.games.alles_kaese.layout import CELLS, ROLL
from companion.games.alles_kaese.scene import die_at, scene
from companion.games.alles_kaese.slip_parts import Draft, bare_slip, may_roll, told_slip, with_die
from companion.games.alles_kaese.state import State


def rolled_again(state: State, seen: Seen | None) -> Iterator[Draft]:
    """Another number shows than the one that was rolled first."""
    base = scene(state)
    for value in VALUES if may_roll(seen) else ():
        if value != state.die:
            yield told_slip(state, str(value), with_die(base, die_at(value)))


def early_roll(state: State, seen: Seen | None) -> Iterator[Draft]:
    """The next player has rolled while something of this turn is still to be done."""
    base = scene(state)
    for value in VALUES if may_roll(seen) else ():
        yield told_slip(state, str(value), with_die(base, die_at(value)))


def die_aside(state: State, seen: Seen | None) -> Iterator[Draft]:
    """The die lies on a card, cocked: what shows does not count."""
    base = scene(state)
    for cell in CELLS if may_roll(seen) else ():
        yield bare_slip(state, "die-not-flat", (cell, ROLL), with_die(base, PieceAt(DIE, cell)))
