"""A worker that begins a job, says so, and never ends it."""

from __future__ import annotations

import sys
import threading

from vademecum.stores.postgres.jobs.queue import Worker


def hang(tenant: str, id: str) -> None:
    print(f"began {tenant} {id}", flush=True)  # noqa: T201  # whoever started it waits for this line
    threading.Event().wait()


Worker(sys.argv[1], hang).run()
