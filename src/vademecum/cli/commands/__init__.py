"""The commands, one module a group; each turns arguments into one call of the engine and one answer.

A command never formats (that is `cli.rendering`) and never prints (that is the session). Only the grammar's
table of lazy commands and the tests import these modules.
"""
