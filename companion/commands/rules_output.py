"""What `legal`, `rule` and `judge` share: reading their input, and saying what the rules say, as text or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.errors import CompanionError, NotationError
from companion.core.game import Game, RecordLine
from companion.core.ruling import Outcome, Ruling
from companion.core.view import SeatScore

Json = dict[str, Any]

POSITION_HELP = "a file in the game's position notation, - for standard input, or the text itself"


class InputError(CompanionError, OSError):
    """The file named on the command line cannot be read."""


def add_json(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="print JSON instead of text")


def read_input(name: str) -> str:
    """The text of a file, of standard input (`-`), or the argument itself when it is a position and no such file exists."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        if ":" in name or "=" in name:
            return name
        why = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {name!r}: {why}; name a text file, - for standard input, or write a position") from None


def points(value: float) -> float | int:
    """Whole points without a decimal."""
    return int(value) if value == int(value) else value


def scores_json(scores: Iterable[SeatScore]) -> Json:
    return {score.seat: points(score.points) for score in scores}


def outcome_json(outcome: Outcome | None) -> Json | None:
    if outcome is None:
        return None
    scores = {seat: points(value) for seat, value in outcome.scores.items()}
    return {"winners": list(outcome.winners), "why": outcome.why, "scores": scores}


def print_json(value: Mapping[str, object]) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


@dataclass(frozen=True, slots=True)
class Played:
    """One action as judged: its ply, its line in the record (None: none), the ruling, the scores after it."""

    ply: int
    line: int | None
    ruling: Ruling
    scores: tuple[SeatScore, ...]


def judge_lines(game: Game[Any, Any], state: Any, lines: Iterable[RecordLine], numbered: bool) -> tuple[list[Played], Any]:
    """Rule the actions one after another and play them as long as they are legal; the rulings and the state reached."""
    played: list[Played] = []
    for line in lines:
        action = game.read(line.text)
        ruling = game.rule(state, action)
        ply = state.ply
        if ruling.legal:
            state = game.play(state, action)
        played.append(Played(ply, line.line if numbered else None, ruling, game.scores(state)))
        if not ruling.legal:
            break
    return played, state


def report(game: Game[Any, Any], played: list[Played], state: Any, as_json: bool) -> int:
    """Print the rulings; the exit code: 1 when the last action was illegal, else 0."""
    if as_json:
        print_json({
            "plies": [_played_json(item) for item in played],
            "outcome": outcome_json(game.outcome(state)),
            "position": game.write_position(state),
        })  # fmt: skip
    else:
        for item in played:
            print(_played_text(item))
        _print_end(game, state)
    return 1 if played and not played[-1].ruling.legal else 0


def _played_json(item: Played) -> Json:
    return {
        "ply": item.ply,
        "line": item.line,
        "action": item.ruling.action,
        "legal": item.ruling.legal,
        "violations": [{"code": v.code, "sentence": v.sentence, "rule": v.rule} for v in item.ruling.violations],
        "scores": scores_json(item.scores),
    }


def _played_text(item: Played) -> str:
    where = f"line {item.line}, " if item.line is not None else ""
    head = f"{where}ply {item.ply}: {item.ruling.action}"
    if item.ruling.legal:
        return f"{head}  legal   {score_text(item.scores)}"
    broken = "; ".join(f"{v.code}: {v.sentence} (rulebook: {v.rule})" for v in item.ruling.violations)
    return "\n  ".join([f"{head}  ILLEGAL  {broken}", *item.ruling.remedy])


def score_text(scores: Iterable[SeatScore]) -> str:
    return " ".join(f"{score.seat}={points(score.points)}" for score in scores)


def _print_end(game: Game[Any, Any], state: Any) -> None:
    outcome = game.outcome(state)
    if outcome is not None:
        print(f"game over ({outcome.why}): {outcome.sentence} Winners: {', '.join(outcome.winners)}")
    print(f"position: {game.write_position(state)}")


def located(game: Game[Any, Any], text: str) -> list[RecordLine]:
    """The actions of a command line, each readable; NotationError with its column otherwise."""
    lines = []
    for token, column in game.split(text):
        try:
            game.read(token)
        except NotationError as error:
            raise NotationError("action", error.token, error.why, 1, column + error.column) from None
        lines.append(RecordLine(1, token))
    return lines
