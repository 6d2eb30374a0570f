"""What a record's state means to a reader: hidden, shown through its successor, shown last.

Only rules on states live here; nothing here looks anything up by itself, reads a clock or formats text.
The engine imports it; it imports values alone.
"""
