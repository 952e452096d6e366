"""Cues to lamps and sounds, buttons to commands."""
