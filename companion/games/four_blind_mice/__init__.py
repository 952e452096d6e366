"""Four Blind Mice."""
