"""The protocol that every game fills.  A sixth game is data plus one pure engine.

An engine knows no clock, no randomness, no input or output.  Chance is an actor: what a die, a deck or a revealed face
shows is part of an action that the companion observes.  `S` is the game's state, `A` its action; both are frozen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from companion.core.catalogue import Catalogue, Layout, Option
from companion.core.grid import Facing, Place
from companion.core.ruling import Outcome, Ruling, Violation
from companion.core.scene import Look, Scene
from companion.core.view import Seat, SeatScore, View
from companion.core.window import Window

S = TypeVar("S")
A = TypeVar("A")

TABLE = "TABLE"
"""The actor of everything that is not a seat's choice: a die, a revealed face, a drawn card."""

CLOCK = "CLOCK"
"""Who made what follows when a window has run out."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the referee thinks may have changed, handed to an engine so that it names only actions that could explain it.

    `tiles` maps each place that may look different from the state's scene to its plausible looks, likeliest first.
    `pieces` maps each kind that may have moved to the (place, facing) pairs where it may stand now (facing None: unknown);
    an empty tuple: it may be off the table; so may a kind in `gone`, which stands nowhere for sure.  `hidden` places cannot
    be seen at all.

    With `must` nothing more is done afterwards: only actions are of use that explain what they change, and that change all of
    this, tiles (None) and kinds of piece in their places.  A game may name others all the same.
    """

    tiles: Mapping[Place, tuple[Look, ...]] = field(default_factory=dict)
    pieces: Mapping[str, tuple[tuple[Place, Facing | None], ...]] = field(default_factory=dict)
    hidden: frozenset[Place] = frozenset()
    gone: frozenset[str] = frozenset()
    must: frozenset[tuple[Place, str | None]] | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """Something people do that the rules forbid, as sight would show it.

    `action` is its notation where it has one ("" for a purely physical slip).  `scene` is what the table looks like after
    it, `violations` the broken rules (the first wins), `remedy` the shortest way to put it right.  `intended` is the legal
    action in whose place it was done, if there is one.
    """

    action: str
    violations: tuple[Violation, ...]
    scene: Scene
    remedy: tuple[str, ...]
    intended: str = ""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One action of a text record: the source line (from 1) and the notation as written."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ReadRecord(Generic[S]):
    """A text record as read: the position it starts from and its actions in order."""

    start: S
    lines: tuple[RecordLine, ...]


@runtime_checkable
class KeepsSecrets(Protocol):
    """What a game also fills some of whose actions say what not everybody may know (a card that was drawn)."""

    def public_text(self, text: str) -> str:
        """The action as everybody may read it in the log; a text that is no action stays as it is."""
        ...

    def may_be_told(self, state: Any, text: str, seat: str | None) -> bool:
        """Whether that seat (None: everybody) may read a text that was entered and refused, and why it was refused."""
        ...


@runtime_checkable
class FollowsItself(Protocol):
    """What a game also fills that need not judge again what it has named itself."""

    def follow(self, state: Any, action: Any) -> Any:
        """The state after an action that `actions` or `candidates` named for it; of any other nothing is promised."""
        ...


@runtime_checkable
class TellsChoices(Protocol):
    """What a game also fills that knows sooner whether there is a choice than what there is to choose from."""

    def has_choice(self, state: Any) -> bool:
        """Whether more than one action is lawful."""
        ...


@runtime_checkable
class GoesOn(Protocol):
    """What a game also fills that people may leave lying where nobody is done: a card says to go, and which way is still open."""

    def goes_on(self, state: Any) -> bool:
        """Whether whoever acted last has to go on before anybody is done."""
        ...


@runtime_checkable
class TellsReach(Protocol):
    """What a game also fills that knows which tiles an action changes without carrying it out."""

    def reach(self, state: Any, action: Any) -> frozenset[Place] | None:
        """Where a lawful action changes how tiles look: in some of these places and nowhere else, nowhere at all where there are
        none; None where only carrying it out tells."""
        ...


@runtime_checkable
class TellsTwins(Protocol):
    """What a game also fills whose states may differ in what is never seen nor ruled on, such as who has looked at which card."""

    def ahead(self, state: Any) -> Any:
        """All that what is lawful from then on, and how it looks, depends on: equal for twins, compared and hashed."""
        ...


@runtime_checkable
class LeavesOpen(Protocol):
    """What a game also fills whose actions may go on record without what came to light with them, which later ones will tell."""

    def left_open(self, action: Any) -> Any:
        """The action without that, lawful wherever it is; None where nothing came to light with it, or nothing can be left."""
        ...


@runtime_checkable
class TellsUntold(Protocol):
    """What a game also fills of which some actions stand for others that nobody has seen or told."""

    def untold(self, state: Any, action: Any) -> int:
        """How many such acts that lawful action stands for."""
        ...


@runtime_checkable
class KeepsTime(Protocol):
    """What a game also fills whose rules give people a certain time.  Pure: the seconds are told, never read."""

    def windows(self, state: Any) -> tuple[Window, ...]:
        """The windows that are open in a state.  They tell nothing that not everybody may know."""
        ...

    def waits_for(self, state: Any, action: Any) -> str:
        """The key of the open window that must have run out before this action counts; "" for none."""
        ...

    def timed(self, state: Any, action: Any, second: int) -> Any:
        """The action with the second at which it was done, for those that carry one; any other as it is.

        `second` counts on from the window's `at_s`.
        """
        ...


@runtime_checkable
class CallsByName(Protocol):
    """What a game also fills whose sentences call people by name, though its positions do not keep their names."""

    def called(self, state: Any, names: Mapping[str, str]) -> Any:
        """The state in which the seats are called so (id of the seat -> name)."""
        ...


class Game(Protocol[S, A]):
    """One game.  Functions never change their input; refusals by the rules are rulings, not exceptions."""

    id: str
    title: str
    catalogue: Catalogue
    layout: Layout
    options: tuple[Option, ...]
    agreed: str | None
    """The notation of "we all agree to stop", for games that allow it."""

    # Setting up ------------------------------------------------------------------------------------------------
    def setup(self, answers: Mapping[str, str], scene: Scene | None = None) -> object:
        """A Setup from what people say (`answers`, field -> text in the position notation) and, if given, from what the
        table shows; without a scene the standard opening arrangement."""
        ...

    def start(self, setup: object) -> S:
        """The state to play from.  Raises SetupError with all problems at once."""
        ...

    def seats(self, state: S) -> tuple[Seat, ...]: ...

    # Playing ---------------------------------------------------------------------------------------------------
    def actor(self, state: S) -> str | None:
        """The seat whose decision it is, TABLE for chance, None when the game is over."""
        ...

    def actions(self, state: S) -> tuple[A, ...]:
        """All legal actions, in a fixed order, those that only differ in what nobody can tell apart listed once."""
        ...

    def rule(self, state: S, action: A) -> Ruling: ...

    def play(self, state: S, action: A) -> S:
        """The state after a legal action.  Raises IllegalActionError for any other."""
        ...

    def outcome(self, state: S) -> Outcome | None: ...

    def scores(self, state: S) -> tuple[SeatScore, ...]: ...

    def layout_of(self, state: S) -> Layout:
        """The table as it is laid in this game; `layout` is the usual arrangement."""
        ...

    # Seeing ----------------------------------------------------------------------------------------------------
    def scene(self, state: S) -> Scene:
        """What the table must look like; nothing that sight from above could not tell."""
        ...

    def at_rest(self, state: S) -> bool:
        """Whether people may leave the table lying like this: the camera may expect to see this state."""
        ...

    def candidates(self, state: S, seen: Seen) -> Iterable[A]:
        """Legal actions that could explain what is seen, identities of opened tiles filled in from it; also those that
        leave no trace.  Bounded: never a product of whole turns."""
        ...

    def slips(self, state: S, seen: Seen | None = None) -> Iterable[Slip]:
        """Things people do wrong in this state; with `seen`, only those that could explain it."""
        ...

    # Simulating ------------------------------------------------------------------------------------------------
    def deck(self, state: S) -> tuple[str, ...]:
        """Everything that lies somewhere face down and that nobody has told the engine; empty for a game without secrets."""
        ...

    def deal(self, state: S, order: Sequence[str]) -> S:
        """The state with what is unknown taken from `order`, a shuffled deck: what a simulated table knows."""
        ...

    def promise(self, state: S, seat: str) -> float:
        """How good the position looks for that seat, in any unit: guides simulated players, never the judge."""
        ...

    # Words -----------------------------------------------------------------------------------------------------
    def view(self, state: S, seat: str | None) -> View: ...

    def label(self, state: S, action: A) -> str:
        """The action in plain words for a button."""
        ...

    def write(self, action: A) -> str: ...

    def read(self, text: str) -> A:
        """The action a token stands for; NotationError otherwise.  `read(write(a)) == a`."""
        ...

    def split(self, text: str) -> tuple[tuple[str, int], ...]:
        """The single actions of a text that holds several, each as `read` takes it, with its column in the text (from 0)."""
        ...

    def read_position(self, text: str) -> S: ...

    def write_position(self, state: S) -> str: ...

    def read_record(self, text: str) -> ReadRecord[S]: ...


def read_called(game: Game[S, A], text: str, seats: Iterable[Seat]) -> S:
    """The state of a position in which people are called as these seats are; raises what `read_position` raises."""
    state = game.read_position(text)
    if isinstance(game, CallsByName):
        named: S = game.called(state, {seat.id: seat.name for seat in seats})
        return named
    return state
