"""How fast the eye is, as multiples of decoding the same photograph, and how much memory it takes.

A full reading counts with its decoding, as it comes from a file or the net, and so does the reading of a photograph in which a
few cells look otherwise than in the one before, which is what a turn leaves to be read; a frame on which nothing has changed
without, as it comes from a camera's buffer.  Pictures are a session's, or those of a simulated table when none are at hand.
"""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from companion.core.errors import CompanionError

if TYPE_CHECKING:
    from companion.core.reading import NoReading, Reading
    from vision.frame import Frame, Picture
    from vision.reader import Reader
    from vision.rig import Rig

Clock = Callable[[], float]
PICTURES = 30
"""So many readings, the photographs taken in turn."""
SLOW = 0.9
"""One reading in ten takes longer than this quantile."""
REMEMBERED = 5
"""So many photographs are read before the memory is measured."""
SEED = 7
CHANGED = 3
"""So many cells change in a turn."""
QUALITY = 95


@dataclass(frozen=True, slots=True)
class SeeingSpeed:
    """Medians over photographs: decoding one, reading it, the ratio of both together to decoding.

    `slow` is the ratio of the 90 % quantile of decoding and reading to their median, `idle` that of a frame without changes to
    decoding it, `idle_jpeg` the same for a frame that comes as JPEG and need not be decoded whole, `memory_mib` what a reader
    adds to a process that has imported it (None where the system does not tell), `simulated` whether the photographs were drawn.
    `changed` is like `multiple`, of photographs in which CHANGED cells look otherwise than in the one before, `changed_ms` their
    reading alone, `in_part` the share of them that were read only there.
    """

    pictures: int
    decode_ms: float
    reading_ms: float
    multiple: float
    slow: float = 1.0
    idle: float | None = None
    memory_mib: float | None = None
    simulated: bool = False
    changed: float | None = None
    changed_ms: float | None = None
    in_part: float | None = None
    idle_jpeg: float | None = None


def seeing_lines(seeing: SeeingSpeed) -> Iterator[str]:
    """The figures as lines of the table."""
    kind = "simulated photograph" if seeing.simulated else "photograph"
    yield f"| decoding a {kind} | {seeing.decode_ms:.1f} ms |"
    yield f"| reading it | {seeing.reading_ms:.1f} ms; with decoding {seeing.multiple:.1f} times decoding it |"
    yield f"| reading it, the slowest in ten beside the median | {seeing.slow:.2f} |"
    if seeing.changed is not None and seeing.changed_ms is not None and seeing.in_part is not None:
        words = f"{seeing.changed_ms:.1f} ms; with decoding {seeing.changed:.1f} times decoding it"
        yield f"| reading it when {CHANGED} cells have changed | {words}; {100 * seeing.in_part:.0f} % read only there |"
    if seeing.idle is not None:
        packed = "" if seeing.idle_jpeg is None else f"; {seeing.idle_jpeg:.2f} times when it comes as JPEG, decoding included"
        yield f"| a frame in which nothing has changed | {seeing.idle:.2f} times decoding it{packed} |"
    if seeing.memory_mib is not None:
        yield f"| memory of the reader | {seeing.memory_mib:.0f} MiB |"


def session_speed(folder: Path) -> SeeingSpeed:
    """Teach from a session and read its photographs.  Raises a CompanionError naming what the session lacks."""
    from calibration.session_reading import rig_of_session
    from vision.session import play_files

    session, rig = rig_of_session(folder)
    return rig_speed(rig, [path.read_bytes() for path in play_files(session)[:PICTURES]], simulated=False)


def simulated_speed() -> SeeingSpeed:
    """Teach from drawn pictures of the first game's table and read a drawn photograph of it."""
    import cv2

    from companion.app.play import seated
    from companion.app.simulated_eye import teach_simulated
    from companion.games import GAMES, find
    from vision.rig import with_pieces
    from vision.simulator.camera import SimulatedCamera
    from vision.simulator.renderer import Renderer

    game = find(next(iter(GAMES)))
    truth = game.start(game.setup({}))
    renderer = Renderer(seated(game.layout_of(truth), game.seats(truth)), game.catalogue, SEED)
    scene = game.scene(truth)
    rig = with_pieces(teach_simulated(game, renderer, truth, SEED), [piece.kind for piece in scene.pieces])
    camera = SimulatedCamera(renderer, SEED)
    camera.show(scene)
    frames = [camera.step(second / 10) for second in range(3)]
    return rig_speed(rig, [cv2.imencode(".jpg", frame.picture)[1].tobytes() for frame in frames], simulated=True)


def rig_speed(rig: Rig, photographs: Sequence[bytes], simulated: bool) -> SeeingSpeed:
    """All figures of a reader of that table."""
    from vision.reader import Reader
    from vision.steady import SteadyReader

    reader = Reader(rig)
    speed = seeing_speed(reader.read, list(itertools.islice(itertools.cycle(photographs), PICTURES)))
    idle, memory = idle_multiple(SteadyReader(reader).read, photographs[0]), memory_mib(rig, photographs)
    idle_jpeg = idle_multiple(SteadyReader(reader).read, photographs[0], packed=True)
    changed = changes_speed(reader, photographs[0])
    parts = (changed.multiple, changed.reading_ms, reader.in_part / max(reader.reread_frames, 1))
    return SeeingSpeed(
        speed.pictures, speed.decode_ms, speed.reading_ms, speed.multiple, speed.slow, idle, memory, simulated, *parts, idle_jpeg
    )  # fmt: skip


def changes_speed(reader: Reader, photograph: bytes) -> SeeingSpeed:
    """How long a photograph takes in which a few cells show what other cells of the photograph before showed."""
    import cv2
    import numpy as np

    from companion.core.grid import Cell
    from vision.frame import Frame

    picture, random = _decoded(photograph), Random(SEED)
    reader.read(Frame(0, 0.0, picture))
    places = reader.outlines_px()
    quads = [np.asarray(outline, dtype=np.float32) for place, outline in places.items() if isinstance(place, Cell)]
    changed = []
    for number in range(PICTURES + 1):
        after = picture.copy()
        # Every other photograph is the one that all began with, so that no more than these cells are strange.
        for _ in range(CHANGED * (number % 2)):
            one, other = random.sample(quads, 2)
            laid = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(one, other), picture.shape[1::-1])
            here = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), np.round(other).astype(np.int32), 1)
            cv2.copyTo(laid, here, after)
        changed.append(cv2.imencode(".jpg", after, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
    return seeing_speed(reader.reread, changed)


def seeing_speed(
    read: Callable[[Frame], Reading | NoReading], photographs: Sequence[bytes], clock: Clock = time.perf_counter
) -> SeeingSpeed:
    """Decode and read each photograph in turn, so that a busy moment of the computer slows both; the first warms up."""
    from vision.frame import Frame

    decoding, reading = [], []
    for number, photograph in enumerate([photographs[0], *photographs]):
        began = clock()
        picture = _decoded(photograph)
        decoded = clock()
        read(Frame(number, float(number), picture))
        decoding.append(decoded - began)
        reading.append(clock() - decoded)
    whole = [took + decoded for took, decoded in zip(reading[1:], decoding[1:], strict=True)]
    ratios = [took / decoded for took, decoded in zip(whole, decoding[1:], strict=True)]
    slow = sorted(whole)[int(SLOW * (len(whole) - 1) + 0.5)] / median(whole)
    return SeeingSpeed(len(ratios), 1000 * median(decoding[1:]), 1000 * median(reading[1:]), median(ratios), slow)


def idle_multiple(
    read: Callable[[Frame], Reading | NoReading], photograph: bytes, clock: Clock = time.perf_counter, packed: bool = False
) -> float:
    """How long a frame takes in which nothing has changed, beside decoding it; `packed`: it comes as JPEG."""
    from vision.frame import Frame

    ratios = []
    for number in range(PICTURES + 1):
        began = clock()
        picture = _decoded(photograph)
        decoded = clock()
        read(Frame(number, number / 10, jpeg=photograph) if packed else Frame(number, number / 10, picture))
        ratios.append((clock() - decoded) / (decoded - began))
    return median(ratios[1:])


def memory_mib(rig: Rig, photographs: Sequence[bytes]) -> float | None:
    """What a reader adds to a fresh process that has imported it, MiB; None where the system does not tell."""
    if not Path("/proc/self/statm").exists():
        return None
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_added_mib, (rig, list(photographs[:REMEMBERED])))


def _added_mib(rig: Rig, photographs: Sequence[bytes]) -> float:
    from vision.frame import Frame
    from vision.memory import give_back
    from vision.reader import Reader

    # The rig is taken along: it is the reader's own as well.
    before = _resident_mib() - _size_mib(rig)
    reader = Reader(rig)
    for number, photograph in enumerate(photographs):
        reader.read(Frame(number, float(number), _decoded(photograph)))
    reader.rest()
    gc.collect()
    # The last photograph is free again, and was never the reader's.
    give_back()
    return _resident_mib() - before


def _size_mib(rig: Rig) -> float:
    import pickle

    return len(pickle.dumps(rig)) / 2**20


def _resident_mib() -> float:
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def _decoded(photograph: bytes) -> Picture:
    import cv2
    import numpy as np

    picture = cv2.imdecode(np.frombuffer(photograph, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise CompanionError("decoding a photograph of the session: it is no picture; remove the broken file")
    return picture.astype(np.uint8, copy=False)
