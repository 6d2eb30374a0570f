"""The choices of a home that rules and use cases need, as one value; `wiring` fills it from the settings."""

from __future__ import annotations

from vademecum.model.record import PERSONAL, Scope
from vademecum.model.value import value


@value(kw_only=True)
class Policy:
    """Defaults that a caller did not override.

    Attributes:
        write_scope: where a memory goes when the caller names no scope.
        project: the project of the working folder, None outside any.
        recall_limit, search_limit: hits returned when the caller states no limit.
        floor: name of the floor that refuses irrelevant candidates.
        digest_bytes: bound of a digest, UTF-8 bytes.
        review_agents: what an agent rewrites or retires waits for a person's approval.
        sync_max_files: above this many files an answer does not wait for a look at all of them.
        sync_interval_s: seconds for which one look at the files serves later answers; 0 looks every time.
    """

    write_scope: Scope = PERSONAL
    project: Scope | None = None
    recall_limit: int = 6
    search_limit: int = 8
    floor: str = "calibrated"
    digest_bytes: int = 1200
    review_agents: bool = True
    sync_max_files: int = 20_000
    sync_interval_s: float = 1.0
