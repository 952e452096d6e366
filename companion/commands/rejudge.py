"""`companion rejudge FILE`: a ruling judged once more from its evidence, on any machine."""

from __future__ import annotations

import argparse
import base64
import json
from pathlib import Path
from typing import Any

from companion.core.errors import CompanionError
from companion.core.finding import Finding, Waiting
from companion.games import find
from companion.journal.reading_json import reading_of_json
from companion.referee.explain import sentence
from companion.referee.referee import Referee
from companion.table.case_file import VERSION, finding_json

LONG_S = 60.0
"""Where the table of the evidence was less patient than ours, nothing but more patience is needed."""


class EvidenceFileError(CompanionError, ValueError):
    """The file is no evidence, or is damaged; the message says where."""


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    sub: argparse.ArgumentParser = subparsers.add_parser("rejudge", help="judge the evidence of a ruling once more")
    sub.add_argument("file", metavar="FILE", type=Path, help="a file written by `companion evidence`")
    words = "write the pictures of the table before and after there"
    sub.add_argument("--pictures", metavar="FOLDER", type=Path, help=words)
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print both judgements; returns 1 where they differ."""
    case = read_case(args.file)
    if args.pictures is not None:
        for path in write_pictures(case, args.pictures):
            print(f"Picture: {path}")
    found, said = rejudged(case)
    same = finding_json(found) == case["finding"]
    print(f"{case['game']}, line {case['line']['number']}: {case['line']['sentence']}")
    for item in case["considered"]:
        words = " ".join(item["actions"]) or "(nothing)"
        print(f"  {item['log_p']:8.2f}  {words}{'  breaks ' + ', '.join(item['codes']) if item['codes'] else ''}")
    print(f"Judged again: {said}")
    print("The same ruling." if same else f"ANOTHER ruling: it was {json.dumps(case['finding'], ensure_ascii=False)}.")
    return 0 if same else 1


def read_case(path: Path) -> dict[str, Any]:
    """The evidence in that file; EvidenceFileError where it is none."""
    try:
        case = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EvidenceFileError(f"reading {path}: {error}; name a file written by `companion evidence`") from error
    if not isinstance(case, dict) or case.get("version") != VERSION:
        raise EvidenceFileError(f"reading {path}: it is no evidence of version {VERSION}; write it with `companion evidence`")
    return case


def write_pictures(case: dict[str, Any], folder: Path) -> list[Path]:
    """The camera's pictures in that evidence as files; EvidenceFileError where one is damaged."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in ("before", "after"):
        text = case.get("pictures", {}).get(name)
        if text is None:
            continue
        try:
            data = base64.b64decode(text, validate=True)
        except (TypeError, ValueError) as error:
            what = f"writing the picture {name!r} of the evidence: it is damaged ({error}); write the evidence anew"
            raise EvidenceFileError(what) from error
        written.append(folder / f"{name}.jpg")
        written[-1].write_bytes(data)
    return written


def rejudged(case: dict[str, Any]) -> tuple[Finding, str]:
    """What the referee finds in that case now, and the same in words."""
    try:
        game = find(case["game"])
        state, reading = game.read_position(case["position"]), reading_of_json(case["reading"])
        between = tuple(map(reading_of_json, case.get("between", ())))
        waited_s, done = float(case["waited_s"]), bool(case["done"])
    except (KeyError, TypeError, ValueError) as error:
        what = f"judging the evidence again: it is damaged ({type(error).__name__}: {error}); write it anew"
        raise EvidenceFileError(what) from error
    referee: Referee[Any] = Referee(game)
    found = referee.judge(state, reading, waited_s, done, between)
    if isinstance(found, Waiting):
        found = referee.judge(state, reading, LONG_S, done, between)
    return found, sentence(game, state, found)
