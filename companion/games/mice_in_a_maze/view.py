"""What one seat, or the public screen, may know of a state."""

from __future__ import annotations

from dataclasses import replace

from companion.core.view import LegalAction, Seat, View
from companion.games.mice_in_a_maze.actions import Action, Bury, Open
from companion.games.mice_in_a_maze.geometry import CHAMBER, FACE_DOWN, NAMES, Spot
from companion.games.mice_in_a_maze.notation import write
from companion.games.mice_in_a_maze.place import takeable
from companion.games.mice_in_a_maze.scene import scene
from companion.games.mice_in_a_maze.score import outcome, scores
from companion.games.mice_in_a_maze.state import Hand, State, is_frozen, off_table
from companion.games.mice_in_a_maze.tiles import tile_words
from companion.games.mice_in_a_maze.turn import actions
from companion.games.mice_in_a_maze.words import DIRECTIONS, action_places, label, mouse_kind, mouse_name, spot_words

GAME_ID = "mice-in-a-maze"

INK = {
    "R": "#d3302f", "O": "#f27d16", "Y": "#f8de35", "G": "#3c9a45",
    "B": "#2a6bcb", "P": "#8d3fb4", "W": "#fdfcf8", "K": "#2b282d",
}  # fmt: skip
"""The colour of each mouse on a screen."""


def seats(state: State) -> tuple[Seat, ...]:
    """The players with their mice."""
    return tuple(
        Seat(player.id, player.name or f"Player {player.id[1:]}", tuple(map(mouse_kind, player.mice)), INK[player.mice[0]])
        if player.mice
        else Seat(player.id, player.name or f"Player {player.id[1:]}")
        for player in state.terms.players
    )


def known_to(state: State, seat: str | None) -> State:
    """The state with every identity removed that the seat may not know: face-down tiles, other people's hidden tiles."""
    tiles = tuple(tile._replace(code=None) if tile.shape == FACE_DOWN else tile for tile in state.tiles)
    hands = tuple(
        hand if hand.up or (seat is not None and owner == seat) else Hand(hand.up)
        for owner, hand in zip(_owners(state), state.hands, strict=True)
    )
    remembered = state.remembered if state.terms.options.memory_aid == "on" else ()
    return replace(state, tiles=tiles, hands=hands, remembered=remembered)


def _owners(state: State) -> list[str]:
    """The player of each hand tile."""
    terms = state.terms
    owner = {holder: terms.players[player].id for holder, player in zip(terms.holder_of, terms.player_of, strict=True)}
    return [owner[number] for number in range(len(state.hands))]


def view(state: State, seat: str | None) -> View:
    """The position as the seat may know it; built from `known_to` alone, so that secrets cannot leak."""
    return _view(known_to(state, seat), seat)


def _view(state: State, seat: str | None) -> View:
    over = outcome(state)
    return View(
        game=GAME_ID, seat=seat, ply=state.ply, turn=state.number,
        actor=None if over else state.terms.players[state.player].id,
        piece=None if over else mouse_kind(state.letter),
        step="The game is over." if over else step_words(state),
        scene=scene(state), scores=scores(state),
        legal=tuple(legal_action(state, action) for action in actions(state)),
        notes=tuple(_notes(state)), private=_private(state, seat), outcome=over,
    )  # fmt: skip


def legal_action(state: State, action: Action) -> LegalAction:
    """An action as a page shows it; `group` gathers placements by cell."""
    group = NAMES[action.cell] if isinstance(action, Open | Bury) else ("move", "place", "marbles")[state.step - 1]
    return LegalAction(write(action), label(state, action), action_places(state, action), group)


def step_words(state: State) -> str:
    """What has to be done now."""
    name = mouse_name(state.letter)
    if state.step == 3:
        return f"{name}: roll the marbles."
    if state.step == 1:
        return f"{name}: come back to a nest." if off_table(state.mover) else f"{name}: move."
    take = takeable(state)
    words = {
        "near": "replace a tile on your path",
        "anywhere": "replace any empty tile",
        "fallback": "replace any empty face-down tile and leave it face down",
        "none": "no tile can be taken; pass",
    }[take.kind]
    blind = "; choose before you look" if state.terms.options.take_look == "blind" and take.cells else ""
    return f"{name}: {words}{blind}."


def _notes(state: State) -> list[str]:
    mice = list(zip(map(mouse_name, state.terms.order), state.mice, strict=True))
    notes = [f"{name} is off the table." for name, mouse in mice if off_table(mouse)]
    notes += [f"{name} carries a cheese." for name, mouse in mice if mouse.cargo]
    notes += [_marble_note(state, marble.spot) for marble in state.marbles if marble.spot.kind != "down"]
    notes += [f"The {tile_words(code)} lies face down at {NAMES[cell]}." for cell, code in state.remembered]
    notes += [f"A cheese lies at {NAMES[item.cell]} on the path {item.segment}." for item in state.loose]
    notes.append(f"{state.pile} cheeses are left on the Chamber; {len(state.deliveries)} lie in nests.")
    if is_frozen(state):
        notes.append("All tiles are open: the maze cannot change any more.")
    return notes


def _marble_note(state: State, spot: Spot) -> str:
    if spot.kind == "exit":
        return f"The marble in {NAMES[CHAMBER]} (the Chamber) leaves {DIRECTIONS[spot.facing]}."
    if spot.kind == "port":
        return f"The marble in {spot_words(state, spot).replace('nose', 'leaving')}."
    return f"The marble on {NAMES[spot.cell]} rolls {DIRECTIONS[spot.facing]}."


def _private(state: State, seat: str | None) -> tuple[tuple[str, str], ...]:
    if seat is None:
        return ()
    own = [number for number, owner in enumerate(_owners(state)) if owner == seat]
    return tuple(("Your tile", _hand_words(state.hands[number])) for number in own)


def _hand_words(hand: Hand) -> str:
    face = "open" if hand.up else "face down"
    return f"{tile_words(hand.code)} ({face})" if hand.code else f"not known to the companion ({face})"
