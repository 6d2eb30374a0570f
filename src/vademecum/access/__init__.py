"""Rules of who may do what in a shared service: names, rights, scopes, bounds.

What lives here: whether a standing lets a request pass and with which scopes, how a presented token is
read, when a bound is reached. What never does: a clock, a database, a secret kept, a protocol. Whoever proves
an identity, the web and the command line ask it; it knows values alone.
"""
