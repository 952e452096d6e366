"""From the fields of a position to a state; every refusal points at the word that was wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.errors import NotationError
from companion.core.word import Word
from companion.games.mice_in_a_maze.ending import settle
from companion.games.mice_in_a_maze.geometry import COLOURS, INDEX, OPEN_SHAPES
from companion.games.mice_in_a_maze.judge import rule
from companion.games.mice_in_a_maze.notation import read, split
from companion.games.mice_in_a_maze.position import Field, split_fields
from companion.games.mice_in_a_maze.read_pieces import read_loose, read_marbles, read_mice, read_nests, read_pile
from companion.games.mice_in_a_maze.read_terms import read_terms
from companion.games.mice_in_a_maze.read_tiles import Known, read_hidden, read_tiles
from companion.games.mice_in_a_maze.state import CHEESES, Hand, State, Terms
from companion.games.mice_in_a_maze.turn import pass_on, perform

Fields = dict[str, Field]


def read_position(text: str) -> State:
    """The state a position text describes, its `do` played; NotationError with line, column and token otherwise."""
    fields = split_fields(text)
    return _played(state_from(fields), fields.get("do"))


def state_from(fields: Fields) -> State:
    """The state the fields describe, without `do`; the end of the game is tested where a turn begins."""
    terms = read_terms(fields)
    tiles = read_tiles(fields)
    known = Known(tiles)
    tiles = read_hidden(fields, tiles, known)
    mice = read_mice(fields.get("mice"), terms, tiles)
    loose = read_loose(fields.get("loose"), tiles)
    deliveries = read_nests(fields.get("nests"), terms.nests)
    state = State(
        terms=terms, tiles=tiles, mice=mice, hands=_read_hands(fields, terms, known),
        marbles=read_marbles(fields.get("marbles"), terms.nests, tiles),
        loose=loose, pile=read_pile(fields, mice, loose, deliveries), deliveries=deliveries,
    )  # fmt: skip
    return _at_step(_in_turn(state, fields.get("turn")), fields.get("step"))


def _played(state: State, do: Field | None) -> State:
    if do is None:
        return state
    for token, start in split(do.value.text):
        word = _place_of(do.value, token, start)
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


def _place_of(value: Word, token: str, start: int) -> Word:
    """A token of a value that may run over several lines."""
    before = value.text[:start]
    lines = before.count("\n")
    column = start - before.rfind("\n") if lines else value.column + start
    return Word(token, value.line + lines, column)


# Hands and turn -------------------------------------------------------------------------------------------------------


def _holders(word: Word, terms: Terms) -> list[int]:
    """The hand tiles a word names: a player's, or those of the player of a mouse."""
    if word.text in terms.order:
        return [terms.holder_of[terms.order.index(word.text)]]
    found = [number for number, holder in enumerate(terms.holders) if holder == word.text or holder[:-1] == word.text]
    if not found:
        word.bad(f"nobody of that name plays; write one of {', '.join((*terms.holders, *terms.order))}")
    return found


def _read_hands(fields: Fields, terms: Terms, known: Known) -> tuple[Hand, ...]:
    hands = [Hand()] * len(terms.holders)
    _each_hand(fields.get("hands"), terms, hands, _read_face)
    _each_hand(fields.get("handtiles"), terms, hands, lambda word, hand: hand._replace(code=known.add(word, "a hand")))
    return tuple(hands)


def _read_face(word: Word, hand: Hand) -> Hand:
    if word.text not in ("up", "down"):
        word.bad("a hand tile lies up or down")
    return hand._replace(up=word.text == "up")


def _each_hand(field: Field | None, terms: Terms, hands: list[Hand], change: Callable[[Word, Hand], Hand]) -> None:
    seen: set[int] = set()
    for key, value in field.pairs() if field else ():
        for holder in _holders(key, terms):
            if holder in seen:
                key.bad("this hand tile is given twice; a mouse stands for its player")
            seen.add(holder)
            if value.text != "?":
                hands[holder] = change(value, hands[holder])


def _in_turn(state: State, field: Field | None) -> State:
    if field is None:
        return state
    word = field.word()
    if word.text not in state.terms.order or word.text not in tuple(COLOURS):
        word.bad(f"no such mouse plays; the order is {' '.join(state.terms.order)}")
    return replace(state, turn=state.terms.order.index(word.text))


def _at_step(state: State, field: Field | None) -> State:
    """The step; a game that is over is over wherever it stands, and a third step with nothing to do ends the turn."""
    word = field.word() if field else Word("1", 1, 1)
    step, sign, cell = word.text.partition(":")
    if step not in ("1", "2", "3") or (sign and step != "3"):
        word.bad("the step is 1 (move), 2 (place), 3 (marbles) or 3:CELL with the tile placed in this turn")
    if sign and (cell not in INDEX or state.tiles[INDEX[cell]].shape not in OPEN_SHAPES):
        word.part(2).bad("the tile placed in this turn must be an open tile of the maze")
    if len(state.deliveries) == CHEESES or step == "1":
        return settle(state)
    if step == "2":
        return replace(state, step=2)
    return pass_on(replace(state, step=3, placed=INDEX[cell] if sign else -1, stirred=bool(sign)))
