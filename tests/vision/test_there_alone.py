"""What there is but once is where it was found alone; how sure a find is by its print."""

import numpy as np

from vision.belief import PLAINLY, chance_of, there_alone
from vision.found import Found


def test_a_find_that_may_be_but_light_is_not_there() -> None:
    assert there_alone([1, 1], ["a", "b"], [0.9, 0.2]) == [PLAINLY, 0]


def test_of_two_that_may_be_it_each_is_there_as_surely_as_it_was_found() -> None:
    assert there_alone([1, 1], ["a", "b"], [0.98, 0.52]) == [PLAINLY, 0.52]


def test_what_was_found_twice_in_one_place_is_a_patch_of_its_colour() -> None:
    assert there_alone([1, 1, 1, 2], ["a", "a", "b", "a"], [0.9] * 4) == [0, 0, PLAINLY, PLAINLY]


def test_where_no_drawing_is_known_it_may_be_the_drawing() -> None:
    assert there_alone([1, 1], ["a", "b"], [0.9, 0.9], frozenset({"a"})) == [0, PLAINLY]


def test_a_print_in_dim_light_is_believed_where_it_leads_many_others_by_far() -> None:
    """A hero in the dark fits its own print badly and the others not at all; of two sides one always leads."""
    dark, noise = {0: -60.0} | {n: -140.0 - n for n in range(1, 9)}, {0: -60.0} | {n: -75.0 - n for n in range(1, 9)}
    found = Found(0, (0.0, 0.0), 180.0, np.zeros(1), 1.2)
    assert chance_of(found, 100.0, dark) > 0.7 > 0.4 > chance_of(found, 100.0, noise)
    assert chance_of(found, 100.0, {0: -60.0, 1: -140.0}) == chance_of(found, 100.0, {0: -60.0, 1: -75.0})
