"""From a state to its position text, which `read_position` reads back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.librande_maze.board import NAMES, NONE, SPACE_NAMES
from companion.games.librande_maze.cards import UNKNOWN
from companion.games.librande_maze.notation import write
from companion.games.librande_maze.options import changed_options
from companion.games.librande_maze.read_players import USUAL
from companion.games.librande_maze.read_position import FLAGS
from companion.games.librande_maze.read_undo import trace_words
from companion.games.librande_maze.state import OK, State
from companion.games.librande_maze.tiles import BASE, maze_from, maze_words

_BASE = maze_from(BASE.replace("|", " ").split())


def write_position(state: State) -> str:
    """The position in one line; an unfinished effect as the position before it and the tokens since."""
    return "; ".join(position_fields(state))


def position_fields(state: State) -> tuple[str, ...]:
    """The fields of a position, each as it stands in the text."""
    if state.since and state.base is not None:
        return (*_fields(state.base), f"do: {' '.join(write(action) for action in state.since)}")
    return tuple(_fields(state))


def _fields(state: State) -> Iterator[str]:
    for player, seat in enumerate(state.terms.seats):
        yield f"{seat}={_player(state, player)}"
    yield f"maze {'BASE' if state.tiles == _BASE else maze_words(state.tiles)}"
    yield f"dragon {NAMES[state.dragon]}"
    yield f"treasure {treasure_words(state.treasure)}"
    yield f"turn {state.seat}"
    yield f"ap {state.ap}"
    used = [word for word, name in FLAGS.items() if getattr(state, name)]
    used += [f"moves={state.moves}"] if state.moves else []
    if used:
        yield f"used {' '.join(used)}"
    if state.curse:
        yield f"under {state.curse}"
    if state.ban is not None:
        yield f"undo {trace_words(state.ban)}"
    if state.last is not None:
        yield f"last {trace_words(state.last)}"
    yield f"deck {deck_words(state.deck)}"
    if state.discard:
        yield f"discard {','.join(state.discard)}"
    if state.spent:
        yield f"spent {' '.join(state.spent)}"
    options = changed_options(state.terms.options)
    if options:
        yield "opt " + " ".join(f"{name}={value}" for name, value in options)


def _player(state: State, player: int) -> str:
    space, status, lost = state.spaces[player], state.status[player], state.lost[player]
    more = []
    if state.hands[player]:
        more.append(f"hand={','.join(state.hands[player])}")
    if state.piles[player]:
        more.append(f"pile={state.piles[player]}")
    if state.lasts[player]:
        more.append(f"last={state.lasts[player]}")
    if status != OK:
        more.append(f"st={status}{lost if lost != USUAL[status] else ''}")
    if state.curses[player]:
        more.append(f"curse={state.curses[player]}")
    place = "-" if space == NONE else SPACE_NAMES[space]
    return f"{state.terms.heroes[player].code}@{place}" + (f"{{{' '.join(more)}}}" if more else "")


def treasure_words(treasure: tuple[int, ...]) -> str:
    """The treasures as the field writes them."""
    counts = Counter(treasure)
    words = (f"{SPACE_NAMES[space]}{f'x{number}' if number > 1 else ''}" for space, number in sorted(counts.items()))
    return " ".join(words) or "-"


def deck_words(deck: tuple[str, ...]) -> str:
    """The deck as the field writes it: a number where no card of it is known."""
    if not deck:
        return "empty"
    if len(set(deck)) == 1 and UNKNOWN in deck:
        return str(len(deck))
    return ",".join(deck)
