"""Readers of data sets: public formats and our own, each to the one form that protocols ask.

A reader checks what it reads and says what it expected; it never measures. Only the protocols of this room
may import it.
"""
