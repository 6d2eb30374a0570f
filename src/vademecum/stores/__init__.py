"""Indexes: where derived data lives so that it is found fast; each package is one back end of `ports.Index`.

A back end keeps and proposes; it never ranks, never analyses text, never reads a memory file, and never
knows another back end. Only `wiring` may import from here; this room knows ports, model, text and errors.
"""
