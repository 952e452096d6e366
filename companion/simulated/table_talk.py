"""The table of a simulated evening as the family hears it: frames and taps go in, what it says is checked against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from companion.core.finding import Choice
from companion.core.game import Game
from companion.core.grid import Place
from companion.core.messages import AskedQuestion, Command, FrameRead
from companion.core.reading import NoReading, Reading
from companion.core.scene import Scene
from companion.journal.entry import Entry, EntryKind
from companion.simulated.retold import same_action, state_after, tells
from companion.simulated.sight import may_be, sight_key
from companion.table.facts import Doubt
from companion.table.referee_port import Referee
from companion.table.table import Table, unrecorded

MOST_FORCED = 6

Standing = Literal["in step", "behind", "wrong"]


@dataclass(frozen=True, slots=True)
class Moment:
    """What the table shows for one frame: a hand of `seat` over places, a sleeve that is no hand, tiles not quite in place."""

    scene: Scene
    hand: tuple[Place, ...] | None = None
    seat: str = ""
    progress: float = 0.0
    covered: tuple[Place, ...] = ()
    nudged: tuple[Place, ...] = ()


class Eye(Protocol):
    """What reads a moment: made from the scene, or from drawn pixels."""

    def look(self, moment: Moment, frame: int, now_s: float) -> Reading | NoReading: ...


class TableTalk:
    """A table from a state that everybody knows; `played` what was really done, and the record is compared with it."""

    def __init__(self, game: Game[Any, Any], state: Any, referee: Referee[Any]) -> None:
        self.game, self.table = game, Table(game, unrecorded(game, state, game.seats(state)), referee)
        self._known = self._agreed = 0
        self._publics: list[Any] = [state]
        self.tokens: list[str] = []
        self._lines_read = 0
        self.table.open(0.0)

    def agreed(self, frame: int, look: int) -> None:
        """Table and record were compared by people up to that picture and look and agree: from now on only what hands touch
        changes."""
        self.table._facts = replace(self.table.facts, touched=frozenset(), frame=frame, look=look)

    def played(self, token: str) -> None:
        """Somebody did this lawfully."""
        self._publics.append(self.game.play(self._publics[-1], self.game.read(token)))
        self.tokens.append(token)

    @property
    def public(self) -> Any:
        """What everybody may know after all that was done."""
        return self._publics[-1]

    def hear(self, message: Command | FrameRead, now_s: float) -> tuple[Entry, ...]:
        """Tell the table something; the lines it added to its record."""
        self.table.handle(message, now_s)
        entries = self.table.facts.entries
        new, self._lines_read = entries[self._lines_read :], len(entries)
        return new

    @property
    def question(self) -> AskedQuestion | None:
        return self.table.facts.question

    @property
    def lost(self) -> bool:
        """Whether the companion says that table and record no longer fit together."""
        return self.table.facts.desynchronised is not None

    @property
    def trouble(self) -> Entry | None:
        return self.table.facts.trouble

    @property
    def missing(self) -> list[str]:
        """What was done and is not on record yet."""
        self.standing()
        return self.tokens[self._known :]

    def standing(self) -> Standing:
        """How the record stands to what was done; what the rules force without a trace may be on record already.

        The same doing may be recorded as fewer or more actions, so states are compared, not their numbers.
        """
        last = len(self._publics) - 1
        passed = (self._alike(state, self.public) for state in self._forced(self.table.state))
        if self.knows(self.public) or any(map(self.knows, self._forced(self.public))) or any(passed):
            self._known, self._agreed = last, len(self.table.facts.played)
            return "in step"
        # The latest of those alike: what leaves no trace is believed.
        for number in range(last - 1, self._known - 1, -1):
            if self.knows(self._publics[number]):
                self._known, self._agreed = number, len(self.table.facts.played)
                return "behind"
        return "wrong"

    def _forced(self, state: Any) -> Iterator[Any]:
        """The states after what the rules force in that state without a trace."""
        for _ in range(MOST_FORCED):
            actions = self.game.actions(state) if self.game.outcome(state) is None else ()
            if len(actions) != 1:
                return
            after = self.game.play(state, actions[0])
            if sight_key(self.game.scene(after)) != sight_key(self.game.scene(state)):
                return
            state = after
            yield state

    def knows(self, state: Any) -> bool:
        """Whether the table knows that state, or one that differs only in what it cannot know."""
        return self._alike(self.table.state, state)

    def _alike(self, mine: Any, state: Any) -> bool:
        if mine == state:
            return True
        game = self.game
        scenes = game.scene(mine), game.scene(state)
        if game.actor(mine) != game.actor(state) or not (may_be(*scenes) or may_be(*reversed(scenes))):
            return False
        return self._sorts(mine) == self._sorts(state)

    def _sorts(self, state: Any) -> set[type]:
        """The sorts of action that are lawful: tells states apart that look alike."""
        return {type(action) for action in self.game.actions(state)} if self.game.actor(state) is not None else set()

    def sight_suffices(self, scene: Scene) -> bool:
        """Whether, of the answers to the open question, at most one looks like what lies there."""
        asked = self.question
        if asked is None:
            return True
        if self._doubt() is not None:
            return self.standing() != "wrong"
        alike = [choice for choice in asked.question.choices if self._may_mean(choice, scene)]
        return len(alike) <= 1

    def _may_mean(self, choice: Choice, there: Scene) -> bool:
        """Whether an answer goes with what lies there; "only that was done, and it was nothing" does, "nothing" does not."""
        if not choice.actions:
            return choice.label.startswith("No, only")
        after = self._after(choice.actions)
        return after is not None and (may_be(self.game.scene(after), there) or len(choice.actions) < len(self.missing))

    def _after(self, actions: Sequence[str]) -> Any:
        return state_after(self.game, self.table.state, actions)

    def all_done(self) -> bool:
        """Whether all that went on record since table and truth last agreed was done; it may lack what no look has shown."""
        recorded = [played.entry.text for played in self.table.facts.played[self._agreed :]]
        done = self.tokens[self._known :]
        for text in recorded:
            found = next((token for token in done if same_action(text, token)), None)
            if found is None:
                return False
            done = done[done.index(found) + 1 :]
        return True

    def card_in_hand(self) -> bool:
        """Whether all that is missing on record is what nobody rests in and nobody can see: a card drawn, not yet laid down."""
        missing = len(self.missing)
        return missing > 0 and not any(map(self.game.at_rest, self._publics[-missing:]))

    def answered_last(self) -> bool:
        """Whether the latest action on record is what somebody answered."""
        told = [entry for entry in self.table.facts.entries if entry.text]
        return bool(told) and told[-1].kind is EntryKind.ANSWER

    @property
    def doubted(self) -> bool:
        """Whether it is asked what was really done."""
        return self._doubt() is not None

    def _doubt(self) -> Doubt | None:
        """What is asked where the companion doubts what is on record."""
        asked, doubt = self.question, self.table.facts.doubt
        return doubt if asked is not None and doubt is not None and doubt.number == asked.number else None

    def _recalled(self, doubt: Doubt) -> int | None:
        """The number of the answer that tells what was really done; None where none does."""
        played = self.table.facts.played[len(self.table.facts.played) - doubt.count :]
        own = tuple(one.entry.text for one in played[: len(played) - len(doubt.since)])
        done = self._done_since(played[0].before)
        return next((number for number, way in enumerate((*doubt.ways, own)) if tells(way, done)), None)

    def _done_since(self, state: Any) -> list[str]:
        """What was done after that state."""
        last = next((number for number in range(len(self._publics) - 1, -1, -1) if self._alike(state, self._publics[number])), 0)
        return self.tokens[last:]

    def honest_answer(self) -> int | None:
        """The number of the answer that tells what was done, or a beginning of it; None where none does."""
        asked, doubt = self.question, self._doubt()
        if asked is None:
            return None
        if doubt is not None:
            return self._recalled(doubt)
        missing, later = self.missing, self._publics[self._known + 1 :]
        if not missing:
            return next((number for number, choice in enumerate(asked.question.choices) if not choice.tells), None)
        told = [(number, choice.actions) for number, choice in enumerate(asked.question.choices) if choice.actions]
        ends = [(number, actions, end) for number, actions in told if (end := self._after(actions)) is not None]
        positions = {self.game.write_position(state) for state in later}
        before = sight_key(self.game.scene(self.table.state))

        def shows(end: Any) -> bool:
            return sight_key(self.game.scene(end)) != before

        tries: tuple[Callable[[tuple[str, ...], Any], bool], ...] = (
            # The same doing may be told as fewer or more actions, such as a card drawn and named at once.
            lambda actions, end: end in later or self.game.write_position(end) in positions,
            lambda actions, end: all(map(same_action, actions, missing)) and len(actions) <= len(missing),
            # What leaves no trace looks like anything that leaves none: nobody says the one for the other.
            lambda actions, end: shows(end) and any(self._alike(end, state) for state in later),
            lambda actions, end: not Counter(actions) - Counter(missing),
        )
        for fits in tries:
            found = [number for number, actions, end in ends if fits(actions, end)]
            if found:
                return found[0]
        return None


def is_accusation(entry: Entry) -> bool:
    return entry.kind is EntryKind.IRREGULAR


def is_ruling(entry: Entry) -> bool:
    """Whether the companion says by itself what was done, lawful or not; what a clock of the rules does is none."""
    return is_accusation(entry) or (entry.kind is EntryKind.ACTION and entry.by is None and entry.evidence is not None)
