"""From files to index rows: which files need reading, and what is derived from each.

Listings, manifests and documents come in as values and changes go out as values; nothing here reads a
file or writes a store. The engine imports it; it imports text, markdown and the values below.
"""
