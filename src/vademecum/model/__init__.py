"""The frozen values that every room passes to every other: records, index rows, questions, hits.

What lives here is data with its meaning and the small invariants that make it legal; nothing here
computes an answer, touches a clock, a disk or a network. Every room may import it; it imports nothing
but `errors`.
"""
