"""The camera's picture of each ruling: small, bounded, beside the record, never in anybody's way."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from fake_desk import FakeBook
from fake_feed import JPEG, FakeFeed
from page_facts import CATALOGUE, LAYOUT, SEATS

from companion.app import pictures
from companion.app.pictures import MOST_BYTES, RulingPictures, WithPictures, small_jpeg
from companion.journal.entry import Entry, EntryKind, Evidence, StoredGame
from companion.journal.errors import JournalError
from vision.frame import Frame
from webui import Shelf, create_app

STORED = StoredGame(1, "toy", "start", SEATS)


def entry(number: int, kind: EntryKind = EntryKind.ACTION, frame: int | None = None) -> Entry:
    evidence = None if frame is None else Evidence(frame, 3.0, "seen")
    return Entry(number, number, kind, "x", "P1", None, 0.0, "x", evidence=evidence)


def shot(number: int | None) -> Frame:
    """A frame whose brightness tells its number; the newest is frame 9."""
    wanted = 9 if number is None else number
    return Frame(wanted, 0.0, np.full((432, 768, 3), 20 * wanted, np.uint8))


def brightness(data: bytes | None) -> float:
    assert data is not None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape[1] == pictures.WIDTH
    return float(picture.mean())


def test_each_ruling_has_the_frame_it_was_judged_by(tmp_path: Path) -> None:
    """Before is the picture of the line before that has one; notes have none; another evening finds them again."""
    kept = RulingPictures(tmp_path, STORED, shot)
    kept.keep(entry(1, frame=3), entry(2, EntryKind.NOTE), entry(3, EntryKind.IRREGULAR, 5), entry(4), entry(5))
    kept.close()
    again = RulingPictures(tmp_path, STORED, shot)
    assert [again.around(line) for line in (1, 2, 3, 4, 5, 6)] == [(None, 1), (1, None), (1, 3), (3, 4), (3, 5), (5, None)]
    assert [round(brightness(again.picture(line)) / 20) for line in (1, 3, 4)] == [3, 5, 9] and again.picture(2) is None
    other = RulingPictures(tmp_path, StoredGame(1, "toy", "another start", SEATS), shot)
    assert other.around(1) == (None, None)


@pytest.mark.parametrize("kind", ["noise", "flat", "stripes"])
def test_a_picture_is_never_large(kind: str) -> None:
    """Whatever the camera sees, it takes at most 40 kB."""
    made = np.random.default_rng(1).integers(0, 256, (864, 1536, 3)).astype(np.uint8)
    picture = {"noise": made, "flat": np.zeros_like(made), "stripes": np.broadcast_to(made[:1], made.shape).copy()}[kind]
    assert len(small_jpeg(picture)) <= MOST_BYTES


def test_old_pictures_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long game loses its oldest, and only the newest games keep theirs."""
    monkeypatch.setattr(pictures, "MOST_PICTURES", 3)
    monkeypatch.setattr(pictures, "MOST_GAMES", 2)
    for game in range(4):
        kept = RulingPictures(tmp_path, StoredGame(game, "toy", "start", SEATS), shot)
        kept.keep(*(entry(number) for number in range(1, 6)))
        kept.close()
        assert kept.around(9) == (5, None) and kept.picture(2) is None and kept.picture(3) is not None
    assert len(list(tmp_path.iterdir())) == 2


class Broken:
    def append(self, *entries: Entry) -> None:
        raise JournalError("the disk is full")

    def check(self) -> None:
        """Well."""


def test_what_is_not_recorded_has_no_picture(tmp_path: Path) -> None:
    """A line that did not reach the disk was never given; without a camera there is nothing to keep."""
    kept = RulingPictures(tmp_path, STORED, shot)
    with pytest.raises(JournalError):
        WithPictures(Broken(), kept).append(entry(1))
    kept.close()
    blind = RulingPictures(tmp_path, STORED, lambda number: None)
    blind.keep(entry(1))
    blind.close()
    assert kept.around(9) == blind.around(9) == (None, None)


def test_looking_back_shows_the_pictures() -> None:
    """Beside the line they belong to; a line without one shows none, and an unknown one is no address."""
    web = create_app(FakeFeed(), CATALOGUE, LAYOUT, shelf=Shelf(FakeBook())).test_client()
    page = web.get("/review?at=1").text
    assert 'src="/picture/of/1"' in page and "When this was ruled" in page and page.count("<figure>") == 1
    assert web.get("/picture/of/1").data == JPEG
    assert web.get("/picture/of/2").status_code == web.get("/picture/of/x").status_code == 404
    assert "<figure>" not in create_app(FakeFeed(), CATALOGUE, LAYOUT).test_client().get("/review").text
