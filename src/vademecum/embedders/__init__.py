"""What does this text mean, as a vector?

Here models are read from files and asked; nothing here ranks, stores or decides when to embed. Only `wiring`
and `bench` may import it, and nothing of it is loaded before something is embedded.
"""
