"""Second thoughts: before anybody is accused, whether the camera itself was wrong a little while ago.

What was taken up stands on the record, and what comes after it is judged from there.  Where the eye had doubts then, the look of
now may tell that it was the other thing: lawful play from there explains what from the record looks like a broken rule.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Any, Generic, TypeVar

from companion.core.errors import CompanionError
from companion.core.finding import Finding, Irregular, Settled, Unclear
from companion.core.game import CLOCK
from companion.core.grid import Place
from companion.core.reading import Reading
from companion.core.ruling import Ruling
from companion.core.scene import ABSENT
from companion.journal.entry import EntryKind
from companion.journal.reading_json import reading_of_json
from companion.table.case_file import evidence_for
from companion.table.draft import Draft, Given
from companion.table.facts import Facts, Played
from companion.table.referee_port import Referee
from companion.table.sight import changed_places
from companion.table.untouched import as_untouched, still_touched

S = TypeVar("S")
A = TypeVar("A")

DOUBTED = 9.0
"""Where the explanation taken up led by less than that (nats), the next ones are thought of again."""

AS_LIKELY, CLEARLY = 3.0, 2.0
"""A broken rule must be so much (nats) likelier than a wrong record to be named; the record is mended when that is the likelier
one by so much."""

JUST_READ = 7.0
"""A broken rule must be so much likelier (nats) where the wrong record is what the latest look told and nothing has told since:
of what was just put down an eye is now and then sure and wrong."""

HALF_DONE = 4.0
"""What another account of the last look loses (nats) at most by that look where tiles are only turned: it may have been half
done."""

STIRRED = 3.0
"""So much (nats) an account loses by which all lay there before, though hands have stirred it since."""

FARTHEST, MOST_TRIED = 12, 6
"""So many actions are gone back, and so many other beginnings tried."""

AT_LAST_S = 60.0
"""Longer than any patience: it is asked what another account would come to, not whether it is time to say so."""

UNEXPLAINED = -12.0
"""The log-posterior of what has no explanation at all."""


class Thought(Enum):
    STANDS = "the record is right"
    OPEN = "record and table are about as likely wrong"
    MENDED = "the record was wrong, and is put right"


@dataclass(frozen=True, slots=True)
class Otherwise(Generic[S]):
    """Another account of the last `count` actions: what was done instead (`own`) before what was seen `since`, and how the look
    of now goes on from there.

    Of what must be asked nothing is played: it is asked from there.  By `lead` (nats) a broken rule must be likelier.
    """

    count: int
    own: tuple[str, ...]
    since: tuple[str, ...]
    state: S
    reading: Reading
    finding: Settled | Unclear
    log_p: float
    lead: float = AS_LIKELY

    @property
    def texts(self) -> tuple[str, ...]:
        return (*self.own, *self.since)


def think_again(
    draft: Draft[S, A], raw: Reading, finding: Irregular | Unclear, referee: Referee[S]
) -> tuple[Thought, tuple[Otherwise[S], ...]]:
    """Whether what the camera told before explains this finding; a record that was plainly wrong is mended at once.  Where it is
    open, the accounts that may be the right ones, likeliest first.

    `raw` is the reading as the eye made it: what nobody touched is taken from each account anew.
    """
    likeliest = max((item.log_p for item in finding.considered), default=UNEXPLAINED)
    found = sorted(_accounts(draft, raw, referee, likeliest), key=lambda one: -one.log_p)
    if all(one.log_p < likeliest - one.lead for one in found):
        return Thought.STANDS, ()
    if found[0].log_p < likeliest + CLEARLY or not _mend(draft, raw, found[0]):
        return Thought.OPEN, tuple(one for one in found if one.log_p >= likeliest - one.lead)
    return Thought.MENDED, ()


def _accounts(draft: Draft[S, A], raw: Reading, referee: Referee[S], likeliest: float) -> Iterator[Otherwise[S]]:
    """The other accounts of the doubtful actions from which lawful play explains what lies there, newest first, as far as they
    can count beside what is `likeliest` (nats).

    What was played since stands in each of them; only what they explain otherwise may look otherwise than on record.
    """
    facts, game, tried = draft.facts, draft.game, 0
    newest = next((count for count, _ in _looks(facts.played, facts.vouched)), 0)
    recorded = game.scene(facts.state)
    for count, before, own, since, behind in _doubtful(draft):
        state = _replayed(draft, before, (*own, *since))
        if state is None or tried >= MOST_TRIED:
            continue
        tried += 1
        scene = game.scene(state)
        otherwise = frozenset(changed_places(recorded, scene))
        touched = None if facts.touched is None else facts.touched | otherwise
        # Since the record last matched there was no more time for other acts than for those that it tells of.
        reading = replace(as_untouched(raw, scene, touched, game.catalogue.back), busy_s=facts.at_work.busy_s)
        stirred = _stirred(facts, otherwise)
        # Where hands have stirred it since, that tells as well.
        lead = AS_LIKELY if stirred or count > newest else JUST_READ
        if not referee.may_explain(state, reading, likeliest - lead + behind):
            continue
        finding = referee.judge(state, reading, AT_LAST_S)
        if isinstance(finding, Settled) or (isinstance(finding, Unclear) and not is_doubtful(finding)):
            idle = isinstance(finding, Settled) and not finding.actions and not _only_turned(draft, state)
            behind += STIRRED if idle and stirred else 0.0
            log_p = likeliest_lawful(finding) - behind
            if not own and not since and isinstance(finding, Settled) and finding.actions:
                # What is asked about is the act itself, not that there was none.
                own, finding = finding.actions, replace(finding, actions=())
                state = _replayed(draft, before, own) or state
            yield Otherwise(count, own, since, state, reading, finding, log_p, lead)


def _stirred(facts: Facts[S], places: frozenset[Place]) -> bool:
    """Whether pixels changed under a hand in all of these places, after what was taken up there."""
    if not facts.look or facts.touched is None or facts.handled is None:
        return False
    return bool(places) and places <= (facts.touched & facts.handled) - facts.settled


def _doubtful(draft: Draft[S, A]) -> Iterator[tuple[int, S, tuple[str, ...], tuple[str, ...], float]]:
    """(how many actions it goes back, the state before, what was done instead, what since, how far that was behind)."""
    played = draft.facts.played
    for count, group in _looks(played, draft.facts.vouched):
        evidence = group[0].entry.evidence
        latest = count == len(group)
        if evidence is None or (evidence.margin >= DOUBTED and not latest):
            continue
        later = tuple(one.entry.text for one in played[len(played) - count + len(group) :])
        mine = tuple(one.entry.text for one in group)
        case = json.loads(evidence.case or "{}")
        considered = [one for one in case.get("considered", []) if not one["codes"]]
        told = [float(one["log_p"]) for one in considered if mine[: len(one["actions"])] == tuple(one["actions"])]
        begun: list[tuple[str, ...]] = []
        for other in sorted(considered, key=lambda one: len(one["actions"])):
            texts, behind = tuple(str(text) for text in other["actions"]), max(told, default=0.0) - float(other["log_p"])
            begins, state = mine[: len(texts)] == texts, _replayed(draft, group[0].before, texts) if latest else None
            if begins:
                behind = _in_the_hand(draft, case, state)
            elif _only_turned(draft, state):
                # Whoever was seen to put a tile down may still have been about to turn it, however plainly it was seen.
                behind = min(behind, HALF_DONE)
            elif evidence.margin >= DOUBTED:
                continue
            # What merely goes on from another of them is found from there, with all that it might have been instead.
            if behind < DOUBTED and not any(texts[: len(one)] == one for one in begun):
                if not begins:
                    begun.append(texts)
                yield count, group[0].before, texts, later, max(behind, 0.0)


def _in_the_hand(draft: Draft[S, A], case: Mapping[str, Any], state: S | None) -> float:
    """How much less likely (nats) it was that the tiles which lie otherwise than in that state did not lie there yet; inf where
    anything else has changed since, or nothing."""
    if state is None or "reading" not in case:
        return inf
    scene, recorded = draft.game.scene(state), draft.game.scene(draft.facts.state)
    if scene.pieces != recorded.pieces or scene.tiles == recorded.tiles:
        return inf
    claims = {claim.place: claim for claim in reading_of_json(case["reading"]).tiles}
    places = changed_places(recorded, scene)
    return sum(claims[place].log_p - claims[place].score(ABSENT) if place in claims else inf for place in places)


def _only_turned(draft: Draft[S, A], state: S | None) -> bool:
    """Whether the table looks in that state as on record, but for how tiles are turned."""
    if state is None:
        return False
    scene, recorded = draft.game.scene(state), draft.game.scene(draft.facts.state)
    pairs = ((scene.tile(place), recorded.tile(place)) for place in changed_places(recorded, scene))
    return scene.pieces == recorded.pieces and all((one.kind, one.face) == (other.kind, other.face) for one, other in pairs)


def _looks(played: Sequence[Played[S]], vouched: int) -> Iterator[tuple[int, tuple[Played[S], ...]]]:
    """The last actions by the look that told them, newest first, each with how many actions there are from it on.

    What people said ends them: nobody's word is doubted.
    """
    end = len(played)
    while end > max(0, len(played) - FARTHEST):
        last = played[end - 1].entry
        if last.number <= vouched or (last.by is not None and last.by != CLOCK and last.kind is EntryKind.CORRECTION):
            return
        begin = end - 1
        while last.evidence is not None and begin > 0 and played[begin - 1].entry.evidence == last.evidence:
            begin -= 1
        yield len(played) - begin, tuple(played[begin:end])
        end = begin


def _replayed(draft: Draft[S, A], state: S, texts: Sequence[str]) -> S | None:
    """The state after these actions; None where one of them is not lawful."""
    game: Any = draft.game
    try:
        for text in texts:
            action = game.read(text)
            if not game.rule(state, action).legal:
                return None
            state = game.play(state, action)
    except CompanionError:
        return None
    return state


def likeliest_lawful(finding: Settled | Unclear) -> float:
    """How likely lawful play is at best; where only broken rules are listed, it is less likely than all of them."""
    last = min((item.log_p for item in finding.considered), default=0.0)
    return max((item.log_p for item in finding.considered if not item.codes), default=last)


def _mend(draft: Draft[S, A], raw: Reading, otherwise: Otherwise[S]) -> bool:
    """Take back what was read wrongly and play what it was; whether that can be done."""
    before = draft.facts
    kept = len(before.played) - otherwise.count
    gone = before.played[kept:]
    draft.change(state=gone[0].before, played=before.played[:kept], question=None, trouble=None, pointed=(), spoken=None)
    finding = otherwise.finding
    seen = finding.actions if isinstance(finding, Settled) else ()
    whole, begun = draft.try_out((*otherwise.texts, *seen)), draft.try_out(otherwise.texts)
    if isinstance(whole, Ruling) or isinstance(begun, Ruling) or whole.held:
        draft.facts = before
        return False
    for one in reversed(gone):
        words = f"Read wrongly: {one.entry.sentence}"
        draft.record(EntryKind.UNDO, words, text=one.entry.text, seat=one.entry.seat)
    # What was played before rests on looks that are gone; only what the look of now tells has evidence of its own.
    draft.accept(begun, Given(EntryKind.ACTION))
    rest = replace(whole, links=whole.links[len(begun.links) :])
    if rest.links and isinstance(finding, Settled):
        draft.accept(rest, Given(EntryKind.ACTION, None, evidence_for(draft, finding, otherwise.reading)))
    draft.change(touched=still_touched(before.touched, raw, draft.game.scene(draft.facts.state)))
    return True


def is_doubtful(finding: Finding) -> bool:
    """Whether a finding is one to think again about: a broken rule, or nothing lawful that explains what lies there."""
    if isinstance(finding, Unclear):
        return not any(choice.actions for choice in finding.question.choices)
    return isinstance(finding, Irregular)
