"""From corners to a rig that is in use: the course on a simulated table, its worker, its errors, leaving and coming back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from blind_class import StagedEye, course

from companion.app import classroom as classrooms
from companion.app.classroom import Classroom, kept_rig
from companion.core.errors import CompanionError
from webui.teaching import TeachFacts


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy computer is no table on which something moves."""
    monkeypatch.setattr(classrooms, "STILL_S", 600.0)


@contextmanager
def classroom(folder: Path, eye: StagedEye) -> Iterator[Classroom]:
    taught = course(folder)
    room = Classroom(taught, eye, folder / "rig.npz", eye.lay, kept_rig(folder / "rig.npz", taught, taught.markers))
    yield room
    room.close()


def settled(room: Classroom) -> TeachFacts:
    """The facts once the worker has done what it was told."""
    room._worker.submit(lambda: None).result()
    return room.facts()


def test_a_table_is_taught_from_corners_to_rig(tmp_path: Path) -> None:
    """Left in the middle it goes on; in the end the eye sees with the new rig, which is there on the next evening too."""
    eye = StagedEye()
    with classroom(tmp_path, eye) as room:
        room.begin()
        assert settled(room).step == "corners" and room.facts().sketch.lines
        room.confirm()
        room.take(False)
        assert (settled(room).number, room.facts().step) == (1, "lay")
        room.leave()
        assert eye.held == [True, False] and not eye.exchanged
    with classroom(tmp_path, eye) as room:
        assert (room.facts().number, room.facts().has_rig) == (1, False)
        room.begin()
        settled(room)
        room.confirm()
        while room.facts().step == "lay":
            room.take(False)
            assert settled(room).misfits == ()
        room.finish()
        facts = settled(room)
        assert (facts.step, facts.trouble) == ("learnt", "") and facts.read[0] >= 0.95 * facts.read[1]
        room.leave()
    assert len(eye.exchanged) == 1
    with classroom(tmp_path, eye) as room:
        assert room.facts().has_rig
        room.begin()
        settled(room)
        room.confirm()
        # Where only the camera was moved the corners are enough.
        assert settled(room).step == "ready" and len(eye.exchanged) == 2


class NoCamera(StagedEye):
    def open(self) -> None:
        raise CompanionError("opening the camera: there is none; plug one in")


def test_without_a_camera_it_is_said(tmp_path: Path) -> None:
    """The course does not begin, and the game does not wait."""
    eye = NoCamera()
    with classroom(tmp_path, eye) as room, pytest.raises(CompanionError, match="plug one in"):
        room.begin()
    assert eye.held == [] and room.facts().step == "idle"


def test_work_that_fails_is_said_at_the_step_it_was_tried_from(tmp_path: Path) -> None:
    """What was misplaced is shown, what cannot be done now is refused, and nothing that was taken is lost."""
    eye = StagedEye()
    with classroom(tmp_path, eye) as room:
        with pytest.raises(ValueError, match="another step"):
            room.take(False)
        room.begin()
        settled(room)
        room.confirm()
        room.take(False)
        settled(room)
        eye.lay(None)
        room.take(False)
        facts = settled(room)
        assert (facts.step, facts.number) == ("lay", 1) and {misfit.wrong for misfit in facts.misfits} == {"missing"}
        with pytest.raises(ValueError, match="another step"):
            room.finish()
