"""HTTP: the pages of a curator, and what programs ask of the same home.

A visit or a request becomes calls of verbs, and their answers become pages or JSON; nothing here ranks,
stores or decides. Whoever runs a server imports it; no other room does.
"""
