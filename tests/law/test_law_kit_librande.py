"""What checks Maze for the law suite refuses what is wrong, and its positions cover what they must."""

from __future__ import annotations

from random import Random

import law_librande_maze as law
import pytest
import slow_librande
from librande_positions import opening, scattered
from slow_librande_text import CHARS, parse, public, write

from companion.core.grid import Cell
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games import find

SMALL = "1=BA@d3.e{hand=PR pile=1}; 3=WT@c5{hand=HA,?}; treasure c3x2 d3.s e3 c4 e4 c5 d5; spent silence; discard FZc"


def states() -> list[slow_librande.State]:
    return [slow_librande.read(text) for text in law.POSITIONS]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("c3x2", "c3x3", "treasures and cards"),
        ("discard FZc", "discard FZc,FZc; deck 34", "treasures and cards"),
        ("1=BA", "1=DR", "tokens"),
        ("d3.e", "d3.n", "1 stands nowhere"),
    ],
)
def test_conservation_can_fail(old: str, new: str, problem: str) -> None:
    """A treasure too many, a card too many, another character and a place that is none are each noticed."""
    assert law.conserved(SMALL, [], SMALL) == []
    assert any(problem in found for found in law.conserved(SMALL, [], SMALL.replace(old, new)))


def test_scene_check_can_fail() -> None:
    """A missing square, a wrong look, a treasure too many, a token on the other half and a missing cube are each noticed."""
    game = find("librande-maze")
    good = game.scene(game.read_position(SMALL))
    assert law.scene_problems(good, SMALL) == []
    turned = tuple(TileAt(t.place, Look(t.look.kind, "up", 3)) if t.place == Cell(0, 0) else t for t in good.tiles)
    moved = tuple(
        PieceAt(p.kind, p.place, face=p.face, side=law.side_of("d3.s")) if p.kind == "hero-barbarian" else p for p in good.pieces
    )
    for scene in (
        Scene(good.tiles[1:], good.pieces),
        Scene(turned, good.pieces),
        Scene(good.tiles, (*good.pieces, PieceAt("chest", Cell(0, 0)))),
        Scene(good.tiles, moved),
        Scene(good.tiles, tuple(piece for piece in good.pieces if piece.kind != "cube")),
    ):
        assert law.scene_problems(scene, SMALL) != []


def test_laws_cover_players_characters_and_steps() -> None:
    """The positions hold 2, 3 and 4 players, every character, a window, a Telekinesis, a Theft, cards known and not."""
    found = states()
    assert {len(state["players"]) for state in found} == {2, 3, 4}
    assert {player["char"] for state in found for player in state["players"].values()} == set(CHARS)
    assert any(state["stack"] for state in found)
    assert {"theft", "telekinesis"} <= {state["pending"]["kind"] for state in found if state["pending"]}
    assert any("?" in player["hand"] for state in found for player in state["players"].values())


@pytest.mark.parametrize("number", range(len(law.POSITIONS)))
def test_secrets_change_hidden_cards_only(number: int) -> None:
    """Two deals differ, and are equal in everything but the hands of others and the deck; the seat's own hand stays."""
    text = law.POSITIONS[number]
    for seat in (None, *parse(text)["players"]):
        one, other = (public(slow_librande.read(dealt)) for dealt in law.secrets(text, seat, Random(number)))
        assert one != other
        if seat:
            assert one["players"][seat]["hand"] == other["players"][seat]["hand"]
        for state in (one, other):
            state["deck"] = len(state["deck"])
            for player in state["players"].values():
                player["hand"] = len(player["hand"])
        assert one == other


@pytest.mark.parametrize("number", range(8))
def test_positions_of_the_slow_rules_round_trip(number: int) -> None:
    """What they write they read back; random positions lose nothing on the way."""
    rng = Random(number)
    for text in (opening(rng, 2 + number % 3, stacked=True), scattered(rng)):
        assert write(parse(text)) == text


def test_a_demand_is_said_with_its_answer() -> None:
    """Where hands are not known, what the hand gives is said aloud; other tokens stay as they are."""
    text = "1=SO@c1; 3=BA@c5{hand=FZc,HA}"
    assert law.told(text, "pw:demand@3=FZc") == "pw:demand@3=FZc:y"
    assert law.told(text, "pw:demand@3=FZl") == "pw:demand@3=FZl:n"
    assert law.told(text, "mv:c2") == "mv:c2"


def test_four_players_are_ranked_by_teams() -> None:
    """Opposite seats win together; two and three players win alone."""
    assert law.ranked({"1": 3, "2": 4, "3": 2, "4": 0}) == {"1": 5, "2": 4, "3": 5, "4": 4}
    assert law.ranked({"1": 3, "2": 4}) == {"1": 3, "2": 4}
