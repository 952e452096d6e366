"""One message's work on the facts: what is played and recorded, and what people are told.  Kept for one `handle` only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Generic, TypeVar

from companion.core.game import CLOCK, TABLE, Game
from companion.core.grid import Place, place_order
from companion.core.messages import AskedQuestion, CameraLight, CameraStatus, Cue, CueKind
from companion.core.reading import Reading
from companion.core.ruling import Ruling
from companion.core.view import Seat
from companion.journal.entry import Entry, EntryKind, Evidence
from companion.table.clocks import held_by, timed, windows_of
from companion.table.effects import Effect, Record, Show
from companion.table.facts import Facts, Played, Word
from companion.table.overruling import overrule
from companion.table.sight import changed_places

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Given:
    """Where actions come from: the kind of their lines, who told (None: the camera saw them), what the camera offered.

    `sentence` is said instead of the action's own words.
    """

    kind: EntryKind
    by: str | None = None
    evidence: Evidence | None = None
    sentence: str = ""


RAN_OUT = Given(EntryKind.ACTION, CLOCK)
"""What follows when a window has run out."""


@dataclass(frozen=True, slots=True)
class Chain(Generic[S]):
    """Actions ruled legal and played, not yet recorded: (seat, text, label, state before) for each, and the state after.

    `held` is the key of the window that the next action waits for ("": they are complete).
    """

    links: tuple[tuple[str | None, str, str, S], ...]
    after: S
    held: str = ""


class Draft(Generic[S, A]):
    """The facts as one message changes them, and the effects so far."""

    def __init__(self, game: Game[S, A], seats: tuple[Seat, ...], facts: Facts[S], now: float) -> None:
        self.game, self.seats, self.facts, self.now = game, seats, facts, now
        self.effects: list[Effect] = []

    def change(self, **fields: Any) -> None:
        """Replace fields of the facts."""
        self.facts = replace(self.facts, **fields)

    def name(self, seat: str | None) -> str:
        """What people call that seat."""
        if seat == CLOCK:
            return "the clock"
        return next((one.name for one in self.seats if one.id == seat), seat or "somebody")

    def say(self, light: CameraLight, words: str, remedy: str = "") -> None:
        """Put the camera's state into words."""
        reading = self.facts.reading
        if reading is None:
            self.change(camera=CameraStatus(light, words, remedy))
            return
        hidden, unsure = _sorted(reading.hidden), _sorted(reading.unsure)
        self.change(camera=CameraStatus(light, words, remedy, reading.frame, hidden, unsure))

    def show(self, *cues: Cue) -> None:
        self.effects.append(Show(cues))
        self.change(cues=cues)

    def turn_cues(self) -> tuple[Cue, ...]:
        """Whose turn it is, or that the game is over, as cues; none while chance has its say."""
        actor = self.game.actor(self.facts.state)
        if actor is None:
            return (Cue(CueKind.OVER),)
        return () if actor == TABLE else (Cue(CueKind.YOUR_TURN, actor),)

    def record(
        self,
        kind: EntryKind,
        sentence: str,
        *,
        text: str = "",
        seat: str | None = None,
        by: str | None = None,
        ruling: Ruling | None = None,
        places: tuple[Place, ...] = (),
        evidence: Evidence | None = None,
    ) -> Entry:
        """Add a line to the record and give it back."""
        violations, remedy = ((), ()) if ruling is None else (ruling.violations, ruling.remedy)
        number = len(self.facts.entries) + 1
        entry = Entry(number, self.facts.ply, kind, text, seat, by, self.now, sentence, violations, remedy, places, evidence)
        self.effects.append(Record(entry))
        self.change(entries=(*self.facts.entries, entry))
        return entry

    def note(self, sentence: str, by: str | None, ruling: Ruling | None = None) -> None:
        """Tell somebody why nothing was done."""
        places = () if ruling is None else tuple(place for broken in ruling.violations for place in broken.places)
        self.record(EntryKind.NOTE, sentence, seat=by, by=by, ruling=ruling, places=places)

    def whisper(self, seat: str | None, sentence: str) -> None:
        """Tell one seat alone, on its own page, until it is told something else; "" ends it."""
        if seat is None:
            return
        kept = tuple(item for item in self.facts.whispers if item[0] != seat)
        self.change(whispers=(*kept, (seat, sentence)) if sentence else kept)

    def try_out(self, texts: Sequence[str]) -> Chain[S] | Ruling:
        """Rule and play these actions without recording anything; the ruling of the first that is not legal.

        The chain ends before an action that counts only when a window of the rules is over.
        """
        state = self.facts.state
        links: list[tuple[str | None, str, str, S]] = []
        for text in texts:
            read = self.game.read(text)
            action = timed(self.game, self.facts.clocks, state, read, self.now)
            ruling = self.game.rule(state, action)
            if not ruling.legal:
                return ruling
            held = held_by(self.game, self.facts.clocks, state, action)
            if held:
                return Chain(tuple(links), state, held)
            written = text if action is read else self.game.write(action)
            links.append((self.game.actor(state), written, self.game.label(state, action), state))
            state = self.game.play(state, action)
        return Chain(tuple(links), state)

    def accept(self, chain: Chain[S], given: Given) -> None:
        """Record the chain, make its last state the state of the game, and tell people."""
        before = self.facts.state
        # A window that ran out says nothing about how the table lies.
        righted = self.put_right() if chain.links and given.by != CLOCK else ()
        for actor, text, label, state in chain.links:
            seat = CLOCK if given.by == CLOCK else actor
            sentence = given.sentence or self._sentence(seat, label, given)
            entry = self.record(given.kind, sentence, text=text, seat=seat, by=given.by, evidence=given.evidence)
            self.change(played=(*self.facts.played, Played(entry, state)))
        self.change(state=chain.after, question=None, trouble=None, pointed=(), done_until_s=None, spoken=None, setting=None)
        self._end()
        changed = _sorted(changed_places(self.game.scene(before), self.game.scene(chain.after)))
        last = chain.links[-1][0] if chain.links and given.by != CLOCK else None
        # Where a piece only passed, or a card lay for a while, the table looks as before, but that is what stirred.
        self.change(settled=self.facts.settled | self._stirred_by(chain))
        self.show(*righted, Cue(CueKind.LEGAL, None if last == TABLE else last, changed), *self.turn_cues())

    def _stirred_by(self, chain: Chain[S]) -> frozenset[Place]:
        """The places that some action of the chain changed, though a later one may have changed them back."""
        scenes = [self.game.scene(state) for state in (*(state for *_, state in chain.links), chain.after)]
        return frozenset[Place]().union(*(changed_places(one, other) for one, other in pairwise(scenes)))

    def follow_clocks(self, anew: bool = False) -> None:
        """Let the windows of the present state run, and those that are no longer open end."""
        clocks = self.facts.clocks.follow(windows_of(self.game, self.facts.state), self.now, anew)
        self.change(clocks=clocks, held=tuple(item for item in self.facts.held if item[0] in clocks.keys))

    def put_right(self) -> tuple[Cue, ...]:
        """End the standing irregularity, if there is one; gives the cue that says so."""
        trouble = self.facts.trouble
        if trouble is None:
            return ()
        self.record(EntryKind.PUT_RIGHT, "The table is right again.", seat=trouble.seat, places=trouble.places)
        self.change(trouble=None)
        return (Cue(CueKind.PUT_RIGHT, trouble.seat, trouble.places),)

    def ask(self, asked: AskedQuestion) -> None:
        """Put a question to people."""
        self.change(question=asked, questions=asked.number, spoken=self.facts.rest.first, done_until_s=None)
        self.show(Cue(CueKind.UNSURE, asked.question.seat, asked.question.places))

    def overrule_camera(self, sentence: str, firm: bool, only: frozenset[Place] | None = None) -> None:
        """Do not let the camera contradict what people just said, wherever the table still looks as it does now; they may have
        spoken of some places `only`."""
        # Not the latest reading: whoever presses a button at the table may have a hand in that one.
        still = self.facts.still
        if still is None:
            self.change(word=Word(sentence, firm))
            return
        scene = self.game.scene(self.facts.state)
        overruled = overrule(scene, still, self.game.catalogue.back, sentence, firm)
        self.change(word=None, overruled=overruled if overruled is None or only is None else overruled.at(only))

    def _sentence(self, seat: str | None, label: str, given: Given) -> str:
        who = {None: "The table", TABLE: "The table", CLOCK: "The clock"}.get(seat) or self.name(seat)
        told = "" if given.by is None or given.by == seat else f" (entered by {self.name(given.by)})"
        return f"{who}: {label}{told}"

    def _end(self) -> None:
        outcome = self.game.outcome(self.facts.state)
        if outcome is not None:
            winners = " and ".join(self.name(seat) for seat in outcome.winners)
            sentence = outcome.sentence or (f"{winners} won." if winners else "The game is over.")
            self.record(EntryKind.OVER, sentence, text=outcome.why)


def _sorted(places: frozenset[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=place_order))


def evidence_of(reading: Reading, margin: float, waited_s: float, case: str = "") -> Evidence:
    """The reading in a few words, for the record; `case` is all that the judgement rested on."""
    words = [f"{len(reading.tiles)} tiles", f"{sum(claim.count for claim in reading.pieces)} pieces"]
    words += [f"{len(reading.hidden)} hidden"] if reading.hidden else []
    words += [f"{len(reading.unsure)} unsure"] if reading.unsure else []
    words += [f"still for {waited_s:.1f} s", f"markers off by {reading.residual_px:.1f} px at most"]
    return Evidence(reading.frame, margin, ", ".join(words), case)
