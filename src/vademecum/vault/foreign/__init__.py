"""Files that are not ours, read where they stand: instructions for agents, memories of hosts.

They are seen as passages below the folders of scopes; nothing here writes into one, names or moves it.
Only `wiring` opens it; what is kept of it in the home is which folders were met and whether they are trusted.
"""
