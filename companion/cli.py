"""The `companion` command."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Sequence

from companion import __version__
from companion.core.errors import CompanionError

COMMANDS = (
    "demo", "play", "read", "watch", "legal", "rule", "judge", "evidence", "rejudge", "solve", "hardware", "doctor", "bench",
)  # fmt: skip
"""The subcommands in the order of the help; each is a module of `companion.commands`."""


GARBAGE = (100_000, 10, 10)
"""After so many new objects the collector of garbage looks for some: one look at the table makes thousands, hardly any of them
garbage, and by default the collector would go through everything several times in the middle of it."""


def parser() -> argparse.ArgumentParser:
    """The whole command line; imports no heavy package."""
    top = argparse.ArgumentParser(prog="companion", description="A camera above a real table that knows the rules.")
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = importlib.import_module(f"companion.commands.{name}")
        module.add(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit code; errors a person can mend become one line on standard error."""
    # Two BLAS threads beside a busy neighbour stall for tens of milliseconds; must be set before numpy is imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(*GARBAGE)
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
        # What is still in the buffer belongs to the command too: written at exit, it could no longer be caught.
        sys.stdout.flush()
    except CompanionError as error:
        print(f"companion {args.command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output went away (`| head`): not an error of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
