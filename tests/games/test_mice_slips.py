"""Every mistake that sight can reveal is named by its code, and lawful play never looks like one."""

from __future__ import annotations

import pytest
from mice_evenings import opening, play_on
from readings import CLEAR, Noise, reading_of

from companion.core.finding import Irregular
from companion.core.game import Seen
from companion.games.mice_in_a_maze import GAME
from companion.games.mice_in_a_maze.slip_parts import visible
from companion.games.mice_in_a_maze.violations import VIOLATIONS
from companion.referee.referee import Referee

LOOP = r"tiles: b5=\ c5=/ c6=\ b6=/"
NORTH = "tiles: a3=XRG0 b3=CWK1 b4=XRP0 b5=XBP0"
FROZEN = (r"board: \+//\++ | +\\\/++ | ++++++\ | ++\#\++ | //+\\++ | \/+++/+ | \+//++\; mice: R=Nd Y=E6 B=Sf P=Sb; "
          "hands: R=up Y=up B=up P=up; nests: Nb=1,2 E6=1 Sf=1,2 Sb=1 Nd=2")
ROLL = ("step: 3:c3; tiles: b3=XRO0 c2=XOG0 c1=XYB0 c4=CRG1 c3=XRB0; mice: R=b3e B=c2n K=d4n*; loose: c1/ns; "
        "marbles: c2n c4s")
PLACE = "step: 2; tiles: b5=XOP0 c5=XRB0; mice: R=c5e Y=E6"

CASES = (
    ("stopped-early", f"{NORTH}; mice: R=a3e B=Sf"),
    ("left-path", "tiles: c5=CYG2 c4=XRB0 b5=XOP0; mice: R=b5e Y=E6"),
    ("wrong-direction", "tiles: b5=XOP0 c5=XRB0; mice: R=b5e Y=E6"),
    ("nose-wrong", "tiles: b5=XOP0 c5=XRB0; mice: R=b5e Y=E6"),
    ("no-open-path", "step: 2; tiles: b5=XOP0; mice: R=b5e Y=E6"),
    ("move-loop", f"step: 2; {LOOP}; mice: R=b5n B=Sf"),
    ("past-station", "tiles: d5=XOP0 d3=XRB0; mice: R=d5s Y=E6"),
    ("must-leave-maze", "tiles: a4=XRG0 a5=CRB0; mice: R=a4n* Y=E6"),
    ("return-required", "tiles: a4=XRG0; mice: R=hand Y=E6"),
    ("chamber-same-exit", "tiles: d5=XOP0; mice: R=d5s Y=E6"),
    ("chamber-not-opposite", "options: chamber_exit=opposite; tiles: d5=XOP0; mice: R=d5s Y=E6"),
    ("nest-wrong-exit", "tiles: a7=XRG0; mice: R=a7w Y=E6"),
    ("cheese-not-taken", f"{NORTH}; mice: R=a3e Y=E6; loose: b4/ns"),
    ("cheese-not-taken", "tiles: d5=XOP0; mice: R=d4n* Y=E6"),
    ("cheese-second", f"{NORTH}; mice: R=a3e* Y=E6; loose: b4/ns"),
    ("cheese-from-nest", "tiles: b7=XRG0; mice: R=Nb Y=E6; nests: Nb=1"),
    ("cheese-not-returned", "tiles: a4=XRG0 a5=CRB0; mice: R=a4n* Y=E6"),
    ("cheese-count", "tiles: a4=XRG0 a5=XRP0; mice: R=a4n Y=E6; nests: Nb=1"),
    ("exchange-missed", f"{NORTH}; mice: R=a3e B=b4n*"),
    ("exchange-not-allowed", f"{NORTH}; mice: R=a3e B=b4e*"),
    ("mouse-removed-wrongly", f"{NORTH}; mice: R=a3e B=b4e"),
    ("not-your-turn", "tiles: a3=XRG0 b3=CWK1 g6=XRY0; mice: R=a3e Y=E6"),
    ("place-before-move", "tiles: b5=XOP0 c5=XRB0; mice: R=b5e Y=E6"),
    ("place-off-path", PLACE),
    ("place-occupied", PLACE),
    ("place-chamber", PLACE),
    ("place-face-down", PLACE),
    ("hand-face-wrong", PLACE),
    ("must-take-hidden", f"{PLACE}; hands: R=up"),
    ("fallback-not-allowed", f"{PLACE}; hands: R=up"),
    ("fallback-face-up", "step: 2; tiles: d5=+ d6=+ d7=+; mice: R=d4s* Y=Nf; hands: R=up; marbles: d3"),
    ("extra-tile-changed", "tiles: b5=XOP0 c5=XRB0; mice: R=b5e Y=E6"),
    ("tile-elsewhere", "tiles: b5=XOP0 c5=XRB0; mice: R=b5e Y=E6"),
    ("frozen-must-deliver", FROZEN),
    ("marble-no-path", "tiles: b5=XOP0 c5=XRB0; mice: R=b5e Y=E6; marbles: c3 d3"),
    ("marble-not-moved", ROLL),
    ("marble-wrong-end", ROLL),
    ("marble-mouse-not-removed", ROLL),
    ("marble-took-cheese", ROLL),
    ("cheese-not-dropped", ROLL.replace("B=c2n", "B=c2n*").replace("loose: c1/ns; ", "")),
)


def shown(position: str, code: str) -> list[object]:
    state = GAME.read_position(f"turn: R; {position}")
    base = visible(GAME.scene(state))
    return [slip for slip in GAME.slips(state) if slip.violations[0].code == code and visible(slip.scene) != base]


@pytest.mark.parametrize(("code", "position"), CASES)
def test_a_mistake_is_named_with_its_code_and_a_way_to_put_it_right(code: str, position: str) -> None:
    """From a clear picture the referee names the mistake people made, and tells them what to do."""
    state = GAME.read_position(f"turn: R; {position}")
    slips = shown(position, code)
    assert slips
    for slip in slips[:3]:
        reading = reading_of(slip.scene, GAME.catalogue, GAME.layout, CLEAR, 1)
        finding = Referee(GAME).judge(state, reading, 5.0)
        assert isinstance(finding, Irregular)
        assert finding.ruling.violations[0].code == code
        assert finding.ruling.remedy


@pytest.mark.parametrize(("code", "position"), CASES)
def test_with_doubt_a_mistake_is_named_rightly_or_not_at_all(code: str, position: str) -> None:
    """A doubtful picture may leave the referee puzzled, but it never names another rule."""
    state = GAME.read_position(f"turn: R; {position}")
    for seed, slip in enumerate(shown(position, code)[:3]):
        reading = reading_of(slip.scene, GAME.catalogue, GAME.layout, Noise(0.01), seed)
        finding = Referee(GAME).judge(state, reading, 5.0)
        assert not isinstance(finding, Irregular) or finding.ruling.violations[0].code == code


@pytest.mark.parametrize("seed", range(3))
def test_no_mistake_looks_like_lawful_play(seed: int) -> None:
    """What people may lawfully do in a position is never among the mistakes of that position."""
    _, truth = opening(GAME, "turn: R; mice: R=Nb Y=E6 B=Sf; marbles: c3 d3 e3 c4 e4 c5 d5 e5", seed)
    for act, _ in zip(play_on(GAME, truth, seed), range(25), strict=False):
        lawful = {visible(GAME.scene(GAME.play(act.before, action))) for action in GAME.actions(act.before)[:200]}
        unchanged = visible(GAME.scene(act.before))
        for slip in GAME.slips(act.before):
            assert visible(slip.scene) not in lawful - {unchanged}
            assert all(violation.code in VIOLATIONS for violation in slip.violations)
            assert slip.violations
            assert slip.remedy


def test_the_wrong_nose_in_a_nest_has_no_notation() -> None:
    """A mouse in its nest that looks away from every exit is seen, though no token says so."""
    slips = shown("tiles: b7=XRG0; mice: R=b7n Y=E6", "nose-wrong")
    assert [slip.action for slip in slips if not slip.action]


def test_what_a_mouse_carries_need_not_be_missed_where_it_came_from() -> None:
    """Of a heap one more or less cannot be told; the mouse that left its path with a cheese is named all the same."""
    state = GAME.read_position("turn: R; tiles: d5=XOP0 e5=XRB0; mice: R=d4n* Y=E6")
    away = next(slip for slip in GAME.slips(state) if slip.violations[0].code == "left-path")
    mouse = next(piece for piece in away.scene.pieces if piece.kind == "mouse-red")
    seen = Seen(pieces={"mouse-red": ((mouse.place, mouse.facing),)})
    assert any(visible(slip.scene) == visible(away.scene) for slip in GAME.slips(state, seen))


def test_a_mouse_may_go_off_the_table_with_its_cheese_though_nobody_can_count_the_heap_it_stood_in() -> None:
    """One cheese more or less of a heap need not be plain where the mouse that carried it is gone."""
    state = GAME.read_position("turn: Y; tiles: d5=XOP0; mice: R=d4w* Y=d5s")
    gone = Seen({}, {"mouse-red": ()}, frozenset(), frozenset({"mouse-red"}))
    assert "mouse-removed-wrongly" in {slip.violations[0].code for slip in GAME.slips(state, gone)}
