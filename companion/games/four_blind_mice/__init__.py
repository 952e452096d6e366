"""Four Blind Mice: rules, notation, scenes and views."""
