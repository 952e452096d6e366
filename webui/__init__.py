"""Snapshots to pages, taps to commands."""
