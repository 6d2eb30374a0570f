"""The index in plain dictionaries: the reference of the contract suite and the store of throw-away homes.

It proposes everything that satisfies an ask, so no engine stands between a test and the rules; it never
touches a disk, a clock or a library. Only `wiring` and tests may import it.
"""
