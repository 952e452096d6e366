"""What the yardstick of the judge counts, and the figures that come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True, slots=True)
class Accused:
    """A false accusation, or something taken for done that was not: where it happened and what was seen."""

    evening: int
    ply: int
    position: str
    truth: str
    told: str


@dataclass(frozen=True, slots=True)
class Mistake:
    """One deliberate slip: its code, what it was called (None: nothing), whether anything was said about it at all; `admitted` is
    what it was called where it was only asked about, once whoever made it had answered truly."""

    evening: int
    ply: int
    wanted: str
    named: str | None
    noticed: bool
    position: str = ""
    admitted: str | None = None


@dataclass(slots=True)
class Tally:
    """Everything counted in the evenings of one game.  Times are in seconds of table time, computing in milliseconds.

    `decoding_ms`: how long the same machine takes to decode one frame; None where nobody measured it.
    """

    game: str
    readings: str
    turns: int = 0
    understood: int = 0
    questions: int = 0
    needless_questions: int = 0
    done_pressed: int = 0
    helped: int = 0
    put_right: int = 0
    evenings: int = 0
    why_not: Counter[str] = field(default_factory=Counter)
    mistakes: list[Mistake] = field(default_factory=list)
    false_accusations: list[Accused] = field(default_factory=list)
    wrong_acceptances: list[Accused] = field(default_factory=list)
    misled: list[Accused] = field(default_factory=list)
    ruling_s: list[float] = field(default_factory=list)
    computing_ms: list[float] = field(default_factory=list)
    hypotheses: list[int] = field(default_factory=list)
    decoding_ms: float | None = None

    def figures(self) -> dict[str, object]:
        """The figures of the report; percentages are of turns or of deliberate slips."""
        slips = len(self.mistakes)
        return {
            "game": self.game,
            "readings": self.readings,
            "evenings": self.evenings,
            "turns": self.turns,
            "understood_pct": _percent(self.understood, self.turns),
            "needless_questions_pct": _percent(self.needless_questions, self.turns),
            "questions": self.questions,
            "done_pressed": self.done_pressed,
            "slips": slips,
            "slips_named_pct": _percent(sum(item.wanted == item.named for item in self.mistakes), slips),
            "slips_named_or_admitted_pct": _percent(
                sum(item.wanted in (item.named, item.admitted) for item in self.mistakes), slips),
            "slips_noticed_pct": _percent(sum(item.noticed for item in self.mistakes), slips),
            "put_right_noticed_pct": _percent(self.put_right, slips),
            "false_accusations": len(self.false_accusations),
            "wrong_acceptances": len(self.wrong_acceptances),
            "wrong_acceptances_pct": _percent(len(self.wrong_acceptances), self.turns),
            "misled_by_answers": len(self.misled),
            "ruling_s_median": round(median(self.ruling_s), 2) if self.ruling_s else None,
            "ruling_s_p99": _round(quantile(self.ruling_s, 0.99), 2),
            "computing_ms_median": round(median(self.computing_ms), 2) if self.computing_ms else None,
            "computing_ms_p95": _round(quantile(self.computing_ms, 0.95), 1),
            "computing_ms_p99": _round(quantile(self.computing_ms, 0.99), 1),
            "decoding_ms": _round(self.decoding_ms, 2),
            "decodes_p95": self._in_decodes(quantile(self.computing_ms, 0.95)),
            "hypotheses_median": median(self.hypotheses) if self.hypotheses else None,
            "hypotheses_max": max(self.hypotheses, default=None),
            "why_not": dict(self.why_not),
        }

    def _in_decodes(self, spent_ms: float | None) -> float | None:
        return round(spent_ms / self.decoding_ms, 2) if spent_ms is not None and self.decoding_ms else None

    def codes(self) -> dict[str, tuple[int, int]]:
        """Of each code how often it was committed, and how often it was named so."""
        asked, named = Counter(item.wanted for item in self.mistakes), Counter(
            item.wanted for item in self.mistakes if item.wanted == item.named)
        return {code: (asked[code], named[code]) for code in sorted(asked)}


def quantile(values: Sequence[float], share: float) -> float | None:
    """The smallest value that at least this share of the values do not exceed; None of nothing."""
    if not values:
        return None
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def _round(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
