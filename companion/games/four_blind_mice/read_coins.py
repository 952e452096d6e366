"""The coins of a position: on the board, uncovered, won, out of play; each lies somewhere once."""

from __future__ import annotations

import re

from companion.games.four_blind_mice.position import Field, Fields, Word
from companion.games.four_blind_mice.read_terms import player_of
from companion.games.four_blind_mice.state import COINS, DECK, MICE, Coin, Out, Target, Terms, Won

_COIN = re.compile(r"(?P<cell>[a-h][1-8])(?P<value>A|:0|:A|0)?")
_FACE = re.compile(r"(?P<value>[A0?])(?P<suit>[RKGB?])")


def read_covered(fields: Fields, target: Target | None) -> tuple[Coin, ...]:
    """The covered coins, or those placed so far, sorted by cell.  The field `suits` may also tell what is being uncovered."""
    field = fields.get("placed") or fields.get("covered")
    coins: dict[int, Coin] = {}
    for word in field.words() if field else ():
        cell, value = _cell_and_value(word)
        if cell in coins:
            word.bad("two coins cannot lie on one cell")
        coins[cell] = Coin(cell, value)
    if field and len(coins) > COINS:
        field.value.bad(f"there are {COINS} coins, here are {len(coins)}")
    for name, public in (("known", True), ("suits", False)):
        _read_suits(fields.get(name), coins, public, target)
    found = tuple(sorted(coins.values()))
    for value in "A0":
        if field and sum(coin.value == value for coin in found) > len(MICE):
            field.value.bad(f"there are {len(MICE)} coins with the value {value}")
    return found


def _cell_and_value(word: Word) -> tuple[int, str]:
    match = _COIN.fullmatch(word.text)
    if match is None:
        word.bad("a coin is written with its cell and, where it is known, its value: b5A (Ace) or c4:0 (Null)")
    return word.part(0, 2).cell(), (match["value"] or "").lstrip(":")


def _read_suits(field: Field | None, coins: dict[int, Coin], public: bool, target: Target | None) -> None:
    for key, value in field.pairs() if field else ():
        cell = key.cell()
        if value.text not in tuple(MICE):
            value.bad(f"a suit is one of {' '.join(MICE)}")
        if target is not None and cell == target.cell and not target.suit and not public:
            continue
        if cell not in coins:
            key.bad("no covered coin lies there")
        if coins[cell].suit:
            key.bad("the suit of this coin is given twice")
        coins[cell] = coins[cell]._replace(suit=value.text, public=public)


def read_target(field: Field | None) -> Target | None:
    """`f5 R` or `f5A R`; `f5 ?` while the coin is being turned over."""
    if field is None:
        return None
    words = field.words()
    if len(words) != 2:
        field.value.bad("the uncovered coin is written with cell and suit, such as f5 R, or f5A R with its value")
    cell, value = _cell_and_value(words[0])
    if words[1].text not in (*MICE, "?"):
        words[1].bad(f"a suit is one of {' '.join(MICE)}")
    return Target(cell, value, words[1].text.strip("?"))


def read_face(word: Word) -> tuple[str, str]:
    """Value and suit of a coin beside the board: `AR`, `?R`, `??`."""
    match = _FACE.fullmatch(word.text)
    if match is None:
        word.bad("a coin beside the board is written with value and suit, such as AR or 0K, ? for what is not known")
    return match["value"].strip("?"), match["suit"].strip("?")


def read_won(fields: Fields, terms: Terms) -> tuple[Won, ...]:
    """The cheeses scored: `score` counts them, `won` names the coins that still lie there (`-`: gone back or gathered up)."""
    score, named = fields.get("score"), fields.get("won")
    kept = terms.options.replace != "on"
    counts = {player_of(terms, key): value.number(0, 99) for key, value in score.pairs()} if score else {}
    found: list[Won] = []
    for key, value in named.pairs() if named else ():
        player = player_of(terms, key)
        parts = [value.part(*match.span()) for match in re.finditer(r"[^,]+", value.text)]
        for part in parts:
            found.append(Won(player, kept=False) if part.text == "-" else Won(player, *read_face(part)))
        if score is not None and counts.pop(player, 0) != len(parts):
            value.bad("the field 'score' gives another number of cheeses")
    for player, count in counts.items():
        found += [Won(player, kept=kept)] * count
    return tuple(sorted(found, key=lambda won: won.player))


def read_out(fields: Fields, others: int, open_end: bool) -> tuple[Out, ...]:
    """Coins removed unsolved; what is missing to eight where nothing is said.

    `others` lie elsewhere; `open_end`: not all eight need be accounted for.
    """
    field, named = fields.get("out"), fields.get("removed")
    faces = [Out(*read_face(word)) for word in named.words()] if named else []
    given = field or named
    number = field.word().number(0, COINS) if field else len(faces) if named or open_end else max(0, COINS - others)
    if given and named and number != len(faces):
        given.value.bad(f"the field 'removed' names {len(faces)} coins")
    if given and not open_end and number + others != COINS:
        given.value.bad(f"there are {COINS} coins; {others} lie elsewhere, so {COINS - others} are out")
    if others + number > COINS:
        (given or fields.get("won") or fields.get("score") or fields["covered"]).value.bad(
            f"there are {COINS} coins, but {others + number} lie on the board, with players and beside it"
        )
    return tuple(faces) if faces else (Out(),) * number


def read_stock(field: Field | None) -> tuple[str, ...]:
    """`AR 0K`: the coins not placed yet, next one first."""
    found: list[str] = []
    for word in field.words() if field else ():
        if word.text not in DECK or word.text in found:
            word.bad("the stock lists coins by value and suit, such as AR 0K, each once")
        found.append(word.text)
    return tuple(found)
