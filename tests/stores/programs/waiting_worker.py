"""A worker that says what it did, and waits for more; for a database that is away it waits half a second."""

from __future__ import annotations

import sys

from vademecum.stores.postgres.jobs.queue import Worker


def tell(tenant: str, id: str) -> None:
    print(f"did {tenant} {id}", flush=True)  # noqa: T201  # whoever started it waits for this line


Worker(sys.argv[1], tell, outage_s=0.5).run()
