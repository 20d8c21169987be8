"""An engine with its clock off by SHIFT_S seconds: `python -m tests.faults.shifted_engine`.

All clocks of Python that tell the time of day are replaced before anything is imported that might
take hold of them. The machine's clock stays as it is.
"""

import datetime
import os
import runpy
import time
from typing import Any

SHIFT_S = float(os.environ["SHIFT_S"])
_time, _time_ns = time.time, time.time_ns
_now = datetime.datetime.now


class Shifted(datetime.datetime):
    """A time of day, of which now is another one."""

    @classmethod
    def now(cls, tz: Any = None) -> Any:
        """What the clock shows here."""
        return _now(tz) + datetime.timedelta(seconds=SHIFT_S)


def main() -> None:
    """Serve, as `python -m engine` does."""
    vars(time)["time"] = lambda: _time() + SHIFT_S
    vars(time)["time_ns"] = lambda: _time_ns() + round(SHIFT_S * 1e9)
    vars(datetime)["datetime"] = Shifted
    runpy.run_module("engine", run_name="__main__")


if __name__ == "__main__":
    main()
