"""An engine of another release: `python -m tests.support.other_engine`.

It has not the game that LACKS names, and other rules of the one that CHANGED names.
"""

import os
import runpy

from engine.domain.registry import GAMES

if __name__ == "__main__":
    # Before anything else of the engine is imported, which asks for its games only then.
    GAMES.pop(os.environ.get("LACKS", ""), None)
    if changed := GAMES.get(os.environ.get("CHANGED", "")):
        changed.rules.VERSION += 1
    runpy.run_module("engine", run_name="__main__")
