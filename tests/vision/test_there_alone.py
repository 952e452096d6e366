"""What there is but once is where it was found alone."""

from vision.belief import there_alone


def test_a_find_that_may_be_but_light_is_not_there() -> None:
    assert there_alone([1, 1], ["a", "b"], [0.9, 0.2]) == [True, False]


def test_what_was_found_twice_in_one_place_is_a_patch_of_its_colour() -> None:
    assert there_alone([1, 1, 1, 2], ["a", "a", "b", "a"], [0.9] * 4) == [False, False, True, True]


def test_where_no_drawing_is_known_it_may_be_the_drawing() -> None:
    assert there_alone([1, 1], ["a", "b"], [0.9, 0.9], frozenset({"a"})) == [False, True]
