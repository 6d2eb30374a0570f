"""``python -m vademecum`` and the command `vade`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line and return its exit status."""
    from vademecum.cli.main import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
