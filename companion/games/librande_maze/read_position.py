"""From the fields of a position to a state; every refusal points at the word that was wrong."""

from __future__ import annotations

import re
from collections import Counter

from companion.core.errors import NotationError
from companion.games.librande_maze.board import CORNERS, MOVABLE, NAMES, SPACE, SPACE_NAMES, SQUARE, START
from companion.games.librande_maze.cards import DECK, LIMIT, SPELLS, UNKNOWN, in_order
from companion.games.librande_maze.closing import first_able, with_eyes
from companion.games.librande_maze.curses import points_taken
from companion.games.librande_maze.edition import EDITION, Edition
from companion.games.librande_maze.halls import exists, spaces_of
from companion.games.librande_maze.judge import violation_code
from companion.games.librande_maze.notation import split
from companion.games.librande_maze.options import Options, option_problem, options_from
from companion.games.librande_maze.picking import over
from companion.games.librande_maze.position import Field, Word, split_fields
from companion.games.librande_maze.read_players import CURSES, Player, read_cards, read_players
from companion.games.librande_maze.read_token import read
from companion.games.librande_maze.read_undo import read_trace
from companion.games.librande_maze.resolve import perform
from companion.games.librande_maze.state import OK, POINTS, State, changed, make_terms
from companion.games.librande_maze.tiles import BASE, CODES, FIXED, TILE
from companion.games.librande_maze.violations import VIOLATIONS

Fields = dict[str, Field]
FLAGS = {"drew": "drew", "dragon-moved": "dragon_moved", "dragon-slid": "dragon_slid", "free": "free_used", "acted": "acted"}
"""The words of the field `used` with the facts they stand for."""
MOST_POINTS = 99


def read_position(text: str, edition: Edition = EDITION) -> State:
    """The state a position text describes, its `do` played; NotationError with line, column and token otherwise."""
    fields = split_fields(text)
    return _played(state_from(fields, edition), fields.get("do"))


def state_from(fields: Fields, edition: Edition = EDITION) -> State:
    """The state the fields describe, without `do`."""
    options = read_options(fields.get("opt"))
    players = read_players(fields)
    terms = make_terms(options, {seat: player.hero for seat, player in players.items()}, edition)
    tiles = read_tiles(fields)
    discard, deck = _piles(fields, players)
    everybody = tuple(players.values())
    state = State(
        terms, tiles, _dragon(fields.get("dragon")), read_treasure(fields.get("treasure"), tiles),
        tuple(_stands(player, tiles) for player in everybody),
        tuple(player.status for player in everybody), tuple(player.lost for player in everybody),
        tuple(player.pile for player in everybody), tuple(player.last for player in everybody),
        tuple(_hand(player, options) for player in everybody),
        tuple(player.curse for player in everybody), deck, discard, _spent(fields.get("spent")),
    )  # fmt: skip
    state = _turn(state, fields)
    return state if state.treasure else over(state)


def _stands(player: Player, tiles: bytes) -> int:
    if player.space >= 0 and not exists(tiles, player.space):
        names = " and ".join(SPACE_NAMES[space] for space in spaces_of(tiles, player.space // 5))
        player.place.bad(f"the tile there has no such space; it has {names}")
    return player.space


def _hand(player: Player, options: Options) -> tuple[str, ...]:
    cards = [card for card, _ in player.hand]
    if len(cards) > LIMIT and options.hand_limit == "all":
        player.words["hand"].bad(f"{len(cards)} cards; {LIMIT} are the limit")
    return in_order(cards)


# Options, tiles, pieces -----------------------------------------------------------------------------------------------


def read_options(field: Field | None) -> Options:
    """`name=value ...`."""
    chosen: dict[str, str] = {}
    for word in field.value.words() if field else []:
        name, sign, value = word.text.partition("=")
        if not sign:
            word.bad("an option is written name=value")
        problem = option_problem(name, value)
        if problem or name in chosen:
            word.bad(problem or "this option is given twice; keep one of them")
        chosen[name] = value
    return options_from(chosen)


def read_tiles(fields: Fields) -> bytes:
    """The maze, with the squares that differ from it."""
    field = fields.get("maze")
    words = [word for word in (field.value.words(r"[^\s|]+") if field else []) if word.text != "BASE"]
    if field and not words and field.value.text.strip() != "BASE":
        field.name.bad("write 49 codes, row 1 to row 7, or BASE")
    if words and len(words) != len(NAMES):
        words[-1].bad(f"{len(words)} tiles are given; a maze has {len(NAMES)}, row 1 to row 7, west to east")
    if words:
        tiles = bytearray(_tile(word, square) for square, word in enumerate(words))
    else:
        tiles = bytearray(TILE[code] for code in BASE.replace("|", " ").split())
    for name, item in fields.items():
        if name.startswith("t:"):
            tiles[SQUARE[name[2:]]] = _tile(item.word(), SQUARE[name[2:]])
    return bytes(tiles)


def _tile(word: Word, square: int) -> int:
    if word.text not in TILE:
        kinds = ", ".join(dict.fromkeys(code[:-1] for code in CODES))
        word.bad(f"there is no such tile; write a kind ({kinds}) and its clockwise quarter turns 0 to 3")
    tile = TILE[word.text]
    if not MOVABLE[square] and tile != FIXED[square]:
        word.bad(f"the fixed tile of {NAMES[square]} is {CODES[FIXED[square]]}; it never changes")
    return tile


def _dragon(field: Field | None) -> int:
    if field is None:
        return SQUARE["d4"]
    word = field.word()
    if word.text not in SQUARE:
        word.bad("the Dragon stands on a square, such as d4")
    if SQUARE[word.text] in CORNERS:
        word.bad("the Dragon is never on a home corner")
    return SQUARE[word.text]


def read_treasure(field: Field | None, tiles: bytes) -> tuple[int, ...]:
    """The treasures of the field, or one on each of the nine squares in the middle."""
    if field is None or field.value.text.strip() == "START":
        return tuple(sorted(_start_space(name, tiles) for name in START))
    found: list[int] = []
    for word in field.value.words():
        match = re.fullmatch(r"([a-g][1-7](?:\.[nesw])?)(?:x(\d{1,2}))?", word.text)
        if match is None:
            word.bad("treasures are written SPACE, or SPACExN for N of them; - for none")
        if not exists(tiles, SPACE[match[1]]):
            names = " and ".join(SPACE_NAMES[space] for space in spaces_of(tiles, SPACE[match[1]] // 5))
            word.bad(f"the tile there has no such space; it has {names}")
        found += [SPACE[match[1]]] * int(match[2] or 1)
    return tuple(sorted(found))


HALVES = {"d3": "d3.e", "d4": "d4.w"}
"""On which half of a web square a treasure lies at the start where people have not said (as in the worked examples)."""


def _start_space(name: str, tiles: bytes) -> int:
    chosen = SPACE[HALVES.get(name, name)]
    return chosen if exists(tiles, chosen) else spaces_of(tiles, SQUARE[name])[0]


# Cards ----------------------------------------------------------------------------------------------------------------


def _piles(fields: Fields, players: dict[str, Player]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The discard pile and the deck; no card may be named more often than there are copies."""
    named = [item for player in players.values() for item in player.hand]
    discard = read_cards(fields["discard"].value) if "discard" in fields else ()
    deck_field = fields.get("deck")
    deck: tuple[tuple[str, Word], ...] = ()
    words = [word.text for word in deck_field.value.words()] if deck_field else []
    if deck_field and words not in ([], ["empty"]) and not (len(words) == 1 and words[0].isdigit()):
        deck = read_cards(deck_field.value)
    counts: Counter[str] = Counter()
    for card, word in (*named, *discard, *deck):
        counts[card] += 1
        if card != UNKNOWN and counts[card] > SPELLS[card].copies:
            word.bad(f"{counts[card]} copies of {card} are named; there are {SPELLS[card].copies}")
    discards = tuple(card for card, _ in discard)
    if deck_field is None:
        return discards, (UNKNOWN,) * max(0, len(DECK) - len(named) - len(discards))
    if len(words) == 1 and words[0].isdigit():
        return discards, (UNKNOWN,) * deck_field.word().number(len(DECK))
    return discards, tuple(card for card, _ in deck)


def _spent(field: Field | None) -> tuple[str, ...]:
    words = field.value.words(r"[^\s,]+") if field else []
    for word in words:
        if word.text not in CURSES:
            word.bad(f"there is no such curse; choose of {', '.join(CURSES)}")
    return tuple(name for name in CURSES if name in [word.text for word in words])


# The turn -------------------------------------------------------------------------------------------------------------


def _turn(state: State, fields: Fields) -> State:
    """The turn, what happened in it, and whoever may act first; a turn that is lost is passed over."""
    used = _used(fields.get("used"))
    curse = _under(fields.get("under"))
    turn = _seat(state, fields)
    ap = fields["ap"].word().number(MOST_POINTS) if "ap" in fields else max(0, POINTS - points_taken(state, curse))
    state = changed(
        state, turn=turn, curse=curse, ap=ap, ban=read_trace(fields.get("undo")),
        last=read_trace(fields.get("last")), **used,
    )  # fmt: skip
    if state.acted:
        return state
    return with_eyes(state) if state.status[turn] == OK else first_able(state)


def _seat(state: State, fields: Fields) -> int:
    field = fields.get("turn") or fields.get("first")
    if field is None:
        return 0
    word = field.word()
    if word.text not in state.terms.index:
        word.bad(f"nobody plays there; the seats are {', '.join(state.terms.seats)}")
    return state.terms.index[word.text]


def _under(field: Field | None) -> str:
    words = field.value.words() if field else []
    if len(words) > 1 or (words and words[0].text not in CURSES):
        words[-1].bad(f"the curse at work is one of {', '.join(CURSES)}")
    return words[0].text if words else ""


def _used(field: Field | None) -> dict[str, object]:
    """What happened in this turn; anything at all means that an action was taken."""
    found: dict[str, object] = {}
    for word in field.value.words() if field else []:
        name, sign, _ = word.text.partition("=")
        if name == "moves" and sign:
            found["moves"] = word.part(len("moves=")).number(MOST_POINTS)
        elif word.text in FLAGS:
            found[FLAGS[word.text]] = True
        else:
            word.bad(f"the words of this field are {', '.join(FLAGS)} and moves=N")
        found["acted"] = True
    return found


def _played(state: State, do: Field | None) -> State:
    if do is None:
        return state
    for token, start in split(do.value.text):
        word = _place_of(do.value, token, start)
        try:
            action = read(token)
        except NotationError as error:
            raise NotationError("position", error.token, error.why, word.line, word.column) from None
        code = violation_code(state, action)
        if code is not None:
            word.bad(f"this action of the field 'do' is not allowed: {code}: {VIOLATIONS[code].sentence}")
        state = perform(state, action)
    return state


def _place_of(value: Word, token: str, start: int) -> Word:
    """A token of a value that may run over several lines."""
    before = value.text[:start]
    lines = before.count("\n")
    column = start - before.rfind("\n") if lines else value.column + start
    return Word(token, value.line + lines, column)
