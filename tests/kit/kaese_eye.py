"""What a sure eye reads of a table of Alles Käse!, but for a die of which it is in doubt."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion.core.reading import Reading
from companion.core.scene import Scene
from companion.games import find
from companion.simulated.noise import Noise, SceneEye

KAESE = find("alles-kaese")
BEFORE_A_ROLL = (
    "players: A,B,C; turn: C; display: 151155; top: 4; supply: 4; discard: 662143652433452646; shown: 2; "
    "kept: A=t3,t2 B=t6,c2,t2 C=c4,c5,t1"
)


def seen(state: Any, scene: Scene | None = None) -> Reading:
    """What it reads of that scene, or of the state's own."""
    eye = SceneEye(KAESE.catalogue, KAESE.layout_of(state), Random(1), Noise(doubtful=0.0, ghosts=0.0))
    return eye.read(KAESE.scene(state) if scene is None else scene)


def die_as(reading: Reading, face: str, doubt: float) -> Reading:
    """The reading of an eye that takes the die for `face` and leaves `doubt` (nats) between that and what shows."""
    die = next(claim for claim in reading.pieces if claim.kind == "die")
    taken = replace(die, faces=((face, -0.01), (die.faces[0][0], -doubt)))
    return replace(reading, pieces=tuple(taken if claim is die else claim for claim in reading.pieces))
