"""What is measured: the product as users get it, and the plain methods beside it.

Each is filled with the same passages and asked the same questions. It never sees what the right answers are.
Only the protocols of this room may import it.
"""
