"""`vade hook`: what an agent's host tells as it happens, and what the memory answers it.

What lives here: the payloads and answers of each host, the thin process that a host runs, the helper that
makes it quick, the worker that keeps what was said, and the entries that `vade install` writes into settings.
What never does: ranking, rules, formats of transcripts. Nobody imports it but the entry point; others know
its address.
"""
