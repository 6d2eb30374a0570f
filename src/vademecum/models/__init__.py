"""Ways out to language models: one prompt in, one JSON answer or one reason out.

Nothing here knows what a plan or a statement is, keeps anything, or raises for what a server does. Only
wiring imports this room; httpx is loaded at the first question.
"""
