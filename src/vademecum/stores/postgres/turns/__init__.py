"""The index of conversations of one tenant: turns, the words in them, and what they mean.

It keeps and proposes by the numbers that rank, and ranks nothing itself; the words of an answer are read from
the conversations. Only `wiring` and tests may import from here.
"""
