"""The shared vocabulary of the whole program: standard library only, no clock, no randomness, no input or output."""
