"""From what was said to a plan of what to look for: signals, known names, times, queries.

What lives here reads an utterance, in any language, and says what it asks; nothing here searches, ranks or
waits. The rooms are pure: the present, its zone and every word list are handed in. The use cases of `engine`
import this room.
"""
