"""From a topic to ranked, judged and packed hits: terms, proposals, exact scores, floor, snippets, digest.

Everything here is arithmetic and text on values; the index is asked through its ports and nothing here
knows a clock, a file or a database. The engine imports it; states and chains are the lifecycle room's.
"""
