"""`companion bench referee`: how good the judge is, measured on simulated evenings in which everything that happens is known."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from companion.core.game import Game
from companion.games import GAMES, find
from companion.simulated.table_talk import Eye
from companion.simulated.tally import Accused, Mistake, Tally
from companion.simulated.trial import ScenesOnly, Trial

TURNS = 300
SEED = 7
SHOWN = 12
"""So many accusations, acceptances and slips are told one by one in the text; JSON holds them all."""

_ROWS = (
    ("turns (evenings)", "{turns} ({evenings})"),
    ("turns understood without help", "{understood_pct} %"),
    ("asked although sight suffices", "{needless_questions_pct} % of turns ({questions} questions in all)"),
    ("Done had to be pressed", "{done_pressed} times"),
    ("deliberate slips", "{slips}"),
    ("slips named with the right code", "{slips_named_pct} %"),
    ("named, or admitted when asked", "{slips_named_or_admitted_pct} %"),
    ("slips noticed", "{slips_noticed_pct} %"),
    ("put right, and noticed by itself", "{put_right_noticed_pct} %"),
    ("false accusations", "{false_accusations}"),
    ("wrong silent acceptances", "{wrong_acceptances} ({wrong_acceptances_pct} %)"),
    ("misled by the nearest answer", "{misled_by_answers}"),
    ("last hand out to ruling, table time", "median {ruling_s_median} s, p99 {ruling_s_p99} s"),
    ("computing for a settled reading", "median {computing_ms_median} ms, p95 {computing_ms_p95} ms, p99 {computing_ms_p99} ms"),
    ("p95 of it, in frames decoded", "{decodes_p95} (one frame of 1536 x 864: {decoding_ms} ms)"),
    ("explanations considered for a ruling", "median {hypotheses_median}, most {hypotheses_max}"),
)


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this yardstick to `companion bench`."""
    words = "how good the judge is, on simulated evenings"
    parser = subparsers.add_parser("referee", help=words, description=words + " with careless people and deliberate slips")
    parser.add_argument("--game", choices=GAMES, metavar="GAME", action="append", help="only this game (may be given again)")
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N", help=f"turns of each game (default: {TURNS})")
    words = f"the same seed plays the same evenings (default: {SEED})"
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=words)
    words = "readings made from the true scene with honest noise (fast), or read from drawn pixels (slow)"
    parser.add_argument("--readings", choices=("scenes", "pixels"), default="scenes", help=words)
    parser.add_argument("--most-s", type=float, default=3600.0, metavar="S", help="stop a game after so many seconds")
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and report; 1 when anybody was accused falsely."""
    tallies = []
    for name in args.game or GAMES:
        tally = measure(find(name), args.turns, args.seed, args.readings, args.most_s)
        tallies.append(tally)
        if not args.json:
            print("\n".join(lines(tally)), flush=True)
    if args.json:
        print(json.dumps([told(tally) for tally in tallies], indent=2))
    return 1 if any(tally.false_accusations for tally in tallies) else 0


def measure(game: Game[Any, Any], turns: int, seed: int, readings: str, most_s: float = 3600.0) -> Tally:
    """So many turns of one game, from that seed; fewer when time is up."""
    began = time.monotonic()
    trial = Trial(game, Tally(game.id, readings), seed, ScenesOnly if readings == "scenes" else _drawn)
    trial.run(turns, lambda: time.monotonic() - began < most_s)
    trial.tally.decoding_ms = _decoding_ms(game, seed)
    return trial.tally


def _decoding_ms(game: Game[Any, Any], seed: int) -> float | None:
    """How long a frame takes to decode; None where the packages for pictures are missing."""
    try:
        from companion.app.decoding import decoding_ms
    except ImportError:
        return None
    return decoding_ms(game, seed)


def _drawn(game: Game[Any, Any], state: Any, seed: int) -> Eye:
    # Imported late: drawing and reading pictures need packages that everything else here does without.
    from companion.app.drawn_look import DrawnLook

    return DrawnLook(game, state, seed)


def told(tally: Tally) -> dict[str, object]:
    """Everything a tally holds, for JSON."""
    codes = {code: {"committed": one, "named": named} for code, (one, named) in tally.codes().items()}
    return {
        **tally.figures(),
        "codes": codes,
        "false_accusations_told": [_accused(item) for item in tally.false_accusations],
        "wrong_acceptances_told": [_accused(item) for item in tally.wrong_acceptances],
        "slips_not_named": [_mistake(item) for item in tally.mistakes if item.named != item.wanted],
    }


def _accused(item: Accused) -> dict[str, object]:
    return {"evening": item.evening, "ply": item.ply, "position": item.position, "done": item.truth, "told": item.told}


def _mistake(item: Mistake) -> dict[str, object]:
    return {
        "evening": item.evening, "ply": item.ply, "wanted": item.wanted, "named": item.named, "noticed": item.noticed,
        "admitted": item.admitted, "where": item.position,
    }  # fmt: skip


def lines(tally: Tally) -> Iterator[str]:
    """The report of one game as text."""
    figures = tally.figures()
    yield f"{tally.game} ({tally.readings})"
    for words, form in _ROWS:
        yield f"  {words:<38} {form.format(**figures)}"
    if tally.why_not:
        yield "  not understood: " + "; ".join(f"{why} ({count})" for why, count in tally.why_not.most_common())
    for accused in tally.false_accusations[:SHOWN]:
        yield f"  FALSE ACCUSATION, {_where(accused)}: {accused.told}; done: {accused.truth or 'nothing'}"
        yield f"    {accused.position}"
    for accused in tally.wrong_acceptances[:SHOWN]:
        yield f"  wrongly accepted, {_where(accused)}: {accused.told}; done: {accused.truth or 'nothing'}"
    for slip in [item for item in tally.mistakes if item.named != item.wanted][:SHOWN]:
        yield f"  slip {slip.wanted}, {_where(slip)}: {slip.named or ('asked' if slip.noticed else 'unnoticed')}"


def _where(item: Accused | Mistake) -> str:
    return f"evening {item.evening} ply {item.ply}"
