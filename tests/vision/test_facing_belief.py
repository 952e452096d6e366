"""How sure a facing may be that few pieces taught."""

from dataclasses import replace

import numpy as np

from companion.core.grid import Facing
from vision.facing_belief import KNOWN, Heading, facings_of, of_sides, shown

NORTH = np.where(np.arange(24) == 0, 0.0, -60.0)
NOTHING = np.zeros(4)


def test_few_examples_make_no_facing_sure() -> None:
    """However clear the scores, four taught pieces leave more doubt than one in ten allows; thirty do not."""
    few, many = (facings_of(Heading(NORTH, NOTHING, taught)) for taught in (4, 30))
    assert max(range(4), key=few.__getitem__) == Facing.N
    assert np.exp(few[Facing.N]) <= 0.9 < np.exp(many[Facing.N])


def test_few_examples_do_not_overrule_the_outline() -> None:
    """A model from three pieces that is far off gives way to a clear outline, the same model from hundreds does not."""
    outline = np.array([-10.0, 0.0, -20.0, -20.0])
    scores = np.where(np.arange(24) == 0, 0.0, -15.0)
    few, many = (facings_of(Heading(scores, outline, taught)) for taught in (3, 300))
    assert few[Facing.E] > few[Facing.N]
    assert many[Facing.N] > many[Facing.E]


def test_what_a_model_says_counts_half_when_five_pieces_taught_it() -> None:
    """A lone mouse is learnt from five pictures: its own picture, clear by some nats, stands against the model of headings."""
    outline = np.array([12.3, -10.4, 16.4, 12.9])
    scores = np.where(np.arange(24) == 0, -76.0, np.where(np.arange(24) == 12, -88.0, -106.0))
    five = facings_of(Heading(scores, outline, 5))
    assert max(range(4), key=five.__getitem__) == Facing.S


def test_what_hardly_differs_from_the_board_tells_its_heading_less() -> None:
    """Of a piece on its own colour a few patches show, which look like another shape: its outline may then have the say."""
    outline = np.array([-10.0, 0.0, -20.0, -20.0])
    scores = np.where(np.arange(24) == 0, 0.0, -20.0)
    whole, hardly = (facings_of(Heading(scores, outline, 28, share)) for share in (1.0, 0.2))
    assert whole[Facing.N] > whole[Facing.E]
    assert hardly[Facing.E] > hardly[Facing.N]


def test_the_four_facings_share_one() -> None:
    """The probabilities add up to one, however many pieces taught."""
    for taught in (0, 1, 7, 100):
        assert abs(np.exp(facings_of(Heading(NORTH, NOTHING, taught))).sum() - 1) < 1e-3


def test_headings_of_which_none_fits_do_not_overrule_the_outline() -> None:
    """A model that is far off in every heading, so for a shape it never saw, says less than one that fits in one."""
    outline = np.array([-5.0, 0.0, -20.0, -20.0])
    scores = np.where(np.arange(24) == 0, 0.0, -20.0)
    fits, hardly = (facings_of(Heading(scores - off, outline, 28)) for off in (20.0, 240.0))
    assert fits[Facing.N] > fits[Facing.E]
    assert hardly[Facing.E] > hardly[Facing.N]


def test_what_is_rather_no_piece_shows_no_side() -> None:
    """A find that is a wedge three times in ten leaves its side open; one that is a wedge shows the side that was seen."""
    faces = (("down", -0.002), ("up", -6.2))
    doubtful, plain = (dict(shown(faces, {"up", "down"}, sure)) for sure in (0.29, 0.8))
    assert doubtful["down"] > doubtful["up"] > -1.3 and abs(sum(map(np.exp, doubtful.values())) - 1) < 0.01
    assert plain == dict(faces)
    assert dict(shown((("down", 0.0),), {"up", "down"}, 0.29))["up"] > -1.3


def test_a_side_that_nobody_showed_is_not_held_against_a_piece() -> None:
    """Its picture is made of others and fits worse: nearly as good is as good, and a side that was shown gains nothing."""
    outline = np.array([-1.5, -9.0, 0.0, -8.0])
    assert of_sides(outline, (0, 2, 6, 2)).argmax() == Facing.N
    assert of_sides(outline, (1, 2, 6, 2)).argmax() == Facing.S


def test_a_network_that_knows_other_mice_settles_which_end_is_the_nose() -> None:
    """Outline and model leave open which of two ends it is; the network does not, and where it says nothing they have the say."""
    scores = np.where(np.arange(24) == 0, 0.0, np.where(np.arange(24) == 12, -2.0, -60.0))
    doubtful = Heading(scores, NOTHING, 28)
    told = replace(doubtful, noses=np.array([-6.0, -6.0, 0.0, -6.0]))
    alone, both, nothing = (facings_of(each) for each in (doubtful, told, replace(doubtful, noses=NOTHING)))
    assert max(range(4), key=alone.__getitem__) == max(range(4), key=nothing.__getitem__) == Facing.N
    assert np.exp(both[Facing.S]) > 0.95


def test_no_network_makes_a_facing_surer_than_it_was_ever_tried() -> None:
    sure = facings_of(Heading(NORTH, NOTHING, 10**6, noses=np.where(np.arange(4) == 0, 0.0, -60.0)))
    assert 1 - np.exp(sure[Facing.N]) > 0.4 / KNOWN
