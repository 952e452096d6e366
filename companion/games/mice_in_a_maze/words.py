"""Places, pieces and actions in plain words, for buttons, remedies and notes."""

from __future__ import annotations

from dataclasses import replace

from companion.core.grid import Place
from companion.games.mice_in_a_maze.actions import Action, Bury, By, End, Open, Return, Roll, Run, Skip, Stay
from companion.games.mice_in_a_maze.geometry import CHAMBER, COLOUR_NAMES, NAMES, Spot, as_cell, spot_word
from companion.games.mice_in_a_maze.score import nest_words
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.tiles import tile_words

DIRECTIONS = ("north", "east", "south", "west")
SHAPE_WORDS = {"+": "cross", "/": "curve", "\\": "curve"}


def mouse_name(letter: str) -> str:
    """`Red` for `R`."""
    return COLOUR_NAMES[letter].capitalize()


def mouse_kind(letter: str) -> str:
    """The kind name of a mouse in scenes and pictures."""
    return f"mouse-{COLOUR_NAMES[letter]}"


def spot_words(state: State, spot: Spot) -> str:
    """Where somebody stands, in words."""
    if spot.kind == "port":
        nest = state.terms.nests.by_port.get(spot)
        name = nest_words(state, nest) if nest is not None else "edge of the maze"
        return f"the {name} at {spot_word(spot)}, nose {DIRECTIONS[spot.facing]}"
    if spot.kind == "exit":
        return f"the Chamber, nose {DIRECTIONS[spot.facing]}"
    if spot.kind in ("hand", "out"):
        return "off the table"
    facing = f", nose {DIRECTIONS[spot.facing]}" if spot.kind == "tile" else ""
    return f"{NAMES[spot.cell]}{facing}"


def spot_place(state: State, spot: Spot) -> tuple[Place, ...]:
    """The place to light up for a spot; none for one off the table."""
    if spot.kind == "port":
        nest = state.terms.nests.by_port.get(spot)
        return (state.terms.nests.all[nest].zone,) if nest is not None else (as_cell(spot.cell),)
    return () if spot.kind in ("hand", "out") else (as_cell(spot.cell),)


def hand_zone(state: State, holder: int) -> str:
    """The zone of a hand tile: `hand-P1` is that of player P1; with one tile for each mouse, that of the first in turn order."""
    terms = state.terms
    name = terms.holders[holder]
    if any(player.id == name and len(player.mice) == 1 for player in terms.players) or terms.options.two_player_hands == "player":
        return f"hand-{name}"
    return f"hand-P{terms.holder_of.index(holder) + 1}"


def label(state: State, action: Action) -> str:
    """The action in words for a button."""
    if isinstance(action, By):
        order = state.terms.order
        turn = order.index(action.mouse) if action.mouse in order else state.turn
        return f"{mouse_name(action.mouse)}: {label(replace(state, turn=turn), action.action)}"
    name = mouse_name(state.letter)
    if isinstance(action, Stay):
        return f"{name} stays: the path is a loop" if action.loop else f"{name} stays: no open path"
    if isinstance(action, Return):
        return f"{name} comes back to {spot_words(state, action.to)}"
    if isinstance(action, Run):
        return _run_label(state, name, action)
    if isinstance(action, Roll):
        return _roll_label(state, action)
    if isinstance(action, End):
        return "Everybody agrees to stop" if action.why == "agreed" else f"The game is over ({action.why})"
    return _place_label(action)


def _run_label(state: State, name: str, action: Run) -> str:
    if action.to.kind == "out":
        words = f"{name} leaves the maze: take the mouse off the table"
    else:
        verb = "returns" if action.to == state.mover.spot else "runs"
        words = f"{name} {verb} to {spot_words(state, action.to)}"
    partners = [f"{mouse_name(swap.mouse)} {_where(swap.cell)}" for swap in action.swaps]
    return f"{words}; swaps with {' and '.join(partners)}" if partners else words


def _where(cell: int) -> str:
    return "in the Chamber" if cell == CHAMBER else f"on {NAMES[cell]}"


def _place_label(action: Open | Bury | Skip) -> str:
    if isinstance(action, Skip):
        return "No tile can be taken"
    source = {"h": " (your tile)", "s": " (the same tile)", "": ""}[action.source]
    if isinstance(action, Bury):
        # Nobody can see which face-down tile was taken, so the words name no cell unless a player told more than sight can.
        where = f"the face-down tile on {NAMES[action.cell]}" if action.source else "a face-down tile away from the path"
        return f"Change {where} for another, face down{source}"
    if action.code is None:
        return f"Replace {NAMES[action.cell]} with a {SHAPE_WORDS[action.shape]} ({action.shape}){source}"
    turned = f", turned {action.turns}" if action.turns else ""
    return f"Replace {NAMES[action.cell]} with the {tile_words(action.code)} ({action.shape}){turned}{source}"


def _roll_label(state: State, action: Roll) -> str:
    parts = []
    for move in action.moves:
        end = "out of the maze" if move.end.kind == "out" else f"to {spot_words(state, move.end).replace('nose', 'facing')}"
        start = "the Chamber" if move.start.kind == "exit" else spot_words(state, move.start).split(",")[0]
        parts.append(f"the marble on {start} rolls {end}" if move.start.kind != "port" else f"the marble in {start} rolls {end}")
    words = "; ".join(parts) or "no marble rolls"
    return words[0].upper() + words[1:]


def action_places(state: State, action: Action) -> tuple[Place, ...]:
    """The places to light up for an action."""
    if isinstance(action, By):
        return action_places(state, action.action)
    if isinstance(action, Open | Bury):
        return (as_cell(action.cell),)
    if isinstance(action, Run | Return):
        return spot_place(state, action.to)
    if isinstance(action, Stay):
        return spot_place(state, state.mover.spot)
    if isinstance(action, Roll):
        return tuple(dict.fromkeys(place for move in action.moves for spot in move for place in spot_place(state, spot)))
    return ()
