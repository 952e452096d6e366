"""Teaching pictures in bad light: in a dark room, and with lamps that tiles mirror."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.art import BRIGHT, Sample, average_art, in_good_light, light_of_samples
from calibration.hues import TINTED, of_one_hue, tint
from calibration.mirrored import with_mirrors
from companion.core.grid import Cell
from companion.core.scene import Look
from vision.relight import GAMMA, linear

Array = NDArray[np.float32]
LOOKS = [Look(f"tile {number}", "up") for number in range(9)]


def drawing(number: int) -> Array:
    """A drawing of squares in strong colours."""
    grey = np.random.default_rng(number).integers(40, 210, (4, 4, 3)).astype(np.float32)
    return np.kron(grey, np.ones((16, 16, 1), np.float32))


def lit(art: Array, picture: int, at: tuple[float, float]) -> Array:
    """The drawing as a picture shows it: each has its own light, brighter on the right."""
    return art * np.float32(0.9 + 0.1 * picture + 0.1 * at[0])


def samples(share: float = 1.0) -> list[Sample]:
    """Nine drawings in three pictures, each in another place of every picture, in that share of the usual light."""
    result = []
    for picture in range(3):
        for number, look in enumerate(LOOKS):
            row, col = divmod((number + 4 * picture) % 9, 3)
            at = (col - 1.0, row - 1.0)
            shown = share * lit(drawing(number), picture, at)
            result.append(Sample(look, Cell(row, col), picture, shown.astype(np.float32), np.array(at), clear=True))
    return result


def mirroring(sample: Sample) -> Sample:
    """The sample with a lamp mirrored on its upper half."""
    art = sample.art.copy()
    art[:32] = 255 * np.clip(linear(art[:32]) + 0.2, 0, 1) ** (1 / GAMMA)
    return Sample(sample.look, sample.place, sample.picture_number, art.astype(np.float32), sample.at, clear=True)


def test_drawings_from_a_dark_room_are_as_bright_as_from_a_good_one() -> None:
    """A quarter of the grey values teaches drawings with the same contrasts."""
    dark = samples(0.25)
    art = average_art(dark, in_good_light(dark, light_of_samples(dark, 3)))
    brightest = np.percentile(np.stack([picture for picture, _ in art.values()]).reshape(-1, 3), 95, axis=0)
    assert (brightest > 0.9 * np.array(BRIGHT)).all()


def hazed(sample: Sample, least: float = 0.1) -> Sample:
    """The sample with hardly any blue but in what little of it is white, and with a lamp mirrored on the left."""
    art = sample.art * np.float32((least, 1.0, 1.0))
    art[:16] = 230 * np.float32(0.9 + 0.1 * sample.picture_number + 0.1 * sample.at[0])
    left = 0.05 * (sample.at[0] < 0)
    return replace(sample, art=(255 * np.clip(linear(art) + left, 0, 1) ** (1 / GAMMA)).astype(np.float32))


def test_haze_is_no_light_of_its_colour() -> None:
    """Haze on the left looks like a blue lamp on drawings with hardly any blue, but not by the little in them that is white."""
    slopes = [
        np.mean([light[1, 0] - light[1, 1] for light in light_of_samples([hazed(one) for one in samples()], 3, by_brightest)])
        for by_brightest in (False, True)
    ]
    assert slopes[0] < -0.1 and abs(slopes[1]) < 0.03


def test_a_light_of_many_hues_gives_way_to_one_of_one() -> None:
    """Where a lamp is mirrored on drawings of one colour the light that tells another hue on the left is not taken."""
    shown = [hazed(one) for one in samples()]
    by_all, by_brightest = (light_of_samples(shown, 3, brightest) for brightest in (False, True))
    assert tint(shown, by_all) > TINTED > tint(shown, by_brightest)
    assert of_one_hue(shown, by_all, lambda: by_brightest) is by_brightest


def test_a_light_of_one_hue_is_kept() -> None:
    """Nobody asks what is brightest where nothing speaks against what all pixels tell."""
    light = light_of_samples(samples(), 3)
    assert of_one_hue(samples(), light, lambda: []) is light


def test_drawings_taken_under_a_warm_lamp_are_as_white_as_others() -> None:
    """A lamp that gives half as much blue as red teaches drawings whose blue has the usual contrasts."""
    warm = [replace(one, art=one.art * np.float32((0.5, 0.8, 1.0))) for one in samples(1.08)]
    art = average_art(warm, in_good_light(warm, light_of_samples(warm, 3)))
    brightest = np.percentile(np.stack([picture for picture, _ in art.values()]).reshape(-1, 3), 95, axis=0)
    assert (brightest > 0.9 * np.array(BRIGHT)).all()


def test_good_light_is_left_as_it_is() -> None:
    """Where the drawings are as bright as usual no factor is needed."""
    usual = samples(1.08)
    light = light_of_samples(usual, 3)
    assert all((before == after).all() for before, after in zip(light, in_good_light(usual, light), strict=True))


def test_a_mirrored_lamp_is_told_by_the_other_pictures_and_left_out() -> None:
    """Only the glossy sample is marked, on its glossy half, and the drawing comes out as without it."""
    glossy = samples()
    glossy[4] = mirroring(glossy[4])
    marked = with_mirrors(glossy, light_of_samples(samples(), 3))
    assert [number for number, sample in enumerate(marked) if sample.mirrored is not None] == [4]
    part = marked[4].mirrored
    assert part is not None and part[:32].mean() > 0.8 and part[40:].mean() < 0.2
    bare, art = (average_art(each, light_of_samples(samples(), 3))[LOOKS[4]][0] for each in (samples(), marked))
    assert np.abs(art[:24] - bare[:24]).mean() < 5


def test_light_that_many_tiles_show_is_no_mirror() -> None:
    """Where a lamp shines on a third of a picture's tiles, none of them is marked."""
    glossy = [mirroring(sample) if number < 3 else sample for number, sample in enumerate(samples())]
    assert all(sample.mirrored is None for sample in with_mirrors(glossy, light_of_samples(samples(), 3)))


def darkened(sample: Sample, haze: float) -> Sample:
    """The sample with too much light taken from its upper half, under that haze."""
    art = sample.art.copy()
    art[:32] = 255 * np.clip(linear(art[:32]) - 0.1, 0, 1) ** (1 / GAMMA)
    return replace(sample, art=art.astype(np.float32), haze=haze)


def test_what_too_much_haze_was_taken_from_does_not_make_the_plain_ones_mirrors() -> None:
    """Of three pictures of a drawing two agree: the third, from which haze was taken, tells of no mirror in them."""
    marked = {}
    for haze in (0.0, 0.12):
        shown = samples(0.8)
        shown[13] = darkened(shown[13], haze)
        told = with_mirrors(shown, light_of_samples(samples(), 3))
        marked[haze] = [number for number, one in enumerate(told) if one.mirrored is not None]
    assert marked == {0.0: [4, 22], 0.12: []}
