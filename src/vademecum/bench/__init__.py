"""How well things are found, measured beside plain alternatives: protocols, methods, measures, reports.

Nothing here answers a user; it asks the product the way a user does, in a home of its own that goes with the
run. Only `cli` may import this room, and only when it is asked to measure.
"""
