"""`companion demo`: the whole program on a simulated table.

Vision sees pixels only, the referee sees readings only; the simulated players alone know what lies face down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from calibration.arrangements import InPlay
from calibration.course import Course
from companion.app.classroom import Classroom
from companion.app.desk import Wish
from companion.app.evening import Evening
from companion.app.play import homes_of, seated, taking_part
from companion.app.simulated_eye import NoEye, TaughtEye, cast_of, open_eye
from companion.app.stage_camera import StageCamera
from companion.config import Settings
from companion.core.catalogue import Layout, ZoneSpec
from companion.core.game import Game
from companion.core.grid import Cell, Facing
from companion.core.messages import Command, DemoState
from companion.core.view import Seat
from companion.games import find
from companion.journal.entry import StoredGame
from companion.journal.journal import Journal
from companion.simulated.choosing import chooser
from companion.simulated.director import Director
from companion.simulated.rehearsal import RehearsalError, dealt, grid_in_play, known_of, ways_to_cheat, where_it_stood
from hardware.panel import Panel
from hardware.pins import PinMap, factory
from vision.simulator.camera import SimulatedCamera
from vision.simulator.renderer import Renderer

NAMES = ("Ada", "Ben", "Cleo", "Dov")

AROUND = (Facing.S, Facing.W, Facing.N, Facing.E)
"""Where people sit, each to the left of the one before."""

OWN = ("hand", "area", "front")
"""Roles of zones of which everybody has one, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class DemoWish:
    """What was asked for on the command line: answers of the set-up, a seed, whether to begin a new game."""

    game: str
    answers: dict[str, str]
    seed: int | None
    new: bool
    number: int | None = None

    @classmethod
    def of(cls, wish: Wish) -> DemoWish:
        """What the owner's desk asked for."""
        return cls(wish.game, dict(wish.answers), None, wish.number is None, wish.number)


def run_demo(settings: Settings, wish: DemoWish, journal_file: Path, say: Callable[[str], None]) -> Evening:
    """Put a simulated evening together and start it; `say` tells people what is going on."""
    began = time.monotonic()
    game = find(wish.game)
    journal = Journal.open(journal_file)
    if journal.notice:
        say(journal.notice)
    stored, seed, truth = game_to_play(game, journal, wish, say)
    layout = seated(game.layout_of(truth), stored.seats)
    renderer = Renderer(layout, game.catalogue, seed)
    say("Teaching the camera this edition's tiles and pieces from simulated pictures ...")
    eye = open_eye(game, renderer, truth, seed, taking_part(game, stored))
    if not eye.can_read:
        say(f"The camera cannot read this game yet: {eye.why}.  The simulated players enter every action by hand.")
    evening = _assemble(settings, game, layout, journal, stored, truth, renderer, eye, seed)
    address = evening.start()
    if stored.entries:
        say(f"Going on with the game of before: {len(stored.entries)} lines are on record (--new begins another).")
    say(f"Ready after {time.monotonic() - began:.1f} s. Simulated table: frames are drawn, lamps are mock pins.")
    say(f"Open {address} in a browser.  Ctrl-C ends.  The owner's desk is {address}table, its code {evening.owner.code}.")
    return evening


def game_to_play(
    game: Game[Any, Any], journal: Journal, wish: DemoWish, say: Callable[[str], None]
) -> tuple[StoredGame, int, Any]:
    """The recorded game with the table as it stood, or a new one; RehearsalError when the game asked for cannot be gone on with.

    The seed is on record so that the same tiles lie there.  Nobody asked for the newest game by its number: when its record does
    not fit the drawn tiles (a reading that was wrong was taken down), people are told, and another game begins.
    """
    stored = journal.reopen(wish.number) if wish.number is not None else None if wish.new else journal.resume(game.id)
    if stored is not None and "seed" in stored.options:
        seed = int(stored.options["seed"])
        try:
            return stored, seed, where_it_stood(game, stored, seed)
        except RehearsalError as error:
            if wish.number is not None:
                raise
            say(f"A new game begins; the one of before, game {stored.id}, stays on record.  Why: {error}.")
    return _new_game(game, journal, wish)


def _new_game(game: Game[Any, Any], journal: Journal, wish: DemoWish) -> tuple[StoredGame, int, Any]:
    """A new game on record, its seed, and the table as it is dealt from that."""
    seed = wish.seed if wish.seed is not None else int(time.time()) % 1_000_000
    state = game.start(game.setup(wish.answers))
    options = {**wish.answers, "simulated": "yes", "seed": str(seed)}
    stored = journal.begin(game.id, game.write_position(state), named(game.seats(state), wish.answers), options, time.time())
    return stored, seed, dealt(game, state, seed)


def named(seats: tuple[Seat, ...], answers: Mapping[str, str] | None = None) -> tuple[Seat, ...]:
    """Simulated players have names of their own, unless somebody named them."""
    if answers and "names" in answers:
        return seats
    return tuple(Seat(seat.id, name, seat.pieces, seat.colour) for seat, name in zip(seats, NAMES, strict=False))


def _assemble(
    settings: Settings,
    game: Game[Any, Any],
    layout: Layout,
    journal: Journal,
    stored: StoredGame,
    truth: Any,
    renderer: Renderer,
    eye: TaughtEye | NoEye,
    seed: int,
) -> Evening:
    random = Random(f"players {seed} {len(stored.entries)}")
    choose = chooser(game, random)
    known = known_of(game, stored)
    director = Director(game, truth, random, choose, lambda state: dealt(game, state, seed), None, not eye.can_read, known)
    made: list[StageCamera] = []

    def make_panel(submit: Callable[[Command], object]) -> Panel:
        driver = factory("mock")
        return Panel(PinMap(), driver, stored.seats, submit, brightness=settings.brightness, quiet=settings.quiet)

    evening = Evening(settings, game, layout, journal, stored, make_panel, True, lambda name, value: made[0].command(name, value))

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
    evening.attach(camera, eye.reader, eye.overlay)
    homes = homes_of(journal.path, game.id)
    in_play = InPlay(*grid_in_play(game, truth, seed))
    course = Course(homes.course, layout, game.catalogue, cast_of(game, truth, seed), renderer.markers, in_play)
    evening.teach_with(lambda eye: Classroom(course, eye, homes.rig, camera.lay), taking_part(game, stored))
    return evening


def sides_of(layout: Layout, seats: tuple[Seat, ...]) -> dict[str, Facing]:
    """From which side each seat reaches in: the side of the board its own zone lies on; all around where nobody has one."""
    middle = layout.centre_mm(Cell(layout.rows // 2, layout.cols // 2))
    sides: dict[str, Facing] = {}
    for number, seat in enumerate(seats):
        zone = _zone_of(layout, seats, number)
        if zone is None:
            sides[seat.id] = AROUND[number % 4]
            continue
        dx, dy = zone.centre_mm[0] - middle[0], zone.centre_mm[1] - middle[1]
        sides[seat.id] = (Facing.E if dx > 0 else Facing.W) if abs(dx) > abs(dy) else (Facing.S if dy > 0 else Facing.N)
    return sides


def _zone_of(layout: Layout, seats: tuple[Seat, ...], number: int) -> ZoneSpec | None:
    """What lies in front of a seat: the zone named after it, else the one of a role that has a zone for each seat."""
    for zone in layout.zones:
        if zone.name.startswith(f"hand-{seats[number].id}"):
            return zone
    for role in OWN:
        zones = [zone for zone in layout.zones if zone.role == role]
        if len(zones) == len(seats):
            return zones[number]
    return None
