"""`companion play`: a real table.  What is missing is said, and the game goes on without it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from calibration.arrangements import InPlay
from calibration.course import Course
from calibration.session_reading import rig_of_session
from companion.app.classroom import Classroom, kept_rig
from companion.app.desk import Wish
from companion.app.evening import Evening
from companion.app.simulated_eye import cast_of
from companion.config import Settings
from companion.core.catalogue import Layout
from companion.core.errors import CompanionError
from companion.core.game import Game
from companion.core.messages import Command
from companion.core.view import Seat
from companion.games import find
from companion.journal.entry import StoredGame
from companion.journal.journal import Journal
from companion.simulated.rehearsal import dealt, grid_in_play, pieces_met
from hardware.panel import Panel
from hardware.pins import PinMap, factory
from vision.outline import table_outline
from vision.overlay import draw
from vision.reader import Reader
from vision.rig import Rig, with_pieces
from vision.sources import open_camera
from vision.steady import SteadyReader

NO_TAUGHT_TABLE = (
    "No taught table: the camera is not used and every action is entered on the page. "
    "Teach the camera on the owner's desk, or give a folder with session.json and teach/ by --table."
)


@dataclass(frozen=True, slots=True)
class Homes:
    """Where the course of teaching lies, and the rig that came of it: beside the record."""

    course: Path
    rig: Path


def homes_of(journal_file: Path, game_id: str) -> Homes:
    """The homes of one game at the table of that record."""
    name = f"{journal_file.stem}-{game_id}"
    return Homes(journal_file.parent / "teaching" / name, journal_file.parent / "rigs" / f"{name}.npz")


def seated(layout: Layout, seats: tuple[Seat, ...]) -> Layout:
    """The layout of a table at which only these people sit: nobody lays anything in front of an empty chair."""

    def used(name: str) -> bool:
        return not name.startswith("hand-") or any(name.startswith(f"hand-{seat.id}") for seat in seats)

    return replace(layout, zones=tuple(zone for zone in layout.zones if used(zone.name)))


def taking_part(game: Game[Any, Any], stored: StoredGame) -> frozenset[str]:
    """The kinds of piece of this game: what the seats play with, and what comes on the table in games played in thought."""
    begun = dealt(game, game.read_position(stored.start), 0)
    return frozenset([*pieces_met(game, begun, 0), *(kind for seat in stored.seats for kind in seat.pieces)])


def run_play(
    settings: Settings,
    wish: Wish,
    table: Path | None,
    new: bool,
    journal_file: Path,
    say: Callable[[str], None],
) -> Evening:
    """Start an evening at a real table; `table` is the folder it was taught from (None: play without a camera)."""
    game = find(wish.game)
    journal = Journal.open(journal_file)
    if journal.notice:
        say(journal.notice)
    stored = _game_to_play(game, journal, wish, new)
    layout = seated(game.layout_of(game.read_position(stored.start)), stored.seats)

    def make_panel(submit: Callable[[Command], object]) -> Panel:
        driver = factory(settings.pins)
        say(driver.words)
        pins = PinMap.parse(settings.pin_map)
        return Panel(pins, driver, stored.seats, submit, brightness=settings.brightness, quiet=settings.quiet)

    evening = Evening(settings, game, layout, journal, stored, make_panel, simulated=False)
    kinds, homes = taking_part(game, stored), homes_of(journal_file, game.id)
    truth = dealt(game, game.read_position(stored.start), 0)
    course = Course(homes.course, layout, game.catalogue, cast_of(game, truth, 0), None, InPlay(*grid_in_play(game, truth, 0)))
    rig = _taught_rig(layout, table, say) if table is not None else kept_rig(homes.rig, course, None)
    if rig is not None:
        _open_eye(evening, settings, with_pieces(rig, kinds), say)
    elif table is None:
        say(NO_TAUGHT_TABLE)
    evening.teach_with(
        lambda eye: Classroom(course, eye, homes.rig, None, rig),
        kinds,
        lambda: open_camera(settings.camera, settings.frames_per_s),
    )
    address = evening.start()
    say(f"Open {address} in a browser, on this machine or a phone in the same network.  Ctrl-C ends.")
    say(f"The owner's desk is {address}table, its code {evening.owner.code}.")
    return evening


def _game_to_play(game: Game[Any, Any], journal: Journal, wish: Wish, new: bool) -> StoredGame:
    if wish.number is not None:
        return journal.reopen(wish.number)
    stored = None if new else journal.resume(game.id)
    if stored is not None:
        return stored
    state = game.start(game.setup(wish.answers))
    return journal.begin(game.id, game.write_position(state), game.seats(state), dict(wish.answers), time.time())


def _taught_rig(layout: Layout, table: Path, say: Callable[[str], None]) -> Rig | None:
    """What the folder of a table teaches; where it teaches nothing, that is said and play goes on by hand."""
    try:
        say(f"Teaching the camera from {table} ...")
        _, taught = rig_of_session(table)
    except CompanionError as error:
        say(f"Playing without a camera: {error}.")
        return None
    return Rig(layout, taught.catalogue, taught.markers, taught.lens, taught.appearance, taught.corners, taught.board_px)


def _open_eye(evening: Evening, settings: Settings, rig: Rig, say: Callable[[str], None]) -> None:
    """Open the camera; when that fails, say why and play on by hand."""
    try:
        camera = open_camera(settings.camera, settings.frames_per_s)
        reader = SteadyReader(Reader(rig), table_outline(rig))
    except CompanionError as error:
        say(f"Playing without a camera: {error}.")
        return
    evening.attach(camera, reader, lambda frame, result: draw(frame, result, rig))
