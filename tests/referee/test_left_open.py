"""What came to light with an act need not be known: it is left open where the eye is in doubt, and told by what comes next."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kaese_eye import KAESE, seen

from companion.core.finding import Settled, Unclear
from companion.core.grid import Zone
from companion.core.reading import LikelyLook, Reading
from companion.referee.referee import Referee

BEGIN = "players: A,B,C; turn: C; display: 351622; top: 4; supply: 29; discard: 6"
SUPPLY = Zone("supply")
A_SIX = KAESE.scene(KAESE.read_position(BEGIN.replace("top: 4", "top: 6"))).tile(SUPPLY)


def after(*tokens: str, start: str = BEGIN) -> object:
    state = KAESE.read_position(start)
    for token in tokens:
        state = KAESE.play(state, KAESE.read(token))
    return state


def doubtful(reading: Reading, doubt: float) -> Reading:
    """The same, but the top of the supply may be a 6 that is `doubt` nats less likely than what lies there."""
    tops = {one.place: replace(one, looks=(one.looks[0], LikelyLook(A_SIX, one.looks[0].log_p - doubt))) for one in reading.tiles}
    return replace(reading, tiles=tuple(tops[one.place] if one.place == SUPPLY else one for one in reading.tiles))


@pytest.mark.parametrize(("doubt", "top"), [(1.5, "?"), (4.0, "3")])
def test_a_doubtful_top_is_left_open(doubt: float, top: str) -> None:
    """What lies on top of the supply now nobody has to tell; that the card of D3 was kept is taken up at once."""
    reading = doubtful(seen(after("1", "K3", "K3c", "+4^3")), doubt)
    told = Referee(KAESE).judge(after("1"), reading, 0.5)
    assert isinstance(told, Settled) and told.actions == ("K3", "K3c", f"+4^{top}")


def test_what_differs_in_more_is_asked_without_it() -> None:
    """At whose card somebody looked is asked at once however doubtful the new top is, and no answer speaks of that."""
    told = Referee(KAESE).judge(after("4"), doubtful(seen(after("4", "P2", "-4^3")), 0.9), 0.5)
    assert isinstance(told, Unclear) and {choice.actions for choice in told.question.choices} >= {("P1",), ("P2",)}


@pytest.mark.parametrize("tokens", [("6", "K4", "K4t", "+5^3"), ("3", "K1", "K1c", "+3^1"), ("4", "P1", "-2^3")])
def test_the_next_act_is_read_without_knowing_the_top(tokens: tuple[str, ...]) -> None:
    """A card laid from an unknown top is what lies there now, on the discards as on display, also where one like it was taken."""
    unknown = BEGIN.replace("top: 4; ", "")
    told = Referee(KAESE).judge(after(tokens[0], start=unknown), seen(after(*tokens, start=unknown)), 4.5)
    assert told.considered[0].actions == (*tokens[1:-1], f"{tokens[-1][:-1]}?")


def test_only_what_came_to_light_is_left_open() -> None:
    """Of a refill and a discard the new top; of anything else, and of a supply that has run out, nothing."""
    told = [KAESE.left_open(KAESE.read(token)) for token in ("+4^3", "-4^3", "+4^0", "+4^?", "K2c", "5")]
    assert [None if action is None else KAESE.write(action) for action in told] == ["+4^?", "-4^?", None, None, None, None]
