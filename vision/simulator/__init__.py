"""A simulated table: scenes drawn as camera frames with exact truth."""
