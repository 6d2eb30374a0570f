"""Jobs of many tenants: their rows, and the queue that hands them to workers.

The queue is a library's, with tables of its own in the same database; they hold the tenant and id of a job
and no more, so that whatever is said of a job stands behind row-level security. What a job does is handed in,
never known here. Wiring and tests alone import it.
"""
