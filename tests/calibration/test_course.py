"""The course of calibrating and teaching: corners, pictures that are checked, nothing lost when it is left in the middle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from blind_class import COPIES, GAME, LAYOUT, course, renderer

from calibration.arrangements import SIDE_BY_SIDE, InPlay, arrangements, open_faces
from calibration.course import CourseError, Points, _unlike
from calibration.kept_cards import card_kinds
from calibration.labels import Wrong, board_px, label_pieces
from companion.app.simulated_eye import cast_of
from companion.core.grid import Cell
from companion.core.scene import Scene
from companion.games import GAMES, find
from companion.simulated.rehearsal import dealt, grid_in_play
from vision.simulator.renderer import Conditions

GOOD: Points = ((500.0, 200.0), (1000.0, 210.0), (1010.0, 700.0), (490.0, 690.0))


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_asked_for_can_be_laid(game_id: str) -> None:
    """No tile and no place twice in a picture, no more pieces than there are; all drawings and kinds come up, tiles stay."""
    game = find(game_id)
    layout = game.layout_of(game.start(game.setup({})))
    copies = {kind.name: 2 for kind in game.catalogue.pieces}
    plan = arrangements(layout, game.catalogue, copies)
    for step in plan:
        open_kinds = [tile.look.kind for tile in step.scene.tiles if tile.look.kind != game.catalogue.back]
        assert len(set(open_kinds)) == len(open_kinds) and len({t.place for t in step.scene.tiles}) == len(step.scene.tiles)
        assert all(sum(piece.kind == kind for piece in step.scene.pieces) <= most for kind, most in copies.items())
        cards = card_kinds(game.catalogue)
        assert all(len(step.scene.pieces_at(piece.place)) == 1 for piece in step.scene.pieces if piece.kind not in cards)
        assert all(len(step.scene.pieces_at(piece.place)) <= SIDE_BY_SIDE for piece in step.scene.pieces)
    shown = {(tile.look.kind, tile.look.face) for step in plan if not step.pieces for tile in step.scene.tiles}
    assert {(kind.name, face) for kind in game.catalogue.tiles for face in open_faces(kind)} <= shown
    assert len({step.scene.tiles for step in plan if step.pieces}) == 1
    assert {piece.kind for step in plan for piece in step.scene.pieces} == set(copies)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_family_lays_at_most_fifteen_pictures(game_id: str) -> None:
    """With one die and the pieces of a real box; pieces stand on tiles that lie in the grid in play, backs are shown too."""
    game = find(game_id)
    truth = dealt(game, game.start(game.setup({})), 1)
    copies = {kind: 1 if kind == "die" else count for kind, count in cast_of(game, truth, 1).items()}
    kinds, holes = grid_in_play(game, truth, 1)
    plan = arrangements(game.layout_of(truth), game.catalogue, copies, InPlay(kinds, holes))
    assert len(plan) <= 15
    under = {tile.place: tile.look.kind for tile in plan[-1].scene.tiles}
    stood = {under[piece.place] for step in plan for piece in step.scene.pieces if piece.place in under}
    assert stood <= kinds
    backs = game.catalogue.common_backs
    assert backs <= {tile.look.face for step in plan for tile in step.scene.tiles}


def test_the_markers_tell_the_corners(tmp_path: Path) -> None:
    """Where markers are seen nobody has to look for the corners; the grid is drawn where it lies."""
    drawn = renderer()
    picture = drawn.draw(Scene((), ()))
    found = course(tmp_path).propose(picture)
    assert np.abs(np.array(found) - board_px(drawn.pose, LAYOUT)).max() < 2.0
    sketch = course(tmp_path).sketch(picture, found)
    assert len(sketch.lines) == LAYOUT.rows + LAYOUT.cols + 2 and 400 < sketch.height_mm < 1100


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ((GOOD[1], GOOD[0], *GOOD[2:]), "cross over"),
        ((GOOD[0], GOOD[0], *GOOD[2:]), "cross over|too small"),
        (((-50.0, 200.0), *GOOD[1:]), "outside of the picture"),
        (tuple((x / 20, y / 20) for x, y in GOOD), "too small"),
        (GOOD[:3], "four points"),
    ],
)
def test_corners_that_cannot_be_are_refused_in_words(tmp_path: Path, corners: Points, words: str) -> None:
    """Crossed, outside, too small, too few."""
    picture = np.zeros((864, 1536, 3), np.uint8)
    with pytest.raises(CourseError, match=words):
        course(tmp_path, marked=False).sketch(picture, corners)
    assert course(tmp_path, marked=False).sketch(picture, GOOD).lines


def test_a_course_left_in_the_middle_goes_on(tmp_path: Path) -> None:
    """Corners and pictures are there again; a dropped picture is gone; other pieces are another course."""
    drawn, first = renderer(), course(tmp_path)
    picture = drawn.draw(first.plan[0].scene)
    first.confirm(picture, first.propose(picture))
    assert first.take(picture) == () and first.take(drawn.draw(first.plan[1].scene, None, Conditions(noise=2))) == ()
    again = course(tmp_path)
    assert (again.taken, again.confirmed, again.corners) == (2, True, first.corners)
    again.drop()
    assert course(tmp_path).taken == 1
    other = type(again)(tmp_path, LAYOUT, GAME.catalogue, {**COPIES, "pawn-blue": 1})
    assert (other.taken, other.confirmed) == (0, False)


def test_what_does_not_lie_as_asked_is_named(tmp_path: Path) -> None:
    """A piece left out, one too many: the picture is kept only if that is wanted; a dark one never is."""
    drawn, here = renderer(), course(tmp_path)
    bare = drawn.draw(here.plan[0].scene)
    here.confirm(bare, here.propose(bare))
    here.take(bare)
    wanted = here.plan[1].scene
    gone, moved = wanted.pieces[0], wanted.pieces[1]
    free = next(c for c in LAYOUT.cells() if (c.row + c.col) % 2 and min(abs(c.row - 3.5), abs(c.col - 3.5)) < 4)
    wrong = drawn.draw(Scene((), (moved._replace(place=free), *wanted.pieces[2:])))
    problems = {(problem.wrong, problem.place) for problem in here.take(wrong)}
    assert {(Wrong.MISSING, gone.place), (Wrong.MISSING, moved.place), (Wrong.UNASKED, free)} == problems
    assert here.taken == 1 and here.take(wrong, anyway=True) == () and here.taken == 2
    with pytest.raises(CourseError, match="dark"):
        here.take(np.zeros_like(bare))


def test_pieces_are_found_where_they_stand() -> None:
    """Within half a cell's quarter of the truth, though nobody said more than the cell."""
    drawn = renderer()
    scene = arrangements(LAYOUT, GAME.catalogue, COPIES)[1].scene
    bare, laid = drawn.draw(Scene((), ())), drawn.draw(scene, None, Conditions(noise=3))
    pieces, problems = label_pieces(bare, laid, scene, drawn.pose, LAYOUT, GAME.catalogue)
    truth = {stood.piece.place: stood.at_mm for stood in drawn.arrangement(scene).pieces}
    off = [float(np.hypot(*np.subtract(piece.at_mm, truth[piece.piece.place]))) for piece in pieces]
    assert problems == () and len(off) == len(scene.pieces) and max(off) < 8


def test_a_tile_in_another_turn_is_told_from_another_tile() -> None:
    """The same drawing is nothing to speak of; turned it is called turned; another one is called another."""
    art = np.random.default_rng(1).uniform(0, 255, (8, 8, 3)).astype(np.float32).repeat(8, 0).repeat(8, 1)
    other = np.random.default_rng(2).uniform(0, 255, (8, 8, 3)).astype(np.float32).repeat(8, 0).repeat(8, 1)
    assert _unlike(art, art * 0.8 + 5) is None
    assert _unlike(art, np.ascontiguousarray(np.rot90(art))) is Wrong.TURNED
    assert _unlike(art, other) is Wrong.OTHER_TILE
    assert Cell(0, 0) in LAYOUT.cells()
