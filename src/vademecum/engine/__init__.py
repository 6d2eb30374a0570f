"""The use cases: remember, recall, search, edit, vocabulary, entities, keeping the index true, check-ups.

Each module asks the ports and the rules and puts their answers together; nothing here ranks by itself,
knows a concrete back end, parses a file or prints. Wiring builds it; every street-level room calls it.
"""
