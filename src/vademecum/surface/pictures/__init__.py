"""Answers of the graph as pictures: SVG, written out, the same bytes for the same answer.

Where nodes stand comes from a layout that is handed in; nothing here asks the graph. `engine` and the streets
may import it.
"""
