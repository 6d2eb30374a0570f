"""Who is calling a service, by which proof, and how often they may.

What lives here: tokens made and proven, bearer tokens of trusted issuers, the pace of a tenant. What never
does: what a caller may see (`access` says it), rows, routes. Wiring hands it the accounts and a clock; the
web and the command line ask it.
"""
