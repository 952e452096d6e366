"""Slips with tiles: a slide no rule allows, too far, into another gap; tiles turned, fixed tiles moved, riders left behind."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.grid import Place, Zone
from companion.core.scene import ABSENT, Look, TileAt
from companion.games.librande_maze.actions import End, Slide
from companion.games.librande_maze.board import ALL_LINES, CELLS, LINE_SQUARES, LINES, MOVABLE, NAMES, NONE, SQUARES
from companion.games.librande_maze.candidates import HALF_A_LINE
from companion.games.librande_maze.edits import Edit, Plausible, joined, retiled, tile_gone, unchanged_at
from companion.games.librande_maze.halls import spaces_of
from companion.games.librande_maze.judge import violation_code
from companion.games.librande_maze.layout import gate_zone
from companion.games.librande_maze.resolve import perform
from companion.games.librande_maze.scene import carried_tile, laid_tile, square_tile
from companion.games.librande_maze.scene_change import scene_change
from companion.games.librande_maze.slides import WAYS, first_square, last_square, slide
from companion.games.librande_maze.slip_parts import Draft, standing_at
from companion.games.librande_maze.state import MAIN, OVER, State
from companion.games.librande_maze.tiles import CLOSED, OWNER, TURNED
from companion.games.librande_maze.words import DIRECTIONS, hero_name, line_words

_EVERY_WAY = {line: (1, 3) if line.isdigit() else (0, 2) for line in ALL_LINES}


def slide_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """Whole lines slid against a rule, one square or two."""
    if state.phase not in (MAIN, OVER):
        return
    for line in ALL_LINES:
        if not _touched(line, sight):
            continue
        for way in _EVERY_WAY[line]:
            # A fixed tile takes its floor along.
            along = line not in LINES or sight is None or not pushed_amiss(state, sight, line, way)
            for turns in range(4) if along else ():
                action = Slide(line, way, turns)
                yield Draft(_slid(state, action), action)
            if line in LINES:
                yield from _too_far(state, line, way, sight)


def pushed_amiss(state: State, sight: Plausible, line: str, way: int, far: int = 1) -> int:
    """How many tiles of a line cannot lie where they come to when it is pushed so far; the one that goes back in apart."""
    squares = LINE_SQUARES[line] if way in (1, 2) else LINE_SQUARES[line][::-1]
    return sum(
        state.tiles[here] != state.tiles[there] and not sight.looks(laid_tile(state, there, here))
        for here, there in zip(squares, squares[far:], strict=False)
    )


def _slid(state: State, action: Slide) -> Edit:
    """What a slide changes; each tile takes its floor along, fixed ones too where a line is pushed that must not be."""
    after = slide(state, action, 0)
    edit, line = scene_change(state, after), LINE_SQUARES[action.line]
    if action.line in LINES:
        return edit
    back = -1 if action.direction in (1, 2) else 1
    sources = [line[(number + back) % len(line)] for number in range(len(line))]
    moved = [(square, carried_tile(after, square, source)) for square, source in zip(line, sources, strict=True)]
    return joined(edit, retiled(*(tile for square, tile in moved if tile != square_tile(state, square))))


def _touched(line: str, sight: Plausible | None) -> bool:
    """Whether somebody may have slid that line."""
    return sight is None or sum(sight.changed(CELLS[square]) for square in LINE_SQUARES[line]) >= HALF_A_LINE


def _too_far(state: State, line: str, way: int, sight: Plausible | None) -> Iterator[Draft]:
    """Two squares at once, where there are not two slides to be had."""
    if sight is not None and pushed_amiss(state, sight, line, way, 2):
        return
    squares: tuple[Place, ...] = tuple(CELLS[square] for square in LINE_SQUARES[line])
    for turns in (0,) if sight is None else range(4):
        first = Slide(line, way, turns)
        middle = slide(state, first, 1)
        for more in (0,) if sight is None else range(4):
            second = Slide(line, way, more)
            if violation_code(state, first) is None and _may_follow(middle, second, sight):
                continue
            edit = scene_change(state, slide(middle, second, 0))
            back = (f"Slide {line_words(line)} back {DIRECTIONS[(way + 2) % 4]} one square.",)
            yield Draft(edit, None, "slide-too-far", back, first, squares)


def _may_follow(middle: State, second: Slide, sight: Plausible | None) -> bool:
    """Whether a second slide is lawful, or (for simulated players) is so for the next player after points are used up."""
    if violation_code(middle, second) is None:
        return True
    return sight is None and middle.ap == 0 and violation_code(perform(middle, End()), second) is None


def _lawful(state: State, sight: Plausible | None) -> Iterator[tuple[Slide, State, Edit]]:
    """The lawful slides that somebody may have made, with what they lead to; without sight only those without a turn."""
    if state.phase != MAIN:
        return
    for line in LINES:
        for way in WAYS[line] if _touched(line, sight) else ():
            # One tile may have been turned on the way.
            if sight is not None and pushed_amiss(state, sight, line, way) > 1:
                continue
            for turns in (0,) if sight is None else range(4):
                action = Slide(line, way, turns)
                if violation_code(state, action) is None:
                    after = slide(state, action)
                    yield action, after, scene_change(state, after)


# Slides that were not finished as they should ----------------------------------------------------------------------------


def unfinished_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """A lawful slide whose tile went elsewhere or nowhere, whose riders stayed behind, or in which a tile was turned."""
    for action, after, edit in _lawful(state, sight):
        yield from _gap_slips(state, action, after, edit, sight)
        yield from _rider_slips(state, action, after)
        yield from _turned_on_the_way(state, action, after, edit, sight)


def _gap_slips(state: State, action: Slide, after: State, edit: Edit, sight: Plausible | None) -> Iterator[Draft]:
    """The pushed-out tile lies where it came out, at another gate, or nowhere; its riders are not looked for."""
    entry, out = first_square(action.line, action.direction), last_square(action.line, action.direction)
    look = square_tile(after, entry).look
    hole = joined(edit, tile_gone(entry))
    place: tuple[Place, ...] = (CELLS[entry],)
    back = (f"Set the tile that came out at {NAMES[out]} in at {NAMES[entry]}, with everything that was on it.",)
    own = gate_zone(action.line, action.direction)
    for gate in _gates(sight):
        code = "tile-missing" if gate == own else "slide-wrong-gap"
        yield Draft(joined(hole, retiled(TileAt(Zone(gate), look))), None, code, back, action, place)
    yield Draft(hole, None, "tile-missing", back, action, place)


def _gates(sight: Plausible | None) -> Iterator[str]:
    for line in LINES:
        for way in WAYS[line]:
            gate = gate_zone(line, way)
            if sight is None or sight.changed(Zone(gate)):
                yield gate


def _rider_slips(state: State, action: Slide, after: State) -> Iterator[Draft]:
    """A token or the Dragon stands where it stood, although its tile has moved on."""
    line = LINE_SQUARES[action.line]
    for player, space in enumerate(state.spaces):
        if space != NONE and space // 5 in line:
            left = standing_at(after, player, spaces_of(after.tiles, space // 5)[0])
            words = (f"Put the {hero_name(state, player)} on {NAMES[after.spaces[player] // 5]}: it rides on its tile.",)
            yield Draft(scene_change(state, left), None, "rider-left-behind", words, action, (CELLS[after.spaces[player] // 5],))
    if state.dragon in line:
        words = (f"Put the Dragon on {NAMES[after.dragon]}: it rides on its tile.",)
        edit = scene_change(state, after._replace(dragon=state.dragon))
        yield Draft(edit, None, "rider-left-behind", words, action, (CELLS[after.dragon],))


def _turned_on_the_way(state: State, action: Slide, after: State, edit: Edit, sight: Plausible | None) -> Iterator[Draft]:
    """A tile of the slid line, not the one that goes back in, was turned to make it fit."""
    entry = first_square(action.line, action.direction)
    for square in LINE_SQUARES[action.line]:
        if square != entry:
            before = square_tile(state, square)
            for turned in _other_turns(after, square, sight, before):
                yield Draft(
                    # Turned so it may look as the tile that lay there before: then that place has not changed.
                    unchanged_at(edit, turned.place) if turned == before else joined(edit, retiled(turned)),
                    None,
                    "tile-turned-in-place",
                    _turn_back(after, square),
                    action,
                    (CELLS[square],),
                )


# Tiles that lie elsewhere or otherwise without a slide ---------------------------------------------------------------------


_ENDS = frozenset(line[end] for line in LINE_SQUARES.values() for end in (0, -1))
"""The squares at which a pushed tile comes in or falls out."""


def loose_tile_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """One tile turned where it lies, gone, or (a fixed one) exchanged."""
    for square in SQUARES:
        if sight is not None and not sight.changed(CELLS[square]):
            continue
        place: tuple[Place, ...] = (CELLS[square],)
        code = "tile-turned-in-place" if MOVABLE[square] else "fixed-tile-moved"
        # A line pushed there and back turns its end lawfully: by sight nobody can be told from that.
        for turned in _other_turns(state, square, sight) if square not in _ENDS else ():
            yield Draft(retiled(turned), None, code, _turn_back(state, square), None, place)
        if not MOVABLE[square] and sight is not None:
            yield from _exchanged(state, square, sight)
        yield Draft(tile_gone(square), None, "tile-missing", (f"Lay the tile of {NAMES[square]} back.",), None, place)


def _exchanged(state: State, square: int, sight: Plausible) -> Iterator[Draft]:
    """Another tile on a fixed square."""
    own = square_tile(state, square).look
    for look in sight.seen.tiles.get(CELLS[square], ()):
        if look.kind != own.kind and look != ABSENT:
            back = (f"Lay the fixed tile of {NAMES[square]} back.",)
            yield Draft(retiled(TileAt(CELLS[square], look)), None, "fixed-tile-moved", back, None, (CELLS[square],))


def _other_turns(state: State, square: int, sight: Plausible | None, before: TileAt | None = None) -> Iterator[TileAt]:
    """The tile of a square turned so that it looks different; it may look as what lay there `before`, if nothing has changed."""
    tile = state.tiles[square]
    own = square_tile(state, square).look
    for turns in (1, 2, 3):
        other = TURNED[tile][turns]
        if other != tile:
            item = TileAt(CELLS[square], Look(own.kind, own.face, other % 4))
            as_before = item == before and sight is not None and not sight.changed(item.place)
            if sight is None or as_before or sight.looks(item):
                yield item


def _turn_back(state: State, square: int) -> tuple[str, ...]:
    return (f"Turn the tile of {NAMES[square]} back: its openings are {_openings(state, square)}.",)


def _openings(state: State, square: int) -> str:
    """The sides that a tile opens, in words."""
    ways = [DIRECTIONS[way] for way in range(4) if OWNER[state.tiles[square]][way] != CLOSED]
    return f"{', '.join(ways[:-1])} and {ways[-1]}" if len(ways) > 1 else ways[0]
