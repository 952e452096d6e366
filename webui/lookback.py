"""Looking back at a game: one moment after the other, the score sheet, and the game as a file for other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote

from companion.core.grid import Place
from companion.core.messages import LineKind, LogLine, Snapshot
from companion.core.view import View

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Tabletop Companion"


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after `at` of its `count` standing actions, as one viewer may know it; `entry` is the line that led here."""

    at: int
    count: int
    view: View
    entry: int | None = None


class Book(Protocol):
    """Knows every moment of the game that is being played; asked by many request threads at once."""

    def moment(self, at: int | None, seat: str | None) -> Moment:
        """The moment after `at` actions (None: the newest; outside the game: the nearest) as that seat may know it."""
        ...

    def pictures(self, line: int) -> tuple[int | None, int | None]:
        """The lines whose camera pictures show the table before and after that line; None where there is none."""
        ...

    def picture(self, line: int) -> bytes | None:
        """The camera picture of that line as JPEG; None where there is none."""
        ...

    def evidence(self, line: int) -> str | None:
        """Everything that line rested on, as a file for `companion rejudge`; None where there is nothing, or it is secret."""
        ...

    def record(self) -> str | None:
        """The game in its own record form; None while that would tell secrets."""
        ...


def lines_at(snapshot: Snapshot, moment: Moment) -> tuple[LogLine, ...]:
    """The line that led to this moment, then what was said while the game stood there: broken rules, questions, notes."""
    led = [line for line in snapshot.log if line.number == moment.entry]
    after = moment.entry or 0
    said = [line for line in snapshot.log if line.ply == moment.at and line.number > after and line.kind is not LineKind.LEGAL]
    return (*led, *(line for line in said if not line.action or line.kind is LineKind.ILLEGAL))


def marked(lines: Sequence[LogLine]) -> dict[str, tuple[Place, ...]]:
    """What to mark on the board of a moment."""
    broken = [line for line in lines if line.kind is LineKind.ILLEGAL]
    trouble = tuple(place for line in broken for item in line.violations for place in (*line.places, *item.places))
    return {"last": lines[0].places if lines else (), "trouble": trouble}


def public_lines(snapshot: Snapshot) -> str:
    """The log as text, one line an entry."""
    names = {seat.id: seat.name for seat in snapshot.seats}
    head = [snapshot.title, ", ".join(f"{seat.id} = {seat.name}" for seat in snapshot.seats), ""]
    lines = [f"{line.number:>4}  {names.get(line.seat or '', ''):<12} {line.action:<16} {line.sentence}" for line in snapshot.log]
    return "\n".join([*head, *(line.rstrip() for line in lines)]) + "\n"


def actions_csv(snapshot: Snapshot) -> str:
    """The log as a table."""
    rows = []
    for line in snapshot.log:
        codes = " ".join(broken.code for broken in line.violations)
        rows.append((line.number, line.ply, line.kind.value, line.seat or "", line.action, line.sentence, codes))
    return _table(("number", "ply", "kind", "seat", "action", "sentence", "broken rules"), rows)


def scores_csv(snapshot: Snapshot, view: View) -> str:
    """Every item of everybody's points, and the totals."""
    names = {seat.id: seat.name for seat in snapshot.seats}
    rows: list[tuple[object, ...]] = []
    for score in view.scores:
        who = (score.seat, _plain(names.get(score.seat, score.seat)))
        rows += [(*who, item.text, item.points, "" if item.ply is None else item.ply) for item in score.receipts]
        rows.append((*who, "total", score.points, ""))
    return _table(("seat", "name", "item", "points", "ply"), rows)


def bg_stats_link(snapshot: Snapshot) -> str | None:
    """A link that hands a finished game to the app BG Stats; None while it is being played."""
    view = snapshot.views[None]
    if view.outcome is None:
        return None
    outcome = view.outcome
    best_first = sorted(outcome.scores.values(), reverse=True)
    players = [
        {
            "name": seat.name,
            "sourcePlayerId": seat.id,
            "startPlayer": number == 0,
            "rank": best_first.index(outcome.scores[seat.id]) + 1 if seat.id in outcome.scores else 0,
            "score": f"{outcome.scores.get(seat.id, 0):g}",
            "winner": seat.id in outcome.winners,
        }
        for number, seat in enumerate(snapshot.seats)
    ]
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{snapshot.game}-{snapshot.log[-1].number if snapshot.log else 0}",
        "game": {"name": snapshot.title, "sourceGameId": snapshot.game, "highestWins": True, "noPoints": not outcome.scores},
        "players": players,
    }
    return BG_STATS + quote(json.dumps(play, separators=(",", ":"), ensure_ascii=False), safe="")


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()


def _plain(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@" and text else text
