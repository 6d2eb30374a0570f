"""What an operator sees of a service: numbers, traces and lines of a log.

Everything is told by routes, statuses and ids; of what was asked and answered nothing ever is, and of tenants
nothing by name where numbers are kept. It watches and changes nothing. `web.service` puts it around the
application.
"""
