"""Which rows does a query in Cypher find in a graph?

An engine that is somebody else's answers, in a process of its own. Which nodes and relations there are, and
who may see them, is decided above; nothing is kept here. Only `wiring` may import it.
"""
