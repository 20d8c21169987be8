"""An engine of another release: `python -m tests.support.other_engine`.

It has other rules of the game that CHANGED names, and the games of the packages that are installed
in the folder HAS.
"""

import os
import runpy
import sys

if __name__ == "__main__":
    # Before anything else of the engine is imported, which asks for its games only then.
    sys.path.append(os.environ.get("HAS", "."))
    from engine.domain.registry import GAMES

    if changed := GAMES.get(os.environ.get("CHANGED", "")):
        GAMES.remove(changed.rules.ID)
        changed.rules.VERSION += 1
        GAMES.add(changed)
    runpy.run_module("engine", run_name="__main__")
