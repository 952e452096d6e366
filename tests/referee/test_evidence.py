"""Evidence: a ruling is kept with all it rested on, survives the disk, and is judged the same on another machine."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from readings import ORDINARY, reading_of

from companion.app.book import GameBook
from companion.app.kept_pictures import KeptPictures, pictures_home
from companion.cli import main
from companion.commands.rejudge import EvidenceFileError, read_case, rejudged, write_pictures
from companion.core.grid import Cell, Zone
from companion.games import GAMES, find
from companion.games.mice_in_a_maze import GAME
from companion.journal.entry import Entry, EntryKind, Evidence, StoredGame
from companion.journal.journal import Journal
from companion.journal.reading_json import reading_json, reading_of_json
from companion.referee.referee import Referee
from companion.simulated.noise import SceneEye
from companion.table.case_file import case_text, finding_json
from companion.table.table import Table

RUN = "turn: R; tiles: b5=XOP0 c5=XRB0 d5=XYG0; mice: R=b5e Y=E6"


def evidence_of_a_slip() -> tuple[str, Any]:
    """The case of a mouse that stopped on its way, and what was found."""
    state = GAME.read_position(RUN)
    slip = next(slip for slip in GAME.slips(state) if slip.violations[0].code == "stopped-early")
    reading = reading_of(slip.scene, GAME.catalogue, GAME.layout, ORDINARY, 4)
    finding = Referee(GAME).judge(state, reading, 4.5)
    return case_text(GAME, state, reading, finding, 4.5, False), finding


def recorded(folder: Path, case: str) -> Path:
    """A journal whose only line has that case."""
    path = folder / "games.sqlite"
    journal = Journal.open(path)
    journal.begin(GAME.id, RUN, GAME.seats(GAME.read_position(RUN)), {}, 0.0)
    evidence = Evidence(7, 4.0, "49 tiles", case)
    journal.append(Entry(1, 0, EntryKind.IRREGULAR, "", "P1", None, 0.0, "The mouse ran on.", evidence=evidence))
    journal.close()
    return path


def test_a_ruling_is_judged_the_same_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From the record to a file to a judgement: the same broken rule, and the explanations with their scores."""
    case, _ = evidence_of_a_slip()
    journal, out = recorded(tmp_path, case), tmp_path / "one.json"
    assert main(["evidence", "1", "--journal", str(journal), "--out", str(out)]) == 0
    assert main(["rejudge", str(out)]) == 0
    said = capsys.readouterr().out
    assert "The same ruling." in said and "breaks stopped-early" in said


def test_another_ruling_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file whose finding was tampered with is noticed."""
    case, _ = evidence_of_a_slip()
    data = json.loads(case) | {"line": {"number": 1, "sentence": "?"}}
    data["finding"]["violations"][0]["code"] = "left-path"
    path = tmp_path / "one.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert main(["rejudge", str(path)]) == 1
    assert "ANOTHER ruling" in capsys.readouterr().out


def test_a_line_without_evidence_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines that people told have no evidence: the message lists those that do."""
    journal = recorded(tmp_path, evidence_of_a_slip()[0])
    assert main(["evidence", "3", "--journal", str(journal)]) == 2
    assert "lines with evidence: 1" in capsys.readouterr().err


def test_a_file_that_is_no_evidence_is_refused(tmp_path: Path) -> None:
    """Text, other JSON and damaged evidence: one sentence each."""
    path = tmp_path / "one.json"
    for text in ("hello", "[1]", '{"version": 0}'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(EvidenceFileError):
            read_case(path)
    with pytest.raises(EvidenceFileError, match="damaged"):
        rejudged({"version": 1, "game": GAME.id, "position": RUN, "reading": {}, "waited_s": 1, "done": False})


def test_the_file_holds_the_table_before_and_after(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The pictures beside the record travel in the file, and come out of it again; a damaged one is named."""
    journal, out = recorded(tmp_path, evidence_of_a_slip()[0]), tmp_path / "one.json"
    kept = Journal.open(journal)
    stored = kept.load(1)
    kept.close()
    folder = KeptPictures(pictures_home(journal), stored)._folder
    folder.mkdir(parents=True)
    (folder / "0.jpg").write_bytes(b"before")
    (folder / "1.jpg").write_bytes(b"after")
    assert main(["evidence", "1", "--journal", str(journal), "--out", str(out)]) == 0
    assert main(["rejudge", str(out), "--pictures", str(tmp_path / "seen")]) == 0
    assert [(tmp_path / "seen" / name).read_bytes() for name in ("before.jpg", "after.jpg")] == [b"before", b"after"]
    with pytest.raises(EvidenceFileError, match="'after'"):
        write_pictures({"pictures": {"after": "?"}}, tmp_path)


@pytest.mark.parametrize(("name", "given"), [("mice-in-a-maze", True), ("librande-maze", False)])
def test_a_page_gives_no_secrets_away(name: str, given: bool) -> None:
    """Of a game that keeps secrets the position may hold some: its evidence stays on the computer."""
    game = find(name)
    state = game.start(game.setup({}))
    reading = SceneEye(game.catalogue, game.layout_of(state), Random(1)).read(game.scene(state))
    case = case_text(game, state, reading, Referee(game).judge(state, reading, 5.0), 5.0, False)
    line = Entry(1, 0, EntryKind.NOTE, "", None, None, 0.0, "x", evidence=Evidence(1, 0.0, "", case))
    stored = StoredGame(1, game.id, game.write_position(state), game.seats(state), {}, (line,))
    table: Table[Any, Any] = Table(game, stored, Referee(game))
    text = GameBook(game, table, stored, {}).evidence(1)
    assert (text is not None, table.snapshot().log[0].proof) == (given, given)
    assert text is None or rejudged(json.loads(text))[0] is not None
    assert GameBook(game, table, stored, {}).evidence(2) is None


@pytest.mark.parametrize("name", GAMES)
def test_a_reading_survives_the_file(name: str) -> None:
    """What is written of a reading is read back, and judged like the reading itself."""
    game = find(name)
    state = game.start(game.setup({}))
    reading = SceneEye(game.catalogue, game.layout_of(state), Random(1)).read(game.scene(state), [Cell(0, 0)], [Zone("x")])
    again = reading_of_json(json.loads(json.dumps(reading_json(reading))))
    assert reading_json(again) == reading_json(reading)
    judged = [finding_json(Referee(game).judge(state, one, 5.0)) for one in (reading, again)]
    assert judged[0] == judged[1]
