"""The index and the truth of many tenants in one PostgreSQL database (15 or newer), by psycopg.

A `Database` is a pool of connections; a `Tenancy` is everything that may be asked in the name of one tenant,
one `Transaction` at a time. No statement leaves out the tenant, and the database itself shows no other one's
rows. Only `wiring` and tests may import from here; nothing here ranks.
"""
