"""The index of conversations: a catalogue of its own beside that of memories, and a lexical index of its own.

The two share how generations follow each other, how records are handed to the engine and how what went is
scrubbed (`stores.local`); they differ in tables and in what is proposed. `wiring` alone imports it.
"""
