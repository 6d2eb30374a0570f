"""Every verb of an open home as an operation over HTTP: one table for routes, descriptions, clients, docs.

Nothing here serves or sends a request; it says which path means which verb, what it takes, how it answers.
Whoever serves (`web`) or asks from afar may read it, and a test holds it against the verbs there are.
"""
