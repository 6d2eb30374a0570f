"""How answers look to a machine: the envelope, the error object, the outcome of every error code.

Nothing here finds, ranks or stores anything, opens a file, knows a terminal or an HTTP request; it turns
values into plain JSON types and codes into numbers. Settings and every way in (cli, mcp, hooks, web) may
import it.
"""
