"""Every moment of the game that is being played, for those who look back at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.app.evidence_file import EvidenceError, Pictures, as_text, bundle
from companion.core.errors import CompanionError
from companion.core.game import Game, KeepsSecrets
from companion.journal.entry import StoredGame
from companion.journal.replay import text_record
from companion.table.table import Table
from webui.lookback import Moment


class GameBook:
    """Reads the table's facts, which are frozen: any thread may ask at any time."""

    def __init__(
        self,
        game: Game[Any, Any],
        table: Table[Any, Any],
        stored: StoredGame,
        answers: Mapping[str, str] | None = None,
        pictures: Pictures | None = None,
    ) -> None:
        """`answers`: what people said when this game was set up; None where it was not."""
        self._game, self._table, self._stored, self._pictures = game, table, stored, pictures
        # A start that people did not say aloud may hold what lies face down; then the record would tell it.
        self._open = answers is not None and _starts_so(game, answers) == stored.start

    def moment(self, at: int | None, seat: str | None) -> Moment:
        facts = self._table.facts
        count = len(facts.played)
        here = count if at is None else max(0, min(at, count))
        state = facts.played[here].before if here < count else facts.state
        entry = facts.played[here - 1].entry.number if here else None
        return Moment(facts.first_ply + here, facts.first_ply + count, self._game.view(state, seat), entry)

    def pictures(self, line: int) -> tuple[int | None, int | None]:
        return (None, None) if self._pictures is None else self._pictures.around(line)

    def picture(self, line: int) -> bytes | None:
        return None if self._pictures is None else self._pictures.picture(line)

    def evidence(self, line: int) -> str | None:
        # Position and explanations hold what the record knows; where that may be a secret nobody gets them over the net.
        if not self._open or isinstance(self._game, KeepsSecrets):
            return None
        try:
            return as_text(bundle(replace(self._stored, entries=self._table.facts.entries), line, self._pictures))
        except EvidenceError:
            return None

    def record(self) -> str | None:
        facts = self._table.facts
        over = self._game.outcome(facts.state) is not None
        if not over or not self._open or isinstance(self._game, KeepsSecrets):
            return None
        return text_record(self._game, replace(self._stored, entries=facts.entries))


def _starts_so(game: Game[Any, Any], answers: Mapping[str, str]) -> str:
    """The position these answers lead to; empty when they lead to none any more."""
    try:
        return game.write_position(game.start(game.setup(answers)))
    except CompanionError:
        return ""
