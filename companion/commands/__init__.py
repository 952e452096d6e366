"""The subcommands of `companion`, one module each with `add(subparsers)` and `run(args) -> exit code`.

Heavy packages are imported inside `run`, so that `companion doctor` starts when they are broken.
"""
