"""What a person reads: answers as text, with tables and colour on a terminal and plain and stable in a pipe.

Nothing here asks the engine, reads a file or prints; text goes in and out as strings, and everything that
came from a stored file is stripped of control characters first. Only the commands and the session import it.
"""
