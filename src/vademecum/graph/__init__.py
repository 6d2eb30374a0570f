"""How records hang together: which nodes names mean, which edges hold, and walks over them.

Rules over values and `ports.Edges`; no clock, disk, database or randomness, nothing of terminals or JSON.
The engine may import it; no other room of rules may.
"""
