"""The door of a service: who may come in, what they reach, what is kept of their coming.

A request is proven, paced, allowed and written down here before and after the application answers it, as on a
laptop, in the name of a tenant's user. What makes a proof is decided by `identity`, what it allows by
`access`; nothing here knows a database. `web.service` puts it before the application.
"""
