"""All recordings by their names."""

from __future__ import annotations

from scripts.tabletop_photos import drawn_recordings
from scripts.tabletop_photos import early_recordings as early
from scripts.tabletop_photos import late_recordings as late
from scripts.tabletop_photos.recording import BLIND_B, KAESE_B, MICE_B, STONE_B, TRAP_B, Recording

_BATCHES = (
    early.SECOND, early.THIRD, early.FOURTH, early.FIFTH, early.SIXTH, early.SEVENTH, early.EIGHTH, early.NINTH,
    late.TENTH, late.ELEVENTH, late.TWELFTH, late.THIRTEENTH, late.FOURTEENTH, late.FIFTEENTH, late.SIXTEENTH, late.SEVENTEENTH,
    late.EIGHTEENTH, late.NINETEENTH, late.TWENTIETH, late.TWENTY_FIRST, late.TWENTY_SECOND, late.TWENTY_THIRD,
    late.TWENTY_FOURTH,
    late.TWENTY_FIFTH,
    late.TWENTY_SIXTH,
    late.TWENTY_SEVENTH,
    late.TWENTY_EIGHTH,
    drawn_recordings.TWENTY_NINTH,
    drawn_recordings.THIRTIETH,
    drawn_recordings.THIRTY_FIRST,
    drawn_recordings.THIRTY_SECOND,
    drawn_recordings.THIRTY_THIRD,
    drawn_recordings.THIRTY_FOURTH,
    drawn_recordings.THIRTY_FIFTH,
    drawn_recordings.THIRTY_SIXTH,
    drawn_recordings.THIRTY_SEVENTH,
    drawn_recordings.THIRTY_EIGHTH,
    drawn_recordings.THIRTY_NINTH,
    drawn_recordings.FORTIETH,
    drawn_recordings.FORTY_FIRST,
    drawn_recordings.FORTY_SECOND,
    drawn_recordings.FORTY_THIRD,
    drawn_recordings.FORTY_FOURTH,
    drawn_recordings.FORTY_FIFTH,
    drawn_recordings.FORTY_SIXTH,
    drawn_recordings.FORTY_SEVENTH,
    drawn_recordings.FORTY_EIGHTH,
    drawn_recordings.FORTY_NINTH,
    drawn_recordings.FIFTIETH,
    drawn_recordings.FIFTY_FIRST,
    drawn_recordings.FIFTY_SECOND,
    drawn_recordings.FIFTY_THIRD,
    drawn_recordings.FIFTY_FOURTH,
    drawn_recordings.FIFTY_FIFTH,
    drawn_recordings.FIFTY_SIXTH,
    drawn_recordings.FIFTY_SEVENTH,
    drawn_recordings.FIFTY_EIGHTH,
    drawn_recordings.FIFTY_NINTH,
    drawn_recordings.SIXTIETH,
    drawn_recordings.SIXTY_FIRST,
    drawn_recordings.SIXTY_SECOND,
    drawn_recordings.SIXTY_THIRD,
)  # fmt: skip
ALL = {r.name: r for r in (MICE_B, STONE_B, TRAP_B, KAESE_B, BLIND_B, *(r for batch in _BATCHES for r in batch))}

__all__ = ["ALL", "Recording"]
