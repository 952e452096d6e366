"""Takes the pictures of docs/ anew: `make screenshots`.  Plays the demonstration for a while and looks at it in a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PAGES = {"page.png": (1920, 1080), "phone.png": (390, 844)}
"""Picture -> width and height of the window, px."""
RULINGS = 24
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


def main() -> int:
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
