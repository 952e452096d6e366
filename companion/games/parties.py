"""How a number of people sit down to a game: the answers of its set-up, for people who know nothing of notation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

PARTIES: Mapping[str, Mapping[int, tuple[tuple[str, ...], Mapping[str, str]]]] = {
    "mice-in-a-maze": {
        2: (("P1", "P2"), {"players": "P1=R,P P2=Y,B", "owners": "P1=R,P,O,G P2=Y,B,W,K", "order": "R Y B P"}),
        3: (("P1", "P2", "P3"), {"players": "P1=R P2=Y P3=B", "owners": "P1=R,O P2=Y,G P3=B,P"}),
        4: (("P1", "P2", "P3", "P4"), {"players": "P1=R P2=Y P3=B P4=W", "owners": "P1=R,O P2=Y,G P3=B,P P4=W,K"}),
    },
    "librande-maze": {
        2: (("1", "3"), {"chars": "1=BA 3=DR"}),
        3: (("1", "2", "3"), {"chars": "1=BA 2=WZ 3=DR"}),
        4: (("1", "2", "3", "4"), {"chars": "1=BA 2=WZ 3=DR 4=TH"}),
    },
    "mouse-trap-cards": {n: (tuple("ABCDE"[:n]), {"players": ",".join("ABCDE"[:n])}) for n in range(2, 6)},
    "alles-kaese": {n: (tuple("ABCDEF"[:n]), {"n": str(n)}) for n in range(2, 7)},
    "four-blind-mice": {
        n: (tuple(f"P{i + 1}" for i in range(n)), {"players": ",".join(f"P{i + 1}" for i in range(n))}) for n in range(1, 9)
    },
}
"""Game -> number of people -> the ids of their seats, and the answers that seat them."""

LONGEST_NAME = 24


def party(game_id: str, names: Sequence[str]) -> dict[str, str]:
    """The answers for these people in the order of their seats; ValueError with a sentence where so many cannot play."""
    allowed = PARTIES[game_id]
    if len(names) not in allowed:
        raise ValueError(f"{len(names)} people cannot play this game; {min(allowed)} to {max(allowed)} can.")
    seats, answers = allowed[len(names)]
    called = [f"{seat}={_word(name)}" for seat, name in zip(seats, names, strict=True) if _word(name)]
    return {**answers, **({"names": " ".join(called)} if called else {})}


def _word(name: str) -> str:
    """A name as one word of the notation."""
    return re.sub(r"[^\w.'-]+", "_", name.strip())[:LONGEST_NAME].strip("_")
