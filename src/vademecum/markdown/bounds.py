"""How much a file may hold; every bound keeps one careless file from costing all the others."""

from __future__ import annotations

MAX_FILE_BYTES = 1 << 20
"""A megabyte is 150,000 words, more than any note; a log dropped into the vault should not be read."""

MAX_FRONT_BYTES = 64 << 10
"""Front matter beyond this is data, not a description; it also bounds the time YAML may take."""

MAX_DEPTH = 12
"""Levels of YAML; our own keys need three."""

MAX_NODES = 10_000
"""Values in one front matter with aliases expanded; 64 KiB of honest lists stay below it."""

MAX_KEY = 128
"""Characters of one key."""
