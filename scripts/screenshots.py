"""Takes the pictures of docs/ anew: `make screenshots`.

Plays the demonstration for a while and looks at it in a browser; then plays some actions of each game by hand, without a camera.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from companion.games import GAMES

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PAGES = {"page.png": (1920, 1080), "phone.png": (390, 844)}
"""Picture -> width and height of the window, px."""
RULINGS = 24
TAPS = 16
"""Actions that are played by hand before a picture."""
PATIENCE_MS = 240_000


def address_of(demo: subprocess.Popen[str]) -> str:
    """The address that the demonstration prints."""
    assert demo.stdout is not None
    for line in demo.stdout:
        if found := re.search(r"https?://\S+", line):
            return found.group()
    raise SystemExit("screenshots: the demonstration ended without printing an address; try `companion demo` by hand")


def taken(page: Page, address: str, name: str) -> None:
    """Wait until some rulings stand in the log, then save the window."""
    width, height = PAGES[name]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    # Waiting for elements, not for expressions: the page's own policy forbids evaluating text.
    page.locator("#part-log .lines > li").nth(RULINGS - 1).wait_for(state="attached", timeout=PATIENCE_MS)
    page.locator("#live[data-state=on]").wait_for(state="attached", timeout=PATIENCE_MS)
    page.screenshot(path=ROOT / "docs" / name)
    print(f"wrote docs/{name}")


def by_hand(browser: Browser, game: str, folder: Path) -> None:
    """Some actions of a game tapped on the big screen, then its picture; of one game also a seat and the owner's desk."""
    command = [sys.executable, "-u", "-m", "companion", "play", game, "--new", "--host", "127.0.0.1", "--pins", "mock"]
    command += ["--journal", str(folder / f"{game}.sqlite")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as evening:
        try:
            address = address_of(evening)
            page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
            page.goto(address)
            page.locator("#live[data-state=on]").wait_for(timeout=PATIENCE_MS)
            chance = Random(game)
            for number in range(TAPS):
                choices = page.locator("[data-action]").all()
                if not choices:
                    break
                chance.choice(choices).evaluate("choice => choice.click()")
                page.locator(".enter").evaluate("enter => enter.click()")
                page.locator("#part-log .lines > li").nth(number).wait_for(state="attached", timeout=PATIENCE_MS)
            saved(page, f"board-{game}.png")
            if game == GAMES[1]:
                seat_and_desk(page, address, evening)
            page.close()
        finally:
            evening.terminate()


def seat_and_desk(page: Page, address: str, evening: subprocess.Popen[str]) -> None:
    """A seat's own page on a telephone, and the owner's desk."""
    assert evening.stdout is not None
    code = next(found.group(1) for line in evening.stdout if (found := re.search(r"code (\d{6})", line)))
    page.goto(f"{address}table")
    page.get_by_role("textbox").fill(code)
    page.locator("form button").first.click()
    saved(page, "desk.png")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}join")
    page.locator(".chairs a").first.click()
    page.locator("form button").first.click()
    page.locator("#live[data-state=on]").wait_for(timeout=PATIENCE_MS)
    saved(page, "seat.png")


def saved(page: Page, name: str) -> None:
    page.screenshot(path=ROOT / "docs" / name)
    print(f"wrote docs/{name}")


def main() -> int:
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as play,
        play.chromium.launch(executable_path=path, args=["--no-sandbox"]) as browser,
    ):
        for game in GAMES:
            by_hand(browser, game, Path(folder))
    return demonstration() if "--by-hand" not in sys.argv else 0


def demonstration() -> int:
    """The pictures of the demonstration."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    command = [sys.executable, "-u", "-m", "companion", "demo", *sys.argv[1:]]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as demo:
        try:
            address = address_of(demo)
            # Without a sandbox of its own the browser also runs as root; it only ever sees our own page.
            with sync_playwright() as play, play.chromium.launch(executable_path=path, args=["--no-sandbox"]) as browser:
                for name in PAGES:
                    taken(browser.new_page(), address, name)
        finally:
            demo.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
