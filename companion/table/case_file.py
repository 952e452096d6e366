"""What a ruling rested on, as one text: position, reading, every explanation that was considered, and what was found."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from companion.core.finding import Candidate, Finding, Irregular, Settled, Unclear
from companion.core.game import Game
from companion.core.reading import Reading
from companion.journal.entry import Evidence
from companion.journal.reading_json import reading_json
from companion.table.draft import Draft, evidence_of

S = TypeVar("S")
A = TypeVar("A")

VERSION = 1


def case_text(game: Game[S, Any], state: S, reading: Reading, finding: Finding, waited_s: float, done: bool,
              between: tuple[Reading, ...] = ()) -> str:
    """Everything a referee needs to judge once more, and what it found this time, as JSON."""
    considered = [] if not hasattr(finding, "considered") else [_candidate(item) for item in finding.considered]
    case = {
        "version": VERSION,
        "game": game.id,
        "position": game.write_position(state),
        "waited_s": round(waited_s, 3),
        "done": done,
        "reading": reading_json(reading),
        "between": [reading_json(look) for look in between],
        "considered": considered,
        "finding": finding_json(finding),
    }
    return json.dumps(case, ensure_ascii=False, separators=(",", ":"))


def evidence_for(draft: Draft[S, A], finding: Settled | Irregular, reading: Reading, done: bool = False) -> Evidence:
    """What a judgement from the present state rests on."""
    waited_s = draft.facts.rest.waited_s(reading)
    case = case_text(draft.game, draft.facts.state, reading, finding, waited_s, done, draft.facts.between.looks)
    return evidence_of(reading, finding.margin, waited_s, case)


def finding_json(finding: Finding) -> dict[str, Any]:
    """What was found, as far as two judgements of the same case must agree."""
    if isinstance(finding, Settled):
        return {"found": "settled", "actions": list(finding.actions)}
    if isinstance(finding, Irregular):
        broken = [{"code": one.code, "sentence": one.sentence, "rule": one.rule} for one in finding.ruling.violations]
        ruling = finding.ruling
        return {"found": "irregular", "action": ruling.action, "violations": broken, "remedy": list(ruling.remedy)}
    if isinstance(finding, Unclear):
        return {"found": "unclear", "question": finding.question.text, "choices": [one.label for one in finding.question.choices]}
    return {"found": "waiting", "why": finding.why}


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {"actions": list(candidate.actions), "log_p": round(candidate.log_p, 4), "codes": list(candidate.codes)}
