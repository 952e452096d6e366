"""The board's drawing for games with cards: tiles higher than wide, pieces that show a face, strips of kept cards."""

from __future__ import annotations

import re

from companion.core.grid import Cell, Zone
from companion.games import find
from webui.board_svg import Board
from webui.words import Words

GAME = find("alles-kaese")


def drawn(position: str) -> tuple[Board, object]:
    """The board and the scene of a position."""
    state = GAME.read_position(position)
    return Board(GAME.catalogue, GAME.layout_of(state)), GAME.scene(state)


def test_a_tall_card_is_drawn_upright_in_the_middle_of_its_place() -> None:
    """Its square is as wide as the card is high, and the drawing stands in the middle of it."""
    board, scene = drawn("n: 2; display: 351622; top: 4")
    node = next(node for node in board.tiles(scene) if node.place == "0,2")
    assert (round(node.x), round(node.y), round(node.size)) == (170, 50, 91)
    view = re.search(rf'id="{node.symbol}" viewBox="(.*?)"', str(board.symbols.definitions))
    assert view is not None and view[1].split() == ["-27.12", "0", "154.24", "154.24"]


def test_the_die_shows_its_number_large() -> None:
    """Every face has a symbol of its own, drawn larger than the die is."""
    faces = []
    for die in "16":
        board, scene = drawn(f"n: 2; display: 351622; top: 4; shown: {die}")
        node = next(node for node in board.pieces(scene) if node.kind == "die")
        faces.append(node.symbol)
        assert node.size > 2 * 16
    assert len(set(faces)) == 2


def test_kept_cards_lie_in_a_row_inside_their_strip() -> None:
    """From the left, none outside, overlapping only when there are many."""
    board, scene = drawn("n: 2; display: 351622; top: 4; kept: A=c3,c3,c4,c4,c4,c5,t1,t2")
    xs = [node.x for node in board.pieces(scene) if node.kind != "die"]
    assert xs == sorted(xs) and len(set(xs)) == 8
    assert xs[0] > 30 and xs[-1] < 348


def test_places_bear_the_names_players_use() -> None:
    """D1 to D6 for the display, the label of a strip with the player's name."""
    layout = GAME.layout_of(GAME.read_position("n: 2; display: 351622"))
    assert Words().place_name(Cell(0, 2), layout, {}) == "D3"
    assert Words().place_name(Zone("area-N"), layout, {"B": "Ben"}) == "cards of Ben"


def test_what_nobody_can_name_has_a_question_mark() -> None:
    """A back with unknown holes is no picture of any card."""
    board, scene = drawn("n: 2; display: 351622")
    node = next(node for node in board.tiles(scene) if node.place == "supply")
    assert ">?<" in str(board.symbols.definitions).split(f'id="{node.symbol}"')[1].split("</symbol>")[0]
