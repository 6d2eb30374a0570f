"""What is counted of the turns of a tenant."""

from __future__ import annotations

RECORDS, TERMS, LANGUAGE = "records", "terms", "language"
"""Sorts of totals."""
