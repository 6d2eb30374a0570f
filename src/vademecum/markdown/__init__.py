"""Bytes to records and back: the note format ``vade/1`` of docs/note-format.md.

Here live reading, rendering and surgical editing of one Markdown file, and the tags and links in its text.
Nothing here opens a file, asks a clock or ranks; a faulty file is answered with a value, never a crash.
Every room above may import it; it imports `model` and `errors`, and YAML only where it is used.
"""
