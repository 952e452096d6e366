"""What no board and no table explain is a hand where it reaches in from outside, and else where it is larger than a crowd."""

import numpy as np
import pytest

from companion.games import find
from vision.hands import ACROSS, CELL_AREA, CROWD_CELLS, DOWN, SIDES, crowd_cells, hidden_cells, still_strange, strange_patches

CELL = int(CELL_AREA**0.5)
SIZE = 12 * CELL
EDGE = 3 * CELL
"""The board begins so far from the border of the picture."""


def hidden(left: int, width: int, height: int = CELL - 5) -> bool:
    """Whether a strange patch that begins at that column is taken for a hand."""
    costs = np.zeros((SIZE, SIZE), np.float32)
    costs[4 * CELL : 4 * CELL + height, left : left + width] = 9.0
    board = np.zeros((SIZE, SIZE), np.bool_)
    board[EDGE:-EDGE, EDGE:-EDGE] = True
    return bool(strange_patches(costs, board, ~board)[4 * CELL + height // 2, left + width // 2])


@pytest.mark.parametrize(
    ("left", "width", "is_hand"),
    [
        pytest.param(EDGE + 5, CELL - 5, False, id="a crowd on the board"),
        pytest.param(EDGE - 3, CELL - 5, False, id="a crowd at the edge whose pieces lean out of it"),
        pytest.param(EDGE - 12, CELL - 5, True, id="fingers that reach in"),
        pytest.param(EDGE + 5, 2 * CELL, True, id="more than a crowd"),
        pytest.param(0, EDGE + 4, True, id="an arm from the border of the picture"),
    ],
)
def test_hands_and_crowds_are_told_apart_by_size_and_by_reach(left, width, is_hand):
    """Pieces that stand together at the board's edge lean out of it by a few pixels and are still pieces."""
    assert hidden(left, width) is is_hand


def test_a_hand_reaches_in_where_hardly_any_table_is_seen() -> None:
    """Where the board ends at the picture's border a few pixels beside it are enough for what is larger than a crowd."""
    costs, board = np.zeros((SIZE, SIZE), np.float32), np.ones((SIZE, SIZE), np.bool_)
    board[-4:] = False
    costs[-2 * CELL - 4 :, 4 * CELL : 5 * CELL] = 9.0
    costs[-12:-7] = 0.0
    costs[-4:, 4 * CELL + 10 :] = 0.0
    assert strange_patches(costs, board, ~board)[-CELL, 4 * CELL + 8]


def test_a_lamp_in_the_table_between_tiles_is_no_hand() -> None:
    """All of it is narrow, however much there is; a broad patch of the same size is something that lies there."""
    board, bands, block = np.ones((SIZE, SIZE), np.bool_), np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), np.float32)
    for row in range(4):
        bands[4 * CELL + row * CELL : 4 * CELL + row * CELL + 9, 4 * CELL : 8 * CELL] = 9.0
        bands[4 * CELL : 8 * CELL, 4 * CELL + row * CELL : 4 * CELL + row * CELL + 9] = 9.0
    block[4 * CELL : 6 * CELL, 4 * CELL : 6 * CELL] = 9.0
    assert not strange_patches(bands, board, ~board).any()
    assert strange_patches(block, board, ~board).any()


def test_a_line_does_not_make_an_arm_of_a_crowd() -> None:
    """The edge of a mat that lies a little aside and the grain of the table join pieces on that mat to the table beside it."""
    costs, board = np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), np.bool_)
    board[EDGE:-EDGE, EDGE:-EDGE] = True
    costs[4 * CELL : 5 * CELL - 5, EDGE + 5 : EDGE + CELL] = 9.0
    assert not strange_patches(costs, board, ~board).any()
    costs[4 * CELL : 6 * CELL, EDGE] = costs[6 * CELL, EDGE - 20 : EDGE] = 40.0
    assert not strange_patches(costs, board, ~board).any()


def test_the_rim_of_a_patch_that_the_board_explains_in_its_own_light_is_no_hand() -> None:
    """A shadow too dark to be excused is told once it is lifted; what it joined to the hand, and is small, is free again."""
    patch, costs = np.zeros((120, 120), np.bool_), np.zeros((120, 120), np.float32)
    patch[20:100, 10:110] = True
    costs[20:100, 10:60] = 6.0
    costs[80:90, 95:105] = 6.0
    left = still_strange(patch, costs)
    assert left[30:90, 15:55].all() and not left[:, 66:].any()


def test_hands_are_no_smaller_where_cells_are_small() -> None:
    """Ten coins in a row beside cells of 25 mm are a crowd, as three mice are on a cell of 55 mm; a hand is more than either."""
    small, large = (crowd_cells(find(game).layout) for game in ("four-blind-mice", "mouse-trap-cards"))
    costs, board = np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), np.bool_)
    board[EDGE:-EDGE, EDGE:-EDGE] = True
    costs[4 * CELL : 8 * CELL, EDGE + 5 : EDGE + CELL] = 9.0
    assert not strange_patches(costs, board, ~board, crowd=small).any()
    assert strange_patches(costs, board, ~board, crowd=large).any()
    costs[4 * CELL : 8 * CELL, EDGE + 5 : EDGE + 2 * CELL] = 9.0
    assert strange_patches(costs, board, ~board, crowd=small).any()
    assert large == CROWD_CELLS


def rings(count: int) -> bool:
    """Whether so many narrow rings, one beside the other from the border of the picture on, are taken for a hand."""
    board, costs = np.ones((SIZE, SIZE), np.bool_), np.zeros((SIZE, SIZE), np.float32)
    board[-EDGE:] = False
    costs[-EDGE:, 5 * CELL : 5 * CELL + 3] = 9.0
    for row in range(count):
        upper, left = SIZE - EDGE - (row + 1) * CELL, 5 * CELL - 13
        costs[upper : upper + CELL - 6, left : left + CELL - 6] = 9.0
        costs[upper + 4 : upper + CELL - 10, left + 4 : left + CELL - 10] = 0.0
    return bool(strange_patches(costs, board, ~board)[SIZE - EDGE - CELL + 8, 5 * CELL - 12])


def test_many_rings_from_the_border_are_a_hand() -> None:
    """On a dark hand the drawings of tiles show as rings, each narrow; pieces that stand together never make so many."""
    assert rings(5)
    assert not rings(1)


def test_beyond_the_border_of_the_picture_nothing_is_strange() -> None:
    """Black there does not make an arm of what stands close by; an arm that comes from there is one."""
    costs, board = np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), np.bool_)
    board[EDGE:-EDGE, EDGE:-EDGE] = True
    seen = np.ones((SIZE, SIZE), np.bool_)
    seen[:, : EDGE - 2] = False
    costs[:, : EDGE - 2] = 9.0
    costs[4 * CELL : 5 * CELL - 12, EDGE - 2 : EDGE + CELL - 10] = 9.0
    assert strange_patches(costs, board, ~board)[4 * CELL + 9, EDGE + 9]
    assert not strange_patches(costs, board, ~board, seen=seen).any()
    costs[4 * CELL : 5 * CELL - 5, EDGE - 2 : EDGE + 2 * CELL] = 9.0
    assert strange_patches(costs, board, ~board, seen=seen)[4 * CELL + 9, EDGE + 9]


def test_an_arm_of_the_tables_colour_reaches_in_from_nowhere() -> None:
    """Its sleeve is the table in a shadow; what drawings show through on the board hangs together over small gaps."""
    board, costs = np.ones((SIZE, SIZE), np.bool_), np.zeros((SIZE, SIZE), np.float32)
    board[-EDGE:] = False
    for row in range(5):
        upper, left = SIZE - EDGE - (row + 2) * CELL, 5 * CELL - 13
        costs[upper : upper + CELL - 6, left : left + CELL - 6] = 9.0
        costs[upper + 9 : upper + CELL - 15, left + 9 : left + CELL - 15] = 0.0
    assert strange_patches(costs, board, ~board)[SIZE - EDGE - 2 * CELL + 2, 5 * CELL]
    costs[: 7 * CELL] = 0.0
    assert not strange_patches(costs, board, ~board).any()


def test_skin_in_the_gaps_between_tiles_belongs_to_a_hand() -> None:
    """It passes for the table there: with these gaps a hand covers more than pieces that stand together do."""
    board, costs = np.ones((SIZE, SIZE), np.bool_), np.zeros((SIZE, SIZE), np.float32)
    costs[4 * CELL : 5 * CELL + 20, 4 * CELL : 5 * CELL] = 9.0
    costs[5 * CELL - 5 : 5 * CELL + 5] = costs[:, 4 * CELL + 10 : 4 * CELL + 20] = 0.0
    assert strange_patches(costs, board, ~board)[5 * CELL + 15, 4 * CELL + 4]
    costs[5 * CELL :] = 0.0
    assert not strange_patches(costs, board, ~board).any()


def test_a_cell_in_light_of_skins_hue_lies_under_a_hand() -> None:
    """A patch that pieces might cover is one if it covers a part of such a cell."""
    board, costs, skin = np.ones((SIZE, SIZE), np.bool_), np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), np.bool_)
    costs[4 * CELL : 5 * CELL - 3, 4 * CELL : 5 * CELL - 3] = 9.0
    assert not strange_patches(costs, board, ~board, skin=skin).any()
    skin[4 * CELL : 5 * CELL, 4 * CELL : 5 * CELL] = True
    assert strange_patches(costs, board, ~board, skin=skin)[4 * CELL + 9, 4 * CELL + 9]
    assert not strange_patches(costs, board, ~board, skin=np.roll(skin, CELL, 0)).any()


def test_the_sides_of_tiles_join_a_crowd_to_no_hand() -> None:
    """Lines that come close to pieces, and together cover much more than they do, are lines for the most part."""
    board, costs = np.zeros((SIZE, SIZE), np.bool_), np.zeros((SIZE, SIZE), np.float32)
    board[EDGE:-EDGE, EDGE:-EDGE] = True
    for line in range(5):
        at = EDGE + CELL // 2 + line * CELL
        costs[at : at + 3, EDGE + CELL // 2 : -EDGE - CELL] = costs[EDGE + CELL // 2 : -EDGE - CELL, at : at + 3] = 9.0
    upper = EDGE + 3 * CELL // 2 + 10
    costs[upper - 7 : upper + 19, upper - 7 : upper + 19] = 0.0
    costs[upper : upper + 12, upper : upper + 12] = 9.0
    assert not strange_patches(costs, board, ~board).any()


def test_the_sides_of_tiles_join_nothing_to_a_hand() -> None:
    """On dark felt all pale tiles have sides; a finger across a gap is none, and an arm that lies along one is broad."""
    board = np.zeros((SIZE, SIZE), np.bool_)
    board[EDGE:-EDGE, EDGE:-EDGE] = True
    costs, sides = np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), np.uint8)
    for line in range(EDGE, SIZE - EDGE + 1, CELL):
        costs[line - 2 : line + 2, EDGE:-EDGE] = costs[EDGE:-EDGE, line - 2 : line + 2] = 9.0
        sides[line - SIDES : line + SIDES + 1, EDGE:-EDGE] |= ACROSS
        sides[EDGE:-EDGE, line - SIDES : line + SIDES + 1] |= DOWN
    arm = np.s_[: EDGE + CELL, 5 * CELL + 6 : 6 * CELL + 6]
    costs[arm] = 9.0
    finger = np.s_[EDGE + CELL : EDGE + 2 * CELL, 5 * CELL + 12 : 5 * CELL + 18]
    costs[finger] = 9.0
    patches = strange_patches(costs, board, ~board, sides=sides)
    assert patches[arm].all() and patches[finger].mean() > 0.9
    assert not patches[EDGE + 3 * CELL :].any()
    assert strange_patches(costs, board, ~board)[EDGE + 3 * CELL :].any()


@pytest.mark.parametrize(
    ("left", "is_hidden"),
    [
        pytest.param(26, False, id="hardly anything"),
        pytest.param(24, False, id="a quarter, beside the middle"),
        pytest.param(16, True, id="half"),
    ],
)
def test_what_a_hand_hides_of_a_cell_beside_its_middle_is_little(left, is_hidden):
    """A patch is wider than the hand: what stands in the middle of the cell is seen."""
    patch = np.zeros((CELL, CELL), np.bool_)
    patch[:, left:] = True
    assert hidden_cells(patch, [(0, 0, CELL, CELL)]) == [is_hidden]


def test_a_cell_in_whose_middle_something_is_strange_is_hidden() -> None:
    """A mouse that the hand touches is taken for a part of it."""
    patch = np.zeros((CELL, CELL), np.bool_)
    patch[8:24, 8:24] = True
    assert hidden_cells(patch, [(0, 0, CELL, CELL)]) == [True]
