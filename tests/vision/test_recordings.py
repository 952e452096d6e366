"""The eye against photographs with exact truth, where they are at hand."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.session_reading import rig_of_session
from companion.commands import read
from companion.core.reading import NoReading, Reading
from vision.frame import Frame
from vision.reader import Reader
from vision.rig import Rig, load_rig, save_rig
from vision.session import load_picture

SHARED = Path(os.environ.get("COMPANION_SHARED", "../shared"))
RECORDING = SHARED / "photos" / "mice-a"


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    """The table of the recording, taught from its teaching pictures."""
    if not RECORDING.is_dir():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{RECORDING} is missing: set COMPANION_SHARED to the folder that holds photos/")
        pytest.skip(f"no photographs at {RECORDING}: set COMPANION_SHARED to the folder that holds photos/")
    yield rig_of_session(RECORDING)[1]


def test_a_recording_is_read_within_the_limits(rig: Rig, tmp_path: Path) -> None:
    """The command's lines for a whole evening pass the limits of the official comparison."""
    out = tmp_path / "readings.jsonl"
    arguments = read_arguments(out)
    assert read.run(arguments) == 0
    limits = "tiles_wrong_pct=1,pieces_wrong_pct=5,facings_wrong_pct=5,confident_wrong=5,corner_error_px_worst=2.5"
    judge = [sys.executable, str(SHARED / "tools" / "score_reading.py"), str(RECORDING), str(out), "--limits", limits]
    result = subprocess.run(judge, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def read_arguments(out: Path):  # type: ignore[no-untyped-def]
    import argparse

    parser = argparse.ArgumentParser()
    read.add(parser.add_subparsers())
    return parser.parse_args(["read", str(RECORDING), "--out", str(out)])


@pytest.mark.parametrize(
    ("name", "picture"),
    [
        ("black", np.zeros((864, 1536, 3), np.uint8)),
        ("grey", np.full((864, 1536, 3), 128, np.uint8)),
        ("small", np.full((8, 8, 3), 128, np.uint8)),
        ("colourless", np.full((864, 1536), 128, np.uint8)),
    ],
)
def test_pictures_of_nothing_give_a_reason(rig: Rig, name: str, picture: np.ndarray) -> None:
    """A picture that shows no table is refused with what to do, and never raises."""
    result = Reader(rig).read(Frame(0, 0.0, picture))
    assert isinstance(result, NoReading), name
    assert result.why
    assert result.remedy


def test_a_picture_of_another_size_is_refused(rig: Rig) -> None:
    """A camera set to another size gives a reason that names both sizes."""
    result = Reader(rig).read(Frame(0, 0.0, np.full((480, 640, 3), 128, np.uint8)))
    assert isinstance(result, NoReading)
    assert "640 x 480" in result.why
    assert "1536 x 864" in result.why


def test_corners_told_once_are_as_good_as_markers(rig: Rig) -> None:
    """The same photographs, pushed camera included, give the same corners when nobody knows of the markers."""
    plain = replace(rig, markers=None, corners={})
    one, other = Reader(rig), Reader(plain)
    for path in play_files_of_recording()[9:12]:
        picture = load_picture(path)
        assert picture is not None
        first, second = (reader.read(Frame(0, 0.0, picture)) for reader in (one, other))
        assert isinstance(first, Reading)
        assert isinstance(second, Reading)
        assert np.abs(np.array(first.board_px) - np.array(second.board_px)).max() < 0.7


def test_noise_is_not_a_board(rig: Rig) -> None:
    """Pure noise gives no reading."""
    noise = np.random.default_rng(3).integers(0, 255, (864, 1536, 3)).astype(np.uint8)
    assert isinstance(Reader(rig).read(Frame(0, 0.0, noise)), NoReading)


def test_a_truncated_photograph_never_becomes_a_made_up_board(rig: Rig, tmp_path: Path) -> None:
    """Half a JPEG is no picture at all, or a picture whose lost half is not claimed with confidence."""
    whole = play_files_of_recording()[0].read_bytes()
    part = tmp_path / "part.jpg"
    part.write_bytes(whole[: len(whole) // 20])
    picture = load_picture(part)
    assert picture is None or isinstance(Reader(rig).read(Frame(0, 0.0, picture)), NoReading)


def test_a_rig_file_reads_the_same(rig: Rig, tmp_path: Path) -> None:
    """A rig written to a file and read back gives the same reading."""
    path = tmp_path / "rig.npz"
    save_rig(rig, path)
    again = load_rig(path, rig.layout, rig.catalogue, rig.markers)
    picture = load_picture(play_files_of_recording()[0])
    assert picture is not None
    first, second = (Reader(each).read(Frame(0, 0.0, picture)) for each in (rig, again))
    assert isinstance(first, Reading)
    assert isinstance(second, Reading)
    assert first.tiles == second.tiles
    portraits = [each.appearance.portraits for each in (rig, again)]
    assert portraits[0].keys() == portraits[1].keys() != set()
    assert all(np.array_equal(own.picture, portraits[1][kind].picture) for kind, own in portraits[0].items())
    # The same sums in memory that lies otherwise may differ in their last digits.
    for one, other in zip(first.pieces, second.pieces, strict=True):
        assert (one.kind, one.place) == (other.kind, other.place)
        assert one.log_p_counts == pytest.approx(other.log_p_counts, abs=1e-3)


def test_a_darker_picture_is_read_alike(rig: Rig) -> None:
    """Tiles of a photograph at half the brightness, warmer and noisier, are the same tiles."""
    picture = load_picture(play_files_of_recording()[1])
    assert picture is not None
    chance = np.random.default_rng(5)
    dark = picture * np.array([0.42, 0.5, 0.55]) + chance.normal(0, 3, picture.shape)
    plain, dim = (Reader(rig).read(Frame(0, 0.0, each)) for each in (picture, np.clip(dark, 0, 255).astype(np.uint8)))
    assert isinstance(plain, Reading)
    assert isinstance(dim, Reading)
    unlike = [(str(a.place), a.best, b.best) for a, b in zip(plain.tiles, dim.tiles, strict=True) if a.best != b.best]
    assert unlike == []


def play_files_of_recording() -> list[Path]:
    return sorted((RECORDING / "play").glob("*.jpg"))
