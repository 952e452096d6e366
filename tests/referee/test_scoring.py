"""How scenes are scored against readings."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from readings import CLEAR, ORDINARY, reading_of

from companion.core.grid import Cell, Facing, Zone
from companion.core.reading import PieceClaim, Reading
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from companion.referee.scoring import CAP, HEAP_CAP, UNSURE_CAP, Evidence, Group, Scorer, misfits

BACK = Look("back", "down", 0)
KINDS = [kind.name for kind in CATALOGUE.tiles if kind.name != "chamber"]


def table(seed: int = 0) -> Scene:
    """A table half open, with two mice, cheeses and three own tiles."""
    rng = random.Random(seed)
    tiles = [TileAt(cell, Look("chamber", "up", 0) if cell == Cell(3, 3) else rng.choice(
        (BACK, Look(rng.choice(KINDS), "up", rng.randrange(2))))) for cell in LAYOUT.cells()]
    tiles += [TileAt(Zone(f"hand-P{n}"), BACK) for n in (1, 2, 3)]
    pieces = [PieceAt("mouse-red", Cell(2, 2), Facing.N), PieceAt("mouse-blue", Zone("N1"), Facing.S)]
    pieces += [PieceAt("cheese", Cell(3, 3)) for _ in range(7)] + [PieceAt("cheese", Cell(2, 2), None, "mouse-red")]
    return Scene(tuple(tiles), tuple(pieces))


def with_look(scene: Scene, cell: Cell, look: Look) -> Scene:
    return scene._replace(tiles=tuple(TileAt(cell, look) if item.place == cell else item for item in scene.tiles))


def test_the_true_scene_of_a_clear_reading_scores_zero() -> None:
    """Terms are relative to the best explanation of their place."""
    scene = table()
    assert Scorer(Evidence(reading_of(scene, CATALOGUE, LAYOUT)), scene).score(scene) == pytest.approx(0.0)


@pytest.mark.parametrize("seed", range(5))
def test_scoring_by_difference_equals_scoring_anew(seed: int) -> None:
    """The base scene only saves time: it never changes a score, whatever the order of the tiles."""
    truth, other = table(seed), table(seed + 100)
    evidence = Evidence(reading_of(truth, CATALOGUE, LAYOUT, ORDINARY, seed))
    shuffled = Scene(tuple(reversed(other.tiles)), tuple(reversed(other.pieces)))
    anew = Scorer(evidence, other).score(other)
    assert Scorer(evidence, truth).score(other) == pytest.approx(anew)
    assert Scorer(evidence, truth).score(shuffled) == pytest.approx(anew)


def test_a_miscounted_side_costs_its_count() -> None:
    """Of two arms and a sun one arm lies half hidden: that costs what the eye doubts of the number, not a side misread."""
    def coins(side: str, *counts: float) -> PieceClaim:
        return PieceClaim("coin", Zone("out"), counts, None, None, ((side, -0.001), ("moon", -9.0)))
    evidence = Evidence(Reading(0, 0.0, (), (coins("arms", -6.0, -0.1, -2.3), coins("sun", -9.0, -0.001, -9.0))))
    assert evidence.piece("coin", Zone("out"), Group(3, None, ("arms", "arms", "sun"))) == pytest.approx(-2.2)
    assert evidence.piece("coin", Zone("out"), Group(3, None, ("arms", "moon", "sun"))) <= -7.0


def test_one_absurd_claim_costs_no_more_than_the_cap() -> None:
    """One place the camera gets wrong with full confidence cannot sink an explanation that fits everywhere else."""
    scene = table()
    wrong = with_look(scene, Cell(0, 0), Look(KINDS[5], "up", 1))
    evidence = Evidence(reading_of(wrong, CATALOGUE, LAYOUT))
    assert -CAP - 0.01 <= Scorer(evidence, scene).score(scene) <= -CAP / 2


def test_hidden_places_tell_nothing_and_unsure_ones_little() -> None:
    """A covered cell may hold anything; a doubtful one keeps a small weight."""
    scene = table()
    wrong = with_look(scene, Cell(0, 0), Look(KINDS[5], "up", 1))
    hidden = Evidence(reading_of(wrong, CATALOGUE, LAYOUT, hidden=[Cell(0, 0)]))
    unsure = Evidence(reading_of(wrong, CATALOGUE, LAYOUT, unsure=[Cell(0, 0)]))
    assert Scorer(hidden, scene).score(scene) == pytest.approx(0.0)
    assert -UNSURE_CAP - 0.01 <= Scorer(unsure, scene).score(scene) < -0.5


def test_a_piece_counts_in_full_where_only_its_tile_is_in_doubt() -> None:
    """A mouse that hides the drawing below it is no less sure for that; one that is not seen may be what hides it."""
    scene, there = table(), table().pieces[0]
    gone = scene._replace(pieces=tuple(piece for piece in scene.pieces if piece.place != there.place))
    for lies, record, in_full in ((scene, gone, True), (gone, scene, False)):
        whole = reading_of(lies, CATALOGUE, LAYOUT, unsure=[there.place])
        tile = Evidence(replace(whole, tile_only=frozenset({there.place})))
        weak = Scorer(Evidence(whole), record).score(record)
        assert (Scorer(tile, record).score(record) < 2 * weak) == in_full and weak < -1.0
        assert (tile.trusted(there.place), tile.trusted(there.place, there.kind)) == (False, in_full)


def test_an_own_tile_may_lie_turned_as_it_fell() -> None:
    """Beside the grid only the kind and the face of a tile count."""
    scene = table()
    lying = scene._replace(tiles=(*scene.tiles[:-1], TileAt(Zone("hand-P3"), Look("curve-red-blue", "up", 0))))
    turned = scene._replace(tiles=(*scene.tiles[:-1], TileAt(Zone("hand-P3"), Look("curve-red-blue", "up", 3))))
    evidence = Evidence(reading_of(turned, CATALOGUE, LAYOUT, CLEAR))
    assert Scorer(evidence, lying).score(lying) == pytest.approx(0.0)


def test_misfits_name_the_places_that_differ() -> None:
    """A moved mouse and a changed tile are found, and nothing else."""
    scene = table()
    moved = with_look(scene._replace(pieces=(PieceAt("mouse-red", Cell(1, 2), Facing.N), *scene.pieces[1:])), Cell(0, 0),
                      Look(KINDS[5], "up", 1))
    found = misfits(Evidence(reading_of(moved, CATALOGUE, LAYOUT)), scene, 2.0)
    assert {(item.place, item.kind) for item in found} == {
        (Cell(0, 0), None), (Cell(1, 2), "mouse-red"), (Cell(2, 2), "mouse-red")}


def test_a_heap_is_not_counted() -> None:
    """Seven cheeses of which a camera sees three are seven cheeses; none at all is another matter."""
    scene = table()
    pieces = tuple(piece for piece in scene.pieces if piece.place != Cell(3, 3))
    three = scene._replace(pieces=(*pieces, *(PieceAt("cheese", Cell(3, 3)) for _ in range(3))))
    none = scene._replace(pieces=pieces)
    few, gone = (Evidence(reading_of(seen, CATALOGUE, LAYOUT)) for seen in (three, none))
    assert Scorer(few, scene).score(scene) >= -HEAP_CAP - 0.01
    assert Scorer(gone, scene).score(scene) <= -CAP + 0.01


def test_nothing_hides_what_is_not_there() -> None:
    """Six cheeses seen where three lie cost no less than four do: a heap hides some, and adds none."""
    scene = table()
    pieces = tuple(piece for piece in scene.pieces if piece.place != Cell(3, 3))
    three, four, six = (
        scene._replace(pieces=(*pieces, *(PieceAt("cheese", Cell(3, 3)) for _ in range(number)))) for number in (3, 4, 6)
    )
    one_more, more = (Evidence(reading_of(seen, CATALOGUE, LAYOUT)) for seen in (four, six))
    assert Scorer(more, scene).score(three) <= Scorer(one_more, scene).score(three) < -HEAP_CAP - 1
