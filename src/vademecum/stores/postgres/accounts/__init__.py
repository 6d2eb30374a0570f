"""Tenants, their users, grants, tokens and audit logs, as rows of the database that holds their memories.

What a request needs is asked as the application, one tenant at a time, behind row-level security; what the
operator does is asked as the owner of the tables. No secret is kept here, only what a key derivation made of
one. Wiring and tests alone import it.
"""
