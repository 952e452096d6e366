"""What the table does before the first turn: say what is amiss with the set-up, ask what cannot be seen, then begin.

Play begins when the table lies as the record has it, when somebody says "go on as the record says", and with the first action
that anybody enters; without a camera nothing here ever happens.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from companion.core.finding import Choice, Question, Settled
from companion.core.messages import Answer, AskedQuestion, AsRecorded, CameraLight, Cue, CueKind
from companion.core.reading import Reading
from companion.core.ruling import Ruling
from companion.journal.entry import EntryKind
from companion.referee.explain import place_names
from companion.table.between import Between
from companion.table.correcting import label_of
from companion.table.draft import Draft
from companion.table.referee_port import Referee
from companion.table.setting_up import BEGUN, DOUBTED, LookedOver, SettingUp, look_over

S = TypeVar("S")
A = TypeVar("A")

LOOK_S, ASK_S, LONG_S = 1.0, 4.0, 60.0
"""For so long the table has to lie still before something is named, before it is asked about; longer than any patience."""


def first_look(draft: Draft[S, A], reading: Reading, referee: Referee[S]) -> None:
    """Compare a reading with the set-up on record."""
    facts, game = draft.facts, draft.game
    setting = facts.setting or SettingUp()
    found = look_over(game.scene(facts.state), reading, game.layout_of(facts.state), game.catalogue)
    done = facts.done_until_s is not None and draft.now <= facts.done_until_s
    waited_s = LONG_S if done else facts.rest.waited_s(reading)
    if not found.told and not found.doubtful:
        draft.say(CameraLight.GREEN, "The table lies as the record has it; play may begin.")
        begin(draft)
    elif waited_s < LOOK_S:
        draft.say(CameraLight.AMBER, "I compare the table with the set-up.")
    elif found.told:
        draft.say(CameraLight.AMBER, "The table is not set up yet.")
        _name(draft, setting, found, reading, referee)
    else:
        draft.say(CameraLight.AMBER, "I cannot see all of the set-up.")
        _forget(draft, setting, found)
        if waited_s >= ASK_S:
            _ask(draft, found)


def begin(draft: Draft[S, A]) -> None:
    """The set-up is settled: whose turn it is, if something else was shown until now."""
    setting, hidden = draft.facts.setting or SettingUp(), draft.facts.reading is None or draft.facts.reading.hidden
    shown = bool(setting.told or setting.asked)
    draft.change(setting=None, question=None, spoken=None, done_until_s=None, between=Between())
    if not hidden:
        draft.change(touched=frozenset())
    if shown:
        draft.show(*draft.turn_cues())


def go_on(draft: Draft[S, A], command: AsRecorded) -> None:
    """Somebody says that the record is right, whatever the camera sees."""
    setting = draft.facts.setting
    if setting is None:
        draft.note("Play has begun already; nothing was changed.", command.by)
        return
    who = "Somebody" if command.by is None else draft.name(command.by)
    if setting.told:
        words = f"{who} goes on as the record says; the camera sees something else."
        draft.record(EntryKind.NOTE, words, seat=command.by, by=command.by, places=setting.places)
    begin(draft)
    draft.overrule_camera("The set-up on record holds; the camera still sees something else there.", firm=True)


def answers_first_look(draft: Draft[S, A], answer: Answer) -> bool:
    """Whether that answered a question about the set-up by which nothing is played; what follows is done then."""
    setting, asked = draft.facts.setting, draft.facts.question
    if setting is None or asked is None or setting.asked != asked.number or asked.question.choices[answer.choice].actions:
        return False
    if setting.about == DOUBTED and answer.choice == 0:
        begin(draft)
        draft.overrule_camera("The set-up on record holds; the camera still sees something else there.", firm=True)
        return True
    # About the same look nothing is asked again.
    draft.change(setting=replace(setting, not_begun=setting.not_begun or setting.about == BEGUN), question=None,
                 spoken=draft.facts.rest.first)
    draft.show(*setting_cues(draft))
    return True


def setting_cues(draft: Draft[S, A]) -> tuple[Cue, ...]:
    """Where something is amiss with the set-up; nothing where nothing is."""
    places = () if draft.facts.setting is None else draft.facts.setting.places
    return (Cue(CueKind.LOOK_HERE, None, places),) if places else draft.turn_cues()


def _name(draft: Draft[S, A], setting: SettingUp, found: LookedOver, reading: Reading, referee: Referee[S]) -> None:
    """Say everything that is amiss; where lawful play explains it, ask whether play has begun."""
    if setting.told == found.told:
        return
    draft.change(setting=replace(setting, told=found.told, places=found.places), question=None)
    draft.show(*setting_cues(draft))
    begun = None if setting.not_begun else _may_have_begun(draft, reading, referee)
    if begun is not None:
        text, actions = begun
        choices = (Choice("Yes", actions), Choice("No, we are still setting up", ()))
        _put(draft, BEGUN, Question(None, text, choices, found.places))


def _may_have_begun(draft: Draft[S, Any], reading: Reading, referee: Referee[S]) -> tuple[str, tuple[str, ...]] | None:
    """The question and the actions, if lawful play makes the table look so."""
    finding = referee.judge(draft.facts.state, reading, LONG_S, False, ())
    if not isinstance(finding, Settled) or not finding.actions or isinstance(draft.try_out(finding.actions), Ruling):
        return None
    label = label_of(draft.game, draft.facts.state, finding.actions)
    return (f"Has play begun with this: {label}?", finding.actions) if label else None


def _forget(draft: Draft[S, A], setting: SettingUp, found: LookedOver) -> None:
    """What was amiss is right now; only what cannot be seen is left."""
    if setting.told:
        draft.change(setting=replace(setting, told=(), places=found.places), question=None)
        draft.show(*draft.turn_cues())


def _ask(draft: Draft[S, A], found: LookedOver) -> None:
    first = draft.facts.rest.first
    if draft.facts.question is not None or (first is not None and draft.facts.spoken is first):
        return
    names = place_names(draft.game.layout_of(draft.facts.state), found.doubtful)
    choices = (Choice("Yes, everything lies as it should", ()), Choice("No, we put it right", ()))
    text = f"I cannot see everything at {names}. Is it set up there as the page shows it?"
    _put(draft, DOUBTED, Question(None, text, choices, found.doubtful))


def _put(draft: Draft[S, A], about: str, question: Question) -> None:
    number = draft.facts.questions + 1
    draft.change(setting=replace(draft.facts.setting or SettingUp(), asked=number, about=about))
    draft.ask(AskedQuestion(number, question))
