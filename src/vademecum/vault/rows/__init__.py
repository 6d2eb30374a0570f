"""The truth of a home whose files are rows of a database: vault, conversations, ledgers and copies.

What a record is, how it is named and what is refused is decided here as for a disk, and byte for byte alike;
where the rows are kept is behind `ports.truth`. Only `wiring` and tests may import from here.
"""
