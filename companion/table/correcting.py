"""A reading that was wrong is put right in one step: what else it may have been, likeliest first, in place of what was played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.core.errors import CompanionError
from companion.core.game import Game, KeepsSecrets
from companion.core.messages import Correct, Correction
from companion.core.ruling import Ruling
from companion.journal.entry import PLAYED, Entry, EntryKind
from companion.table.draft import Draft, Given
from companion.table.facts import Facts

S = TypeVar("S")
A = TypeVar("A")

MOST = 6
"""So many corrections are offered."""
LONGEST = 4
"""An explanation of more actions than that is no short answer to what happened."""


@dataclass(frozen=True, slots=True)
class Read(Generic[S]):
    """What the camera told last: its first line, the state before it, how many standing actions came of it, their texts."""

    entry: Entry
    before: S
    count: int
    texts: tuple[str, ...]


def last_read(facts: Facts[S]) -> Read[S] | None:
    """The reading that may still be corrected: nothing was played, taken back or said since."""
    for entry in reversed(facts.entries):
        if entry.kind is EntryKind.IRREGULAR and entry.evidence is not None and facts.trouble == entry:
            return Read(entry, facts.state, 0, ())
        if entry.kind in PLAYED and entry.text:
            return _played(facts, entry)
        if entry.kind not in (EntryKind.NOTE, EntryKind.PUT_RIGHT, EntryKind.OVER):
            return None
    return None


def _played(facts: Facts[S], last: Entry) -> Read[S] | None:
    if last.evidence is None or last.by is not None or not facts.played or facts.played[-1].entry != last:
        return None
    mine = []
    for played in reversed(facts.played):
        if played.entry.evidence != last.evidence:
            break
        mine.append(played)
    first = mine[-1]
    return Read(first.entry, first.before, len(mine), tuple(played.entry.text for played in reversed(mine)))


def corrections(game: Game[S, Any], facts: Facts[S]) -> tuple[Correction, ...]:
    """What the last reading may have been instead: first what was considered then, by its probability, then what else was legal.

    Nothing is in it that not everybody may read: all pages show the same list.
    """
    read = last_read(facts)
    if read is None:
        return ()
    found: dict[tuple[str, ...], Correction] = {}
    for texts, label in (*_considered(game, read), *_legal(game, read)):
        if texts != read.texts and texts not in found:
            found[texts] = Correction(read.entry.number, label, texts)
        if len(found) == MOST:
            break
    return tuple(found.values())


def _considered(game: Game[S, Any], read: Read[S]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The lawful explanations of that reading, likeliest first."""
    case = json.loads(read.entry.evidence.case or "{}") if read.entry.evidence is not None else {}
    rivals = [one for one in case.get("considered", []) if one["actions"] and not one["codes"]]
    for rival in sorted(rivals, key=lambda one: -float(one["log_p"])):
        texts = tuple(str(text) for text in rival["actions"])
        if len(texts) <= LONGEST and (label := label_of(game, read.before, texts)):
            yield texts, label


def label_of(game: Game[S, Any], state: S, texts: tuple[str, ...]) -> str:
    """What people call these actions; empty where not everybody may read it, or where they cannot be played."""
    words = []
    try:
        for text in texts:
            if isinstance(game, KeepsSecrets) and not game.may_be_told(state, text, None):
                return ""
            action = game.read(text)
            if not game.rule(state, action).legal:
                return ""
            words.append(game.label(state, action))
            state = game.play(state, action)
    except CompanionError:
        return ""
    return ", then ".join(words)


def _legal(game: Game[S, Any], read: Read[S]) -> Iterator[tuple[tuple[str, ...], str]]:
    """What everybody could have seen to be legal, nearest to where the camera saw something first."""
    places = set(read.entry.places)
    legal = game.view(read.before, None).legal
    if read.texts:
        places |= {place for action in legal if action.text == read.texts[0] for place in action.places}
    for action in sorted(legal, key=lambda one: -len(places & set(one.places))):
        yield (action.text,), action.label


def correct(draft: Draft[S, A], command: Correct) -> None:
    """Take back what was read, and play what somebody says that it was; or tell them why not.

    A reveal stays where it is: the table shows it, only the camera took it for something else.
    """
    offered = [one for one in corrections(draft.game, draft.facts) if one.line == command.line]
    read = last_read(draft.facts)
    if read is None or not 0 <= command.choice < len(offered):
        draft.note("That reading has been corrected, or something was played since; nothing was changed.", command.by)
        return
    before = draft.facts
    played = before.played[: len(before.played) - read.count]
    draft.change(state=read.before, played=played, question=None, trouble=None, pointed=(), spoken=None, overruled=None)
    chain = draft.try_out(offered[command.choice].actions)
    if isinstance(chain, Ruling) or (chain.held and not chain.links):
        draft.facts = before
        draft.note("That cannot be played here now; nothing was changed.", command.by)
        return
    for gone in reversed(before.played[len(played) :]):
        words = f"Read wrongly: {gone.entry.sentence}"
        draft.record(EntryKind.UNDO, words, text=gone.entry.text, seat=gone.entry.seat, by=command.by)
    draft.accept(chain, Given(EntryKind.CORRECTION, command.by))
    draft.overrule_camera("The record follows what was said; the camera still sees something else there.", firm=True)
