"""Conversations on the disk: one append-only file each, chained line by line.

`lines` writes and reads a line, `chain` follows them, `checking` compares; `files` keeps them in folders and
`memory` in lists, and both fulfil `ports.Conversations`. What is worth keeping is decided elsewhere.
"""
