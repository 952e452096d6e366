"""Simulated people at a simulated table: they play, answer questions, make mistakes when told to, and put them right.

They know the game's truth; the companion never does.  What they do reaches it through drawn frames and buttons alone.
"""
