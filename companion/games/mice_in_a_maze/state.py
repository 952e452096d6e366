"""The state of a game: everything that is fixed when it starts (`Terms`), and everything that changes (`State`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from companion.games.mice_in_a_maze.geometry import CHAMBER, FACE_DOWN, HAND, MAZE, Nests, Spot
from companion.games.mice_in_a_maze.options import Options
from companion.games.mice_in_a_maze.tiles import Tile

CHEESES = 8


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the mice played, the colours scored (the played ones included), and the name people use."""

    id: str
    mice: tuple[str, ...]
    scores: tuple[str, ...]
    name: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Terms:
    """What does not change during a game.  `holders` are the ids of the hand tiles: `P1`, or `P1a`, `P1b` for one a mouse."""

    options: Options
    nests: Nests
    players: tuple[Player, ...]
    order: tuple[str, ...]
    holders: tuple[str, ...]
    player_of: tuple[int, ...]
    holder_of: tuple[int, ...]


def make_terms(options: Options, nests: Nests, players: tuple[Player, ...], order: tuple[str, ...]) -> Terms:
    """Terms with the hand tiles and their owners worked out; `player_of` and `holder_of` run parallel to `order`."""
    player_of = {mouse: number for number, player in enumerate(players) for mouse in player.mice}
    holders: list[str] = []
    holder_of: dict[str, int] = {}
    for player in players:
        shared = options.two_player_hands == "player" or len(player.mice) == 1
        for number, mouse in enumerate(player.mice):
            if number == 0 or not shared:
                holders.append(player.id if shared else f"{player.id}{'abcdefgh'[number]}")
            holder_of[mouse] = len(holders) - 1
    return Terms(
        options, nests, players, order, tuple(holders),
        tuple(player_of[mouse] for mouse in order), tuple(holder_of[mouse] for mouse in order),
    )  # fmt: skip


class Mouse(NamedTuple):
    """A playing mouse; `entry` is the way it came into the nest or Chamber it stands in (kept for `behind=through` only)."""

    spot: Spot
    cargo: bool = False
    entry: Spot | None = None


class Hand(NamedTuple):
    """A tile in front of a player; `code` is None where nobody has told which it is."""

    up: bool = False
    code: str | None = None


class Loose(NamedTuple):
    """A cheese left in the maze."""

    cell: int
    segment: str


class Marble(NamedTuple):
    """A marble; `waits` is the player (index) in whose turn it rolls on (kept for `marble_next=owner` only)."""

    spot: Spot
    waits: int = -1


class Delivery(NamedTuple):
    """A cheese in a nest: the nest's number, its value 1 or 2, and the ply at which it came (None: before the record)."""

    nest: int
    value: int
    ply: int | None = None


Key = tuple[int, tuple[Mouse, ...], int, tuple[Loose, ...]]


@dataclass(frozen=True, slots=True)
class State:
    """All public and private facts.

    `tiles` has one entry a cell in reading order; `mice` runs parallel to `terms.order`, `hands` to `terms.holders`; `turn` is
    an index into `terms.order`; `step` is 1 move, 2 place, 3 marbles; `placed` is the cell opened in this turn (-1: none).
    `stirred`: something moved, was placed or rolled in this turn; `idle` counts the turns in a row in which nothing did.
    `seen` are the positions of a frozen maze since the last delivery; `remembered` are cells where everybody saw an open tile
    put face down; `ended` is why the game is over.
    """

    terms: Terms
    tiles: tuple[Tile, ...]
    mice: tuple[Mouse, ...]
    hands: tuple[Hand, ...]
    marbles: tuple[Marble, ...] = ()
    loose: tuple[Loose, ...] = ()
    pile: int = CHEESES
    deliveries: tuple[Delivery, ...] = ()
    turn: int = 0
    step: int = 1
    placed: int = -1
    stirred: bool = False
    idle: int = 0
    seen: tuple[Key, ...] = ()
    remembered: tuple[tuple[int, str], ...] = ()
    ended: str | None = None
    ply: int = 0
    number: int = 1

    @property
    def mover(self) -> Mouse:
        """The mouse in turn."""
        return self.mice[self.turn]

    @property
    def letter(self) -> str:
        """The letter of the mouse in turn."""
        return self.terms.order[self.turn]

    @property
    def holder(self) -> int:
        """The index of the hand tile of the mouse in turn."""
        return self.terms.holder_of[self.turn]

    @property
    def hand(self) -> Hand:
        """The hand tile of the mouse in turn."""
        return self.hands[self.holder]

    @property
    def player(self) -> int:
        """The index of the player in turn."""
        return self.terms.player_of[self.turn]


T = TypeVar("T")


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """A copy with one item changed."""
    return (*items[:index], item, *items[index + 1 :])


def is_frozen(state: State) -> bool:
    """All maze tiles and all hand tiles are open: the maze cannot change any more (RB End)."""
    return all(hand.up for hand in state.hands) and all(state.tiles[cell].shape != FACE_DOWN for cell in MAZE)


def occupied_cells(state: State) -> set[int]:
    """Cells of the maze with a mouse, a loose cheese or a marble anywhere on the tile (R34)."""
    spots = [mouse.spot for mouse in state.mice] + [marble.spot for marble in state.marbles]
    cells = {spot.cell for spot in spots if spot.kind in ("tile", "down")}
    cells.update(item.cell for item in state.loose)
    cells.discard(CHAMBER)
    return cells


def off_table(mouse: Mouse) -> bool:
    return mouse.spot == HAND
