"""One whole random game per game, position by position with its legal actions, as text to be stored and compared.

    python tests/kit/transcript.py mice-in-a-maze > tests/law/transcripts/mice-in-a-maze.txt     writes a new one

A changed transcript is a changed rule, order or notation: read the difference before storing it.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from law_table import LAWS

from companion.games import find

STORED = Path(__file__).resolve().parents[1] / "law" / "transcripts"


def of(game_id: str) -> str:
    """The transcript: the start; for each ply the actor, what changed in the position, the legal actions and the one chosen;
    at last the outcome and the whole position."""
    game, (start, seed) = find(game_id), LAWS[game_id].transcript
    rng, text = Random(seed), LAWS[game_id].positions[start]
    state = game.read_position(text)
    lines = [f"game: {game_id}", f"start: {text}", f"seed: {seed}", ""]
    ply, before = 0, ""
    while actions := game.actions(state):
        tokens = [game.write(action) for action in actions]
        position = game.write_position(state)
        chosen = game.read(LAWS[game_id].hurry(position, tokens, rng))
        ply += 1
        lines += [f"{ply} {game.actor(state)} {changed(before, position)}", f"   {len(tokens)} legal"]
        before = position
        lines += textwrap.wrap(" | ".join(tokens), 150, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False)
        lines += [f"   plays {game.write(chosen)}", ""]
        state = game.play(state, chosen)
    outcome = game.outcome(state)
    assert outcome is not None
    points = " ".join(f"{seat}={score:g}" for seat, score in outcome.scores.items())
    return "\n".join([*lines, f"END:{outcome.why} {points} winners: {','.join(outcome.winners)}", game.write_position(state), ""])


def changed(before: str, position: str) -> str:
    """The fields of a position that are not as before; one that has gone is written with `-`."""
    old, new = (dict(named(field) for field in text.split("; ") if field) for text in (before, position))
    fields = {name: value for name, value in new.items() if old.get(name) != value} | dict.fromkeys(old.keys() - new.keys(), "-")
    return "; ".join(f"{name}: {value}" for name, value in sorted(fields.items()))


def named(field: str) -> tuple[str, str]:
    """A field of a position, written `name: value`, `name=value` or `name value`, as name and value."""
    name, value = re.match(r"(\w+(?::\w+(?==))?)(?:: |[=: ])?(.*)", field, re.DOTALL).groups()  # type: ignore[union-attr]
    return name, value


def first_difference(one: str, other: str) -> str | None:
    """The first line in which two transcripts differ, as a sentence; None when they are equal."""
    if one == other:
        return None
    ours, theirs = one.split("\n"), other.split("\n")
    pairs = zip([*ours, *[""] * len(theirs)], [*theirs, *[""] * len(ours)], strict=False)
    number, (a, b) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"line {number}: {a!r} is not {b!r}"


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] in LAWS:
        print(of(sys.argv[1]), end="")
    else:
        sys.exit(f"usage: python tests/kit/transcript.py GAME, where GAME is one of: {', '.join(LAWS)}")
