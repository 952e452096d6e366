"""The composition root: the only part of the program that knows all the others.

`pipeline` joins camera and reader, `feed` is what the pages look at, `evening` puts a whole table together, `demo` and `play`
choose what it is made of: a simulated table, or the real one.
"""
