"""`vade service`: what the operator of a service does: its schema, tenants, users, tokens and audit log.

Each command connects as the owner of the tables, asks one thing of the accounts and renders the answer; the
address of the database is shown nowhere. What a tenant's own administrator may do is asked of the service
itself. The table of commands alone imports it.
"""
