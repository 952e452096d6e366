"""Copies of records with other fields."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from companion.core.fields import changer


class Pair(NamedTuple):
    """A record of two."""

    left: int
    right: int


def test_a_copy_differs_in_what_is_named() -> None:
    """The rest stays, it is a record of that kind, and a field that is none is an error."""
    changed, pair = changer(Pair), Pair(1, 2)
    copy = changed(pair, right=3)
    assert (copy, type(copy), pair) == (Pair(1, 3), Pair, Pair(1, 2)) and changed(pair) == pair
    with pytest.raises(KeyError, match="middle"):
        changed(pair, middle=0)
