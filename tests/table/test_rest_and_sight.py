"""How long the table has looked the same, and what counts as looking different."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from toy_readings import GAME, toy_reading, toy_scene

from companion.core.grid import Cell, Facing
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.table.overruling import Overruled, corrected, overrule, review
from companion.table.rest import Rest
from companion.table.sight import agree, best_scene, changed_places, reveals
from companion.table.untouched import watched


def with_second_guess(text: str, log_p: float) -> Reading:
    """A reading whose first tile might, with that log-probability, be a star."""
    reading = toy_reading(text)
    first = reading.tiles[0]
    looks = (LikelyLook(first.best, -0.1), LikelyLook(Look("star", "up"), log_p))
    return replace(reading, tiles=(TileClaim(first.place, looks), *reading.tiles[1:]))


def mouse(facing: Facing, sure: float) -> Reading:
    """A directed piece that faces so with that probability."""
    logs = [math.log((1 - sure) / 3)] * 4
    logs[facing] = math.log(sure)
    claim = PieceClaim("mouse", Cell(0, 0), (-9.0, -0.01), (logs[0], logs[1], logs[2], logs[3]))
    return Reading(0, 0.0, (), (claim,))


def test_waiting_runs_from_the_first_equal_picture() -> None:
    """Equal readings wait; a moved pawn starts from zero."""
    rest, waited = Rest(), []
    for text, time in (("a ?,?,?", 1.0), ("a ?,?,?", 2.5), ("b ?,?,?", 3.0), ("b ?,?,?", 3.5)):
        reading = toy_reading(text, time)
        rest = rest.seen(reading)
        waited.append(rest.waited_s(reading))
    assert waited == [0.0, 1.5, 0.0, 0.5]


def test_a_hand_ends_the_rest() -> None:
    """After a hand the same look has to rest anew."""
    rest = Rest().seen(toy_reading("a ?,?,?", 1.0)).seen(toy_reading("a ?,?,?", 2.0, hand=True))
    assert rest == Rest()
    again = toy_reading("a ?,?,?", 3.0)
    assert rest.seen(again).waited_s(again) == 0.0


def test_a_clock_that_jumps_back_starts_anew() -> None:
    """A camera restarted with an earlier clock never gives a negative wait."""
    earlier = toy_reading("a ?,?,?", 1.0)
    assert Rest().seen(toy_reading("a ?,?,?", 9.0)).seen(earlier).waited_s(earlier) == 0.0


def test_a_doubtful_tile_may_flicker() -> None:
    """A best guess that changes between near equals is the same table; a sure change is not."""
    star = toy_reading("a star,?,?")
    assert agree(with_second_guess("a sun,?,?", -2.0), star)
    assert not agree(with_second_guess("a sun,?,?", -8.0), star)


def test_an_unsure_place_does_not_disturb_the_rest() -> None:
    """What the camera itself does not trust is not compared; what is hidden differently is a change."""
    assert agree(toy_reading("a sun,?,?", unsure=[Cell(0, 0)]), toy_reading("a moon,?,?"))
    assert not agree(toy_reading("a ?,?,?", hidden=[Cell(0, 2)]), toy_reading("a ?,?,?"))


def test_a_turned_piece_is_a_change_when_both_are_sure() -> None:
    """Facings are compared with the same slack as looks."""
    assert not agree(mouse(Facing.N, 0.99), mouse(Facing.E, 0.99))
    assert agree(mouse(Facing.N, 0.5), mouse(Facing.E, 0.99))


def shown(*sides: str, doubt: float = 8.0) -> Reading:
    """Coins in one place, one of each of these sides, each perhaps showing a moon instead."""
    counts, there = (-9.0, -0.01, -9.0), Cell(0, 0)
    claims = (PieceClaim("coin", there, counts, None, None, ((side, -0.01), ("moon", -doubt))) for side in sides)
    return Reading(0, 0.0, (), tuple(claims))


def test_another_side_up_is_another_look() -> None:
    """A die rolled anew and a coin more in a heap are changes; a side that the eye is in doubt of may flicker."""
    assert not agree(shown("ace"), shown("moon"))
    assert agree(shown("ace", doubt=2.0), shown("moon"))
    assert not agree(shown("ace"), shown("ace", "sun"))
    assert not agree(shown("ace", "star"), shown("ace", "sun"))


def test_changed_places_are_those_of_both_scenes() -> None:
    """A walk changes the cell left and the cell reached."""
    assert changed_places(toy_scene("a ?,?,?"), toy_scene("b ?,?,?")) == {Cell(0, 0), Cell(0, 1)}


@pytest.mark.parametrize(("before", "after", "news"), [
    ("a ?,?,?", "a sun,?,?", True), ("a sun,?,?", "b sun,?,?", False), ("a sun,?,?", "a ?,sun,?", False),
    ("a sun,?,?", "a ?,?,?", False)])
def test_only_news_reveals(before: str, after: str, news: bool) -> None:
    """A tile turned up reveals; a walk, a known tile in another place and a tile turned down do not."""
    assert reveals(toy_scene(before), toy_scene(after), GAME.catalogue) == news


def test_a_tile_without_a_name_reveals_when_it_is_turned_up() -> None:
    """The record may not know which tile was opened; everybody at the table does."""
    nameless = Scene((TileAt(Cell(0, 0), Look(None, "up")),), ())
    assert reveals(Scene((TileAt(Cell(0, 0), Look(None, "down")),), ()), nameless, GAME.catalogue)
    assert not reveals(nameless, nameless, GAME.catalogue)


def test_the_best_scene_is_what_the_reading_was_made_of() -> None:
    """Hidden faces come back without a kind, as games write them."""
    assert best_scene(toy_reading("c ?,star,?"), GAME.catalogue) == toy_scene("c ?,star,?")


def meant(text: str, reading: Reading) -> Overruled | None:
    return overrule(toy_scene(text), reading, GAME.catalogue.back, "people know better", firm=True)


def test_a_corrected_reading_shows_what_people_mean() -> None:
    """Tiles and pieces where the camera is wrong are replaced, everything else is left alone."""
    reading = toy_reading("b ?,?,moon")
    word = meant("a sun,?,?", reading)
    assert word is not None and best_scene(corrected(reading, word), GAME.catalogue) == toy_scene("a sun,?,?")
    assert [item.place for item in word.tiles] == [Cell(0, 0), Cell(0, 2)] and [item.kind for item in word.pieces] == ["pawn"]


def test_nothing_is_overruled_where_the_camera_is_right() -> None:
    """A reading that shows the scene, as far as it can be seen, needs no correction."""
    assert meant("b ?,?,moon", toy_reading("b ?,?,moon")) is None
    assert meant("b ?,?,sun", toy_reading("b ?,?,moon", hidden=[Cell(0, 2)])) is None


def test_a_word_holds_until_its_place_changes() -> None:
    """The same sight keeps it, a hidden place keeps it, another look or another cell of the pawn ends its part."""
    word = meant("a sun,?,?", toy_reading("b moon,?,?"))
    assert word is not None and review(word, toy_reading("b moon,?,star")) == word
    assert review(word, toy_reading("b moon,?,?", hidden=[Cell(0, 0)])) == word
    tile_only = review(word, toy_reading("c moon,?,?"))
    assert tile_only is not None and (len(tile_only.tiles), len(tile_only.pieces)) == (1, 0)
    assert review(word, toy_reading("a star,?,?")) is None


def test_what_hands_changed_since_people_spoke_may_lie_as_either_says() -> None:
    """A place that a hand was over, and whose pixels changed, may be what the eye sees or what people meant; no other may."""
    reading = toy_reading("b moon,?,?")
    word = meant("a sun,?,?", reading)
    assert word is not None
    seen = replace(reading, look=2, changed=frozenset({Cell(0, 0), Cell(0, 1)}))
    by_hand = watched(watched(word, replace(reading, hand=True, hidden=frozenset({Cell(0, 0)})), 1), seen, 1)
    tiles, pieces = corrected(seen, by_hand).tiles, corrected(seen, by_hand).pieces
    assert [item.look.kind for item in tiles[0].looks] == ["moon", "sun"]
    assert [(claim.place, claim.count, claim.score(1) > -1.0) for claim in pieces] == [(Cell(0, 0), 0, True)]
    assert corrected(seen, watched(word, seen, 1)) == corrected(seen, word)


def test_a_word_ends_where_the_record_has_gone_on() -> None:
    """What was done lawfully since, people have not spoken of."""
    word = meant("a sun,?,?", toy_reading("b moon,?,?"))
    assert word is not None and review(word, toy_reading("b moon,?,?"), toy_scene("a sun,?,?")) == word
    left = review(word, toy_reading("b moon,?,?"), toy_scene("c sun,?,?"))
    assert left is not None and (len(left.tiles), len(left.pieces)) == (1, 0)
    assert review(word, toy_reading("b moon,?,?"), toy_scene("b star,?,?")) is None


def test_facings_are_overruled_too() -> None:
    """A piece that stands in its place but faces elsewhere is corrected; a scene without facing does not mind."""
    north = Scene((), (PieceAt("mouse", Cell(0, 0), Facing.N),))
    assert overrule(north, mouse(Facing.N, 0.9), "back", "", True) is None
    word = overrule(north, mouse(Facing.S, 0.9), "back", "", True)
    assert word is not None and corrected(mouse(Facing.S, 0.9), word).pieces[0].facing is Facing.N
    assert overrule(Scene((), (PieceAt("mouse", Cell(0, 0)),)), mouse(Facing.S, 0.9), "back", "", True) is None


def crowd(cheeses: int, *mice: str) -> Reading:
    """Cheeses and mice that the camera sees together in one cell."""
    heap = PieceClaim("cheese", Cell(0, 0), (*(-9.0,) * cheeses, -0.01))
    return Reading(0, 0.0, (), (heap, *(PieceClaim(kind, Cell(0, 0), (-9.0, -0.01)) for kind in mice)))


def test_a_word_about_a_crowd_ends_when_one_of_its_others_leaves() -> None:
    """Cheeses that people counted otherwise than the camera: a hand that takes the mouse from among them may have taken one."""
    meant = Scene((), (*(PieceAt("cheese", Cell(0, 0)),) * 4, PieceAt("red", Cell(0, 0)), PieceAt("blue", Cell(0, 0))))
    word = overrule(meant, crowd(3, "red", "blue"), "back", "", True)
    assert word is not None and review(word, crowd(3, "red", "blue")) == word
    assert review(word, crowd(3, "red")) is None
    hidden = replace(crowd(3, "red"), hidden=frozenset({Cell(0, 0)}))
    assert review(word, hidden) == word


def test_beside_a_word_the_doubts_of_the_eye_count_where_hands_have_been() -> None:
    """People say where one coin lies that the eye misses; another that is half seen since a hand was elsewhere is not denied."""
    told, elsewhere = Scene((), (PieceAt("coin", Cell(0, 0)),)), Cell(0, 1)
    word = overrule(told, Reading(0, 0.0, (), ()), "back", "x", firm=True)
    assert word is not None
    half = PieceClaim("coin", elsewhere, (-0.51, -0.92, -12.0))
    seen = Reading(1, 0.2, (), (half,))
    stirred = replace(word, changed=frozenset({elsewhere}), handled=frozenset({elsewhere}))
    assert half in corrected(seen, stirred).pieces and half not in corrected(seen, word).pieces
    assert [claim.count for claim in corrected(seen, stirred).pieces if claim.place == Cell(0, 0)] == [1]
