"""Tabletop Companion: a camera above a real table that knows the rules of the game being played on it."""

__version__ = "0.1.0"
