"""From a state to a position text; what the notation cannot hold (when and where a cheese was won) is left out."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.four_blind_mice.cells import NAMES
from companion.games.four_blind_mice.notation import slide_word, value_word
from companion.games.four_blind_mice.options import changed_options
from companion.games.four_blind_mice.slides import NOBODY, Four
from companion.games.four_blind_mice.state import (
    DEMO,
    MICE,
    OVER,
    PLACE,
    REPLACE,
    REVEAL,
    UNCOVER,
    Coin,
    Puzzle,
    State,
    Won,
    points_of,
)


def write_position(state: State) -> str:
    """One line of fields, secrets that the state knows included; `read_position` gives the same position back."""
    return "; ".join(f"{name}: {value}" for name, value in _fields(state) if value)


def _fields(state: State) -> Iterator[tuple[str, str]]:
    terms, match = state.terms, state.match
    yield "opt", " ".join(f"{name}={value}" for name, value in changed_options(terms.options))
    yield "players", ",".join(terms.players)
    yield "turn", terms.players[state.turn]
    yield "phase", "" if state.phase in (OVER, REVEAL) else state.phase
    base = state.puzzle.base if state.puzzle is not None and state.phase == DEMO else state.mice
    covered = " ".join(NAMES[coin.cell] + value_word(coin.value) for coin in state.covered)
    yield "placed" if state.phase == PLACE else "covered", covered or "-"
    yield "mice", _mice(base)
    yield "known", _suits(state.covered, True)
    yield "suits", " ".join(filter(None, (_suits(state.covered, False), _hidden(state))))
    yield "stock", " ".join(match.stock)
    if state.puzzle is not None:
        yield from _puzzle(state, state.puzzle)
    yield from _match(state)
    if state.phase == DEMO and state.demo is not None:
        yield "do", " ".join(map(slide_word, state.demo.slides))


def _mice(cells: Four) -> str:
    return " ".join(f"{mouse}={NAMES[cell]}" for mouse, cell in zip(MICE, cells, strict=True) if cell != NOBODY)


def _suits(covered: tuple[Coin, ...], public: bool) -> str:
    return " ".join(f"{NAMES[coin.cell]}={coin.suit}" for coin in covered if coin.suit and coin.public == public)


def _hidden(state: State) -> str:
    puzzle = state.puzzle
    return f"{NAMES[puzzle.target.cell]}={puzzle.hidden}" if puzzle is not None and puzzle.hidden else ""


def _puzzle(state: State, puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    target, players = puzzle.target, state.terms.players
    yield "target", f"{NAMES[target.cell]}{value_word(target.value)} {target.suit or '?'}"
    bids = sorted(puzzle.bids, key=lambda bid: (bid.time, -bid.number))
    yield "bids", " ".join(f"{players[bid.player]}={bid.number}@{bid.time}" for bid in bids)
    if puzzle.opened != NOBODY and puzzle.opened != min(bid.time for bid in bids):
        yield "opened", str(puzzle.opened)
    shown = state.phase in (DEMO, REPLACE) and puzzle.bids
    yield "clock", str(puzzle.since) if puzzle.since or shown else ""
    if state.phase in (DEMO, REPLACE) and state.demo is not None and not puzzle.bids:
        yield "bid", "" if state.demo.limit is None else str(state.demo.limit)
        yield "by", "" if state.demo.player == state.turn else players[state.demo.player]
    yield "plan", ",".join(map(slide_word, puzzle.plan))


def _match(state: State) -> Iterator[tuple[str, str]]:
    match, players = state.match, state.terms.players
    scores = [(name, points_of(state, player)) for player, name in enumerate(players)]
    yield "score", " ".join(f"{name}={points}" for name, points in scores if points)
    replaced = state.terms.options.replace == "on"
    if any((won.kept and (won.value or won.suit)) or won.kept == replaced for won in match.won):
        yield "won", " ".join(f"{name}={_won(match.won, player)}" for player, (name, points) in enumerate(scores) if points)
    yield "out", str(len(match.out) or "")
    if any(out.value or out.suit for out in match.out):
        yield "removed", " ".join(_face(out.value, out.suit) for out in match.out)
    yield "aside", str(match.aside or "")
    yield "fresh", NAMES[match.fresh] if match.fresh != NOBODY else ""
    yield "final", ",".join(players[player] for player in match.final) + (f" {match.missed}" if match.missed else "")
    yield "late", "yes" if match.late and state.phase not in (OVER, UNCOVER) else ""
    yield "ended", match.ended


def _won(won: tuple[Won, ...], player: int) -> str:
    return ",".join(_face(item.value, item.suit) if item.kept else "-" for item in won if item.player == player)


def _face(value: str, suit: str) -> str:
    return (value or "?") + (suit or "?")
