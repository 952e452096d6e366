"""The cards as data: the table that comes with the game, changed decks, and what is wrong with others, by line and key."""

from __future__ import annotations

from importlib import resources

import pytest
from trap_positions import DECKS, LAYOUT_A

from companion.games.mouse_trap_cards import GAME
from companion.games.mouse_trap_cards.decks import DeckError, deck_from, deck_of
from companion.games.mouse_trap_cards.effects import Effect, effect, is_side

TABLE = resources.files("companion.games.mouse_trap_cards").joinpath("cards.toml").read_text(encoding="utf-8")


def line_of(key: str) -> int:
    return next(number for number, line in enumerate(TABLE.splitlines(), 1) if line.startswith(key))


def test_the_usual_deck_has_the_totals_of_the_rules_text() -> None:
    """Sixteen cards with 32 sides and 24 action cards, so many of each kind."""
    deck = deck_of(TABLE)
    sides = [side for both in deck.cards.values() for side in both]
    kinds = [str(getattr(effect(side, False), "kind", "")) for side in sides]
    counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    wanted = {"safe": 2, "go": 3, "move": 7, "half": 3, "trap": 4, "place": 3, "flip": 3, "turn": 3, "take": 2, "end": 2}
    assert (counts, sum(deck.counts)) == (wanted, 24)


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('M05 = { front = "GUTB"', 'M05 = { front = "GUTT"', "maze.M05", "GUTT"),
        ('M05 = { front = "GUTB"', 'M05 = { front = "TRAP"', "maze.M04", "leads to 0 sides GUTB"),
        ('M08 = { front = "TRAP"', 'M08 = { front = "GUTB"', "maze.M04", "leads to 2 sides GUTB"),
        ('front = "GO:GUTB", back = "PLACE"', 'front = "GO:GUTB", back = "GUTB"', "maze.M04", "two cards"),
        ('M01 = { front = "SAFE", back = "SAFE" }', 'M01 = { front = "TAKE", back = "TAKE" }', "maze", "no side is SAFE"),
        ('M16 = { front = "PLACE", back = "FLIPB" }', "", "maze", "15 maze cards"),
        ('M16 = { front = "PLACE", back = "FLIPB" }', 'M17 = { front = "PLACE", back = "FLIPB" }', "maze.M17", "M01 to M16"),
        ('M16 = { front = "PLACE", back = "FLIPB" }', 'M16 = { front = "PLACE" }', "maze.M16", "back = None"),
        ("F3 = 1", "F3 = 2", "actions", "25 action cards"),
        ("F3 = 1", "G3 = 1", "actions.G3", "no action card"),
        ("F3 = 1", 'F3 = "one"', "actions.F3", "how often"),
        ('WASH = "TAKE"', 'WASH = "GO:GUTB"', "halves.WASH", "nothing a lower half can do"),
        ('WASH = "TAKE"', "", "halves", "WASH does is missing"),
        ('sides = ["SAFE"', 'sides = ["SURE"', "symbol.sides", "SURE"),
        ("[symbol]", "[colour]", "colour", "no such table"),
    ],
)  # fmt: skip
def test_a_wrong_table_is_refused_by_line_and_key(old: str, new: str, key: str, words: str) -> None:
    """Each mistake is found; the message has its line, its key and what is wrong."""
    text = TABLE.replace(old, new)
    with pytest.raises(DeckError) as error:
        deck_of(text)
    problem = next(problem for problem in error.value.problems if words in problem)
    number = int(problem.split(",")[0].removeprefix("line "))
    assert f"key {key}:" in problem
    assert text.splitlines()[number - 1].lstrip("[").startswith(key.rpartition(".")[2].rstrip("]"))


def test_all_problems_are_told_at_once() -> None:
    """Two mistakes in different tables are both named; a text that is no TOML is named with its line."""
    with pytest.raises(DeckError) as error:
        deck_of(TABLE.replace("F3 = 1", "F3 = 2").replace('front = "SAFE", back = "SAFE"', 'front = "X", back = "SAFE"'))
    assert len(error.value.problems) == 2
    with pytest.raises(DeckError, match="line"):
        deck_of("[maze]\nM01 == 1\n")


def test_unknown_sides_are_allowed_and_learnt() -> None:
    """A card may have an unknown back: any side may come up there, and is learnt."""
    state = GAME.read_position(f"{LAYOUT_A.replace('M13F@3', 'MV3:u/?@3')}; data: M13=MV3:u/?; mouse: c2S; do: d:FLIPB /c3")
    tokens = [GAME.write(action) for action in GAME.actions(state)]
    assert "/c3=FLIPB" in tokens and "/c3=TRAP" in tokens
    after = GAME.play(state, GAME.read("/c3=TAKE"))
    assert "TAKE/MV3:u@3" in GAME.write_position(after)


@pytest.mark.parametrize("words", DECKS)
def test_changed_decks_are_written_with_the_position(words: str) -> None:
    """The words of `data` make the same deck again; a wrong one is refused."""
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1E; data: {words}" if words else f"{LAYOUT_A}; mouse: a1E")
    assert GAME.read_position(GAME.write_position(state)) == state
    assert deck_from(words) == state.terms.deck
    with pytest.raises(DeckError):
        deck_from(f"{words} F1*7")


@pytest.mark.parametrize(
    ("code", "action", "wanted"),
    [
        ("F1/B2", True, Effect("move", ((0, 1), (2, 2)), 1, "mouse")),
        ("MV2:lr", False, Effect("move", ((3, 2), (1, 2)))),
        ("FLIPE:LR", True, Effect("flip", ((3, 0), (1, 0)), 1, "mouse")),
        ("TAKE3", False, Effect("take", (), 3)),
        ("GO:WASH", False, Effect("go", half="WASH")),
    ],
)
def test_codes_are_read(code: str, action: bool, wanted: Effect) -> None:
    """What a code says, arrows as quarter turns clockwise from top or front."""
    assert effect(code, action) == wanted


def test_codes_of_the_other_deck_are_refused() -> None:
    """Safe, halves and printed arrows are for maze cards, the mouse's arrows and TURN for action cards; no arrow twice."""
    assert [code for code in ("SAFE", "WASH", "GO:WASH", "MV1:u", "FLIPE:lr", "TURNT", "F1/F2") if effect(code, True)] == []
    assert [code for code in ("F1", "TURN", "FLIPE:LR", "MV1:uu", "MV0:u", "-", "?") if is_side(code)] == []


def test_several_wedges_at_once() -> None:
    """A card that takes two takes two, one that places two asks twice."""
    start = f"{LAYOUT_A}; mouse: a1E; data: M16=PLACE2/FLIPB M08=TRAP/TAKE2"
    assert GAME.read_position(f"{start}; do: d:F1 +c3 +b2").phase == "decide"
    assert GAME.read_position(f"{start}; do: d:F1 +c3").phase == "resolve"
    flipped = start.replace("M08F@0", "M08B@0")
    assert GAME.read_position(f"{flipped}; do: d:F3").risk == 2
