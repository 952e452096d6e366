"""From the fields of a position to a state; every refusal points at the word that was wrong."""

from __future__ import annotations

from companion.core.errors import NotationError
from companion.games.alles_kaese.cards import CARDS, COPIES, TRAPS, VALUES
from companion.games.alles_kaese.fields import Fields, Word, split_fields
from companion.games.alles_kaese.judge import rule
from companion.games.alles_kaese.notation import read, split
from companion.games.alles_kaese.read_cards import read_display, read_fronts, read_kept, read_peeked, read_pile, read_stock
from companion.games.alles_kaese.read_phase import read_phase
from companion.games.alles_kaese.read_terms import read_seat, read_terms
from companion.games.alles_kaese.state import UNSEEN, State, known, revealed
from companion.games.alles_kaese.turn import perform

FIELDS = (
    "players", "n", "names", "turn", "display", "top", "supply", "discard", "discard_top", "die", "shown", "kept", "peeked",
    "phase", "over", "fronts", "stock", "opt", "data", "do",
)  # fmt: skip
"""The fields of a position; `do` is always the last."""

USUAL_SUPPLY = 20


def read_position(text: str) -> State:
    """The state a position text describes, its `do` played; NotationError with line, column and token otherwise."""
    fields = split_fields(text, FIELDS)
    state = state_from(fields)
    return played(state, fields["do"]) if "do" in fields else state


def state_from(fields: Fields) -> State:
    """The state the fields describe, without `do`."""
    terms = read_terms(fields)
    display = read_display(fields.get("display"))
    kept = read_kept(fields.get("kept"), terms)
    state = State(terms, display, read_peeked(fields.get("peeked"), terms, display), kept)
    supply, discard, top = _piles(fields, state)
    state = state._replace(seat=read_seat(fields.get("turn"), terms), supply=supply, discard=discard, top=top)
    check_deck(state, fields.get("display") or fields.get("kept") or Word(""))
    state = read_phase(fields, state)
    return read_stock(fields.get("stock"), read_fronts(fields.get("fronts"), state))


def _piles(fields: Fields, state: State) -> tuple[int, tuple[int, ...], int]:
    """Supply, top and discards: what is not told is what the thirty-six cards leave."""
    placed = len(state.display) - state.display.count(0) + sum(map(len, state.kept))
    listed = read_pile(fields.get("discard"))
    if "supply" in fields:
        supply = fields["supply"].number(0, CARDS)
    else:
        supply = CARDS - placed - len(listed) if "discard" in fields else min(USUAL_SUPPLY, CARDS - placed)
    rest = CARDS - placed - supply
    where = fields.get("supply") or fields.get("discard") or Word(str(supply))
    if rest < 0:
        where.bad(f"{supply} cards in the supply and {placed} elsewhere are more than {CARDS}")
    if "discard" in fields and len(listed) != rest:
        fields["discard"].bad(f"{len(listed)} discards, {supply} in the supply and {placed} elsewhere are not {CARDS} cards")
    discard = listed if "discard" in fields else _with_top(fields.get("discard_top"), rest)
    return supply, discard, _top(fields.get("top"), supply)


def _with_top(word: Word | None, rest: int) -> tuple[int, ...]:
    """Discards of which the top may be told; 0 where the value is not known."""
    if word is None:
        return (0,) * rest
    value = word.number(0, 6)
    if bool(value) != bool(rest):
        word.bad(f"{rest} cards have been discarded; write {'the value on top' if rest else '0'}")
    return (*(0,) * (rest - 1), value) if rest else ()


def _top(word: Word | None, supply: int) -> int:
    if word is None:
        return UNSEEN if supply else 0
    top = word.number(0, 6)
    if bool(top) != bool(supply):
        word.bad(f"{supply} cards are in the supply; write {'its top value, 1 to 6' if supply else '0'}")
    return top


def check_deck(state: State, where: Word) -> None:
    """Six cards of each value, eighteen of each front, or the deck cannot be right."""
    for value in VALUES:
        found = known(state, value) + (state.top == value)
        if found > COPIES:
            where.bad(f"{found} cards with {value} holes lie on the table; the deck has {COPIES}: look again")
    for front, name in (("c", "cheese"), ("t", "trap")):
        if revealed(state, front) > TRAPS:
            where.bad(f"{revealed(state, front)} {name} cards were kept; the deck has {TRAPS}: look again")


def played(state: State, do: Word) -> State:
    """The state after the turns of a `do` field."""
    for token, start in split(do.text):
        word = do.part(start, start + len(token))
        try:
            action = read(token)
        except NotationError as error:
            raise NotationError("position", error.token, error.why, word.line, word.column + error.column - 1) from None
        ruling = rule(state, action)
        if not ruling.legal:
            found = ruling.violations[0]
            Word(token, word.line, word.column).bad(f"this turn of the field 'do' is not allowed: {found.code}: {found.sentence}")
        state = perform(state, action)
    return state
