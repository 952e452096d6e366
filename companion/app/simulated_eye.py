"""The eye of a simulated table: taught from drawn pictures; where it cannot be taught, that is said and play goes on by hand."""

from __future__ import annotations

import logging
from collections import Counter
from random import Random
from typing import Any

import cv2

from calibration.teach import teach
from companion.app.pipeline import FrameReader
from companion.core.errors import CompanionError
from companion.core.game import Game
from companion.core.grid import Cell, Place, Zone
from companion.core.reading import NoReading, Reading
from companion.core.scene import ABSENT, Look, Scene
from companion.simulated.rehearsal import dealt, pieces_met
from vision.frame import Frame, Picture
from vision.overlay import draw
from vision.reader import Reader
from vision.rig import Rig, with_pieces
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures
from vision.steady import SteadyReader

TABLES, TRIED = 2, 10
"""The eye is tried on so many tables, each so many actions after the last, played in thought."""

MOST_WRONG = 0.02
"""Share of the places that it may see wrongly then."""

MOST_UNSURE = 0.25
"""Share of the places of which it may be unsure; which of several cards with one picture lies somewhere does not count."""

LOG = logging.getLogger(__name__)

REMEDY = "The game goes on: every action is entered by hand."


class TaughtEye:
    """Reads frames, and draws on them what it saw."""

    can_read = True
    why = ""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.full = Reader(rig)
        self.reader: FrameReader = SteadyReader(self.full)

    def overlay(self, frame: Frame, result: Reading | NoReading) -> Picture:
        return draw(frame, result, self._rig)


class NoEye:
    """Stands in for an eye that could not be taught: passes the pictures on and says why it reads nothing."""

    can_read = False

    def __init__(self, why: str) -> None:
        self.why = why
        self.reader: FrameReader = self

    def read(self, frame: Frame) -> NoReading:
        why = f"I cannot read this game from the camera yet: {self.why}."
        return NoReading(frame.number, frame.time_s, "not-taught", why, REMEDY)

    def overlay(self, frame: Frame, result: Reading | NoReading) -> Picture:
        return frame.picture


def open_eye(game: Game[Any, Any], renderer: Renderer, truth: Any, seed: int, kinds: frozenset[str]) -> TaughtEye | NoEye:
    """The eye taught from simulated pictures, looking for these kinds of piece; one that reads nothing where that fails.

    It is tried on tables of a game played in thought: an eye that sees much of it wrongly would accuse honest players.
    """
    try:
        eye = TaughtEye(with_pieces(teach_simulated(game, renderer, truth, seed), kinds))
        wrong, unsure, places = _tried(game, renderer, eye, truth, seed)
        if unsure > MOST_UNSURE * places:
            return NoEye(f"on trial it was unsure of {unsure} of {places} places")
        if wrong > MOST_WRONG * places:
            return NoEye(f"on trial it saw {wrong} of {places} places wrongly")
        return eye
    except CompanionError as error:
        return NoEye(str(error).rstrip("."))
    except (ArithmeticError, LookupError, ValueError, cv2.error) as error:
        # What the eye was not made for shows in its arithmetic: no samples to stack, no area to cut out.
        LOG.debug("teaching %s failed", game.id, exc_info=True)
        return NoEye(f"learning its look failed ({type(error).__name__}: {error})".replace("\n", " ").rstrip("."))


def teach_simulated(game: Game[Any, Any], renderer: Renderer, truth: Any, seed: int) -> Rig:
    """Teach the eye from simulated pictures, as a family teaches it with its own tiles.  Raises TeachError."""
    pictures = teaching_pictures(renderer, seed, copies=cast_of(game, truth, seed))
    return teach(pictures, renderer.layout, game.catalogue, renderer.markers, renderer.pose.lens)


def cast_of(game: Game[Any, Any], truth: Any, seed: int) -> dict[str, int]:
    """The pieces of this game and how many of each; of what belongs to nobody at least two for each of its faces."""
    owned = {kind for seat in game.seats(truth) for kind in seat.pieces}
    met = pieces_met(game, truth, seed)
    kinds = [kind for kind in game.catalogue.pieces if kind.name in owned or kind.name in met]
    return {
        kind.name: max(met.get(kind.name, 1), 0 if kind.name in owned or kind.directed else 2 * len(kind.faces)) for kind in kinds
    }


def _tried(game: Game[Any, Any], renderer: Renderer, eye: TaughtEye, truth: Any, seed: int) -> tuple[int, int, int]:
    """How many places of the tried tables the eye sees wrongly, of how many it is unsure, and how many there are."""
    random, state, wrong, unsure = Random(f"trial {seed}"), truth, 0, 0
    places: list[Place] = [*renderer.layout.cells(), *(Zone(zone.name) for zone in renderer.layout.zones)]
    for number in range(TABLES):
        state = _played_on(game, state, random, seed)
        scene = game.scene(state)
        result = eye.full.read(Frame(number, 0.0, renderer.draw(scene)))
        if isinstance(result, NoReading):
            wrong += len(places)
        else:
            # Where it is unsure it accuses nobody.
            wrong += len(misseen(renderer, scene, result) - result.unsure)
            unsure += len(result.unsure)
    return wrong, unsure, TABLES * len(places)


def _played_on(game: Game[Any, Any], state: Any, random: Random, seed: int) -> Any:
    """The state after some actions at random, where people may leave the table lying."""
    begun = state.ply
    for _ in range(2 * TRIED):
        if game.outcome(state) is not None or (state.ply >= begun + TRIED and game.at_rest(state)):
            break
        state = dealt(game, game.play(state, random.choice(game.actions(state))), seed)
    return state


def misseen(renderer: Renderer, scene: Scene, reading: Reading) -> frozenset[Place]:
    """The places where the likeliest look, or the likeliest number of some piece, is not what lies there."""
    truth = {tile.place: tile.look for tile in scene.tiles}
    wrong = {
        claim.place for claim in reading.tiles if not _alike(renderer, truth.get(claim.place, ABSENT), claim.best, claim.place)
    }
    there = Counter((piece.kind, piece.place) for piece in scene.pieces)
    seen: Counter[tuple[str, Place]] = Counter()
    for claim in reading.pieces:
        seen[claim.kind, claim.place] += claim.count
    wrong |= {place for kind, place in there.keys() | seen.keys() if there[kind, place] != seen[kind, place]}
    return frozenset(wrong | reading.hidden)


def _alike(renderer: Renderer, laid: Look, seen: Look, place: Place) -> bool:
    """Whether two looks cannot be told apart; beside the grid a tile lies as it fell."""
    if ABSENT in (laid, seen):
        return laid == seen
    same = renderer.face(laid) == renderer.face(seen)
    return same and (not isinstance(place, Cell) or laid.turns == seen.turns or renderer.turns_mean_nothing(laid))
