"""`companion doctor`: what works on this computer, what does not, and how to mend it.

It changes nothing, and it starts when any package is broken: packages are imported in processes of their own.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import pkgutil
import platform
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path

from companion import __version__, games
from companion.config import Loaded, Settings, add_flags, journal_file, load
from companion.libraries import Import, tried
from companion.ports import NoPortError, free_port

OLDEST = (3, 11)
SPACE_MB = 200
"""An evening's record with its pictures stays well below this."""


class State(Enum):
    """How it stands with one thing: a note is worth knowing but stops nothing; broken means that something needed fails."""

    OK = "ok"
    NOTE = "note"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: what was found, and what to do where it is not well."""

    name: str
    state: State
    found: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of the program: the module, the name pip knows, what it is for, and whether it is needed everywhere."""

    module: str
    project: str
    purpose: str
    needed: bool = True


PACKAGES = (
    Package("numpy", "numpy", "seeing"),
    Package("cv2", "opencv-python", "seeing"),
    Package("flask", "flask", "the page"),
    Package("waitress", "waitress", "the page"),
    Package("segno", "segno", "the QR code on the page"),
    Package("gpiozero", "gpiozero", "lamps, sounds and buttons"),
)
PI_PACKAGES = (
    Package("lgpio", "lgpio", "the pins of a Raspberry Pi", needed=False),
    Package("picamera2", "picamera2", "the camera module of a Raspberry Pi", needed=False),
)
PARTS = ("vision.frame", "hardware", "webui", "calibration")


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    words = "what works on this computer, what does not, and how to mend it"
    parser = subparsers.add_parser("doctor", help=words, description=words + "; exit code 1 when something needed is broken")
    parser.add_argument("--json", action="store_true", help="the same as JSON, for bug reports and scripts")
    add_flags(parser, ("host", "port", "journal"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    checks = list(examine(load(vars(args))))
    well = all(check.state is not State.BROKEN for check in checks)
    if args.json:
        listed = [{**asdict(check), "state": check.state.value} for check in checks]
        print(json.dumps({"version": __version__, "well": well, "checks": listed}, indent=2))
    else:
        print("\n".join(lines(checks)))
        print("\nEverything needed works." if well else "\nSomething needed is broken: see the lines marked BROKEN.")
    return 0 if well else 1


def lines(checks: list[Check]) -> Iterator[str]:
    """The checks for people to read."""
    marks = {State.OK: "ok    ", State.NOTE: "note  ", State.BROKEN: "BROKEN"}
    for check in checks:
        yield f"{marks[check.state]}  {check.name}: {check.found}"
        if check.remedy:
            yield f"        to mend it: {check.remedy}"


def examine(loaded: Loaded) -> Iterator[Check]:
    """Every check, in the order a person mends things."""
    yield python()
    yield from packages()
    yield from parts()
    yield from cameras(Path("/dev"))
    yield pins(Path("/dev"))
    yield from settings(loaded)
    yield record(journal_file(loaded.settings))
    yield port(loaded.settings)


def python() -> Check:
    """The interpreter."""
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.version_info >= OLDEST:
        return Check("Python", State.OK, found)
    return Check("Python", State.BROKEN, found, "install Python 3.11 or newer, remove the folder .venv and start make again")


def packages() -> Iterator[Check]:
    """Each package that others wrote: can it be imported, and which version is it?"""
    wanted = PACKAGES + (PI_PACKAGES if on_a_pi() else ())
    with ThreadPoolExecutor(max_workers=4) as pool:
        for package, done in zip(wanted, pool.map(tried, [item.module for item in wanted]), strict=True):
            yield judged(package, done)


def judged(package: Package, done: Import) -> Check:
    """What importing a package says about it."""
    name = f"package {package.project}"
    if not done.reason:
        return Check(name, State.OK, _version(package.project))
    state = State.BROKEN if package.needed else State.NOTE
    found = f"needed for {package.purpose}, cannot be imported: {done.reason}"
    if done.packages:
        return Check(name, state, found, "sudo apt-get install -y " + " ".join(done.packages))
    if package.project == "picamera2":
        return Check(name, state, found, "sudo apt-get install -y python3-picamera2")
    return Check(name, state, found, f"{sys.executable} -m pip install --force-reinstall {package.project}")


def _version(project: str) -> str:
    try:
        return importlib.metadata.version(project)
    except importlib.metadata.PackageNotFoundError:
        return "works (installed without a version)"


def parts() -> Iterator[Check]:
    """The parts of this program: broken parts without a broken package mean an incomplete installation."""
    names = [f"companion.games.{found.name}" for found in pkgutil.iter_modules(games.__path__) if found.ispkg]
    broken = []
    with ThreadPoolExecutor(max_workers=4) as pool:
        broken = [done for done in pool.map(tried, [*names, *PARTS]) if done.reason]
    for done in broken:
        remedy = "mend the packages above first; if they are well, install the program again"
        yield Check(f"part {done.module}", State.BROKEN, done.reason, remedy)
    if not broken:
        yield Check("the program", State.OK, f"version {__version__}, {len(names)} game{'' if len(names) == 1 else 's'}")


def on_a_pi() -> bool:
    """Whether this computer is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text(errors="replace")
    except OSError:
        return False


def cameras(devices: Path) -> Iterator[Check]:
    """Which cameras the system offers; none is opened, since a game may be using it."""
    found = sorted(path.name for path in devices.glob("video*"))
    if found:
        yield Check("camera", State.OK, "devices " + ", ".join(found))
        return
    remedy = "connect a camera (rpicam-hello shows whether a Raspberry Pi finds its own); `companion demo` needs none"
    yield Check("camera", State.NOTE, f"no camera device in {devices}", remedy)


def pins(devices: Path) -> Check:
    """Whether lamps, sounds and buttons can be driven for real."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        return Check("pins", State.NOTE, "none on this computer; the panel is simulated and shown on the page")
    if any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Check("pins", State.OK, "devices " + ", ".join(chip.name for chip in chips))
    remedy = "sudo usermod -aG gpio $USER, then log in again"
    return Check("pins", State.NOTE, "pins exist, but this user may not use them", remedy)


def settings(loaded: Loaded) -> Iterator[Check]:
    """The settings file and the variables: everything that could not be used."""
    for warning in loaded.warnings:
        yield Check("settings", State.NOTE, warning, "mend that place; docs/settings.md lists all settings")
    if not loaded.warnings:
        what = str(loaded.file) if loaded.file.exists() else f"defaults (there is no {loaded.file})"
        yield Check("settings", State.OK, what)


def record(journal: Path) -> Check:
    """Whether a game can be recorded there: the file, or the nearest folder that exists, can be written and has room."""
    place = journal
    while not place.exists() and place != place.parent:
        place = place.parent
    remedy = "name another file with --journal FILE"
    if place == journal and journal.is_dir():
        return Check("record", State.BROKEN, f"{journal} is a folder, not a file", remedy)
    if place != journal and not place.is_dir():
        return Check("record", State.BROKEN, f"{place} is a file, so {journal} cannot be made", remedy)
    if not os.access(place, os.W_OK):
        return Check("record", State.BROKEN, f"{place} cannot be written", remedy)
    free_mb = shutil.disk_usage(place).free // 1_000_000
    if free_mb < SPACE_MB:
        return Check("record", State.BROKEN, f"{free_mb} MB free for {journal}", f"free {SPACE_MB} MB, or {remedy}")
    return Check("record", State.OK, f"{journal} ({free_mb / 1000:.1f} GB free)")


def port(chosen: Settings) -> Check:
    """Whether the page can listen where the settings say."""
    try:
        free = free_port(chosen.host, chosen.port)
    except NoPortError as error:
        return Check("page", State.BROKEN, str(error), "choose another --host or --port")
    if free != chosen.port:
        return Check("page", State.NOTE, f"port {chosen.port} is busy; the page would come up on {free}")
    return Check("page", State.OK, f"port {free} is free at {chosen.host}")
