"""Where does a node of a picture stand?

A library's algorithm answers, the same for the same graph. What is drawn there, and how, is decided
elsewhere. Only `wiring` may import it.
"""
