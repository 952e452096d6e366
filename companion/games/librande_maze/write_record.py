"""A game as a text record: the position it starts from, then one line a turn with its notes and scores.

The inverse of `record.read_record`; what a seat may not know is left out of the record it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.games.librande_maze.actions import Action, Ask, By, Draw, Power, Take
from companion.games.librande_maze.board import HOMES
from companion.games.librande_maze.cards import UNKNOWN
from companion.games.librande_maze.hands import drawn, drawn_count
from companion.games.librande_maze.notation import write
from companion.games.librande_maze.notes import notes_of
from companion.games.librande_maze.options import changed_options
from companion.games.librande_maze.player_powers import told
from companion.games.librande_maze.powers import part_of
from companion.games.librande_maze.score import team_totals
from companion.games.librande_maze.state import OK, State, changed
from companion.games.librande_maze.tiles import maze_words
from companion.games.librande_maze.turn import play
from companion.games.librande_maze.write_position import deck_words, position_fields, treasure_words


def write_record(start: State, actions: Iterable[Action]) -> str:
    """The whole record of these actions from that position; IllegalActionError at the first that is not legal."""
    lines, tokens, state = [*_header(start)], list[str](), start
    for action in actions:
        after = play(state, action)
        tokens += [write(action), *notes_of(state, action)]
        if after.number != state.number or after.ended:
            lines.append(_turn(state, tokens, after))
            tokens = []
        state = after
    if tokens:
        lines.append(_turn(state, tokens, state))
    return "\n".join(lines) + "\n"


def _header(start: State) -> list[str]:
    """The header of a game from its opening, or the fields of a position, one line each."""
    homes = tuple(5 * HOMES[seat] for seat in start.terms.seats)
    fresh = start.spaces == homes and set(start.status) == {OK} and not any((start.acted, start.ban, start.curse, start.spent))
    told = (any(start.hands), any(start.piles), any(start.curses), start.discard, any(start.lasts), start.since, start.ap != 2)
    if not fresh or any(told):
        return list(position_fields(start))
    chars = (f"{seat}={hero.code}" for seat, hero in zip(start.terms.seats, start.terms.heroes, strict=True))
    options = " ".join(f"{name}={value}" for name, value in changed_options(start.terms.options))
    lines = [f"maze: {maze_words(start.tiles)}", f"chars: {' '.join(chars)}", f"first: {start.seat}",
             f"treasure: {treasure_words(start.treasure)}"]
    lines += [f"opt: {options}"] if options else []
    lines += [f"deck: {deck_words(start.deck)}"] if set(start.deck) != {UNKNOWN} else []
    return [*lines, *(field for field in position_fields(start) if field.startswith("dragon ") and field != "dragon d4")]


def _turn(state: State, tokens: list[str], after: State) -> str:
    return f"{state.number}.{state.seat}: {' '.join(tokens)} | {_points(after)}"


def _points(state: State) -> str:
    """The piles, the sums of teams, and what is left on the board."""
    words = [f"{seat}={pile}" for seat, pile in zip(state.terms.seats, state.piles, strict=True)]
    words += [f"{'+'.join(team)}={total}" for team, total in team_totals(state).items()]
    return " ".join([*words, f"left={len(state.treasure)}"])


# What a seat may know -------------------------------------------------------------------------------------------------


def known_action(state: State, action: Action, seat: str | None) -> Action:
    """The action as that seat (None: the public screen) may know it: cards drawn or stolen are their owners' business."""
    if isinstance(action, By):
        inner = known_action(state, action.action, seat)
        return action if isinstance(inner, By) else By(action.seat, inner)
    if isinstance(action, Draw):
        return _known_draw(state, action, seat, 1)
    if isinstance(action, Power) and isinstance(action.what, Draw):
        return Power(action.name, _known_draw(state, action.what, seat, _cards_of(state, action)))
    if isinstance(action, Power) and isinstance(action.what, Ask):
        return Power(action.name, replace(action.what, told=told(state, action.what)))
    if isinstance(action, Take) and action.card:
        victim = state.terms.seats[state.stack[0].target] if state.stack else ""
        return action if seat in (state.seat, victim) else Take(UNKNOWN)
    return action


def _cards_of(state: State, action: Power) -> int:
    part, _ = part_of(state, action.name)
    return part.amount if part is not None else 1


def _known_draw(state: State, action: Draw, seat: str | None, number: int) -> Draw:
    """The draw with its cards for the one who drew, without them for everybody else."""
    if seat != state.seat:
        return Draw()
    cards, _, _ = drawn(state, drawn_count(state, number), action.cards)
    return Draw(cards) if UNKNOWN not in cards else action


def shown_record(start: State, actions: Iterable[Action], seat: str | None) -> str:
    """The record as that seat may read it while the game goes on; afterwards everybody may read the whole one.

    It starts from what the seat knew, and draws and thefts of others do not name their cards.
    """
    played = list(actions)
    lines, tokens, state = [*_header(_known_start(start, seat))], list[str](), start
    for action in played:
        after = play(state, action)
        tokens += [write(known_action(state, action, seat)), *notes_of(state, action)]
        if after.number != state.number or after.ended:
            lines.append(_turn(state, tokens, after))
            tokens = []
        state = after
    if state.ended is not None:
        return write_record(start, played)
    return "\n".join([*lines, *([_turn(state, tokens, state)] if tokens else [])]) + "\n"


def _known_start(start: State, seat: str | None) -> State:
    """The start with the deck and the hands of others unknown."""
    own = start.terms.index.get(seat or "")
    hands = tuple(hand if player == own else (UNKNOWN,) * len(hand) for player, hand in enumerate(start.hands))
    return changed(start, hands=hands, deck=(UNKNOWN,) * len(start.deck))
