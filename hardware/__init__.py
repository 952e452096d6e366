"""Cues -> lamps and sounds, buttons -> commands.  Knows no game, no picture and no page."""
