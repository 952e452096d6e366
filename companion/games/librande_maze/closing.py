"""The end of a turn and the start of the next: passes, the Dragon's attack, the ban, lost turns, curses, Hypnotic Eyes."""

from __future__ import annotations

from companion.games.librande_maze.board import NONE
from companion.games.librande_maze.curses import at_work, points_taken
from companion.games.librande_maze.dragon import attack, attacked
from companion.games.librande_maze.halls import in_range, steps
from companion.games.librande_maze.moves import barred
from companion.games.librande_maze.state import DOWN, EYES, MAIN, OK, POINTS, REMOVED, State, Trace, changed, with_item

NUDGE = "start-of-turn-nudge"


def end_turn(state: State) -> State:
    """The state when the next player can act."""
    return told_end(state)[0]


def told_end(state: State) -> tuple[State, tuple[str, ...]]:
    """The state when the next player can act, and the notes of a record: who was attacked, who lost a turn."""
    hidden = state.ap > 0 and state.terms.options.pass_hides_undo == "yes"
    ban = None if hidden else state.last
    state = changed(state, ply=state.ply + 1, last=None, ap=0)
    notes: list[str] = []
    return _first_able(_closed(state, ban, notes), notes), tuple(notes)


def ends_unseen(state: State) -> bool:
    """Whether the end of the turn leaves the table as it lies: the Dragon attacks nobody, and who is next is able."""
    return state.status[(state.turn + 1) % len(state.spaces)] == OK and not attacked(state, state.dragon)


def first_able(state: State) -> State:
    """The state when turns that are lost have been passed over."""
    return _first_able(state, [])


def _first_able(state: State, notes: list[str]) -> State:
    while state.status[state.turn] != OK:
        notes.append(f"#lost:{state.seat}")
        carried = state.ban._replace(net=0) if state.ban and state.terms.options.undo_over_lost_turn == "carry" else None
        state = _closed(_lost_turn(state), carried, notes)
    return _started(state)


def _closed(state: State, ban: Trace | None, notes: list[str]) -> State:
    """The Dragon attacks everybody in its square; the turn goes on clockwise."""
    players = attacked(state, state.dragon)
    notes += [f"#atk:{state.terms.seats[player]}" for player in players]
    return changed(attack(state, players), ban=ban, turn=(state.turn + 1) % len(state.spaces))


def _lost_turn(state: State) -> State:
    """A turn without actions: a removed token comes home face down, a lying one stands up once all its turns are lost."""
    player = state.turn
    left = state.lost[player] - 1
    if state.status[player] == REMOVED:
        status, spaces = DOWN, with_item(state.spaces, player, state.terms.homes[player])
    else:
        status, spaces = (state.status[player] if left > 0 else OK), state.spaces
    keeps = state.terms.options.curse_on_lost_turn == "postponed"
    return changed(
        state, status=with_item(state.status, player, status), lost=with_item(state.lost, player, max(left, 0)),
        spaces=spaces, curses=state.curses if keeps else with_item(state.curses, player, ""),
    )  # fmt: skip


def _started(state: State) -> State:
    """The start of a turn: points, flags, the waiting curse, and who may look the player in the eye."""
    curse = state.curses[state.turn]
    state = changed(
        state, ap=max(0, POINTS - points_taken(state, curse)), drew=False, dragon_moved=False, dragon_slid=False,
        free_used=False, moves=0, acted=False, curse=curse, last=None, phase=MAIN, asked=(), number=state.number + 1,
        curses=with_item(state.curses, state.turn, "") if curse else state.curses,
    )  # fmt: skip
    return with_eyes(state)


def with_eyes(state: State) -> State:
    """The state with those asked first who may use Hypnotic Eyes at the start of this turn."""
    if not any(NUDGE in powers for powers in state.terms.powers):
        return state
    players = tuple(player for player in _after(state) if nudges(state, player))
    return changed(state, phase=EYES, asked=players) if players else state


def _after(state: State) -> list[int]:
    """The other players clockwise from the one in turn."""
    count = len(state.spaces)
    return [(state.turn + number) % count for number in range(1, count)]


def nudges(state: State, player: int) -> list[int]:
    """The spaces to which a player may move the character in turn by Hypnotic Eyes."""
    victim, powers = state.turn, state.terms.powers
    if NUDGE not in powers[player] or state.status[player] != OK or NONE in (state.spaces[player], state.spaces[victim]):
        return []
    shield = state.terms.heroes[victim].defence
    if shield.does == "untargetable" and NUDGE in shield.by and state.status[victim] == OK:
        return []
    reach = state.terms.heroes[player].defence.when
    if not in_range(state, reach, state.spaces[player] // 5, state.spaces[victim] // 5):
        return []
    start = state.spaces[victim]
    return [to for to in sorted(steps(state, start)) if not barred(state, victim, to, start)]


def under_clock(state: State) -> bool:
    """Whether an hourglass runs in this turn."""
    return at_work(state) == "time-limit"
