"""From what one request and one memory cost to ten million tenants: cores, disks, and what has to be spread.

Every figure that goes in is an option whose default was measured (docs/scale.md names the run), and every
assumption about people is one too. Sizes of tenants follow a log-normal law, as most things do that people
collect; days are as uneven as the peak says.

    python benchmarks/service/scale.py [--tenants 1000 100000 10000000]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys

SAMPLE = 20_000
HOURS = 24 * 3600


def sizes(median: float, spread: float) -> list[float]:
    """Memories of a sample of tenants."""
    rng = random.Random(17)
    return [median * rng.lognormvariate(0.0, spread) for _ in range(SAMPLE)]


def main() -> int:
    """Print a line for each number of tenants."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tenants", type=int, nargs="+", default=[1_000, 100_000, 1_000_000, 10_000_000])
    parser.add_argument("--median", type=float, default=300, help="memories of the tenant in the middle")
    parser.add_argument("--spread", type=float, default=1.5, help="sigma of the logarithm of memories")
    parser.add_argument("--active", type=float, default=0.2, help="share of tenants that ask on a day")
    parser.add_argument("--requests", type=float, default=60, help="of an active tenant on a day")
    parser.add_argument("--peak", type=float, default=4, help="busiest second beside the mean")
    parser.add_argument("--ours-ms", type=float, default=12.0, help="CPU of our process for a request")
    parser.add_argument("--database-ms", type=float, default=4.0, help="CPU of the database for a request")
    parser.add_argument("--bytes", type=float, default=6_650, help="of a memory in the database")
    parser.add_argument("--tenant-bytes", type=float, default=20_000, help="of a tenant with nothing")
    parser.add_argument("--busy", type=float, default=0.5, help="share of a core used at the peak")
    parser.add_argument("--cores", type=int, default=16, help="of one database server")
    parser.add_argument("--disk-tb", type=float, default=2, help="of one database server")
    options = parser.parse_args()
    held = sizes(options.median, options.spread)
    mean, largest = statistics.fmean(held), sorted(held)[-SAMPLE // 1000]
    print(f"a tenant has {mean:,.0f} memories on average; one in a thousand more than {largest:,.0f}\n")
    print("| tenants | memories | requests/s, peak | our cores | the database's | TB | database servers |")
    print("|---|---|---|---|---|---|---|")
    for tenants in options.tenants:
        rate = tenants * options.active * options.requests / HOURS * options.peak
        ours, theirs = (rate * ms / 1000 / options.busy for ms in (options.ours_ms, options.database_ms))
        terabytes = (tenants * mean * options.bytes + tenants * options.tenant_bytes) / 1e12
        servers = max(1, -(-theirs // options.cores), -(-terabytes // options.disk_tb))
        cores = f"{max(1, ours):,.0f} | {max(1, theirs):,.0f}"
        stored = f"{terabytes:,.2f} | {servers:,.0f}"
        print(f"| {tenants:,} | {tenants * mean:,.0f} | {rate:,.0f} | {cores} | {stored} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
