"""What is claimed of cards in zones: no absence is surer than the eye is good at finding them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.grid import Zone
from companion.core.scene import Look
from vision.card_claims import MISSED, card_claims
from vision.cards import SeenCard

CORNERS = ((80.0, 0.0), (240.0, 0.0), (240.0, 130.0), (80.0, 130.0))
LAYOUT = Layout(1, 1, (60.0, 60.0), 58.0, 1.0, (ZoneSpec("area", "cards", CORNERS),))
LOOKS = [Look(kind, face) for kind in ("cheese", "trap") for face in ("front", "back")]
TAUGHT = SimpleNamespace(card_zones={"area": (4, ("front",))}, cards=[SimpleNamespace(look=look) for look in LOOKS])
CHEESE = SeenCard(Zone("area"), ((LOOKS[0], 0.0),), (0.0, 0.0), 1.0, 0, 0.0, np.ones(3, np.float32))


def chances(*cards: SeenCard) -> dict[str, list[float]]:
    """The probabilities of no, one, two ... cards of each kind in the area, to a thousandth."""
    _, _, counted = card_claims(cards, SimpleNamespace(layout=LAYOUT, appearance=TAUGHT))
    return {claim.kind: np.exp(claim.log_p_counts).round(3).tolist() for claim in counted}


def test_any_kind_that_was_taught_there_may_lie_unseen():
    """Where no card was found, the chance that one was missed is shared by the kinds; where one was, another may lie below it."""
    half = round(MISSED / 2, 3)
    assert chances() == {"cheese": [1 - half, half, 0.0], "trap": [1 - half, half, 0.0]}
    assert chances(CHEESE) == {"cheese": [0.0, 1 - MISSED, MISSED, 0.0], "trap": [1 - half, half, 0.0]}
