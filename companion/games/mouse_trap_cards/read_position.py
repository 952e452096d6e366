"""From the fields of a position to a state; every refusal points at the word that was wrong."""

from __future__ import annotations

import re

from companion.core.errors import NotationError
from companion.core.word import Word
from companion.games.mouse_trap_cards.decks import UNKNOWN, Deck
from companion.games.mouse_trap_cards.effects import is_side
from companion.games.mouse_trap_cards.geometry import CELLS, COMPASS, INDEX, OFF, SIDE
from companion.games.mouse_trap_cards.judge import rule
from companion.games.mouse_trap_cards.notation import read, split
from companion.games.mouse_trap_cards.position import Field, Fields, number, split_fields
from companion.games.mouse_trap_cards.read_terms import read_terms
from companion.games.mouse_trap_cards.safe_card import start_cells
from companion.games.mouse_trap_cards.state import CHEESE, DECIDE, DRAWING, GOAL, OVER, START, WEDGES, Card, State, Terms
from companion.games.mouse_trap_cards.turn import perform

MOST_PILE = 999
_NAMED = re.compile(r"(?P<name>M\d\d)(?P<face>[FB])@(?P<turns>[0-3])")
_SIDES = re.compile(r"(?P<up>[^/@]+)/(?P<down>[^/@]+)@(?P<turns>[0-3])")


def read_position(text: str) -> State:
    """The state a position text describes, its `do` played; NotationError with line, column and token otherwise."""
    fields = split_fields(text)
    return played(state_from(fields), fields.get("do"))


def state_from(fields: Fields, phase: str = DECIDE) -> State:
    """The state the fields describe, without `do`; `phase` is the one where none is named."""
    terms = read_terms(fields)
    maze = read_maze(fields, terms.deck)
    mouse, facing = _read_mouse(fields.get("mouse"))
    cheese = _read_cheese(fields.get("cheese"))
    turn = _read_seat(fields.get("turn"), terms)
    safe = _read_safe(fields.get("safe"), terms, turn)
    risk = fields["risk"].number(WEDGES) if "risk" in fields else 0
    discard, left, draw = _read_cards(fields, terms.deck)
    trapped = _read_seat(fields["trapped"], terms) if "trapped" in fields else -1
    state = State(
        terms, maze, cheese, mouse, facing, safe, risk, _read_pile(fields, sum(cheese) + risk + sum(safe)), turn,
        _read_phase(fields.get("phase"), phase), left, draw, discard, trapped=trapped,
    )  # fmt: skip
    _check_mouse(fields, state)
    return _ended(fields, state)


def played(state: State, do: Field | None) -> State:
    """The state after the tokens of a field `do`."""
    for token, start in split(do.value.text) if do else ():
        assert do is not None
        word = do.value.part(start, start + len(token))
        try:
            action = read(token)
        except NotationError as error:
            raise NotationError("position", error.token, error.why, word.line, word.column) from None
        ruling = rule(state, action)
        if not ruling.legal:
            found = ruling.violations[0]
            word.bad(f"this action of the field 'do' is not allowed: {found.code}: {found.sentence}")
        state = perform(state, action)
    return state


# The maze ---------------------------------------------------------------------------------------------------------------


def read_maze(fields: Fields, deck: Deck) -> tuple[Card, ...]:
    """The sixteen cards, rows from the far side."""
    field = fields.get("maze")
    if field is None:
        Word("maze").bad("this field is required; write four rows from the far side, parted by |, such as M06F@0 M07F@0 ...")
    words = field.words(r"[^\s|]+")
    rows = [row.split() for row in field.value.text.split("|")]
    if len(words) != len(CELLS) or (len(rows) > 1 and any(len(row) != SIDE for row in rows)):
        shown = ", ".join(str(len(row)) for row in rows)
        field.value.bad(f"the maze has four rows of four cards; {len(words)} cards were found, {shown} in a row")
    seen = _read_seen(fields.get("seen"))
    names: set[str] = set()
    return tuple(_read_card(word, deck, names, cell in seen) for cell, word in zip(CELLS, words, strict=True))


def _read_seen(field: Field | None) -> set[int]:
    cells = set()
    for word in field.words() if field else []:
        if word.text not in INDEX:
            word.bad("write the cells whose other side people have seen, such as c3 b1")
        cells.add(INDEX[word.text])
    return cells


def _read_card(word: Word, deck: Deck, names: set[str], seen: bool) -> Card:
    named, sides = _NAMED.fullmatch(word.text), _SIDES.fullmatch(word.text)
    if named:
        name = named["name"]
        if name not in deck.cards:
            word.bad("maze cards are called M01 to M16")
        if name in names:
            word.bad(f"{name} lies in two cells; each card is there once")
        names.add(name)
        both = deck.cards[name] if named["face"] == "F" else deck.cards[name][::-1]
        if both[0] == UNKNOWN:
            word.bad(f"nobody knows yet what is on this side of {name}; write what it shows, such as TRAP/?@0")
        return Card(both[0], None if both[1] == UNKNOWN else both[1], int(named["turns"]), name, named["face"], seen)
    if sides is None:
        word.bad("a card is written M11B@1 (card, face, turns) or by its sides, MV1:u/END@1, with ? for one nobody has seen")
    for code in (sides["up"], sides["down"]):
        if not is_side(code) and not (code == UNKNOWN and code == sides["down"]):
            word.bad(f"{code!r} is no side of a maze card; write a code such as TRAP, MV2:lr or GO:WASH")
    down = None if sides["down"] == UNKNOWN else sides["down"]
    return Card(sides["up"], down, int(sides["turns"]), "", "", down is not None)


def _read_mouse(field: Field | None) -> tuple[int, int]:
    if field is None:
        return OFF, 0
    word = field.word()
    cell, facing = word.text[:2], word.text[2:]
    if cell not in INDEX or len(facing) != 1 or facing not in COMPASS:
        word.bad("the mouse is written with its cell and the way it faces, such as b2N")
    return INDEX[cell], COMPASS.index(facing)


def _check_mouse(fields: Fields, state: State) -> None:
    """Only at the start of a turn may the mouse be nowhere."""
    if state.mouse != OFF:
        return
    if state.phase not in (START, OVER):
        Word("mouse").bad("this field is required except in phase start; write cell and facing, such as mouse: b2N")
    if state.phase == START and start_cells(state)[0] == (OFF,):
        fields["maze"].value.bad("no card shows Safe or can have it below: say where the mouse stands, such as mouse: b2N")


def _read_cheese(field: Field | None) -> tuple[int, ...]:
    counts = [0] * len(CELLS)
    for word in field.words() if field else []:
        name, sign, _ = word.text.partition("=")
        if name not in INDEX or not sign:
            word.bad("wedges are written CELL=NUMBER, such as a3=1")
        if counts[INDEX[name]]:
            word.bad("this cell is given twice; write all its wedges together")
        counts[INDEX[name]] = number(word.part(3), WEDGES)
    return tuple(counts)


# Players, wedges, action cards ------------------------------------------------------------------------------------------


def _read_seat(field: Field | None, terms: Terms) -> int:
    if field is None:
        return 0
    word = field.word()
    if word.text not in terms.players:
        word.bad(f"nobody of that name plays; the seats are {', '.join(terms.players)}")
    return terms.players.index(word.text)


def _read_safe(field: Field | None, terms: Terms, turn: int) -> tuple[int, ...]:
    """Safe wedges by seat; they are written from the player in turn to the left."""
    players = len(terms.players)
    if field is None:
        return (0,) * players
    words = field.listed()
    if len(words) != players:
        field.value.bad(f"{len(words)} counts for {players} players; write one for each, the player in turn first")
    counts = [number(word, WEDGES) for word in words]
    return tuple(counts[(seat - turn) % players] for seat in range(players))


def _read_pile(fields: Fields, elsewhere: int) -> int:
    if "pile" in fields:
        return fields["pile"].number(MOST_PILE)
    if elsewhere > WEDGES:
        culprit = fields.get("cheese") or fields.get("safe") or fields["risk"]
        culprit.value.bad(f"there are {WEDGES} wedges, but {elsewhere} lie on cards and with players")
    return WEDGES - elsewhere


def _read_phase(field: Field | None, usual: str) -> str:
    if field is None:
        return usual
    word = field.word()
    if word.text not in (START, CHEESE, DRAWING, DECIDE, OVER):
        word.bad("the phase is start, cheese, draw, decide or over")
    return word.text


def _read_cards(fields: Fields, deck: Deck) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """The discards, what may lie in the draw pile, and how many cards lie there."""
    left = list(deck.counts)
    discard = _read_codes(fields.get("disc"), deck, left)
    given = fields.get("left")
    if given is not None:
        rest = list(deck.counts)
        codes = _read_codes(given, deck, rest)
        left = [codes.count(code) for code in deck.codes]
    draw = sum(left)
    if "draw" in fields:
        draw = fields["draw"].number(draw)
        if not draw and not discard:
            fields["draw"].value.bad("no action card is left at all; name the discards, such as disc: F1,TRAP")
    return discard, tuple(left), draw


def _read_codes(field: Field | None, deck: Deck, left: list[int]) -> tuple[str, ...]:
    """Action cards by their codes, taken away from `left`."""
    codes = []
    for word in field.listed() if field else []:
        if word.text not in deck.codes:
            word.bad(f"there is no such action card; the cards are {', '.join(deck.codes)}")
        number_of = deck.codes.index(word.text)
        if not left[number_of]:
            word.bad(f"there are only {deck.counts[number_of]} of these action cards")
        left[number_of] -= 1
        codes.append(word.text)
    return tuple(codes)


def _ended(fields: Fields, state: State) -> State:
    """A game that is over has a winner, or all wedges are safe and everybody wins."""
    if state.phase != OVER:
        return state
    won = [seat for seat, count in enumerate(state.safe) if count >= GOAL]
    if not won and sum(state.safe) != WEDGES:
        fields["phase"].value.bad(f"the game is not over: nobody has {GOAL} safe wedges; write safe, or another phase")
    return state._replace(ended="win" if won else "draw-all", turn=won[0] if won and state.turn not in won else state.turn)
