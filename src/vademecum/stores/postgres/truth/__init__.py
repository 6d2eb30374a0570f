"""Implementations of `ports.truth`: what is the truth, as rows, for whoever decides what the bytes mean.

Nothing here parses a file or a line, and nothing here is derived: what is lost here is lost. Only `wiring`
and tests may import from here.
"""
