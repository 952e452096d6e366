"""What the table does when people answer, enter, take back, point, press Done or take the table over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.core.errors import CompanionError, SetupError
from companion.core.finding import Choice, Question
from companion.core.game import CLOCK, TABLE, KeepsSecrets, read_called
from companion.core.grid import place_order
from companion.core.messages import (
    Answer,
    AskedQuestion,
    AsRecorded,
    CameraLight,
    Command,
    Correct,
    Cue,
    CueKind,
    Dispute,
    Done,
    Enter,
    PointAt,
    TakeBack,
    TakeOver,
)
from companion.core.reading import Reading
from companion.core.ruling import Ruling
from companion.journal.entry import EntryKind
from companion.table.asking_again import answer_again, open_doubt
from companion.table.clocks import Clocks
from companion.table.correcting import correct
from companion.table.draft import Draft, Given
from companion.table.facts import taker_back
from companion.table.first_look import answers_first_look, go_on, setting_cues
from companion.table.naming import name_ruling
from companion.table.overruling import review
from companion.table.sight import agree, best_scene, reveals
from companion.table.untouched import unlike

S = TypeVar("S")
A = TypeVar("A")

SHOWN_PROBLEMS = 3

DONE_HOLDS_S = 10.0
SAID = 99.0
"""The margin (nats) of what people say themselves."""
"""How long a pressed Done counts: the hand that pressed it may still be in the picture, and the next frame is on its way."""


def obey(draft: Draft[S, A], command: Command, answers: Mapping[str, str]) -> None:
    """Carry out what somebody asked for, or tell them why not; `answers` were given when the game was set up."""
    match command:
        case Answer():
            _answer(draft, command)
        case Done():
            _done(draft, command)
        case TakeBack():
            _take_back(draft, command)
        case Enter():
            _enter(draft, command)
        case PointAt():
            _point(draft, command)
        case TakeOver():
            _take_over(draft, command, answers)
        case AsRecorded():
            go_on(draft, command)
        case Dispute():
            _dispute(draft, command)
        case Correct():
            correct(draft, command)


def _dispute(draft: Draft[S, A], command: Dispute) -> None:
    line = next((entry for entry in draft.facts.entries if entry.number == command.line), None)
    if line is None:
        draft.note(f"There is no line {command.line} to disagree with.", command.by)
        return
    who = "Somebody" if command.by is None else draft.name(command.by)
    draft.record(EntryKind.NOTE, f"{who} does not agree with line {line.number}: {line.sentence}", seat=command.by, by=command.by)


def _answer(draft: Draft[S, A], answer: Answer) -> None:
    asked = draft.facts.question
    if asked is None or asked.number != answer.question:
        draft.note("That question is no longer open; nothing was changed.", answer.by)
        return
    question = asked.question
    # The screen everybody shares (by None) may answer for anybody: whoever taps it sits at the table.
    if question.seat is not None and answer.by is not None and answer.by != question.seat:
        draft.note(f"Only {draft.name(question.seat)} can answer that question.", answer.by)
        return
    if not 0 <= answer.choice < len(question.choices):
        draft.note(f"There is no answer number {answer.choice}; there are {len(question.choices)}.", answer.by)
        return
    if answers_first_look(draft, answer):
        return
    doubt = open_doubt(draft)
    if doubt is not None:
        answer_again(draft, answer, doubt)
        return
    if draft.facts.asked_back == asked.number:
        _answer_back(draft, answer, question.seat)
        return
    choice, moved_on, asked_about = question.choices[answer.choice], _moved_on(draft), draft.facts.spoken
    # The words of a question to one seat may hold what only that seat may know; the log is read by everybody.
    secret = question.seat is not None and isinstance(draft.game, KeepsSecrets)
    if choice.ruling is not None and moved_on:
        draft.change(question=None)
        draft.note("People have played on since; nothing was changed.", answer.by)
        return
    chain = choice.ruling or draft.try_out(choice.actions)
    if isinstance(chain, Ruling):
        _admitted(draft, chain, choice, answer.by, secret)
        return
    if chain.held and not chain.links:
        draft.note("The time that runs is not over yet; answer again then.", answer.by)
        return
    if chain.links:
        draft.accept(chain, Given(EntryKind.ANSWER, answer.by))
        if asked_about is not None:
            # People play on while it is asked: how things lay then, and since, tells what else they did.
            draft.change(between=draft.facts.between.since(draft.facts.state, asked_about))
    else:
        words = f"{draft.name(question.seat)} answered." if secret else f"{question.text} {choice.label}"
        draft.record(EntryKind.ANSWER, words, by=answer.by)
        # Answered once is answered for as long as the table looks like this.
        draft.change(question=None, spoken=draft.facts.rest.first)
        draft.show(*draft.turn_cues())
    if not moved_on:
        draft.change(answered=draft.facts.rest.first)
    if choice.goes_on or moved_on:
        return
    draft.overrule_camera("The answer given stands; the camera still sees something else there.", firm=True)
    said = draft.facts.overruled
    if said is not None and asked_about is not None:
        # Of what has come to look otherwise since they were asked, if only a little, people have not spoken.
        draft.change(overruled=review(said, asked_about))


def _admitted(draft: Draft[S, A], ruling: Ruling, choice: Choice, by: str | None, secret: bool) -> None:
    """Somebody says what was done, and the rules do not allow it: that is the ruling, as if it had been seen."""
    if secret or not ruling.violations:
        draft.note("That answer is not legal here." if secret else f"{choice.label}: that is not legal here.", by)
        return
    name_ruling(draft, ruling, SAID, draft.facts.reading, done=True)


def ask_back(draft: Draft[S, A], reading: Reading, spoken: bool) -> bool:
    """Ask whether the last action shall be taken back, if the table lies as before it and it may be; whether that stands asked.

    `spoken`: about this look something was said already.
    """
    forced, now = _forced_since(draft), unlike(reading, draft.game.scene(draft.facts.state))
    if not draft.facts.played or not now or _why_not_back(draft, forced, None):
        return False
    last = draft.facts.played[-1 - forced]
    if unlike(reading, draft.game.scene(last.before)):
        return False
    standing = draft.facts.question
    if standing is not None and standing.number == draft.facts.asked_back:
        return True
    if spoken:
        return False
    number = draft.facts.questions + 1
    text = f"The table lies as it did before this: {last.entry.sentence}. Is it taken back?"
    answers = (Choice("Yes, it is taken back", ()), Choice("No", ()))
    draft.ask(AskedQuestion(number, Question(last.entry.seat, text, answers, tuple(sorted(now, key=place_order)))))
    draft.change(asked_back=number)
    return True


def _answer_back(draft: Draft[S, A], answer: Answer, seat: str | None) -> None:
    """Take the action back, or leave it; what breaks a rule then is named as soon as it is seen again."""
    if answer.choice == 0:
        _take_back(draft, TakeBack(seat))
        return
    draft.record(EntryKind.ANSWER, "It is not taken back.", by=answer.by)
    draft.change(question=None, spoken=draft.facts.rest.first, kept=draft.facts.rest.first)
    draft.show(*draft.turn_cues())


def _moved_on(draft: Draft[S, A]) -> bool:
    """Whether the table looks otherwise now than when the question was asked: the answer says nothing about what lies there."""
    asked_about, still = draft.facts.spoken, draft.facts.still
    return asked_about is not None and still is not None and not agree(asked_about, still)


def _done(draft: Draft[S, A], done: Done) -> None:
    if draft.facts.reading is None:
        draft.note("I cannot see the table, so I cannot judge it; enter the action on the page.", done.by)
        return
    draft.change(done_until_s=draft.now + DONE_HOLDS_S, done_about=None)
    draft.say(CameraLight.GREEN, "I look now.")


def _enter(draft: Draft[S, A], enter: Enter) -> None:
    facts = draft.facts
    try:
        chain = draft.try_out((enter.action,))
    except CompanionError as error:
        why = str(error)
        _refuse(draft, enter, lambda text: f"{text!r} was not understood: {why}")
        return
    if isinstance(chain, Ruling):
        words = chain.violations[0].sentence if chain.violations else "It is not legal here."
        _refuse(draft, enter, lambda text: f"{text} was not played: {words}", chain)
        return
    if chain.held:
        hold(draft, chain.held, enter)
        return
    draft.whisper(enter.by, "")
    # With nothing to be seen an entered action is simply how people play; over a reading it overrules the camera.
    camera_told = facts.reading is not None or facts.question is not None or facts.trouble is not None
    draft.change(trouble=None)
    draft.accept(chain, Given(EntryKind.CORRECTION if camera_told else EntryKind.ACTION, enter.by))
    draft.overrule_camera("The record follows what was entered; the camera still sees something else there.", firm=True)


def _refuse(draft: Draft[S, A], enter: Enter, words: Callable[[str], str], ruling: Ruling | None = None) -> None:
    """Say why what was entered is not played; `words` makes the sentence of the text that may be quoted.

    Of a try that tells what only some may know everybody learns nothing but that there was one; whoever made it is told all.
    """
    game, state, text = draft.game, draft.facts.state, enter.action
    if not isinstance(game, KeepsSecrets):
        draft.note(words(text), enter.by, ruling)
    elif game.may_be_told(state, text, None):
        draft.note(words(game.public_text(text)), enter.by, ruling)
    else:
        draft.note("Something was entered that cannot be played here; whoever holds a seat reads why on the own page.", enter.by)
        draft.whisper(enter.by, words(text) if game.may_be_told(state, text, enter.by) else f"{text} was not played.")


def hold(draft: Draft[S, A], key: str, enter: Enter) -> None:
    """Keep what was entered until its window is over.  Nobody is told: who was how quick may tell a secret."""
    if (key, enter) not in draft.facts.held:
        draft.change(held=(*draft.facts.held, (key, enter)))


def _take_back(draft: Draft[S, A], command: TakeBack) -> None:
    forced = _forced_since(draft)
    refusal = _why_not_back(draft, forced, command.by)
    if refusal:
        draft.note(refusal, command.by)
        return
    draft.change(question=None, trouble=None, pointed=(), spoken=None, done_until_s=None, overruled=None)
    for _ in range(forced + 1):
        last = draft.facts.played[-1]
        draft.change(state=last.before, played=draft.facts.played[:-1])
        words = f"Taken back: {last.entry.sentence}"
        draft.record(EntryKind.UNDO, words, text=last.entry.text, seat=last.entry.seat, by=command.by)
    draft.show(*draft.turn_cues())
    draft.overrule_camera("An action was taken back; the table does not look as it did before yet.", firm=False)


def _forced_since(draft: Draft[S, A]) -> int:
    """How many of the last actions the rules forced without a trace on the table: they go with the one before them.

    Taken back alone they would only be played again, and nobody has to do anything anew.
    """
    game, after, count = draft.game, draft.facts.state, 0
    for played in reversed(draft.facts.played[1:]):
        if game.scene(played.before) != game.scene(after) or len(game.actions(played.before)) != 1:
            break
        after, count = played.before, count + 1
    return count


def _why_not_back(draft: Draft[S, A], forced: int, by: str | None) -> str:
    """Why the last action before the `forced` ones may not be taken back; empty when it may."""
    facts = draft.facts
    if not facts.played:
        return "There is no action to take back."
    last = facts.played[-1 - forced]
    seat = last.entry.seat
    if seat is None or seat == TABLE:
        return "What chance has shown cannot be taken back."
    if seat == CLOCK:
        # A clock is nobody's; the window it ended does not run again.
        return ""
    if by is not None and by != seat:
        return f"The last action is {draft.name(seat)}'s; only {draft.name(seat)} may take it back."
    if by is None and taker_back(facts.entries) not in (None, seat):
        return f"Before that {draft.name(seat)} acted, and would have to do it again; nothing more is taken back."
    if reveals(draft.game.scene(last.before), draft.game.scene(facts.state), draft.game.catalogue):
        return "That action turned a tile up: everybody has seen it, so it cannot be taken back."
    return ""


def _point(draft: Draft[S, A], point: PointAt) -> None:
    draft.change(pointed=point.places)
    if point.places:
        draft.show(Cue(CueKind.LOOK_HERE, point.by, point.places))
    else:
        draft.show(*standing_cues(draft))


def standing_cues(draft: Draft[S, A]) -> tuple[Cue, ...]:
    """What lamps shall show when nothing new has happened: the trouble, else the open question, else whose turn it is."""
    facts = draft.facts
    if facts.trouble is not None:
        return (Cue(CueKind.ILLEGAL, facts.trouble.seat, facts.trouble.places),)
    if facts.question is not None:
        return (Cue(CueKind.UNSURE, facts.question.question.seat, facts.question.question.places),)
    return setting_cues(draft)


def _take_over(draft: Draft[S, A], command: TakeOver, answers: Mapping[str, str]) -> None:
    reading = draft.facts.reading
    refusal = _why_not_over(reading)
    if reading is None or refusal:
        draft.note(f"The table cannot be taken over: {refusal}", command.by)
        return
    try:
        text, state = _lying_position(draft, reading, answers)
    except CompanionError as error:
        draft.note(f"The table cannot be taken over: {_shortened(error)}", command.by)
        return
    draft.change(state=state, played=(), question=None, trouble=None, pointed=(), spoken=None, overruled=None, done_until_s=None,
                 clocks=Clocks(), held=(), setting=None)
    who = "Somebody" if command.by is None else draft.name(command.by)
    draft.record(EntryKind.TAKE_OVER, f"{who} took the table over as it lies.", text=text, by=command.by)
    draft.show(*draft.turn_cues())


def _lying_position(draft: Draft[S, A], reading: Reading, answers: Mapping[str, str]) -> tuple[str, S]:
    """What lies on the table as a position and the state it stands for; SetupError when it cannot be played on."""
    game = draft.game
    text = game.write_position(game.start(game.setup(answers, best_scene(reading, game.catalogue))))
    # Read back, so that play goes on from exactly the position that the record will lead to.
    state = read_called(game, text, draft.seats)
    here, there = [seat.id for seat in draft.seats], [seat.id for seat in game.seats(state)]
    if here != there:
        raise SetupError((f"{', '.join(there)} would play, not {', '.join(here)}; begin a new game",))
    return text, state


def _shortened(error: CompanionError) -> str:
    """The error in a few words: of many problems the first three."""
    if not isinstance(error, SetupError) or len(error.problems) <= SHOWN_PROBLEMS:
        return str(error)
    return f"{'; '.join(error.problems[:SHOWN_PROBLEMS])}; and {len(error.problems) - SHOWN_PROBLEMS} more."


def _why_not_over(reading: Reading | None) -> str:
    if reading is None:
        return "I cannot see it; mend the camera first."
    if reading.hand or reading.hidden:
        return "something covers it; take hands and sleeves away."
    if reading.unsure:
        return f"I am not sure of {len(reading.unsure)} places; straighten what lies there."
    return ""
