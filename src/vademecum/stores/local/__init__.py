"""The index of one person's machine: a SQLite catalogue and a tantivy index in a disposable cache folder.

Everything here can be rebuilt from the files, so damage is answered by starting over, never by an error;
nothing here ranks hits or reads a memory file. Only `wiring` and tests may import it.
"""
