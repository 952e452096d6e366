"""From the fields of a position to a state; every refusal points at the word that was wrong."""

from __future__ import annotations

import re

from companion.core.errors import NotationError
from companion.games.four_blind_mice.bids import best_first, bid_codes, with_bid
from companion.games.four_blind_mice.cells import INNER, mask
from companion.games.four_blind_mice.judge import rule
from companion.games.four_blind_mice.notation import ENDS, read, read_plan, split
from companion.games.four_blind_mice.position import Field, Fields, Word, split_fields
from companion.games.four_blind_mice.puzzle import settle
from companion.games.four_blind_mice.read_coins import read_covered, read_out, read_stock, read_target, read_won
from companion.games.four_blind_mice.read_terms import player_of, read_terms
from companion.games.four_blind_mice.slides import NOBODY, UNMOVED, Four
from companion.games.four_blind_mice.state import (
    COINS,
    DEMO,
    DRAWN,
    MICE,
    OVER,
    PLACE,
    REMOVE,
    REPLACE,
    REVEAL,
    THINK,
    UNCOVER,
    Demo,
    Match,
    Puzzle,
    State,
    Target,
    Terms,
)
from companion.games.four_blind_mice.suits import UNKNOWN, seen_faces
from companion.games.four_blind_mice.turn import perform

PHASES = (PLACE, UNCOVER, REVEAL, THINK, DEMO, REMOVE, REPLACE, DRAWN)
WITH_TARGET = (REVEAL, THINK, DEMO, REMOVE, REPLACE)


def read_position(text: str) -> State:
    """The state a position text describes, its `do` played; NotationError with line, column and token otherwise."""
    fields = split_fields(text)
    return _played(state_from(fields), fields.get("do"))


def state_from(fields: Fields) -> State:
    """The state the fields describe, without `do`; one in which the game is over by what was scored is over."""
    terms, target = read_terms(fields), read_target(fields.get("target"))
    phase = _read_phase(fields, target)
    covered = read_covered(fields, target)
    mice = _read_mice(fields, phase)
    _check_cells(fields, mice, [coin.cell for coin in covered], target)
    turn = player_of(terms, fields["turn"].word()) if "turn" in fields else 0
    state = State(
        terms, phase, mice, covered, mask([coin.cell for coin in covered]), turn,
        _read_match(fields, terms, phase, len(covered) + (target is not None)),
    )  # fmt: skip
    if target is not None:
        puzzle = Puzzle(target, mice, clock=_clock(fields), since=_clock(fields), hidden=_hidden(fields, target))
        state = state._replace(puzzle=puzzle)
        state = _with_bids(state, fields)
    _check_faces(fields, state)
    return _settled(state, fields)


def _check_faces(fields: Fields, state: State) -> None:
    """Each suit has one Ace and one Null, wherever they lie; coins still covered count by their values."""
    seen = seen_faces(state)
    values = [face[0] for face in seen] + [coin.value for coin in state.covered if not coin.suit]
    twice = sorted({face for face in seen if seen.count(face) > 1 and UNKNOWN not in face})
    many = [value for value in "A0" if values.count(value) > len(MICE)]
    where = fields.get("won") or fields.get("removed") or fields.get("target") or fields.get("covered") or fields.get("placed")
    if where and (twice or many):
        found = f"{', '.join(twice)} lies twice" if twice else f"there are five coins with the value {many[0]}"
        where.value.bad(f"each suit has one Ace and one Null, so no coin lies twice: {found}")


def _settled(state: State, fields: Fields) -> State:
    ended = fields.get("ended")
    if ended is None:
        return settle(state)
    if ended.word().text not in ENDS:
        ended.value.bad(f"a game ends by one of {', '.join(ENDS)}")
    return state._replace(phase=OVER, match=state.match._replace(ended=ended.word().text), puzzle=None, demo=None)


def _read_phase(fields: Fields, target: Target | None) -> str:
    field = fields.get("phase")
    if field is None:
        return PLACE if "placed" in fields else UNCOVER if target is None else DEMO if target.suit else REVEAL
    word = field.word()
    if word.text not in PHASES:
        word.bad(f"the phase is one of {', '.join(PHASES)}")
    if (target is not None) != (word.text in WITH_TARGET):
        word.bad("this phase needs an uncovered coin: target" if target is None else "no coin is uncovered in this phase")
    if target is not None and bool(target.suit) == (word.text == REVEAL):
        word.bad("the suit of the uncovered coin is told when it has been turned over, not before")
    return word.text


def _read_mice(fields: Fields, phase: str) -> Four:
    field = fields.get("mice")
    cells = list(UNMOVED)
    for key, value in field.pairs() if field else ():
        if key.text not in tuple(MICE):
            key.bad(f"there is no such mouse; the mice are {' '.join(MICE)}")
        cells[MICE.index(key.text)] = value.cell()
    if phase != PLACE and NOBODY in cells:
        missing = ", ".join(mouse for mouse, cell in zip(MICE, cells, strict=True) if cell == NOBODY)
        word = field.value if field else Word("mice", 1, 1)
        word.bad(f"every mouse needs a cell, such as mice: R=c2 K=d7 G=f2 B=g7; missing: {missing}")
    return cells[0], cells[1], cells[2], cells[3]


def _check_cells(fields: Fields, mice: Four, coins: list[int], target: Target | None) -> None:
    """Everything stands on a cell of its own, coins inside; only a mouse may stand on the target."""
    standing = [cell for cell in mice if cell != NOBODY]
    if len(set(standing)) < len(standing) or set(standing) & set(coins):
        fields["mice"].value.bad("two mice, or a mouse and a covered coin, cannot stand on one cell")
    everything = [*coins, *([target.cell] if target else [])]
    where = fields.get("placed") or fields.get("covered") or fields.get("target")
    for cell in everything:
        if where and (cell not in INNER or everything.count(cell) > 1):
            where.value.bad("coins lie on inner cells, b2 to g7, each on one of its own")


def _hidden(fields: Fields, target: Target) -> str:
    """The suit of a coin that is being turned over, where somebody knows it."""
    pairs = fields["suits"].pairs() if "suits" in fields and not target.suit else ()
    return next((value.text for key, value in pairs if key.cell() == target.cell), "")


def _clock(fields: Fields) -> int:
    return fields["clock"].word().number() if "clock" in fields else 0


# What has been won -----------------------------------------------------------------------------------------------------


def _read_match(fields: Fields, terms: Terms, phase: str, on_board: int) -> Match:
    won = read_won(fields, terms)
    aside = fields["aside"].word().number(0, COINS) if "aside" in fields else 0
    others = on_board + sum(item.kept for item in won) + aside + (phase == DRAWN and not aside)
    out = read_out(fields, others, phase == PLACE)
    final, missed = _read_final(fields.get("final"), terms)
    fresh = fields["fresh"].word().cell() if "fresh" in fields else NOBODY
    late = "late" in fields and fields["late"].word().text == "yes"
    return Match(won, out, aside, fresh, final, missed, late, stock=read_stock(fields.get("stock")))


def _read_final(field: Field | None, terms: Terms) -> tuple[tuple[int, ...], int]:
    """`P1,P3` or `P1,P3 1`: the tied players and the final rounds nobody solved."""
    if field is None:
        return (), 0
    words = field.words()
    if not 1 <= len(words) <= 2:
        field.value.bad("a final round is written with the tied players and the rounds nobody solved: P1,P3 1")
    parts = [words[0].part(*match.span()) for match in re.finditer(r"[^,]+", words[0].text)]
    players = tuple(sorted({player_of(terms, part) for part in parts}))
    if len(players) < 2:
        words[0].bad("at least two players are tied in a final round")
    return players, words[1].number(0, 2) if len(words) == 2 else 0


# Numbers --------------------------------------------------------------------------------------------------------------

_BID = re.compile(r"(P[1-9]\d?)=(\d{1,3})(?:@(\d{1,4}))?")


def _with_bids(state: State, fields: Fields) -> State:
    """The numbers said so far, each allowed where it was said; in a demonstration the best one is in force."""
    field = fields.get("bids")
    thinking = state._replace(phase=THINK)
    for word in field.words() if field else ():
        match = _BID.fullmatch(word.text)
        if match is None:
            word.bad("a number that was said is written P2=4@50: player, number, second")
        player = player_of(state.terms, word.part(0, len(match[1])))
        time = int(match[3]) if match[3] else None
        codes = list(bid_codes(thinking, player, int(match[2]), time))
        if codes and not (codes == ["bid-late"] and state.phase != THINK):
            word.bad(f"this number cannot have been said: {codes[0]}")
        thinking = with_bid(thinking, player, int(match[2]), time)
    assert thinking.puzzle is not None
    puzzle = thinking.puzzle
    if "opened" in fields and puzzle.bids:
        puzzle = puzzle._replace(opened=fields["opened"].word().number())
    if "plan" in fields:
        puzzle = puzzle._replace(plan=_read_plan(fields["plan"].word()))
    if state.phase in (DEMO, REPLACE):
        return _demonstrating(state, puzzle, fields)
    return state._replace(puzzle=puzzle)


def _read_plan(word: Word) -> tuple[int, ...]:
    try:
        return read_plan(word.text, word.text)
    except NotationError as error:
        word.bad(error.why)


def _demonstrating(state: State, puzzle: Puzzle, fields: Fields) -> State:
    bids = best_first(state, puzzle.bids)
    limit = fields["bid"].word().number(1, 999) if "bid" in fields else None
    if bids and limit is not None:
        bids = bids[next((n for n, bid in enumerate(bids) if bid.number == limit), len(bids)) :]
        if not bids:
            fields["bid"].value.bad("no number of the field 'bids' is that one")
    player = bids[0].player if bids else player_of(state.terms, fields["by"].word()) if "by" in fields else state.turn
    closed = puzzle.opened + state.terms.options.window_s if puzzle.bids else 0
    clock = _clock(fields) if "clock" in fields else closed
    puzzle = puzzle._replace(bids=bids, clock=clock, since=clock, opened=NOBODY)
    return state._replace(puzzle=puzzle, demo=Demo(player, bids[0].number if bids else limit))


# Actions played first --------------------------------------------------------------------------------------------------


def _played(state: State, do: Field | None) -> State:
    for token, start in split(do.value.text) if do else ():
        word = _place_of(do.value, token, start) if do else Word(token, 1, 1)
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
