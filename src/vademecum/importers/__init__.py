"""Foreign formats, each read as a stream of our own values: conversations, memories, and what was left out.

One module a format; which one reads a file is decided by what stands in it, never by its name. Nothing here
writes, ranks or remembers, and every input is taken for damaged or hostile until it was read. Only wiring
imports this room, and hands it to the use case of importing.
"""
