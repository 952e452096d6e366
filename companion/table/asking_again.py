"""What was it really?  Where the camera may have misread what is on record, whoever did it is asked before anybody is accused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from companion.core.finding import Choice, Question
from companion.core.grid import place_order
from companion.core.messages import Answer, AskedQuestion
from companion.core.ruling import Ruling
from companion.journal.entry import EntryKind
from companion.table.correcting import label_of
from companion.table.draft import Draft, Given
from companion.table.facts import Doubt
from companion.table.second_thoughts import Otherwise
from companion.table.sight import changed_places

S = TypeVar("S")
A = TypeVar("A")

MOST_WAYS = 3
"""So many other accounts are answers."""

RIGHT = Choice("It was as the record says", ())


def ask_again(draft: Draft[S, A], accounts: Sequence[Otherwise[S]]) -> bool:
    """Ask what was really done, likeliest account first; whether that could be asked in words that everybody may read."""
    ways: dict[str, Otherwise[S]] = {}
    for one in accounts:
        before = draft.facts.played[-one.count].before
        label = label_of(draft.game, before, one.own)
        if label and one.count == next(iter(ways.values()), one).count:
            ways.setdefault(label, one)
    if not ways:
        return False
    listed = list(ways.items())[:MOST_WAYS]
    first, number = listed[0][1], draft.facts.questions + 1
    line = draft.facts.played[-first.count].entry
    seat = line.seat if any(one.id == line.seat for one in draft.seats) else None
    recorded, others = draft.game.scene(draft.facts.state), [draft.game.scene(one.state) for _, one in listed]
    places = {place for scene in others for place in changed_places(recorded, scene)}
    text = f"I may have misread this: {line.sentence}. What was it really?"
    choices = (*(Choice(label, ()) for label, _ in listed), RIGHT)
    draft.ask(AskedQuestion(number, Question(seat, text, choices, tuple(sorted(places, key=place_order)))))
    draft.change(doubt=Doubt(number, first.count, tuple(one.own for _, one in listed), first.since))
    return True


def open_doubt(draft: Draft[S, A]) -> Doubt | None:
    """The open question what was really done; None where none is open."""
    asked, doubt = draft.facts.question, draft.facts.doubt
    return doubt if asked is not None and doubt is not None and doubt.number == asked.number else None


def answer_again(draft: Draft[S, A], answer: Answer, doubt: Doubt) -> None:
    """Put right what was misread, or let it stand; what breaks a rule then is named as soon as it is seen again."""
    facts = draft.facts
    gone = facts.played[len(facts.played) - doubt.count :]
    if answer.choice == len(doubt.ways):
        draft.record(EntryKind.ANSWER, f"Read rightly: {gone[0].entry.sentence}", by=answer.by)
        last = gone[len(gone) - len(doubt.since) - 1].entry
        draft.change(question=None, vouched=last.number, spoken=facts.rest.first, kept=facts.rest.first)
        draft.show(*draft.turn_cues())
        return
    recorded = draft.game.scene(facts.state)
    draft.change(state=gone[0].before, played=facts.played[: len(facts.played) - doubt.count], question=None, spoken=None)
    own = doubt.ways[answer.choice]
    begun, whole = draft.try_out(own), draft.try_out((*own, *doubt.since))
    if isinstance(begun, Ruling) or isinstance(whole, Ruling) or whole.held:
        draft.facts = facts
        draft.note("That cannot be played here now; nothing was changed.", answer.by)
        return
    for one in reversed(gone):
        words = f"Read wrongly: {one.entry.sentence}"
        draft.record(EntryKind.UNDO, words, text=one.entry.text, seat=one.entry.seat, by=answer.by)
    draft.accept(begun, Given(EntryKind.CORRECTION, answer.by))
    rest = replace(whole, links=whole.links[len(begun.links) :])
    if rest.links:
        draft.accept(rest, Given(EntryKind.ACTION))
    # What else lies there has still to be explained: of that nobody has spoken.
    spoken_of = frozenset(changed_places(recorded, draft.game.scene(draft.facts.state)))
    draft.overrule_camera("The record follows what was said; the camera still sees something else there.", True, spoken_of)
