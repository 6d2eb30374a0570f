"""Proofs of the service: load, failure, neighbours, scale."""
