"""Every broken rule has its code, and of several that fit the first in the order of the rules wins."""

from __future__ import annotations

import pytest

from companion.core.grid import Cell
from companion.games.mice_in_a_maze import GAME
from companion.games.mice_in_a_maze.violations import PHYSICAL, VIOLATIONS, violation

RUN = "turn: R; tiles: c5=XRY0 c4=CWK2 e4=XRB0; mice: R=c5s Y=Nf"
STRAIGHT = "tiles: d5=+ d6=+ d7=+; mice: R=d4s Y=Nf"
LOOP = "tiles: b5=\\ c5=/ c6=\\ b6=/; mice: R=b5n Y=Nf"
OUTWARD = "tiles: a4=+ a3=+ a5=\\; mice: R=a3n* Y=Nf"
CORNER = "tiles: a7=+ b7=/; mice: K=b7w* R=Nf"
HAND_UP = "tiles: b7=+ b6=\\ c6=+; mice: R=c6e Y=Nf; hands: R=up"
FALLBACK = "tiles: d5=+ d6=+ d7=+; mice: R=d4s* Y=Nf; hands: R=up; marbles: d3"
FROZEN = (
    "board: \\+//\\++ | +\\\\\\/++ | ++++++\\ | ++\\#\\++ | //+\\\\++ | \\/+++/+ | \\+//++\\; turn: R; "
    "mice: R=Nd Y=E6 B=Sf P=Sb; hands: R=up Y=up B=up P=up; nests: Nb=1,2 E6=1 Sf=1,2 Sb=1 Nd=2"
)
MARBLE = "turn: R; tiles: a6=+ b6=+ c7=+ c6=+; step: 3:c6; mice: R=b6e Y=Nf; marbles: c5 d7"
INTO_CHAMBER = "turn: R; tiles: c4=+ b4=+; step: 3:c4; mice: R=b4w Y=Nf; marbles: b4e"

CASES = [
    ("not-your-turn", RUN, "Y:>Nf"),
    ("place-before-move", RUN, "b5=+"),
    ("place-before-move", RUN, "--"),
    ("place-before-move", RUN, "~c4s>c3s"),
    ("move-required", RUN, "-"),
    ("move-required", RUN, "o"),
    ("move-required", RUN, ">c5s"),
    ("no-open-path", STRAIGHT, ">d5n"),
    ("no-open-path", STRAIGHT, "o"),
    ("move-loop", LOOP, ">c5s"),
    ("move-loop", LOOP, "-"),
    ("stopped-early", "tiles: c5=+ c4=+ c3=+; mice: R=c5s", ">c4s"),
    ("left-path", "tiles: b5=+ c5=\\ c4=+; mice: R=b5e", ">c4e"),
    ("left-path", "tiles: c5=+ c4=+ c3=+; mice: R=c5s", ">g1n"),
    ("left-path", "tiles: c5=+ c4=+ c3=+; mice: R=c5s", "+Nb"),
    ("wrong-direction", "tiles: c5=+ c4=+ c6=+ c7=+; mice: R=c5s", ">c7n"),
    ("wrong-direction", "tiles: c5=+ c4=+ c6=+ c7=+; mice: R=c5s", ">c6s"),
    ("wrong-direction", "tiles: b5=+ b4=+ b6=+ b7=+; mice: R=b5s", ">Nb"),
    ("wrong-direction", "tiles: d5=+ d6=+; mice: R=d5n", ">d4w"),
    ("wrong-direction", "tiles: c5=+ c4=+; mice: R=c5s", ">c5n"),
    ("past-station", "tiles: d6=+ d5=+ e4=+ f4=+; mice: R=d6s", ">f4e"),
    ("past-station", "tiles: a7=+ b7=+ a6=+; mice: R=b7w", ">a6s"),
    ("must-leave-maze", OUTWARD, ">a5w"),
    ("must-leave-maze", OUTWARD, ">a5s"),
    ("must-leave-maze", OUTWARD, ">Nb"),
    ("must-leave-maze", OUTWARD, ">out +Nb"),
    ("return-required", "tiles: b7=+; mice: R=hand Y=Nf", "R:-"),
    ("stopped-early", OUTWARD, ">a4n"),
    ("return-required", "tiles: b7=+; mice: R=hand Y=Nf", "-"),
    ("return-required", "tiles: b7=+; mice: R=hand Y=Nf", ">b7s"),
    ("return-not-nest", "tiles: b7=+; mice: R=hand Y=Nf", "+Nc"),
    ("return-not-nest", "tiles: b7=+; mice: R=hand Y=Nf", "+b7s"),
    ("chamber-same-exit", RUN, ">d4w"),
    ("chamber-same-exit", f"options: chamber_exit=opposite; {RUN}", ">d4w"),
    ("chamber-not-opposite", f"options: chamber_exit=opposite; {RUN}", ">d4s"),
    ("nest-wrong-exit", CORNER, ">W7"),
    ("nose-wrong", "tiles: c5=+ c4=+ c3=+; mice: R=c5s", ">c3n"),
    ("exchange-missed", "tiles: d5=+ d6=+; mice: R=d6s* Y=d4w B=d4e*", ">d4s"),
    ("exchange-not-allowed", "tiles: d5=+ d6=+; mice: R=d6s* Y=d4w B=d4e*", ">d4s&d5:Y"),
    ("exchange-not-allowed", "tiles: d5=+ d6=+; mice: R=d6s* Y=Nf", ">d4s&d4:Y"),
    ("mouse-removed-wrongly", "tiles: c5=+ c4=+ c3=+; mice: R=c5s; marbles: c3s", ">out"),
    ("place-required", HAND_UP, "- --"),
    ("place-required", HAND_UP, "- >c6e"),
    ("place-required", MARBLE.replace("3:c6", "2"), "~c5>out"),
    ("place-off-path", "tiles: b7=+ b6=\\ c6=+; mice: R=c6e Y=Nf", "- g1=+"),
    ("place-off-path", HAND_UP, "- g1=+"),
    ("place-occupied", "tiles: b7=+ b6=\\ c6=+; mice: R=c6e Y=Nf", "- c6=/"),
    ("place-occupied", "tiles: b7=+ b6=\\ c6=+; mice: R=c6e Y=Nf; loose: b6/ne", "- b6=/"),
    ("place-chamber", STRAIGHT, "- d4=+"),
    ("place-chamber", HAND_UP, "- d4#"),
    ("must-take-hidden", HAND_UP, "- b6=\\s"),
    ("must-take-hidden", FALLBACK, "- d7#h"),
    ("place-face-down", HAND_UP, "- d6#"),
    ("place-face-down", "tiles: b7=+ b6=\\ c6=+; mice: R=c6e Y=Nf", "- d6#"),
    ("fallback-not-allowed", HAND_UP, "- g1#"),
    ("fallback-not-allowed", "tiles: b7=+ b6=\\ c6=+; mice: R=c6e Y=Nf", "- b6#"),
    ("fallback-face-up", FALLBACK, "- g1=+h"),
    ("place-occupied", FALLBACK, "- d3#h"),
    ("foreign-tile", "tiles: b6=COP0 c6=XRP0; mice: R=c6e Y=Nf; handtiles: R=XYG", "- b6=XRB0"),
    ("foreign-tile", "tiles: b6=COP0 c6=XRP0; mice: R=c6e Y=Nf", "- d6=COP1"),
    ("foreign-tile", "tiles: b6=COP0 c6=XRP0; mice: R=c6e Y=Nf; handtiles: R=XYG", "- b6=XYG0s"),
    ("foreign-tile", "tiles: b6=COP0 c6=XRP0; mice: R=c6e Y=Nf; handtiles: R=CYG", "- b6=+"),
    ("frozen-no-place", FROZEN, ">d4w b6=\\"),
    ("frozen-must-deliver", FROZEN, ">d4s"),
    ("marble-not-moved", MARBLE, "~"),
    ("marble-not-moved", MARBLE, ">Nf"),
    ("marble-no-path", MARBLE, "~d7>out"),
    ("marble-no-path", MARBLE, "~g1>out"),
    ("marble-no-path", MARBLE, "~c5>out ~c5>out"),
    ("marble-wrong-end", MARBLE, "~c5>c6n"),
    ("marble-wrong-end", INTO_CHAMBER, "~b4e>c4e"),
    ("marble-same-exit", INTO_CHAMBER, "~b4e>d4w"),
    ("game-over", "mice: R=Nb Y=Nf; nests: Nb=1,1,1,1,2,2,2,2", "-"),
    ("game-over", "mice: R=Nb Y=Nf", "END:agreed -"),
    ("end-not-reached", "mice: R=Nb Y=Nf", "END:frozen"),
]


def codes(position: str, actions: str) -> list[str]:
    """The codes of the first unlawful action."""
    state = GAME.read_position(position)
    for token, _ in GAME.split(actions):
        action = GAME.read(token)
        ruling = GAME.rule(state, action)
        if not ruling.legal:
            return [found.code for found in ruling.violations]
        state = GAME.play(state, action)
    return []


@pytest.mark.parametrize(("code", "position", "actions"), CASES, ids=[f"{c[0]} {c[2]}" for c in CASES])
def test_code(code: str, position: str, actions: str) -> None:
    """The last action breaks exactly this rule."""
    assert codes(position, actions) == [code]


def test_every_code_is_met() -> None:
    """Every code that a token can express occurs above; the others are marked as visible on the table only."""
    met = {case[0] for case in CASES}
    assert met == {code for code in VIOLATIONS if not code.startswith("setup-")} - set(PHYSICAL)


def test_lawful_neighbours() -> None:
    """The positions above are not simply hopeless: each has a lawful action."""
    for code, position, _ in CASES:
        if code != "game-over":
            assert GAME.actions(GAME.read_position(position)) != ()


def test_ruling_is_complete() -> None:
    """A ruling names the action, a sentence, a section of the rulebook, where to look and what to do."""
    state = GAME.read_position(RUN)
    ruling = GAME.rule(state, GAME.read(">d4w"))
    found = ruling.violations[0]
    assert (ruling.action, found.rule, found.places) == (">d4w", "Move 1", (Cell(3, 3),))
    assert found.sentence.endswith(".") and ruling.remedy


def test_every_remedy_is_words() -> None:
    """Every unlawful action above comes with at least one sentence to put it right."""
    for _, position, actions in CASES:
        state = GAME.read_position(position)
        for token, _ in GAME.split(actions):
            ruling = GAME.rule(state, GAME.read(token))
            if not ruling.legal:
                assert ruling.remedy and all(step.endswith(".") for step in ruling.remedy), actions
                break
            state = GAME.play(state, GAME.read(token))


def test_violation_with_places() -> None:
    """A physical slip can be given its places; an unknown code is refused."""
    assert violation("cheese-second", (Cell(0, 0),)).places == (Cell(0, 0),)
    with pytest.raises(KeyError, match="no-such-code"):
        violation("no-such-code")
