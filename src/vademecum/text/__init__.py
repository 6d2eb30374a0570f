"""Language: what a token is, how a query is written, how a line is made safe.

What lives here is pure and the same for index, query and display: the analyzer, the expert grammar, names,
lines, expansions. Nothing here reads a file, ranks a result or knows what a memory is. Every room above
may import its modules.
"""
