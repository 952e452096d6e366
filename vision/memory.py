"""What is not needed any more goes back to the system."""

from __future__ import annotations

import ctypes


def give_back() -> None:
    """Return freed memory to the system, where the C library can; without, it stays as large as the largest step was.

    What is needed again must be asked for page by page, which takes ten times as long as to give it back.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
