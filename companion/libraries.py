"""The libraries of the system that opencv-python needs and pip cannot bring: which is missing, which Debian package has it.

`python -m companion.libraries` is asked by scripts/setup: nothing and exit code 0 when cv2 can be imported; `LIBRARY PACKAGE...`
and 1 when a known library is missing; the reason and 2 for anything else.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass

_DESKTOP = ("libgl1", "libglib2.0-0")
"""What a bare Debian lacks (libgl1 brings the X libraries along), named together: the loader finds one missing library at a
time, and a person should type one command."""

_PACKAGES = {
    "libGL.so.1": _DESKTOP,
    "libglib-2.0.so.0": _DESKTOP,
    "libgthread-2.0.so.0": _DESKTOP,
    "libgobject-2.0.so.0": _DESKTOP,
    "libX11.so.6": _DESKTOP,
    "libXext.so.6": _DESKTOP,
    "libxcb.so.1": _DESKTOP,
    "libSM.so.6": ("libsm6",),
    "libICE.so.6": ("libice6",),
    "libXrender.so.1": ("libxrender1",),
}
_MISSING = re.compile(r"(lib[^\s:]+\.so[^\s:]*): cannot open shared object file")


@dataclass(frozen=True, slots=True)
class Import:
    """How importing a module in a process of its own went; `reason` is empty when it went well."""

    module: str
    reason: str = ""

    @property
    def missing(self) -> str:
        """The shared library the loader could not find, or nothing."""
        found = _MISSING.search(self.reason)
        return found.group(1) if found else ""

    @property
    def packages(self) -> tuple[str, ...]:
        """The Debian packages that bring that library, where it is one we know."""
        return _PACKAGES.get(self.missing, ())


def tried(module: str, timeout_s: float = 120.0) -> Import:
    """Import a module in another process: a broken binary may end the process that imports it, not only raise."""
    command = [sys.executable, "-c", f"import {module}"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=timeout_s
        )
    except subprocess.TimeoutExpired:
        return Import(module, f"importing it took longer than {timeout_s:g} s")
    if done.returncode == 0:
        return Import(module)
    if done.returncode < 0:
        return Import(module, f"importing it ended the process with signal {-done.returncode}: not built for this processor")
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return Import(module, lines[-1].strip() if lines else f"exit code {done.returncode}")


def main() -> int:
    """The exit code and the line that scripts/setup reads."""
    found = tried("cv2")
    if not found.reason:
        return 0
    if found.packages:
        print(found.missing, *found.packages)
        return 1
    print(found.reason)
    return 2


if __name__ == "__main__":
    sys.exit(main())
