"""Cards that share a picture: no eye tells them apart, so what it says of one of them it says of all."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp, log

from companion.core.catalogue import Catalogue
from companion.core.reading import LikelyLook, NoReading, Reading, TileClaim
from companion.core.scene import Look

_Picture = tuple[int, int]
"""The number of a drawing, and how it is turned."""


class SamePictures:
    """Gives all looks of one picture the chance of the picture; a reading whose claims are handed on is worked out once."""

    def __init__(self, catalogue: Catalogue) -> None:
        hidden = {(kind.name, face) for kind in catalogue.tiles for face in kind.anonymous}
        numbers = {key: number for key, number in catalogue.pictures().items() if key not in hidden}
        shown = Counter(numbers.values())
        self._shared = {key: number for key, number in numbers.items() if shown[number] > 1}
        self._kept: tuple[tuple[TileClaim, ...], tuple[TileClaim, ...]] = ((), ())

    def told(self, result: Reading | NoReading) -> Reading | NoReading:
        """The reading with the claims of pictures instead of cards; the same one where no two cards share any."""
        if not self._shared or isinstance(result, NoReading):
            return result
        if result.tiles is not self._kept[0]:
            self._kept = result.tiles, tuple(self._claim(claim) for claim in result.tiles)
        return replace(result, tiles=self._kept[1])

    def _claim(self, claim: TileClaim) -> TileClaim:
        chances: dict[_Picture, float] = {}
        for item in claim.looks:
            picture = self._picture(item.look)
            if picture is not None:
                chances[picture] = chances.get(picture, 0.0) + exp(item.log_p)
        looks = [self._told(item, chances) for item in claim.looks]
        return replace(claim, looks=tuple(sorted(looks, key=lambda item: -item.log_p)))

    def _told(self, item: LikelyLook, chances: dict[_Picture, float]) -> LikelyLook:
        picture = self._picture(item.look)
        return item if picture is None or not chances[picture] else LikelyLook(item.look, log(chances[picture]))

    def _picture(self, look: Look) -> _Picture | None:
        number = None if look.kind is None else self._shared.get((look.kind, look.face))
        return None if number is None else (number, look.turns)
