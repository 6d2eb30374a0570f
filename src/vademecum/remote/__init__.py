"""A home that stands elsewhere: every verb of `Vade`, asked of a server over HTTP.

What a verb is called there, and what it takes, is read from `surface.operations`; what comes back is made
into values by `surface.lossless`. Nothing is decided here, and nothing is kept but the line. `wiring_remote`
is the one that opens one.
"""
