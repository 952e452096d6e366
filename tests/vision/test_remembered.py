"""Cards below a hand lie where they were last seen."""

from __future__ import annotations

from math import exp, log

from companion.core.grid import Place, Zone
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look
from vision.jsonl import reading_json
from vision.remembered import STAYED, Remembered

NEAR, FAR = Zone("area-S"), Zone("area-N")


def card(kind: str, place: Place = NEAR) -> TileClaim:
    return TileClaim(place, (LikelyLook(Look(kind, "front"), log(0.99)),))


def read(*cards: TileClaim, hand: bool = False) -> Reading:
    return Reading(0, 0.0, (), (), hand=hand, cards=cards)


def told(remembered: Remembered, reading: Reading) -> list[tuple[str | None, str]]:
    """Kind and place of what is remembered of a photograph."""
    return [(claim.best.kind, claim.place.name) for claim in remembered.below_hands(reading) if isinstance(claim.place, Zone)]


def test_a_card_below_a_hand_lies_where_it_was_last_seen_but_not_surely() -> None:
    """The hand covers one of three cards: that one is told, less surely than it was seen."""
    remembered = Remembered()
    remembered.below_hands(read(card("trap"), card("cheese"), card("cheese", FAR)))
    below = remembered.below_hands(read(card("trap"), card("cheese", FAR), hand=True))
    assert [(claim.best.kind, claim.place) for claim in below] == [("cheese", NEAR)]
    assert abs(exp(below[0].log_p) - 0.99 * STAYED) < 1e-6


def test_of_two_alike_the_one_that_shows_is_not_told_twice() -> None:
    """Two cheeses lay there, one still shows."""
    remembered = Remembered()
    remembered.below_hands(read(card("cheese"), card("cheese")))
    assert told(remembered, read(card("cheese"), hand=True)) == [("cheese", "area-S")]


def test_without_a_hand_what_is_not_seen_is_gone() -> None:
    """A card that a photograph without a hand does not show is remembered no more."""
    remembered = Remembered()
    remembered.below_hands(read(card("trap"), card("cheese")))
    assert told(remembered, read(card("trap"))) == []
    assert told(remembered, read(hand=True)) == [("trap", "area-S")]


def test_two_hands_in_a_row_hide_the_same_card() -> None:
    """What the first covers the second covers still."""
    remembered = Remembered()
    remembered.below_hands(read(card("trap")))
    assert [told(remembered, read(hand=True)) for _ in range(2)] == [[("trap", "area-S")]] * 2


def test_a_line_says_what_is_only_remembered() -> None:
    """The seen card is listed as any other; the remembered one says so."""
    line = reading_json("05.jpg", read(card("trap"), hand=True), [card("cheese")])
    assert [(tile["kind"], tile.get("remembered", False)) for tile in line["tiles"]] == [("trap", False), ("cheese", True)]
