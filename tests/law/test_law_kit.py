"""Each utility that checks something for the law suite refuses at least one thing that is wrong."""

from __future__ import annotations

from random import Random

import duel
import law_mice_in_a_maze
import law_scenes
import mice_positions
import pytest
import slow_mice
import transcript
from law_table import LAWS

from companion.core.grid import Cell, Facing
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games import find

SMALL = "tiles: a3=XRG0 b3=CWK1 b4=XRP0; mice: R=a3e Y=E6 B=Sf"
MICE = "mice-in-a-maze"


@pytest.mark.parametrize(
    ("after", "problem"),
    [
        ("tiles: a3=XRG0 b3=CWK1 b4=XRP0; mice: R=a3e* Y=E6 B=Sf; pile: 8", "9 cheeses"),
        ("tiles: a3=XRG0 b3=CWK1 b4=XRG1; mice: R=a3e Y=E6 B=Sf", "XRG lies twice"),
        ("tiles: a3=XRG0 b3=CWK1 b4=XPR0; mice: R=a3e Y=E6 B=Sf", "XPR is no tile"),
        ("tiles: a3=XRG0 b3=CWK1; mice: R=a3e Y=E6 B=Sf", "an open tile became face down"),
        ("tiles: a3=XRG0 b3=CWK1 b4=XRP0; mice: R=a3e Y=E6 B=Sf; marbles: c3", "1 marbles and 0 gone of 0"),
    ],
)
def test_conservation_can_fail(after: str, problem: str) -> None:
    """A cheese too many, a tile twice, an unknown tile, a closed tile and a new marble are each noticed."""
    assert law_mice_in_a_maze.conserved(SMALL, [], after) == [problem]
    assert law_mice_in_a_maze.conserved(SMALL, [], SMALL) == []


def test_conservation_notices_an_exchanged_identity() -> None:
    """When every tile is known, one that turns into another is noticed."""
    one, other = law_mice_in_a_maze.secrets(SMALL, None, Random(1))
    code = mice_positions.DECK[-1]
    assert law_mice_in_a_maze.conserved(one, [], one.replace(code, "XOY")) != []
    assert law_mice_in_a_maze.conserved(one, [], one) == []
    assert one != other


def test_scene_check_can_fail() -> None:
    """A missing cell, a wrong look, a mouse too many and a mouse turned round are each noticed."""
    game = find(MICE)
    good = game.scene(game.read_position(SMALL))
    assert law_mice_in_a_maze.scene_problems(good, SMALL) == []
    wrong_look = tuple(TileAt(t.place, Look("cross-red-green", "up", 1)) if t.place == Cell(4, 0) else t for t in good.tiles)
    turned = tuple(PieceAt(p.kind, p.place, Facing.W) if p.kind == "mouse-red" else p for p in good.pieces)
    for scene in (
        Scene(good.tiles[1:], good.pieces),
        Scene(wrong_look, good.pieces),
        Scene(good.tiles, (*good.pieces, PieceAt("mouse-red", Cell(0, 0), Facing.N))),
        Scene(good.tiles, turned),
    ):
        assert law_mice_in_a_maze.scene_problems(scene, SMALL) != []


def test_the_slow_rules_refuse_an_illegal_token() -> None:
    """The second implementation plays no token that it does not find legal."""
    state = slow_mice.read(SMALL)
    assert slow_mice.legal(state) == {">b4n"}
    with pytest.raises(ValueError, match="is not legal"):
        slow_mice.after(state, ">b3n")


def test_the_second_opinion_refuses_a_known_tile_elsewhere() -> None:
    """An identity may be named where none is known, but not one that lies open in another cell."""
    allowed = law_mice_in_a_maze.judge(SMALL + "; step: 2")
    assert allowed("b3=+") and allowed("b3=XOB1h") and allowed("b3=CWK0s")
    assert not allowed("b3=XRP0h") and not allowed("b3=CWK0h") and not allowed("a3=+")


def test_scenes_that_do_not_fit_are_told_apart() -> None:
    """A tile of another kind, of another face and a missing piece do not fit; a tile of unknown kind fits any of its face."""
    game = find(MICE)
    good = game.scene(game.read_position(SMALL))
    unnamed = Scene(tuple(TileAt(t.place, Look(None, t.look.face)) for t in good.tiles), good.pieces)
    closed = Scene(tuple(TileAt(t.place, Look(None, "down")) for t in good.tiles), good.pieces)
    assert law_scenes.fits(good, good) and law_scenes.fits(unnamed, good)
    assert not law_scenes.fits(good, unnamed) and not law_scenes.fits(closed, good)
    assert not law_scenes.fits(Scene(good.tiles, good.pieces[1:]), good)
    assert law_scenes.named(good) and not law_scenes.named(unnamed)


def test_eyes_see_what_changed_and_nothing_else() -> None:
    """Between two positions that differ in one mouse's place only this mouse is seen to have moved."""
    game = find(MICE)
    before, after = (game.scene(game.read_position(text)) for text in (SMALL, SMALL.replace("R=a3e", "R=b4n")))
    seen = law_scenes.seen_from(before, after)
    assert (dict(seen.tiles), dict(seen.pieces)) == ({}, {"mouse-red": ((Cell(3, 1), Facing.N),)})
    assert law_scenes.seen_from(before, before).pieces == {}


class Mutant:
    """The engine with one rule broken: empty mice find no cheese lying loose."""

    def __getattr__(self, name: str) -> object:
        return getattr(find(MICE), name)

    def play(self, state: object, action: object) -> object:
        game = find(MICE)
        text = game.write_position(game.play(state, action))
        return game.read_position(text.replace("R=b4n*", "R=b4n").replace("pile: 7", "pile: 8"))


def test_the_duel_notices_a_broken_rule() -> None:
    """A game whose cheeses are not picked up differs from the slow rules at once, in the lockstep and in perft."""
    text = SMALL + "; loose: b4/ns"
    with pytest.raises(duel.DiffersError, match="position after"):
        duel.duel(Mutant(), text, Random(1), 5, duel.Tally())
    with pytest.raises(duel.DiffersError, match="position after"):
        duel.same_to(Mutant(), Mutant().read_position(text), slow_mice.read(text), 1, duel.Tally())  # type: ignore[operator]


def test_a_transcript_with_one_word_changed_is_refused() -> None:
    """The comparison of transcripts names the first line that differs."""
    stored = transcript.of(MICE)
    assert transcript.first_difference(stored, stored) is None
    wrong = stored.replace(" 3 legal", " 4 legal", 1)
    assert wrong != stored
    assert "4 legal" in str(transcript.first_difference(stored, wrong))


def test_laws_cover_every_number_of_players() -> None:
    """The positions of the law suite hold games for two, three and four players, with and without marbles."""
    states = [slow_mice.read(text) for text in LAWS[MICE].positions]
    assert {len(state["players"]) for state in states} >= {2, 3, 4}
    assert {bool(state["marbles"]) for state in states} == {True, False}
