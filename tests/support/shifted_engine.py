"""An engine on a machine with a wrong clock: `python -m tests.support.shifted_engine SECONDS`."""

import sys
from functools import partial
from time import time

from engine.__main__ import serve
from engine.config import Settings
from engine.domain.steady_clock import SteadyClock
from telemetry import startup

if __name__ == "__main__":
    off_s = float(sys.argv[1])
    clock = SteadyClock(wall=lambda: time() + off_s)
    startup.run("engine", Settings, partial(serve, clock=clock))
