"""`croupier run --with PATH`: the engine is started anew when a file of the game changes."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from croupier_game.kit.local import Folder

if TYPE_CHECKING:  # what follows files alone starts in half the time without it
    from tools.stack import Stack

TOLD = (" WRONG: ", " skipped: ")
"""In lines of `croupierctl verify`, what stands between a match and what is wrong with it."""


class Games:
    """Games in folders that are not installed, which their author is changing."""

    def __init__(self, folders: Sequence[Folder]) -> None:
        self._folders = folders
        self._seen = self._written()

    @property
    def ids(self) -> Sequence[str]:
        return [game for folder in self._folders for game in folder.games]

    def changed(self) -> Sequence[Path]:
        """Return the files that were written, added or removed since it was asked last."""
        before, self._seen = self._seen, self._written()
        return [path for path, _ in sorted({*before.items()} ^ {*self._seen.items()})]

    def refusal(self) -> str:
        """Return why one of the games cannot be played as its files are now; "" if all can be."""
        if not self._folders:
            return ""
        ran = _python("croupier_game.kit.loadable", *self.ids)
        return (ran.stdout + ran.stderr).strip() if ran.returncode else ""

    def _written(self) -> dict[Path, float]:
        return dict(each for folder in self._folders for each in folder.written())


def reload(
    stack: "Stack", games: Games, say: Callable[[str], None], check: Callable[[], None]
) -> None:
    """Start the engines anew with the games as they are now, and tell what does not go on.

    Rules that cannot be loaded are told, and the engines play on by those that they have. Running
    matches are played on by the new rules: a match that these rules cannot have led to is told.
    Raise NotReady if an engine does not start.
    """
    if why := games.refusal():
        say(f"{why}\nPlayed on by the rules before this change.")
        return
    for engine in stack.engines:
        engine.stop()
        engine.start()
    # Gateways are ready only once they reach the engines again.
    for process in reversed(stack.services):
        process.wait(check)
    say(f"Reloaded: {', '.join(games.ids)}.")
    for line in _odd_matches(stack.redis_url):
        say(line)


def _odd_matches(redis_url: str) -> Sequence[str]:
    """Return a line for each stored match that the rules cannot read, or cannot have led to."""
    ran = _python("engine.admin", "verify", "--all", ENGINE_REDIS_URL=redis_url)
    return [line for line in ran.stdout.splitlines() if any(each in line for each in TOLD)]


def _python(module: str, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", module, *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)
