"""Labels of teaching pictures against the truth of the simulated table: tiles as they lie, kept cards, turned pieces."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.agreeing import Laid, agreed, corners_mm, lying
from calibration.arrangements import Arrangement, arrangements
from calibration.kept_cards import find_cards
from calibration.labels import find_pieces
from calibration.rims import turned
from calibration.settled_pieces import settled
from calibration.tapped import pose_of_places
from companion.core.grid import Zone
from companion.core.scene import Look, PieceAt, Scene
from companion.games import find
from vision.board import grid_corners_mm
from vision.lens import nominal_lens
from vision.pose import pose_from_corners
from vision.simulator.renderer import SIZE, Conditions, Renderer
from vision.simulator.table import Arrangement as Lain


def table(game_id: str, copies: Mapping[str, int]) -> tuple[Renderer, tuple[Arrangement, ...]]:
    game = find(game_id)
    drawn = Renderer(game.layout_of(game.start(game.setup({}))), game.catalogue, 1)
    return drawn, arrangements(drawn.layout, game.catalogue, copies)


def off_mm(drawn: Renderer, laid: Laid, lain: Lain) -> np.ndarray:
    """How far the corners of a label are off the truth, in the directions of its drawing, (4, 2)."""
    truth = next(tile for tile in lain.tiles if tile.place == laid.tile.place)
    return np.asarray((corners_mm(laid, drawn.layout) - truth.quad_mm) @ turned(90.0 * laid.turns))


def test_tiles_are_labelled_as_they_lie() -> None:
    """All pictures of one drawing within a fifth of a millimetre of each other, though each is a little askew."""
    drawn, plan = table("mouse-trap-cards", {})
    found: list[Laid] = []
    lain: list[Lain] = []
    for step in plan[:7]:
        laid = lying(step.scene, drawn.draw(step.scene), drawn.pose, drawn.layout)
        found, lain = found + laid, lain + [drawn.arrangement(step.scene)] * len(laid)
    looks: dict[Look, list[np.ndarray]] = {}
    for one, truth in zip(agreed(found, drawn.layout, drawn.catalogue), lain, strict=True):
        if one.tile.look.kind != drawn.catalogue.back:
            looks.setdefault(one.tile.look, []).append(off_mm(drawn, one, truth))
    apart = [np.abs(np.array(off) - np.mean(off, axis=0)).max() for off in looks.values() if len(off) > 1]
    assert len(apart) > 5 and float(np.median(apart)) < 0.2


def test_kept_cards_are_found_in_their_row() -> None:
    """Two side by side, also where they lie across; a card that is not there is missing."""
    drawn, plan = table("alles-kaese", {"front-cheese": 4, "front-trap": 4, "die": 1})
    tiles = [(step, lying(step.scene, drawn.draw(step.scene), drawn.pose, drawn.layout)) for step in plan if not step.pieces]
    known = {one.tile.look: one for _, laid in tiles for one in laid}
    step = next(step for step in plan if step.pieces)
    picture = drawn.draw(step.scene)
    truth = {(one.piece.kind, one.piece.place): one.at_mm for one in drawn.arrangement(step.scene).pieces}
    found, missing = find_cards(step.scene, picture, drawn.pose, drawn.layout, drawn.catalogue, known)
    middles = [(corners_mm(one, drawn.layout).mean(axis=0), truth[one.tile.look.kind or "", one.tile.place]) for one in found]
    assert missing == [] and len(found) >= 4 and max(float(np.abs(at - true).max()) for at, true in middles) < 2.5
    asked = Scene((), (PieceAt("front-trap", Zone("area-S")),) * 2)
    bare = drawn.draw(Scene((), ()))
    assert find_cards(asked, bare, drawn.pose, drawn.layout, drawn.catalogue, known)[1] == [*asked.pieces]


def test_the_shadow_of_a_mouse_is_no_part_of_it() -> None:
    """Each nose within eight degrees of where it points; one outline alone was up to 25 off."""
    drawn, plan = table("mouse-trap-cards", {"mouse": 1})
    bare = drawn.draw(Scene(plan[-1].scene.tiles, ()))
    found, headings = [], []
    for number, step in enumerate(step for step in plan if step.pieces):
        laid = drawn.draw(step.scene, None, Conditions(noise=number))
        found += find_pieces(bare, laid, step.scene, drawn.pose, drawn.layout, drawn.catalogue)[0]
        headings += [stood.heading_deg for stood in drawn.arrangement(step.scene).pieces]
    labels = settled(found)
    off = [(float(label.heading_deg or 0) - true + 180) % 360 - 180 for label, true in zip(labels, headings, strict=True)]
    assert len(off) == 5 and max(map(abs, off)) < 8


def test_tiles_tell_the_corners_better_than_a_finger() -> None:
    """Corners tapped four pixels off are put right by tiles that each lie a little off their places."""
    drawn, _ = table("mice-in-a-maze", {})
    chance = np.random.default_rng(3)
    corners, layout = grid_corners_mm(drawn.layout), drawn.layout
    tapped = drawn.pose.project(corners) + chance.choice((-3.0, 3.0), (4, 2))
    places = np.array([layout.centre_mm(cell) for cell in layout.cells()])
    seen = drawn.pose.project(places + chance.normal(0, 0.7, places.shape), layout.top_mm)
    start = pose_from_corners(tapped, layout, nominal_lens(SIZE))
    better = pose_of_places(tapped, places, seen, layout, start)
    assert np.abs(better.project(corners) - drawn.pose.project(corners)).max() < 1.5


