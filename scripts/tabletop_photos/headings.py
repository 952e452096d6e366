"""Renders tables to learn from where pieces stand and look: `python -m scripts.tabletop_photos.headings SEED... --out FOLDER`.

Each seed is a recording of Mice in a Maze, its art, table, light and lens mixed from those of all recordings.
In every picture each mouse stands somewhere else and looks another way, every second one carries a cheese or stands beside one;
no two are made alike.  Cheeses and marbles lie anywhere, alone and crowded.  Every second table is seen from more or less above,
has cheeses made otherwise than all others, and more of them beside mice; from seed 8300 on paths are plain, and prints look like
pieces.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from scripts.given import render
from scripts.tabletop_photos.__main__ import Studio
from scripts.tabletop_photos.heaps import Moment, mixed
from scripts.tabletop_photos.recording import MICE_B
from scripts.tabletop_photos.recordings import Recording
from scripts.tabletop_photos.scenes import Frame

CARRIED_MM, CHEESE_MM = 12.8, (6.8, 8.5)
"""How far above its foot a mouse carries a cheese; how high one is that is carried, and one that lies."""
BESIDE_MM, CLOSE_MM, BESIDE, OFTEN = (11.0, 17.0), (8.5, 17.0), 0.15, 0.3
"""How far from a mouse a cheese lies that is beside it, on one table and on every second; so often one does."""
AWAY_DEG, AWAY_MM = 5.5, 3.0
SOLID = 8300
"""From this seed on paths are plain, nests of one colour, and there are dens on the backs."""
TILT_DEG = (6.0, 26.0)
"""How far aside of the table's upright every second is seen from."""
THIN = (0.55, 1.05)
"""How high cheeses are that are made otherwise, as a share of the usual ones."""
CROWD, APART_MM, WITHIN_MM = (1, 1, 2, 3, 5, 7), 11.5, 15.0
"""How many pieces lie on a tile, how far their middles are apart at least, and from the tile's along each side at most."""


class Headings(Studio):
    """Renders a recording with its mice anywhere."""

    def moments(self, part: str) -> list[Moment]:
        found, chance = super().moments(part), Random(self.recording.seed * 7 + 1)
        for frame, _, _ in found:
            if part == "play":
                self._scatter(chance, frame)
            if self.second:
                self._remade(frame)
        return found

    @property
    def second(self) -> bool:
        """Whether this is one of every second table, which are made otherwise."""
        return _is_second(self.recording.seed)

    def _remade(self, frame: Frame) -> None:
        """Make the cheeses of this table otherwise."""
        seed = self.recording.seed
        thin = Random(seed).uniform(*THIN)
        for piece in frame["pieces"]:
            if piece["kind"] == "cheese":
                low, high = piece["height_mm"]
                piece |= {"made": f"{seed} cheese", "height_mm": [low, round(low + thin * (high - low), 2)]}

    def _scatter(self, chance: Random, frame: Frame) -> None:
        mice = [piece for piece in frame["pieces"] if piece.get("facing")]
        names = {piece["kind"] for piece in mice}
        rest = [piece for piece in frame["pieces"] if not piece.get("facing") and piece.get("on") not in names]
        free = [tile for tile in frame["tiles"] if tile.get("cell")]
        chance.shuffle(free)
        frame["pieces"] = [piece for piece in rest if not piece.get("cell")]
        for mouse in mice:
            frame["pieces"] += self._on(chance, mouse, free.pop())
        loose = [piece for piece in rest if piece.get("cell")]
        chance.shuffle(loose)
        while loose:
            count = chance.choice(CROWD)
            crowd, loose = loose[:count], loose[count:]
            frame["pieces"] += _crowded(chance, crowd, free.pop())

    def _on(self, chance: Random, mouse: Frame, tile: Frame) -> list[Frame]:
        """A mouse on a tile, and what it carries or has beside it."""
        facing, foot = chance.randrange(4), self.table.grid["top_mm"]
        at = [round(at + chance.uniform(-AWAY_MM, AWAY_MM), 2) for at in tile["at_mm"]]
        stands = {key: value for key, value in mouse.items() if key != "zone"} | {
            "cell": tile["cell"], "facing": "NESW"[facing], "at_mm": at, "height_mm": [foot, round(foot + 14.2, 2)],
            "heading_deg": round(90 * facing + chance.gauss(0, AWAY_DEG), 1), "made": f"{self.recording.seed} {mouse['kind']}",
        }  # fmt: skip
        cheese = {"kind": "cheese", "facing": None, "cell": tile["cell"], "at_mm": at}
        if (what := chance.random()) < 0.4:
            heights = [round(foot + CARRIED_MM, 2), round(foot + CARRIED_MM + CHEESE_MM[0], 2)]
            return [stands, cheese | {"on": mouse["kind"], "height_mm": heights}]
        if what < 0.4 + (OFTEN if self.second else BESIDE):
            turn, away = chance.uniform(0, 2 * math.pi), chance.uniform(*(CLOSE_MM if self.second else BESIDE_MM))
            beside = [round(at[0] + away * math.cos(turn), 2), round(at[1] + away * math.sin(turn), 2)]
            return [stands, cheese | {"at_mm": beside, "height_mm": [foot, foot + CHEESE_MM[1]]}]
        return [stands]


def _crowded(chance: Random, crowd: list[Frame], tile: Frame) -> list[Frame]:
    """Pieces on a tile, wherever they have room."""
    taken, laid = list[tuple[float, float]](), list[Frame]()
    for piece in crowd:
        for _ in range(200):
            x, y = (at + chance.uniform(-WITHIN_MM, WITHIN_MM) for at in tile["at_mm"])
            if all(math.dist((x, y), other) > APART_MM for other in taken):
                taken.append((x, y))
                laid.append(piece | {"cell": tile["cell"], "at_mm": [round(x, 2), round(y, 2)]})
                break
    return laid


def _is_second(seed: int) -> bool:
    return seed % 2 == 0


def varied(seed: int) -> Recording:
    """A recording of Mice in a Maze, everything about it mixed from those of all tables."""
    play, own = tuple(range(13)), mixed(MICE_B, seed)
    hands = tuple(Random(seed).sample(range(len(play)), 2))
    tilt = Random(seed + 1).uniform(*TILT_DEG) if _is_second(seed) else own.tilt
    style = replace(own.style, plain=seed >= SOLID, solid=seed >= SOLID)
    return replace(own, name=f"heading-{seed}", play=play, hands=hands, tilt=tilt, style=style)


def main() -> None:
    render(__doc__, lambda seed, *rest: Headings(varied(seed), *rest))


if __name__ == "__main__":
    main()
