"""What the table does about a frame: wait, play what was seen, ask, or name the broken rule."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from companion.core.finding import Finding, Irregular, Settled, Unclear, Waiting
from companion.core.grid import Place
from companion.core.messages import AskedQuestion, CameraLight, Cue, CueKind
from companion.core.reading import NoReading, Reading
from companion.core.ruling import Ruling
from companion.journal.entry import EntryKind
from companion.table.asking_again import ask_again, open_doubt
from companion.table.between import Between
from companion.table.case_file import evidence_for
from companion.table.commands import ask_back
from companion.table.draft import Draft, Given
from companion.table.first_look import first_look
from companion.table.lost import lost
from companion.table.naming import name_ruling, name_trouble, was_spoken_of
from companion.table.overruling import corrected, doubted, review
from companion.table.referee_port import Referee
from companion.table.rest import Rest
from companion.table.second_thoughts import Thought, is_doubtful, think_again
from companion.table.sight import changed_places
from companion.table.untouched import (
    as_untouched,
    changed_by_hands,
    doubtful,
    same_claims,
    settled_after,
    still_handled,
    still_touched,
    touched_after,
    unexplained,
    unlike,
    watched,
    with_unstirred,
)

S = TypeVar("S")
A = TypeVar("A")

PASSING = frozenset({"moving", "blurred", "held"})
"""Codes of frames that could not be read for a moment only: no reason to alarm anybody."""

LONG_S = 60.0
"""Longer than any patience."""


def see(draft: Draft[S, A], result: Reading | NoReading, referee: Referee[S]) -> None:
    """Take in a frame that was read, or could not be."""
    touched = touched_after(draft.facts.touched, result, draft.facts.frame, draft.facts.look)
    look = result.look if isinstance(result, Reading) else draft.facts.look
    settled = settled_after(draft.facts.settled, result, draft.facts.look)
    if draft.facts.overruled is not None:
        draft.change(overruled=watched(draft.facts.overruled, result, draft.facts.look))
    handled, over = changed_by_hands(draft.facts.handled, draft.facts.over, result, draft.facts.look)
    draft.change(read_at_s=draft.now, touched=touched, settled=settled, frame=result.frame, look=look, handled=handled, over=over)
    if isinstance(result, NoReading):
        light = CameraLight.AMBER if result.code in PASSING else CameraLight.RED
        draft.change(rest=Rest(), reading=None, at_work=draft.facts.at_work.after(result, rests=False))
        draft.change(between=draft.facts.between.moved_on(draft.facts.state, draft.facts.rest))
        draft.say(light, result.why, result.remedy)
        return
    still = draft.facts.still if result.hand or result.hidden else result
    rest = draft.facts.rest.seen(result)
    rests = rest.first is not None and rest.first is draft.facts.rest.first
    draft.change(rest=rest, reading=result, still=still, at_work=draft.facts.at_work.after(result, rests))
    draft.change(between=draft.facts.between.moved_on(draft.facts.state, draft.facts.rest))
    if result.hand:
        words = "A hand seems to be over the table; I look again when it is gone or has kept still for a while."
        draft.say(CameraLight.AMBER, words)
    elif draft.game.actor(draft.facts.state) is None:
        draft.say(CameraLight.GREEN, "The game is over.")
    elif draft.facts.setting is not None:
        first_look(draft, result, referee)
    else:
        _judge(draft, result, referee)


def _judge(draft: Draft[S, A], reading: Reading, referee: Referee[S]) -> None:
    if draft.facts.word is not None and draft.facts.still is not None:
        draft.overrule_camera(draft.facts.word.sentence, draft.facts.word.firm)
    facts = draft.facts
    # Done is said of how the table lies; once that was judged and a hand has changed it, it has been said of something else.
    done = facts.done_until_s is not None and draft.now <= facts.done_until_s
    done = done and facts.done_about in (None, facts.rest.first)
    overruled = None if facts.overruled is None else review(facts.overruled, reading, draft.game.scene(facts.state))
    if done and overruled is not None and not overruled.firm:
        overruled = None
    draft.change(overruled=overruled)
    judged = reading if overruled is None else corrected(reading, overruled)
    judged = as_untouched(judged, draft.game.scene(facts.state), facts.touched, draft.game.catalogue.back)
    # Whoever says Done may speak of what stirred a while ago; else that has been let go by.
    open_yet = facts.stirred if done else frozenset[Place]()
    judged = replace(with_unstirred(judged, facts.settled, facts.handled, open_yet), busy_s=facts.at_work.busy_s)
    judged = same_claims(judged, facts.judged)
    waited_s = facts.rest.waited_s(reading)
    between = facts.between.looks
    if overruled is None:
        finding = referee.judge(facts.state, judged, waited_s, done, between)
    else:
        judged, finding = _with_word(draft, reading, judged, referee, done)
    draft.change(between=facts.between.lies(judged, waited_s), judged=judged)
    if done and not isinstance(finding, Waiting):
        draft.change(done_about=facts.rest.first)
    if overruled is None and isinstance(finding, Irregular | Unclear) and _thought_again(draft, reading, finding, referee):
        return
    _act(draft, finding, judged, done)


def _thought_again(draft: Draft[S, A], reading: Reading, finding: Irregular | Unclear, referee: Referee[S]) -> bool:
    """Whether the record may be what is wrong, not the table: then nobody is accused; a plainly wrong one is mended at once."""
    facts = draft.facts
    if open_doubt(draft) is not None and is_doubtful(finding):
        _say_what_is_asked(draft)
        return True
    # What was thought over once is not thought over with every picture.
    if not is_doubtful(finding) or facts.trouble is not None or facts.desynchronised is not None or was_spoken_of(draft):
        return False
    thought, accounts = think_again(draft, reading, finding, referee)
    if thought is Thought.OPEN:
        if ask_again(draft, accounts):
            _say_what_is_asked(draft)
        else:
            _lose_the_thread(draft, reading)
    return thought is not Thought.STANDS


def _say_what_is_asked(draft: Draft[S, A]) -> None:
    asked = draft.facts.question
    if asked is not None:
        draft.say(CameraLight.AMBER, f"I am not sure: {asked.question.text}")


def _with_word(
    draft: Draft[S, A], reading: Reading, judged: Reading, referee: Referee[S], done: bool
) -> tuple[Reading, Finding]:
    """What is found in a reading that people's word has put right.

    Whoever presses Done need not wait, and is asked; but what people said is not seen, and nobody is told that it is not enough.
    """
    facts, waited_s = draft.facts, draft.facts.rest.waited_s(reading)
    between = facts.between.looks
    finding = referee.judge(facts.state, judged, max(waited_s, LONG_S) if done else waited_s, False, between)
    # An act that the eye hardly saw looks as if nothing had happened.
    if done and (isinstance(finding, Waiting) or (isinstance(finding, Settled) and not finding.actions)):
        asked = referee.judge(facts.state, judged, max(waited_s, LONG_S), True, between)
        return judged, asked if isinstance(asked, Unclear) else finding
    if isinstance(finding, Irregular):
        return _without_word(draft, reading, finding, referee, judged)
    return judged, finding


def _without_word(
    draft: Draft[S, A], reading: Reading, finding: Finding, referee: Referee[S], judged: Reading
) -> tuple[Reading, Finding]:
    """What people said may be what makes a lawful table look wrong: nobody is accused unless the bare reading says the same, or
    one in which little is believed wherever people and the eye contradict each other."""
    facts = draft.facts
    bare = as_untouched(reading, draft.game.scene(facts.state), facts.touched, draft.game.catalogue.back)
    waited_s, between = facts.rest.waited_s(reading), facts.between.looks
    other = referee.judge(facts.state, bare, waited_s, False, between)
    if _says_the_same(finding, other):
        return judged, finding
    if facts.overruled is not None:
        open_to_both = replace(doubted(bare, facts.overruled), settled=judged.settled, busy_s=judged.busy_s)
        if _says_the_same(finding, referee.judge(facts.state, open_to_both, waited_s, False, between)):
            return judged, finding
    return bare, other if not isinstance(other, Irregular) else Waiting("Record and table differ in more than one way.")


def _says_the_same(finding: Finding, other: Finding) -> bool:
    """Whether both name the same broken rule."""
    if not isinstance(finding, Irregular) or not isinstance(other, Irregular):
        return False
    return other.ruling.violations == finding.ruling.violations


def _act(draft: Draft[S, A], finding: Finding, reading: Reading, done: bool) -> None:
    if isinstance(finding, Waiting):
        draft.say(CameraLight.AMBER, finding.why)
    elif isinstance(finding, Settled) and not finding.actions:
        _nothing_happened(draft, reading)
    elif isinstance(finding, Settled):
        _play(draft, finding, reading, done)
    elif _covered(draft, finding.question.places if isinstance(finding, Unclear) else finding.places, reading):
        return
    elif draft.facts.trouble is None and not _can_be_asked(finding) and ask_back(draft, reading, was_spoken_of(draft)):
        draft.say(CameraLight.AMBER, "The table lies as it did before the last action.")
    elif draft.facts.trouble is None and (draft.facts.desynchronised is not None or (
        isinstance(finding, Unclear) and not _can_be_asked(finding))):
        _lose_the_thread(draft, reading)
    elif isinstance(finding, Unclear):
        _ask(draft, finding, done)
    else:
        name_trouble(draft, finding, reading, done or _is_kept(draft))


def _is_kept(draft: Draft[S, A]) -> bool:
    """Whether people said of this look that they have not taken back what was played last, though it looks so."""
    first = draft.facts.rest.first
    return first is not None and draft.facts.kept is first


def _can_be_asked(finding: Finding) -> bool:
    """Whether somebody can be asked for an act, or for a mistake, that may explain what lies there."""
    return isinstance(finding, Unclear) and any(choice.tells for choice in finding.question.choices)


def _lose_the_thread(draft: Draft[S, A], reading: Reading) -> None:
    """Say that table and record no longer fit together, and where; from then on only what fits again is taken up."""
    known = draft.facts.desynchronised
    scene, layout = draft.game.scene(draft.facts.state), draft.game.layout_of(draft.facts.state)
    now = lost(draft.facts.state, scene, reading, layout)
    draft.say(CameraLight.AMBER, "The table and the record no longer fit together.")
    if known is not None and known.told == now.told:
        return
    draft.change(lost=now, question=None)
    if known is None:
        draft.record(EntryKind.NOTE, "The table and the record no longer fit together; nothing is judged until they do.",
                     places=now.places)
    draft.show(Cue(CueKind.LOOK_HERE, None, now.places))


def _found_again(draft: Draft[S, A]) -> bool:
    """Whether the thread had been lost until now; from now on it is not."""
    was_lost = draft.facts.desynchronised is not None
    if was_lost:
        draft.record(EntryKind.NOTE, "The table and the record fit together again.")
        draft.change(lost=None)
    return was_lost


def _nothing_happened(draft: Draft[S, A], reading: Reading) -> None:
    """The table matches the record: questions and troubles about it are settled."""
    touched = still_touched(draft.facts.touched, reading, draft.game.scene(draft.facts.state))
    # What lies as it was taken up, as far as the eye can tell, was not touched again until its pixels change.
    left = touched - (draft.facts.settled - reading.unsure - reading.hidden - doubtful(reading))
    stirred = _unexplained(draft, draft.facts.stirred)
    draft.change(touched=left | stirred, stirred=stirred, handled=frozenset(), at_work=draft.facts.at_work.matched())
    if draft.facts.overruled is None:
        draft.say(CameraLight.GREEN, "The table is still and matches the record.")
    else:
        draft.say(CameraLight.AMBER, draft.facts.overruled.sentence)
    draft.change(between=Between())
    righted = draft.put_right()
    asked = _found_again(draft) or draft.facts.question is not None
    draft.change(question=None, spoken=None)
    if righted or asked:
        draft.show(*righted, *draft.turn_cues())


def _play(draft: Draft[S, A], finding: Settled, reading: Reading, done: bool) -> None:
    chain = draft.try_out(finding.actions)
    evidence = evidence_for(draft, finding, reading, done)
    if isinstance(chain, Ruling):
        name_ruling(draft, chain, finding.margin, reading, done=False)
        return
    if chain.held and not chain.links:
        draft.say(CameraLight.AMBER, "The time that runs is not over yet; I look again then.")
        return
    changed = changed_places(draft.game.scene(draft.facts.state), draft.game.scene(chain.after))
    if _covered(draft, tuple(changed), reading):
        return
    draft.say(CameraLight.GREEN, "I saw: " + ", then ".join(label for _, _, label, _ in chain.links) + ".")
    _found_again(draft)
    draft.accept(chain, Given(EntryKind.ACTION, None, evidence))
    if not chain.held:
        # What was played may be the beginning of what was done: only what lies as the record has it now is settled.
        touched = still_touched(draft.facts.touched, reading, draft.game.scene(draft.facts.state))
        # What stirred before the last act was taken up, and did not hinder this one, was nothing.
        handled, stirred = still_handled(draft.facts.handled, draft.facts.touched, touched), _unexplained(draft, frozenset())
        draft.change(touched=touched | stirred, stirred=stirred, handled=handled)
        if not unlike(reading, draft.game.scene(draft.facts.state)):
            draft.change(at_work=draft.facts.at_work.matched())


def _unexplained(draft: Draft[S, A], stirred: frozenset[Place]) -> frozenset[Place]:
    """Where hands changed something that neither explains what was taken up, nor that it was put back as it had been."""
    facts, scene = draft.facts, draft.game.scene(draft.facts.state)
    put_back = frozenset(place for look in facts.between.looks for place in unlike(look, scene))
    return unexplained(stirred, facts.touched, facts.handled, facts.settled | put_back)


def _covered(draft: Draft[S, A], places: tuple[Place, ...], reading: Reading) -> bool:
    """Whether something that matters cannot be seen, which is then said in words and nothing else is."""
    if reading.hidden.isdisjoint(places):
        return False
    draft.say(CameraLight.AMBER, "Something covers the places that have changed; I look again when they are free.")
    return True


def _ask(draft: Draft[S, A], finding: Unclear, done: bool) -> None:
    question, standing = finding.question, draft.facts.question
    draft.say(CameraLight.AMBER, f"I am not sure: {question.text}")
    if standing is not None and _asks_the_same(standing, finding):
        return
    if not done and (was_spoken_of(draft) or (_was_answered(draft) and not _tells_more(finding))):
        return
    draft.ask(AskedQuestion(draft.facts.questions + 1, question))


def _was_answered(draft: Draft[S, A]) -> bool:
    first = draft.facts.rest.first
    return first is not None and draft.facts.answered is first


def _tells_more(finding: Unclear) -> bool:
    """Whether lawful play explains more of the table than the record does: else people are not asked twice about one look."""
    lawful = sorted((one for one in finding.considered if not one.codes), key=lambda one: -one.log_p)
    return bool(lawful) and bool(lawful[0].actions)


def _asks_the_same(standing: AskedQuestion, finding: Unclear) -> bool:
    old, new = standing.question, finding.question
    return (old.seat, old.text, {(choice.actions, choice.ruling) for choice in old.choices}) == (
        new.seat, new.text, {(choice.actions, choice.ruling) for choice in new.choices})
