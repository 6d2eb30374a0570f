"""Copies of a home: taken at one moment while others write, and read back file by file.

`layout` says which files there are, `taking` copies them, `reading` checks and hands them out, `verifying`
tells what a copy has lost, and `restoring` makes a home of one. Nothing is ever written over: what stands in
the way stays, or is moved aside as a whole.
"""
