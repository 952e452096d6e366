"""Alles Käse! on a table: setting up, what is seen, what each seat may know, what explains a change."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.errors import NotationError, SetupError
from companion.core.game import TABLE, Seen
from companion.core.grid import Cell, Place, Zone
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt
from companion.games.alles_kaese import GAME
from companion.games.alles_kaese.layout import layout_of

FRESH = "n: 4; display: 351622; top: 4"
OPENING = {"players": "A,B", "display": "351622", "top": "4"}


def opening_scene() -> Scene:
    """A table ready to begin."""
    return GAME.scene(GAME.start(GAME.setup(OPENING)))


# Setting up -----------------------------------------------------------------------------------------------------------


def test_without_a_word_a_usual_game_begins() -> None:
    """Three players, a display, thirty cards in the supply; nothing kept, nobody has looked."""
    state = GAME.start(GAME.setup({}))
    assert GAME.write_position(state) == "players: A,B,C; turn: A; display: 351622; top: 4; supply: 30"


def test_display_and_top_are_read_off_the_table() -> None:
    """What nobody said is taken from the scene; the seat that starts and names are said."""
    answers = {"players": "A,B,C", "start": "B", "names": "A=Ada B=Ben"}
    state = GAME.start(GAME.setup(answers, opening_scene()))
    assert GAME.write_position(state) == "players: A,B,C; names: A=Ada B=Ben; turn: B; display: 351622; top: 4; supply: 30"
    assert [seat.name for seat in GAME.seats(state)] == ["Ada", "Ben", "C"]


def test_all_problems_are_told_at_once() -> None:
    """Players, start, option, display, supply: one sentence each, with what to do."""
    answers = {"players": "A", "start": "Z", "opt": "peek=never", "display": "12345", "top": "9", "supply": "29"}
    with pytest.raises(SetupError) as error:
        GAME.start(GAME.setup(answers))
    codes = [problem.split(":")[0] for problem in error.value.problems]
    assert codes == ["setup-players", "setup-option", "setup-start", "setup-supply", "setup-display", "setup-supply"]


def test_what_lies_wrong_is_told_at_once() -> None:
    """An empty slot, a front, a missing supply, discards and kept cards of the last game."""
    looks: dict[Place, Look] = {Cell(0, 0): ABSENT, Cell(0, 1): Look("front-trap", "front"), Zone("supply"): ABSENT}
    looks |= {Zone("discard"): Look("back-1", "back")}
    scene = opening_scene()
    tiles = tuple(TileAt(tile.place, looks.get(tile.place, tile.look)) for tile in scene.tiles)
    scene = Scene(tiles, (*scene.pieces, PieceAt("front-cheese", Zone("area-S"))))
    with pytest.raises(SetupError) as error:
        GAME.start(GAME.setup({"players": "A,B"}, scene))
    codes = [problem.split(":")[0] for problem in error.value.problems]
    assert codes == ["setup-display", "setup-display", "setup-supply", "setup-discard", "setup-kept"]


def test_words_and_table_must_agree() -> None:
    """A display said wrongly, and seven cards of one value, are noticed; holes that cannot be told must be said."""
    with pytest.raises(SetupError, match="D1 was said to be a 2 and looks like a 3"):
        GAME.start(GAME.setup(OPENING | {"display": "251622"}, opening_scene()))
    with pytest.raises(SetupError, match="7 with 4 holes"):
        GAME.start(GAME.setup({"display": "444444", "top": "4"}))
    vague = opening_scene()._replace(tiles=tuple(TileAt(tile.place, Look(None, "back")) for tile in opening_scene().tiles[:7]))
    with pytest.raises(SetupError, match="holes on D1 cannot be told"):
        GAME.start(GAME.setup({}, vague))
    with pytest.raises(NotationError, match="no such question"):
        GAME.setup({"colour": "red"})


# What is seen ---------------------------------------------------------------------------------------------------------


def test_every_number_of_players_has_a_table() -> None:
    """Each seat has a strip of its own, clockwise from the near side; no two places overlap."""
    for count in range(2, 7):
        layout = layout_of(tuple("ABCDEF"[:count]))
        boxes = [(*zone.polygon_mm[0], *zone.polygon_mm[2]) for zone in layout.zones] + [(0.0, 0.0, 408.0, 100.0)]
        assert sum(zone.role == "area" for zone in layout.zones) == count
        for number, (left, far, right, near) in enumerate(boxes):
            apart = [right <= a or c <= left or near <= b or d <= far for a, b, c, d in boxes[number + 1 :]]
            assert all(apart)


def test_a_card_in_hand_leaves_a_gap() -> None:
    """While its front is not read the card is neither on display nor before its player."""
    state = GAME.play(GAME.read_position(f"{FRESH}; die: 2"), GAME.read("K5"))
    scene = GAME.scene(state)
    assert scene.tile(Cell(0, 4)) == ABSENT and not scene.pieces_at(Zone("area-S"))
    assert not GAME.at_rest(state) and GAME.actor(state) == TABLE


def test_kept_cards_are_told_by_number_alone() -> None:
    """The order in which cards were kept cannot be seen."""
    one, other = (GAME.scene(GAME.read_position(f"{FRESH}; kept: A={cards}")) for cards in ("c3,t2,c5", "t5,c2,c3"))
    assert one.pieces == other.pieces
    assert [piece.kind for piece in one.pieces_at(Zone("area-S"))] == ["front-cheese", "front-cheese", "front-trap"]


# Who may know what ----------------------------------------------------------------------------------------------------


def test_a_look_is_known_and_what_was_seen_is_not() -> None:
    """Everybody is told that B looked at D3; only B is told so in person; nothing anywhere says what the card is."""
    state = GAME.deal(GAME.read_position(f"{FRESH}; turn: B; die: 4"), GAME.deck(GAME.read_position(FRESH)))
    after = GAME.play(state, GAME.read("P3"))
    assert any("B has looked at the card of D3" in note for note in GAME.view(after, "A").notes)
    assert GAME.view(after, "B").private == (("You have looked at", "D3"),) and GAME.view(after, "A").private == ()
    assert GAME.view(after, "B") == GAME.view(after._replace(fronts=("t",) * 6), "B")


def test_a_simulated_table_does_not_tell_fronts() -> None:
    """With a card in hand both fronts are offered to everybody, although the table knows which it is."""
    state = GAME.deal(GAME.read_position(FRESH), GAME.deck(GAME.read_position(FRESH)))
    state = GAME.play(GAME.play(state, GAME.read("2")), GAME.read("K5"))
    assert [action.text for action in GAME.view(state, "A").legal] == ["K5c", "K5t"]
    assert len(GAME.actions(state)) == 1


def test_promise_knows_no_more_than_everybody() -> None:
    """What a simulated table knows does not guide simulated players."""
    state = GAME.deal(GAME.read_position(FRESH), GAME.deck(GAME.read_position(FRESH)))
    other = state._replace(fronts=tuple("t" if front == "c" else "c" for front in state.fronts))
    after = [GAME.play(GAME.play(one, GAME.read("2")), GAME.read("K5")) for one in (state, other)]
    assert GAME.promise(after[0], "A") == GAME.promise(after[1], "A")
    assert GAME.promise(state, TABLE) == 0


def test_low_cards_look_safer_to_simulated_players() -> None:
    """Keeping a blind three promises more than a blind six, and a third trap is feared."""
    def hope(die: int, kept: str) -> float:
        state = GAME.read_position(f"n: 2; display: 361425; top: 1; die: {die}; kept: {kept}")
        slot = "361425".index(str(die)) + 1
        return GAME.promise(GAME.play(state, GAME.read(f"K{slot}")), "A") - GAME.promise(state, "A")
    assert hope(3, "A=c2") > hope(6, "A=c2") and hope(3, "A=c2,t1,t4") < 0


# What explains a change -----------------------------------------------------------------------------------------------


def back(value: int) -> tuple[Look, ...]:
    return (Look(f"back-{value}", "back"),)


@pytest.mark.parametrize(
    ("position", "seen", "tokens"),
    [
        (FRESH, Seen(), ["1", "2", "3", "4", "5", "6"]),
        (FRESH, Seen({Cell(0, 0): back(4) + back(3)}), ["1", "2", "3", "4", "5", "6"]),
        (FRESH, Seen({Cell(0, 0): back(1)}), ["3", "4"]),
        (f"{FRESH}; die: 2", Seen(), []),
        (f"{FRESH}; die: 2", Seen(hidden=frozenset([Cell(0, 4), Cell(0, 5)])), ["K5", "K6", "X5", "X6"]),
        (f"{FRESH}; die: 2; phase: revealed(D5)", Seen(pieces={"front-trap": ((Zone("area-S"), None),)}), ["K5t"]),
        (f"{FRESH}; die: 2; phase: revealed(D5)", Seen(hidden=frozenset([Zone("area-S")])), ["K5c", "K5t"]),
        ("n: 4; display: 35-622; top: 4", Seen({Cell(0, 2): back(4), Zone("supply"): back(1)}), ["+4^1"]),
        ("n: 4; display: 35-622; top: 4", Seen({Cell(0, 2): back(4)}), ["+4^4"]),
        ("n: 4; display: 35-622; top: 4", Seen({Cell(0, 2): back(4)}, hidden=frozenset([Zone("supply")])), ["+4^?"]),
        (
            "n: 4; display: 35-622; top: 4",
            Seen({Cell(0, 2): back(4), Zone("supply"): back(1), Zone("discard"): back(4)}),
            ["+4^1", "+4^4"],
        ),
        (f"{FRESH}; die: 3", Seen(pieces={"front-trap": ((Zone("area-S"), None),)}), []),
        (f"{FRESH.replace('top: 4', 'top: 3')}; die: 3", Seen(pieces={"front-trap": ((Zone("area-S"), None),)}), ["K1", "X1"]),
        (
            "n: 2; display: 351622; top: 4; die: 4; phase: extra",
            Seen({Zone("supply"): back(1)}, {"front-trap": ((Zone("area-S"), None),)}),
            ["-4^1", "-4^3", "-4^5", "-4^6", "-4^2"],
        ),
        ("n: 4; display: 35-622", Seen({Cell(0, 2): back(5), Zone("supply"): back(1)}), ["+5^1"]),
        ("n: 2; display: 351622; top: 4; die: 4; phase: extra; supply: 1", Seen({Zone("supply"): (ABSENT,)}), ["-4^0"]),
    ],
)
def test_candidates_are_what_could_have_been(position: str, seen: Seen, tokens: list[str]) -> None:
    """Values are filled in from what is seen; from an unchanged place nothing was taken; one that is hidden shows nothing."""
    assert [GAME.write(action) for action in GAME.candidates(GAME.read_position(position), seen)] == tokens


ALL_FOURS_GONE = "n: 2; display: 361425; top: 2; die: 4; discard: 44444"


def test_a_card_that_is_in_the_game_no_longer_was_misread() -> None:
    """Where all fours lie elsewhere a four seen on the supply may be any other card."""
    seen = Seen({Zone("supply"): back(4), Zone("discard"): back(2)})
    candidates = GAME.candidates(GAME.read_position(f"{ALL_FOURS_GONE}; phase: extra"), seen)
    assert [GAME.write(action) for action in candidates] == [f"-2^{top}" for top in (1, 2, 3, 5, 6)]


def test_a_card_that_is_in_the_game_no_longer_proves_no_slip() -> None:
    """A four on the supply where all fours lie elsewhere does not tell that one card too many was discarded; a three does."""
    state = GAME.read_position(ALL_FOURS_GONE)

    def codes(top: int) -> set[str]:
        seen = Seen({Zone("supply"): back(top), Zone("discard"): back(2)})
        return {found.code for slip in GAME.slips(state, seen) for found in slip.violations}

    assert "extra-discard-not-due" not in codes(4) and "extra-discard-not-due" in codes(3)


# Simulated tables -----------------------------------------------------------------------------------------------------


def test_dealing_fits_what_lies_open() -> None:
    """Fronts and supply come from the deck; the top keeps its value; with a full deck every deal works."""
    text = "n: 3; display: 666661; top: 6; supply: 20; discard: 111; kept: A=c2,t2,c3,c4,c5,c5,t5"
    state, rng = GAME.read_position(text), Random(1)
    for _ in range(20):
        deck = list(GAME.deck(state))
        rng.shuffle(deck)
        told = GAME.deal(state, deck)
        assert told.stock[0] >> 1 == 6 and len(told.stock) == 20 and len(told.fronts) == 6
        assert set(GAME.deck(told)) < set(deck)


def test_a_deck_that_is_too_small_is_refused() -> None:
    """Dealing says what is missing."""
    state: Any = GAME.read_position(FRESH)
    with pytest.raises(ValueError, match="no card with 3 holes"):
        GAME.deal(state, ["1c1"])
    with pytest.raises(ValueError, match="7 cards for 19 places"):
        GAME.deal(state, ["3c1", "5c1", "1c1", "6c1", "2c1", "2c2", "4c1", *["1t1"] * 7])
