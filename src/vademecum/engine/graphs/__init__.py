"""The use cases of the graph: what a reader asks of it, and what a writer says of two nodes.

It decides who sees what and writes what was said into files; the walks themselves are rules of the room
`graph`. Only `engine.vade` may import it.
"""
