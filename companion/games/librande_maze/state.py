"""The state of a game: everything that is fixed when it starts (`Terms`), and everything that changes (`State`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from companion.core.fields import changer
from companion.games.librande_maze.actions import Base, Cast, Power
from companion.games.librande_maze.board import HOMES, NONE, SQUARE
from companion.games.librande_maze.cards import SPELLS
from companion.games.librande_maze.edition import EDITION, Curse, Edition, Hero
from companion.games.librande_maze.options import Options

POINTS = 2
"""Action points of a turn."""
TREASURES = 9

OK, FROZEN, REMOVED, DOWN = "ok", "frozen", "removed", "down"
"""How a player stands: able; tipped by a Freeze; taken off the board by the Dragon; face down at home."""

EYES, MAIN, WINDOW, THEFT, TELEKINESIS, OVER = "eyes", "main", "window", "theft", "telekinesis", "over"
"""What has to be decided: Hypnotic Eyes, an action, an answer, what a Theft takes, a step of a Telekinesis, nothing more."""
POWER = "power"
"""A power that nobody stopped is about to take effect; no state that anybody sees stands there."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What does not change during a game; `seats`, `heroes` and `homes` run parallel, players are their numbers from 0.

    `costs` are the action points of each card, `mouths` the two squares with tunnel mouths where they are fixed (else empty).
    """

    options: Options
    seats: tuple[str, ...]
    heroes: tuple[Hero, ...]
    curses: tuple[Curse, ...] = EDITION.curses
    names: tuple[str, ...] = field(default=(), compare=False)
    index: dict[str, int] = field(default_factory=dict, compare=False)
    homes: tuple[int, ...] = field(default=(), compare=False)
    costs: dict[str, int] = field(default_factory=dict, compare=False)
    mouths: tuple[int, ...] = field(default=(), compare=False)
    powers: tuple[frozenset[str], ...] = field(default=(), compare=False)

    def __hash__(self) -> int:
        # States are looked up by the thousand, and nearly all of them have the same terms.
        return hash(self.seats)

    @property
    def teams(self) -> bool:
        """Whether 1 and 3 play against 2 and 4."""
        return len(self.seats) == 4

    def curse(self, name: str) -> Curse | None:
        """The curse of that name, None for none."""
        return next((curse for curse in self.curses if curse.name == name), None)


def make_terms(options: Options, players: dict[str, str], edition: Edition = EDITION, names: tuple[str, ...] = ()) -> Terms:
    """Terms for seats with the codes of their characters; `powers` are what the parts of each card do."""
    seats = tuple(sorted(players))
    heroes = tuple(edition.hero(players[seat]) for seat in seats)
    fixed = options.tunnels.removeprefix("fixed(").removesuffix(")")
    return Terms(
        options, seats, heroes, edition.curses, names,
        {seat: number for number, seat in enumerate(seats)},
        tuple(5 * HOMES[seat] for seat in seats),
        {code: spell.cost for code, spell in SPELLS.items()} | {spell.code: spell.cost for spell in edition.spells},
        tuple(SQUARE[name] for name in fixed.split(",")) if fixed != "movable" else (),
        tuple(frozenset(part.does for part in hero.parts) for hero in heroes),
    )  # fmt: skip


class Trace(NamedTuple):
    """What an action did that the Undo Rule protects, as `last` of this turn or as the ban on the next one.

    `kind` is `slide` (`line`, `direction`, and in a ban `net`: how often the player in turn has slid further), `dragon` (from
    `start` to `end`, squares) or `pieces` (`moved`: seat or "t" for a treasure, from, to).
    """

    kind: str
    line: str = ""
    direction: int = 0
    net: int = 0
    start: int = NONE
    end: int = NONE
    moved: tuple[tuple[str, int, int], ...] = ()


class Spell(NamedTuple):
    """A card on the stack, or a power that can be answered.

    `seat` is the number of the player who plays it, `does` what it does (of an answer: `anti-magic` or `protect`), `range` how
    far it reaches after a Reshape; `action` holds the target; `echo`: the card goes under the deck; `named` is what a Theft
    named with the cast ("t" or a card).
    """

    seat: int
    card: str
    does: str
    range: str = ""
    action: Cast | Power | None = None
    target: int = NONE
    echo: bool = False
    named: str = ""


class State(NamedTuple):
    """All public and private facts; a tuple, because copying one with changes is several times cheaper than a dataclass.

    By square or space (see `board`): `tiles` has one byte a square (see `tiles`), `dragon` is a square, `treasure` the sorted
    spaces of the treasures on the board, one entry each.

    By player, parallel to `terms.seats`: `spaces` (NONE: off the board), `status` with `lost`, the lost turns to come; `piles`
    and `lasts`, the running number of the latest pick-up; `hands` in their fixed order; `curses` waiting ("": none).

    `deck` is top first and `discard` top last, "?" being an unknown card; `spent` are curses in the order of their names.

    The turn: `turn` is a player, `ap` the action points left; what happened in it: `drew`, `dragon_moved`, `dragon_slid`,
    `free_used`, `moves` made, `acted` (some action was taken), `curse` at work; `last` is what the last action did, `ban` what
    the Undo Rule forbids.

    `phase` says what has to be decided and `asked` by which players, in order, in `eyes` and `window`; `stack` holds the spells
    that wait for answers, the latest last, or the one being carried out in `theft` and `telekinesis`, of which `steps` are left.
    `base` is the state before the unfinished action, `since` the actions since then.  `ended` is why the game is over.
    """

    terms: Terms
    tiles: bytes
    dragon: int
    treasure: tuple[int, ...]
    spaces: tuple[int, ...]
    status: tuple[str, ...]
    lost: tuple[int, ...]
    piles: tuple[int, ...]
    lasts: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    curses: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    turn: int = 0
    ap: int = POINTS
    drew: bool = False
    dragon_moved: bool = False
    dragon_slid: bool = False
    free_used: bool = False
    moves: int = 0
    acted: bool = False
    curse: str = ""
    last: Trace | None = None
    ban: Trace | None = None
    phase: str = MAIN
    asked: tuple[int, ...] = ()
    stack: tuple[Spell, ...] = ()
    steps: int = 0
    base: State | None = None
    since: tuple[Base, ...] = ()
    ended: str | None = None
    ply: int = 0
    number: int = 1

    @property
    def hero(self) -> Hero:
        """The character of the player in turn."""
        return self.terms.heroes[self.turn]

    @property
    def space(self) -> int:
        """Where the player in turn stands."""
        return self.spaces[self.turn]

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand of the player in turn."""
        return self.hands[self.turn]

    @property
    def seat(self) -> str:
        """The seat in turn."""
        return self.terms.seats[self.turn]


T = TypeVar("T")


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """A copy with one item changed."""
    return (*items[:index], item, *items[index + 1 :])


def able(state: State, player: int) -> bool:
    """Whether a player's powers work and answers may be given: not frozen, off the board or recovering."""
    return state.status[player] == OK


_PLACE = {name: place for place, name in enumerate(State._fields)}
_ACTED, _LAST, _PLY = _PLACE["acted"], _PLACE["last"], _PLACE["ply"]
_new = tuple.__new__
changed = changer(State)


def done(state: State, **changes: object) -> State:
    """A copy after an action of the player in turn: the ply counts on, and nothing but `changes` is remembered of it."""
    values: list[object] = list(state)
    values[_ACTED], values[_LAST], values[_PLY] = True, None, state.ply + 1
    for name, value in changes.items():
        values[_PLACE[name]] = value
    return _new(State, values)
