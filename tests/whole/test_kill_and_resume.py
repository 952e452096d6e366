"""The whole program killed in mid-game goes on where it stopped: what was announced is on the disk."""

import os
import re
import signal
import subprocess
import sys
import urllib.request

from companion.journal.journal import Journal

LINE = 'data-key=\\"line-'
"""How each line of the log begins in an event."""


def started(journal, *more):
    """A demonstration on a free port, as a person starts it, and the address it printed."""
    words = [sys.executable, "-u", "-m", "companion", "demo", "--seed", "5", "--speed", "4", "--port", "8600"]
    demo = subprocess.Popen([*words, "--journal", str(journal), *more], stdout=subprocess.PIPE, text=True, env=os.environ)
    said = []
    for line in demo.stdout:
        said.append(line)
        if found := re.search(r"http://\S+/", line):
            return demo, found.group(), "".join(said)
    raise AssertionError(f"the demonstration ended: {''.join(said)}")


def rulings_announced(address, least):
    """Follow the page's own event stream until it has told so many rulings; how many the last event told."""
    with urllib.request.urlopen(f"{address}events", timeout=120) as stream:
        for line in stream:
            told = line.decode().count(LINE)
            if told >= least:
                return told
    raise AssertionError("the event stream ended")


def test_killed_in_mid_game(tmp_path):
    """After kill -9 the record holds every ruling the page had told, and the same game goes on to more of them."""
    journal = tmp_path / "game.sqlite"
    demo, address, _ = started(journal)
    told = rulings_announced(address, 6)
    demo.send_signal(signal.SIGKILL)
    demo.communicate()
    book = Journal.open(journal)
    kept = len(book.resume().entries)
    book.close()
    assert kept >= told
    demo, address, said = started(journal)
    try:
        assert f"{kept} lines are on record" in said
        assert rulings_announced(address, kept + 2) >= kept + 2
    finally:
        demo.send_signal(signal.SIGINT)
        demo.communicate()
    assert demo.returncode == 0
