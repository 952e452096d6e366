"""What lies half done is waited for, in games where an act changes many places at once."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.core.finding import Irregular, Settled, Unclear, Waiting
from companion.core.grid import Cell, Zone
from companion.core.reading import LikelyLook, TileClaim
from companion.core.scene import ABSENT, Scene, TileAt
from companion.games import find
from companion.referee.referee import Referee
from companion.simulated.halfway import with_look
from companion.simulated.noise import Noise, SceneEye
from companion.simulated.sight import sight_key
from companion.simulated.stage import changed_places

GAME = find("librande-maze")
STATE = GAME.start(GAME.setup({}))
SURE = Noise(doubtful=0.0, ghosts=0.0)


def slid() -> tuple[str, Scene]:
    """A lawful slide that changes at least five tiles, and the scene after it."""
    for action in GAME.actions(STATE):
        scene = GAME.scene(GAME.play(STATE, action))
        if len(changed_places(GAME.scene(STATE), scene)) >= 5:
            return GAME.write(action), scene
    raise AssertionError("no slide")


def judged(scene: Scene, waited_s: float) -> object:
    eye = SceneEye(GAME.catalogue, GAME.layout_of(STATE), Random(2), SURE)
    return Referee(GAME).judge(STATE, eye.read(scene), waited_s)


def test_a_row_pushed_but_for_one_tile_is_not_taken_up_yet() -> None:
    """One tile still lies as before: whoever pushes is at it, and nobody turned it in its place."""
    _, scene = slid()
    before = GAME.scene(STATE)
    # Not at an end: a tile that comes in may be turned as people like.
    place = [place for place in changed_places(before, scene) if isinstance(place, Cell)][2]
    half = with_look(scene, place, before.tile(place))
    for waited_s in (0.4, 1.0, 3.9):
        found = judged(half, waited_s)
        assert isinstance(found, Waiting) and not isinstance(found, Settled | Irregular)


def test_the_whole_row_is_taken_up_at_once() -> None:
    """Pushed to its end, it is what happened; a tile that lies askew in it does not hinder."""
    token, scene = slid()
    found = judged(scene, 0.5)
    assert isinstance(found, Settled) and found.actions == (token,)
    place = next(item.place for item in scene.tiles if item != TileAt(item.place, GAME.scene(STATE).tile(item.place)))
    eye = SceneEye(GAME.catalogue, GAME.layout_of(STATE), Random(2), SURE)
    askew = Referee(GAME).judge(STATE, eye.read(scene, nudged=[place]), 4.0)
    assert isinstance(askew, Settled) and askew.actions == (token,)


def test_a_card_lifted_shows_no_other_laid_over_it() -> None:
    """Where the card in play is lifted and the discards lie as before, no second card like the one below is taken up at once."""
    trap = find("mouse-trap-cards")
    maze = "M06F@0 M07F@0 M10F@0 M04F@0 | M12B@0 M05B@0 M13F@3 M09B@2 | M15F@0 M14F@0 M02F@0 M03F@0 | M01F@0 M11B@1 M16F@0 M08F@0"
    state = trap.read_position(f"maze: {maze}; mouse: a1S; disc: F1; do: d:FB2")
    lifted = with_look(trap.scene(state), Zone("show"), ABSENT)
    assert sight_key(lifted) == sight_key(trap.scene(trap.play(trap.play(state, trap.read(">S")), trap.read("d:F1"))))
    reading = SceneEye(trap.catalogue, trap.layout_of(state), Random(2), SURE).read(lifted)
    assert isinstance(Referee(trap).judge(state, reading, 1.0), Waiting)


def test_half_of_the_next_act_may_lie_there_with_the_one_before_it() -> None:
    """The card is put away before the cheese that it asks for is laid: that is named only after the long wait."""
    trap = find("mouse-trap-cards")
    maze = "M06F@0 M07F@0 M10F@0 M04F@0 | M12B@0 M05B@0 M13F@3 M09B@2 | M15F@0 M14F@0 M02F@0 M03F@0 | M01F@0 M11B@1 M16F@0 M08F@0"
    state = trap.read_position(f"maze: {maze}; mouse: a1E; phase: draw")
    moved = trap.play(state, trap.read("d:F1"))
    half = Scene(trap.scene(trap.play(moved, trap.read("+c3"))).tiles, trap.scene(moved).pieces)
    reading = SceneEye(trap.catalogue, trap.layout_of(state), Random(2), SURE).read(half)
    judge = Referee(trap).judge
    assert isinstance(judge(state, reading, 2.0), Waiting)
    assert isinstance(judge(state, reading, 4.5), Irregular)


def test_done_asks_for_a_step_within_a_square_also_where_a_tile_is_doubtful() -> None:
    """A hero crosses a web, which shows nowhere, while some tile looks a little like another: Done asks what was done."""
    start, place = GAME.read_position("1=BA@d3.e; 3=WT@g7"), Cell(5, 5)
    scene = GAME.scene(start)
    other = next(tile.look for tile in scene.tiles if tile.look.kind != scene.tile(place).kind)
    claim = TileClaim(place, (LikelyLook(other, -0.15), LikelyLook(scene.tile(place), -2.1)))
    lies = SceneEye(GAME.catalogue, GAME.layout_of(start), Random(1), SURE).read(scene)
    lies = replace(lies, tiles=tuple(claim if one.place == place else one for one in lies.tiles), touched=frozenset({Cell(2, 3)}))
    told = Referee(GAME).judge(start, lies, 6.0, done=True)
    assert isinstance(told, Unclear)
    assert {("end",), ("mv:d3.s",)} <= {choice.actions for choice in told.question.choices}


def test_done_asks_for_a_step_within_the_square_whose_tile_cannot_be_told() -> None:
    """A hero crosses a web below the Dragon, and the tile there looks like another: Done asks what was done, not only whether
    something was put back."""
    start, place = GAME.read_position("1=BA@d3.e; 3=WT@g7"), Cell(2, 3)
    scene = GAME.scene(start)
    others = list(dict.fromkeys(tile.look for tile in scene.tiles if tile.look.kind != scene.tile(place).kind))
    looks = tuple(map(LikelyLook, others, (-1.4, -1.7, -1.7, -2.0)))
    claim = TileClaim(place, looks)
    lies = SceneEye(GAME.catalogue, GAME.layout_of(start), Random(1), SURE).read(scene)
    there = frozenset({place})
    lies = replace(lies, tiles=tuple(claim if one.place == place else one for one in lies.tiles),
                   touched=there, unsure=there, tile_only=there, look=3)
    told = Referee(GAME).judge(start, lies, 6.0, done=True)
    assert isinstance(told, Unclear)
    assert {("end",), ("mv:d3.s",)} <= {choice.actions for choice in told.question.choices}


def test_of_many_ways_to_go_on_those_are_kept_that_come_to_what_is_missing() -> None:
    """A teleport may have gone to some fifty squares, and the hero has moved on since: it was the one whose treasure is gone."""
    state = GAME.read_position(
        "1=BA@a1{hand=?}; 3=DR@g7; maze BASE; dragon d4; treasure c3 d3.e e3 c4 d4.w e4 c5 d5 e5; turn 1; ap 1; "
        "used drew acted; deck 37"
    )
    after, acts = state, ("cs:TPs@c5", "pw:rush>b5*", "end")
    for token in acts:
        after = GAME.play(after, GAME.read(token))
    reading = SceneEye(GAME.catalogue, GAME.layout_of(state), Random(2), SURE).read(GAME.scene(after))
    found = Referee(GAME).judge(state, reading, 5.0)
    assert isinstance(found, Settled) and found.actions == acts
