"""The page that a curator loves: search, memories and their history, review, conversations, entities.

Every page is made on the server of values that the verbs answered, works without scripts, and holds no rule
of its own; what is stored is text here and never becomes markup. `web` serves it, and nobody else imports it.
"""
