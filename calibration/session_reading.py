"""A whole table recording from folder to readings: teach, then read the photographs in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from calibration.lens import lens_from_folder
from calibration.teach import teach
from companion.core.catalogue import PieceKind
from companion.core.reading import NoReading, Reading
from vision.copies import with_taught_copies
from vision.frame import Frame, TeachingPicture
from vision.known_drawings import told_otherwise
from vision.lens import nominal_lens
from vision.reader import Reader
from vision.rig import Rig
from vision.session import Session, load_picture, load_session, play_files, teaching_pictures, with_taught_zones


def rig_of_session(session_dir: Path, teach_dir: Path | None = None) -> tuple[Session, Rig]:
    """The session and its rig, taught from its own teaching pictures or those of the recording it names.

    The art comes from the teaching table, lens and geometry from the session's own.  Raises CompanionError.
    """
    session = load_session(session_dir, teach_dir)
    pictures = teaching_pictures(session)
    assert session.teach_folder is not None
    home = session.teach_folder.parent
    teacher = with_taught_zones(load_session(home) if (home / "session.json").is_file() else session, pictures)
    session = _with_taught_copies(with_taught_zones(session, pictures), pictures)
    teacher_lens = lens_from_folder(teacher.lens_folder) if teacher.lens_folder else None
    taught = teach(pictures, teacher.layout, teacher.catalogue, teacher.markers, teacher_lens)
    if home.resolve() == session.folder.resolve():
        return session, taught
    lens = lens_from_folder(session.lens_folder) if session.lens_folder else nominal_lens(session.size)
    # Without markers and without corners of its own, all that is known of the table is what the teaching table looked like.
    view = taught.view if session.markers is None else None
    lens = taught.lens if view is not None else lens
    # A flare lies where that camera had it.
    appearance = replace(taught.appearance, flare=None)
    return session, Rig(session.layout, session.catalogue, session.markers, lens, appearance, view=view)


def _with_taught_copies(session: Session, pictures: Sequence[TeachingPicture]) -> Session:
    kinds = with_taught_copies(session.catalogue.tiles, pictures, session.layout.cells())
    return replace(session, catalogue=replace(session.catalogue, tiles=kinds))


def readings_of(
    session: Session, rig: Rig, debug: Path | None = None, pieces: Sequence[PieceKind] = (),
    told: Callable[[Reading], Reading] | None = None,
) -> Iterator[tuple[str, Reading | NoReading]]:
    """File name and reading of every play photograph of a recording, in order; a recording has but names for its pieces, `pieces`
    are what a game says of them.  Where `told` tells another drawing than was seen it is read once more with that.  Raises
    CompanionError."""
    catalogue = replace(rig.catalogue, pieces=tuple(pieces) or rig.catalogue.pieces)
    reader = Reader(replace(rig, catalogue=catalogue), debug)
    for number, path in enumerate(play_files(session)):
        picture = load_picture(path)
        if picture is None:
            yield path.name, NoReading(number, float(number), "camera-lost", f"{path.name} holds no picture", "take it again")
        else:
            frame = Frame(number, float(number), picture)
            reading = reader.read(frame)
            if told is not None and isinstance(reading, Reading) and (known := told_otherwise(reading, told(reading))):
                again = reader.read(frame, known)
                # What lies there is no surer for having been expected.
                reading = replace(again, tiles=reading.tiles, cards=reading.cards) if isinstance(again, Reading) else reading
            yield path.name, reading
