"""How many random matches a test plays: 3 seeds for a change, 30 in `make test-all`."""

import os

SEEDS = range(int(os.environ.get("SEEDS") or 3))
