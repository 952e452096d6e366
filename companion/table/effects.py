"""What a message makes the table do.  Effects are carried out in their order: record, then lamps and sounds, then pages."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Cue, Snapshot
from companion.journal.entry import Entry


@dataclass(frozen=True, slots=True)
class Record:
    """This line belongs in the record, on the disk, before anybody is told."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Show:
    """Lamps and sounds shall say this."""

    cues: tuple[Cue, ...]


@dataclass(frozen=True, slots=True)
class Publish:
    """The pages shall show this."""

    snapshot: Snapshot


Effect = Record | Show | Publish
