"""Real photographs of other people's games: the eye's parts beside plain OpenCV, one module for each set of photographs.

Each module has `measure(folder) -> figures`.  Constants of the parts were chosen on one share of a set where a set had to
be used for that; the figures come from the rest.
"""
