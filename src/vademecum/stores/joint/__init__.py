"""One index made of several: what a person keeps alone, and what a tenant shares with them.

Each record stands in exactly one of them, by its scope. Counts are summed and candidates joined, so that
answers, order and scores are those of one index that holds all of it. It knows ports and values only.
"""
