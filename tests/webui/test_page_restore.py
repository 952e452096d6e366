"""A backup is uploaded on the owner's desk: in parts, examined before anything is replaced, put in place between two games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import page_facts
import pytest
from browsing import OURS
from fake_desk import FakeDesk
from fake_feed import FakeFeed
from flask.testing import FlaskClient

from companion.app.desk import EveningDesk, Leaving, Restore, Wish
from companion.app.upload import Upload
from companion.commands.evenings import restored
from companion.config import Settings
from companion.games import GAMES, find
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from hardware.panel import Panel
from hardware.pins import PinMap, factory
from webui import Shelf, create_app
from webui.desk import Owner

RAW = {"headers": OURS, "content_type": "application/octet-stream"}


def record(path: Path, game_id: str) -> Path:
    """A record of one game that has just begun."""
    game = find(game_id)
    state = game.start(game.setup({}))
    with closing(Journal.open(path)) as journal:
        journal.begin(game.id, game.write_position(state), game.seats(state), {}, 0.0)
    return path


@pytest.fixture
def leaving() -> Leaving:
    return Leaving()


@pytest.fixture
def desk(tmp_path: Path, leaving: Leaving) -> Iterator[EveningDesk]:
    """The desk of an evening with the first game."""
    panel = Panel(PinMap(), factory("mock"), (), lambda command: None)
    with closing(Journal.open(record(tmp_path / "games.sqlite", GAMES[0]))) as journal:
        yield EveningDesk(Settings(), journal, panel, leaving)
    panel.close()


def sent(desk: EveningDesk, data: bytes, part: int = 4096) -> bool:
    return [desk.receive(at, len(data), data[at : at + part]) for at in range(0, len(data), part)][-1]


def test_a_backup_is_received_examined_and_put_in_place(tmp_path: Path, desk: EveningDesk, leaving: Leaving) -> None:
    """The newest game of the backup is gone on with, and the record of before lies beside the new one."""
    assert sent(desk, record(tmp_path / "backup", GAMES[1]).read_bytes())
    wish = restored(leaving.wish)
    assert wish is not None and (wish.game, wish.number) == (GAMES[1], 1)
    with closing(Journal.open(tmp_path / "games.sqlite")) as journal:
        assert journal.load(1).game == GAMES[1]
    with closing(Journal.open(tmp_path / "games.sqlite.before-restore-1")) as journal:
        assert journal.load(1).game == GAMES[0]


def test_a_broken_backup_changes_nothing(tmp_path: Path, desk: EveningDesk, leaving: Leaving) -> None:
    """It is said why, nothing stays behind, and the evening goes on; the next file is taken as if nothing had been."""
    before = (tmp_path / "games.sqlite").read_bytes()
    with pytest.raises(JournalError, match="no file of SQLite"):
        sent(desk, b"not a record" * 999)
    assert not leaving.event.is_set() and (tmp_path / "games.sqlite").read_bytes() == before
    assert not (tmp_path / "games.sqlite.upload").exists()
    assert sent(desk, record(tmp_path / "backup", GAMES[0]).read_bytes())


def test_a_backup_that_cannot_be_put_in_place_leaves_the_old_game(tmp_path: Path) -> None:
    """Where the disk refuses, the game of before is gone on with."""
    here = record(tmp_path / "games.sqlite", GAMES[0])
    wish = Wish(GAMES[1], number=7, restore=Restore(tmp_path / "gone", here, Wish(GAMES[0], number=1)))
    assert restored(wish) == Wish(GAMES[0], number=1)


@pytest.mark.parametrize(
    "steps", [[(0, 0, b"")], [(0, 11, b"x")], [(1, 4, b"x")], [(0, 4, b"xx"), (3, 4, b"x")], [(0, 2, b"xxx")]]
)
def test_parts_must_follow_each_other(tmp_path: Path, steps: list[tuple[int, int, bytes]]) -> None:
    """Nothing, too much, a gap, more than was announced: each is refused in words."""
    upload = Upload(tmp_path / "upload", most=10)
    with pytest.raises(ValueError, match=r"taken|follow"):
        for step in steps:
            assert not upload.add(*step)


@pytest.fixture
def web() -> FlaskClient:
    """The owner's browser."""
    app = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, shelf=Shelf(desk=FakeDesk(), owner=Owner("123456")))
    opened = app.test_client()
    assert opened.post("/table/claim", data={"code": "123456"}, headers=OURS).status_code == 303
    return opened


def test_the_page_is_told_what_happened_to_each_part(web: FlaskClient) -> None:
    """More to come, done, refused with the reason; no form of another site can send such a body."""
    assert web.post("/api/restore?at=0&of=4", data=b"ab", **RAW).status_code == 202
    assert web.post("/api/restore?at=2&of=4", data=b"cd", **RAW).json == {"done": True}
    refused = web.post("/api/restore?at=0&of=2", data=b"!x", **RAW)
    assert refused.status_code == 409 and refused.json is not None and refused.json["error"]["why"] == "That is no backup."
    assert web.post("/api/restore?at=x&of=2", data=b"ab", **RAW).status_code == 400
    assert web.post("/api/restore?at=0&of=2", data={"file": "ab"}, headers=OURS).status_code == 415
    assert web.post("/api/restore?at=0&of=9999999", data=b"x" * (1 << 21), **RAW).status_code == 413
