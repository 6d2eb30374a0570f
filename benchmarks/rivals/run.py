"""Other memories beside ours, on the same data, on the same machine, in the same run.

Each is installed in exact versions into a folder of its own, is given the same plain notes, and is asked
through the door that its users have: a tool of its server, or a command. So are we.

    python benchmarks/rivals/run.py --out build/rivals                                  # on our own samples
    python benchmarks/rivals/run.py --data FOLDER --split dev --out build/rivals        # on public data too
    python benchmarks/rivals/run.py --rival basic-memory --questions 20 --out build/rivals
"""

from __future__ import annotations

import sys
from pathlib import Path

# As a script it is shown only its own folder, and its modules stand in one beside others.
sys.path.insert(0, str(Path(__file__).parents[1]))

from rivals.command import main

if __name__ == "__main__":
    sys.exit(main())
