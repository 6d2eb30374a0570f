"""The HTTP API: every operation of the table as a route.

A request becomes one call of a verb, and what the verb answers becomes the JSON that its command prints; what
a request may look like and how answers are shaped is said in `surface`, never here. `web.app` mounts it.
"""
