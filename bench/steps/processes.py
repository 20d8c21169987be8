"""The processes in which steps are counted, as many at a time as there are cores."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.steps import callgrind
from bench.steps.comparison import ACCEPTED, REFERENCE, Costs

ROOT = Path(__file__).parents[2]
PARTS = ("engine", "gateway", "local", "reference")


class Failed(Exception):
    """A program has failed; says with what."""


@dataclass(frozen=True)
class Processes:
    """How a source tree is measured: with `folder`, instructions are counted under `valgrind`."""

    tree: Path = ROOT
    valgrind: Sequence[str] = ()
    folder: str = ""

    @classmethod
    @contextmanager
    def counting(cls) -> Iterator["Processes"]:
        """Count instructions. Raise NotHere."""
        with TemporaryDirectory() as folder:
            yield cls(valgrind=callgrind.prepare(Path(folder)), folder=folder)

    def costs(self, only: str = "") -> Costs:
        """Return what steps cost whose names have `only` in them, see `counted`. Raise Failed."""

        def of_part(part: str) -> Costs:
            wanted = "" if REFERENCE.startswith(part) else only
            command = ["bench.steps.counted", part, wanted, self.folder]
            found: Costs = json.loads(self._run([*self.valgrind, sys.executable, "-m", *command]))
            return found

        named = only.partition(" ")[0]
        chosen = (named, "reference") if named in PARTS else PARTS
        parts = [each for each in chosen if (self.tree / f"bench/steps/{each}.py").exists()]
        # Times are taken one after the other: they would disturb each other.
        with ThreadPoolExecutor(os.cpu_count() if self.folder else 1) as at_once:
            return {
                name: cost for each in at_once.map(of_part, parts) for name, cost in each.items()
            }

    def functions(self, name: str) -> Costs:
        """Return what each function does in the step of this name. Raise Failed."""
        part, _, step = name.partition(" ")
        command = ["bench.steps.functions", part, step]
        found: Costs = json.loads(self._run([sys.executable, "-m", *command]))
        return found

    @contextmanager
    def of_accepted(self) -> Iterator["Processes"]:
        """The same of the commit that has accepted the costs last. Raise Failed."""
        commit = _git("log", "-1", "--format=%H", "--", str(ACCEPTED))
        if not commit:
            raise Failed("No commit has accepted anything yet.")
        with TemporaryDirectory() as folder:
            _git("worktree", "add", "--quiet", "--detach", folder, commit)
            try:
                accepted = replace(self, tree=Path(folder))
                accepted._run([sys.executable, "-m", "tools.protoc"])
                if (accepted.tree / "tools/sdk_types.py").exists():
                    accepted._run([sys.executable, "-m", "tools.sdk_types", "python"])
                yield accepted
            finally:
                _git("worktree", "remove", "--force", folder)

    def _run(self, command: Sequence[str]) -> str:
        """Return what a program of the tree prints. It has an environment of its own, since what
        is set in another one would be counted."""
        sources = (
            "libs",
            "services",
            "sdk/python",
            *(f"games/{each.name}" for each in self._games()),
        )
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join(str(self.tree / each) for each in sources),
            "PYTHONHASHSEED": "0",
        }
        return _output(command, self.tree, environment)

    def _games(self) -> Sequence[Path]:
        return [each.parent for each in self.tree.glob("games/*/pyproject.toml")]


def _git(*arguments: str) -> str:
    return _output(["git", *arguments], ROOT, None).strip()


def _output(command: Sequence[str], folder: Path, environment: dict[str, str] | None) -> str:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: {done.stderr.strip()[-2000:]}")
    return done.stdout
