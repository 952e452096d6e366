"""Renders tables full of heaps to learn from: `python -m scripts.tabletop_photos.heaps SEED... --out FOLDER [--samples N]`.

Each seed is a recording of Mouse Trap with an art, a table, a light and a lens of its own, mixed from those of all recordings
or, if the seed is even, drawn dim and slanted with a lamp or a window, in which wedges lie in heaps: in the pile, before a
player, on cards.  In half of the moments each lies a step higher than the one before, as in the shared recordings; in the others
it rests on those below.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from scripts.given import render
from scripts.tabletop_photos.__main__ import Studio
from scripts.tabletop_photos.art import Style
from scripts.tabletop_photos.drawn_recordings import drawn
from scripts.tabletop_photos.poured import STEP_MM, Box, box_of, heap
from scripts.tabletop_photos.recording import TRAP_B
from scripts.tabletop_photos.recordings import ALL, Recording
from scripts.tabletop_photos.scenes import Frame
from scripts.tabletop_photos.tracer import Camera

MOMENTS = 9
"""Pictures of a table: other tables teach more than more of one."""
Moment = tuple[Frame, Camera, dict[str, Any] | None]


def mixed(base: Recording, seed: int) -> Recording:
    """A recording of a game, everything about it mixed from those of all tables."""
    chance = Random(seed)
    pool = [each for each in ALL.values() if each.base != "blind-a"]

    def pick(name: str) -> Any:
        return getattr(chance.choice(pool), name)

    style = Style(seed, *(chance.uniform(*each) for each in ((-180, 180), (-10, 10), (0.8, 1.0), (0.8, 1.0))))
    gloss = {"prints": chance.uniform(0.07, 0.2), "solids": chance.uniform(0.1, 0.16), "table": chance.choice([None, 0.2, 0.3])}
    return replace(
        base, style=style, table=pick("table"), gloss=gloss, panels=pick("panels"), room=pick("room"),
        tilt=chance.uniform(17, 28), way=chance.uniform(-14, 14), roll=chance.uniform(-5, 5), markers=True, sensor=pick("sensor"),
        seed=seed, light="mixed", focal=chance.uniform(1100, 1180), dist=pick("dist"), skin=pick("skin"), sleeve=pick("sleeve"),
        bump=99, margin=40,
    )  # fmt: skip


def varied(seed: int) -> Recording:
    """A recording of heaps, everything else about it mixed from those of all tables, or drawn."""
    moments = range(MOMENTS)
    hands = tuple(Random(seed + 1).sample(moments, 2))
    own = mixed(TRAP_B, seed) if seed % 2 else drawn(TRAP_B, "", seed)
    return replace(own, name=f"heap-{seed}", play=tuple(moments), hands=hands, markers=True)


class Heaps(Studio):
    """Renders a recording with heaps in place of its wedges."""

    def moments(self, part: str) -> list[Moment]:
        found, chance = super().moments(part), Random(self.recording.seed * 7 + 1)
        zones = {zone["name"]: zone["polygon_mm"] for zone in self.session["zones"]}
        for frame, _, _ in found if part == "play" else ():
            frame["pieces"] = [piece for piece in frame["pieces"] if piece["kind"] != "wedge"]
            stepped = chance.random() < 0.5
            self._lay(frame, self._pile(chance, box_of(zones["cheese-pile"]), stepped), "cheese-pile")
            left, far, right, near = box_of(zones["front-S"])
            wide = (right - left) / 3
            for third in (n for n in range(3) if chance.random() < 0.8):
                part_box = (left + third * wide, far, left + (third + 1) * wide, near)
                up = chance.choice([1.0, 0.6, 0.3])
                self._lay(frame, heap(chance, part_box, chance.randint(2, 6), chance.uniform(8, 18), 0.6, stepped, up), "front-S")
            self._on_cards(chance, frame)
        return found

    def _pile(self, chance: Random, box: Box, stepped: bool) -> list[Frame]:
        count, up = chance.randint(5, 11), chance.choice([1.0, 1.0, 0.6, 0.15])
        apart = chance.randint(0, count // 2)
        laid = heap(chance, box, count - apart, chance.uniform(9, 20), 0.6, stepped, up)
        foot = 0.6 + STEP_MM * (count - apart) if stepped else 0.6
        return laid + heap(chance, box, apart, chance.uniform(9, 20), foot, stepped, up)

    def _on_cards(self, chance: Random, frame: Frame) -> None:
        taken = {tuple(piece["cell"]) for piece in frame["pieces"] if piece.get("cell")}
        for tile in chance.sample([tile for tile in frame["tiles"] if tile.get("cell")], 4):
            if tuple(tile["cell"]) not in taken:
                x, y = tile["at_mm"]
                up = 1.0 if chance.random() < 0.8 else 0.5
                # A zone's pieces keep their height; those of a cell would all be laid on its card.
                box = (x - 28, y - 28, x + 28, y + 28)
                self._lay(frame, heap(chance, box, chance.randint(2, 4), chance.uniform(7, 14), 1.0, False, up), "card")

    def _lay(self, frame: Frame, laid: list[Frame], zone: str) -> None:
        frame["pieces"] += [piece | {"zone": zone} for piece in laid]


def main() -> None:
    render(__doc__, lambda seed, *rest: Heaps(varied(seed), *rest))


if __name__ == "__main__":
    main()
