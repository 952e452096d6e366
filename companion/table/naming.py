"""A broken rule is named: in the record, on the page, by lamp and sound."""

from __future__ import annotations

from typing import TypeVar

from companion.core.finding import Irregular
from companion.core.messages import CameraLight, Cue, CueKind
from companion.core.reading import Reading
from companion.core.ruling import Ruling
from companion.journal.entry import Entry, EntryKind
from companion.table.case_file import evidence_for
from companion.table.draft import Draft

S = TypeVar("S")
A = TypeVar("A")


def name_trouble(draft: Draft[S, A], finding: Irregular, reading: Reading | None, done: bool) -> None:
    """Name a broken rule, once for each look of the table unless somebody wants to know; a `reading` is what showed it."""
    draft.say(CameraLight.GREEN, "The table does not lie as the rules want it.")
    trouble, ruling = draft.facts.trouble, finding.ruling
    if trouble is not None and _key(trouble) == (ruling.action, tuple(broken.code for broken in ruling.violations)):
        return
    if not done and was_spoken_of(draft):
        return
    actor = draft.game.actor(draft.facts.state)
    seat = actor if any(one.id == actor for one in draft.seats) else None
    sentence = ruling.violations[0].sentence if ruling.violations else "The table does not match the record."
    evidence = None if reading is None else evidence_for(draft, finding, reading, done)
    entry = draft.record(EntryKind.IRREGULAR, sentence, text=ruling.action, seat=seat, ruling=ruling,
                         places=finding.places, evidence=evidence)
    draft.change(trouble=entry, question=None, pointed=(), done_until_s=None, spoken=draft.facts.rest.first)
    draft.show(Cue(CueKind.ILLEGAL, seat, finding.places))


def name_ruling(draft: Draft[S, A], ruling: Ruling, margin: float, reading: Reading | None, done: bool) -> None:
    """The same for an act that the rules were asked about."""
    places = tuple(dict.fromkeys(place for broken in ruling.violations for place in broken.places))
    name_trouble(draft, Irregular(ruling, places, margin), reading, done)


def _key(trouble: Entry) -> tuple[str, tuple[str, ...]]:
    return trouble.text, tuple(broken.code for broken in trouble.violations)


def was_spoken_of(draft: Draft[S, A]) -> bool:
    """Whether the table has already spoken about this look: an explanation that flickers must not chatter."""
    first = draft.facts.rest.first
    return first is not None and draft.facts.spoken is first
