"""The state of a game: what is agreed (`Terms`), what has been won (`Match`), the running puzzle, and the pieces on the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.games.four_blind_mice.cells import mask
from companion.games.four_blind_mice.options import Options
from companion.games.four_blind_mice.slides import NOBODY, START, Four, Past, SlideRules, slide_rules

MICE = "RKGB"
"""The letters of the suits and of their mice: suns, moons, crowns, arms; a mouse is the index."""

VALUES = "A0"
"""The values of the coins: Ace and Null; each suit has one of each."""

COINS = 8
DECK: tuple[str, ...] = tuple(value + suit for suit in MICE for value in VALUES)

PLACE, UNCOVER, REVEAL, THINK, DEMO, REMOVE, REPLACE, DRAWN, OVER = (
    "place", "uncover", "reveal", "think", "demo", "remove", "replace", "drawn", "over",
)  # fmt: skip
"""The phases.  `reveal`: a coin is being turned over, its suit is not told yet; `remove`: an unsolved coin still lies there;
`replace`: the variation's coin goes back (VAR); `drawn`: a coin drawn blind is put on an empty board for a final round (END)."""


class Coin(NamedTuple):
    """A covered coin.  `value` is `A`, `0` or empty where not known; `suit` is empty where not known, and `public` tells
    whether everybody has seen it (a coin put back) or only whoever dealt the coins."""

    cell: int
    value: str = ""
    suit: str = ""
    public: bool = False


class Target(NamedTuple):
    """The uncovered coin; `suit` is empty while it is being turned over."""

    cell: int
    value: str
    suit: str

    @property
    def claimant(self) -> int:
        """The mouse that may take it."""
        return MICE.index(self.suit) if self.suit else NOBODY


class Bid(NamedTuple):
    """A number that stands: the player (index), the number, the second of the puzzle's clock at which it was said."""

    player: int
    number: int
    time: int


class Won(NamedTuple):
    """A cheese that somebody scored: the player (index), its value and suit where known, the ply and cell of the claim.

    `kept`: the coin lies with the won ones; not so when it went back to the board, or was gathered up for a final round.
    """

    player: int
    value: str = ""
    suit: str = ""
    kept: bool = True
    ply: int | None = None
    cell: int | None = None


class Out(NamedTuple):
    """A coin out of play: its value and suit, empty where not known."""

    value: str = ""
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """What does not change during a game: the options, the players' ids clockwise, the names people use."""

    options: Options
    players: tuple[str, ...]
    names: tuple[str, ...] = field(default=(), compare=False)
    rules: SlideRules = field(init=False)

    def __hash__(self) -> int:
        # States are looked up by the thousand, and nearly all of them have the same terms.
        return hash(self.players)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", slide_rules(self.options))


class Match(NamedTuple):
    """What outlives a puzzle.

    `out`: unsolved coins; `aside`: how many coins were gathered up when one of them was drawn for a final round; `fresh`: the
    cell of the coin put back last; `final`: the players (indices) of a final round, with `missed` rounds nobody solved;
    `late`: the time limit has passed; `ended`: why the game is over; `number`: the number of the puzzle; `stock`: the coins not
    placed yet, value and suit, the next one first, where somebody knows (a simulated table).
    """

    won: tuple[Won, ...] = ()
    out: tuple[Out, ...] = ()
    aside: int = 0
    fresh: int = NOBODY
    final: tuple[int, ...] = ()
    missed: int = 0
    late: bool = False
    ended: str = ""
    number: int = 1
    stock: tuple[str, ...] = ()


class Puzzle(NamedTuple):
    """The uncovered coin and what was said about it.

    `base`: where the mice stood when it was uncovered; `bids`: the numbers that stand, in order of time while thinking, in
    order of demonstration afterwards; `clock`: seconds of thinking so far; `since`: the clock when the running round of
    thinking began; `opened`: when the first number of that round was said (-1: nobody has announced); `plan`: the slides
    said beforehand, mouse * 4 + direction (option `declare_plan`); `hidden`: the suit of a coin being turned over, where somebody
    knows it (a simulated table).
    """

    target: Target
    base: Four
    bids: tuple[Bid, ...] = ()
    clock: int = 0
    since: int = 0
    opened: int = NOBODY
    plan: tuple[int, ...] = ()
    hidden: str = ""


class Demo(NamedTuple):
    """A demonstration: whose, with which number (None: no limit), the slides so far (mouse * 4 + direction)."""

    player: int
    limit: int | None = None
    slides: tuple[int, ...] = ()


class State(NamedTuple):
    """All public and private facts; a tuple, because many are made and compared for one look.

    `mice` are the cells of R K G B (-1: not placed yet); `covered` is sorted by cell, `walls` are its cells as bits; `turn` is
    the player (index) who places, uncovers or has uncovered.  `demo` and `past` belong to the phase `demo`, and tell in the
    phase `replace` who took the coin.
    """

    terms: Terms
    phase: str
    mice: Four
    covered: tuple[Coin, ...]
    walls: int
    turn: int
    match: Match
    puzzle: Puzzle | None = None
    demo: Demo | None = None
    past: Past = START
    ply: int = 0

    def __hash__(self) -> int:
        # What tells nearly all states apart: they are looked up by the thousand.
        bids = self.puzzle.bids if self.puzzle is not None else ()
        return hash((self.phase, self.mice, self.walls, self.target, self.demo, self.past, bids, self.ply))

    @property
    def target(self) -> int:
        """The cell of the uncovered coin, -1 without one."""
        return self.puzzle.target.cell if self.puzzle is not None else NOBODY

    @property
    def claimant(self) -> int:
        """The mouse that may take the uncovered coin, -1 without one."""
        return self.puzzle.target.claimant if self.puzzle is not None else NOBODY


def with_covered(state: State, covered: tuple[Coin, ...]) -> State:
    """The state with other covered coins, sorted by cell."""
    ordered = tuple(sorted(covered))
    return state._replace(covered=ordered, walls=mask([coin.cell for coin in ordered]))


def points_of(state: State, player: int) -> int:
    """The cheeses that player has scored."""
    return sum(won.player == player for won in state.match.won)
