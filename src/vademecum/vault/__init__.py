"""The folder of Markdown files that is the truth: listing, reading, durable writing, scopes, vocabularies.

Here also lives the vault in memory, which keeps the same promises without a disk.
Nothing here ranks, indexes or decides what a record should say; no path leads out of the vault.
Only `wiring` may import it; it imports `markdown`, `text`, `ports`, `model` and `errors`.
"""
