"""`companion demo`: the whole program on a simulated table.

Vision sees pixels only, the referee sees readings only; the simulated players alone know what lies face down.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from calibration.teach import teach
from companion.app.evening import Evening
from companion.app.play import seated, taking_part
from companion.app.stage_camera import StageCamera
from companion.config import Settings
from companion.core.catalogue import Layout
from companion.core.game import Game
from companion.core.grid import Cell, Facing
from companion.core.messages import Command, DemoState
from companion.core.scene import Scene
from companion.core.view import Seat
from companion.games import find
from companion.journal.entry import StoredGame
from companion.journal.journal import Journal
from companion.simulated.choosing import chooser
from companion.simulated.director import Director
from companion.simulated.rehearsal import dealt, ways_to_cheat, where_it_stood
from hardware.panel import Panel
from hardware.pins import PinMap, factory
from vision.overlay import draw
from vision.reader import Reader
from vision.rig import Rig, with_pieces
from vision.simulator.camera import SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures
from vision.steady import SteadyReader

NAMES = ("Ada", "Ben", "Cleo", "Dov")


@dataclass(frozen=True, slots=True)
class DemoWish:
    """What was asked for on the command line: answers of the set-up, a seed, whether to begin a new game."""

    game: str
    answers: dict[str, str]
    seed: int | None
    new: bool


def run_demo(settings: Settings, wish: DemoWish, journal_file: Path, say: Callable[[str], None]) -> Evening:
    """Put a simulated evening together and start it; `say` tells people what is going on."""
    began = time.monotonic()
    game = find(wish.game)
    journal = Journal.open(journal_file)
    if journal.notice:
        say(journal.notice)
    stored, seed, truth = _game_to_play(game, journal, wish)
    layout = seated(game.layout_of(truth), stored.seats)
    renderer = Renderer(layout, game.catalogue, seed)
    say("Teaching the camera this edition's tiles and pieces from simulated pictures ...")
    rig = with_pieces(teach_simulated(game, renderer, truth, seed), taking_part(game, stored))
    evening = _assemble(settings, game, layout, journal, stored, truth, renderer, rig, seed)
    address = evening.start()
    if stored.entries:
        say(f"Going on with the game of before: {len(stored.entries)} lines are on record (--new begins another).")
    say(f"Ready after {time.monotonic() - began:.1f} s. Simulated table: frames are drawn, lamps are mock pins.")
    say(f"Open {address} in a browser.  Ctrl-C ends.")
    return evening


def _game_to_play(game: Game[Any, Any], journal: Journal, wish: DemoWish) -> tuple[StoredGame, int, Any]:
    """The recorded game with the table as it stood, or a new one; the seed is on record so that the same tiles lie there."""
    stored = None if wish.new else journal.resume(game.id)
    if stored is not None and "seed" in stored.options:
        seed = int(stored.options["seed"])
        return stored, seed, where_it_stood(game, stored, seed)
    seed = wish.seed if wish.seed is not None else int(time.time()) % 1_000_000
    state = game.start(game.setup(wish.answers))
    options = {**wish.answers, "simulated": "yes", "seed": str(seed)}
    stored = journal.begin(game.id, game.write_position(state), named(game.seats(state)), options, time.time())
    return stored, seed, dealt(game, state, seed)


def named(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Simulated players have names of their own."""
    return tuple(Seat(seat.id, name, seat.pieces, seat.colour) for seat, name in zip(seats, NAMES, strict=False))


def teach_simulated(game: Game[Any, Any], renderer: Renderer, truth: Any, seed: int) -> Rig:
    """Teach the eye from simulated pictures, as a family teaches it with its own tiles."""
    scene: Scene = game.scene(truth)
    alone = {kind.name for kind in game.catalogue.tiles if not kind.anonymous}
    fixed = {tile.place: tile.look.kind for tile in scene.tiles if tile.look.kind in alone}
    copies: dict[str, int] = {}
    for piece in scene.pieces:
        copies[piece.kind] = copies.get(piece.kind, 0) + 1
    pictures = teaching_pictures(renderer, seed, {place: kind for place, kind in fixed.items() if kind}, copies)
    return teach(pictures, renderer.layout, game.catalogue, renderer.markers, renderer.pose.lens)


def _assemble(
    settings: Settings,
    game: Game[Any, Any],
    layout: Layout,
    journal: Journal,
    stored: StoredGame,
    truth: Any,
    renderer: Renderer,
    rig: Rig,
    seed: int,
) -> Evening:
    random = Random(f"players {seed} {len(stored.entries)}")
    director = Director(game, truth, random, chooser(game, random), lambda state: dealt(game, state, seed))
    made: list[StageCamera] = []

    def make_panel(submit: Callable[[Command], object]) -> Panel:
        driver = factory("mock")
        return Panel(PinMap(), driver, stored.seats, submit, brightness=settings.brightness, quiet=settings.quiet)

    evening = Evening(
        settings, game, layout, journal, stored, make_panel, True, lambda name, value: made[0].command(name, value)
    )

    def tell(demo: DemoState) -> None:
        evening.feed.show_demo(demo)

    camera = StageCamera(
        SimulatedCamera(renderer, seed),
        director,
        sides_of(layout, stored.seats),
        settings.frames_per_s,
        lambda: evening.feed.latest().snapshot,
        evening.loop.submit,
        tell,
        ways_to_cheat(game, truth, seed),
    )
    camera.set_speed(settings.speed)
    made.append(camera)
    evening.attach(camera, SteadyReader(Reader(rig)), lambda frame, result: draw(frame, result, rig))
    return evening


def sides_of(layout: Layout, seats: tuple[Seat, ...]) -> dict[str, Facing]:
    """From which side each seat reaches in: the side of the board its own zone lies on."""
    middle = layout.centre_mm(Cell(layout.rows // 2, layout.cols // 2))
    sides: dict[str, Facing] = {}
    for seat in seats:
        zone = next((zone for zone in layout.zones if zone.name.startswith(f"hand-{seat.id}")), None)
        if zone is None:
            continue
        dx, dy = zone.centre_mm[0] - middle[0], zone.centre_mm[1] - middle[1]
        sides[seat.id] = (Facing.E if dx > 0 else Facing.W) if abs(dx) > abs(dy) else (Facing.S if dy > 0 else Facing.N)
    return sides
