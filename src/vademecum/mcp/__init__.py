"""`vade mcp`: the memory as a server of the Model Context Protocol, for any agent that speaks it.

What lives here: the table of tools, what each argument may be, resources and prompts, and a thin adapter to
the protocol's own library. What never does: ranking, rules, files; it asks one open home for everything.
Nobody imports it but by its name in the table of the command line.
"""
