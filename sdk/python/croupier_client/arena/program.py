"""A program as a player. It reads a turn as a line of JSON, and answers with a line: the notation.

It is started for each match, with a number for its dice in the environment, and ends when its
input does. A turn has what a strategy in Python gets: `state`, `moves` and so on.
"""

import contextlib
import json
import os
import select
import shlex
import subprocess
import threading

import msgspec

from croupier_client.arena.contest import BadContest
from croupier_client.arena.watch import Broken, Outside
from croupier_client.base import camel
from croupier_client.types import Turn

DICE = "CROUPIER_DICE"
"""The environment variable with the number for the program's dice."""
LONGEST = 1 << 16
"""The most bytes of an answer."""
TAIL = 120
"""How many bytes of its last errors are kept."""
GO_S = 1.0
"""How long a program may take to end once its input has."""


class Program(Outside):
    """A program that is asked line by line."""

    def __init__(self, command: str, dice: int) -> None:
        self._last = b""
        try:
            self._process = subprocess.Popen(
                shlex.split(command) or [command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, DICE: str(dice)},
            )
        except (OSError, ValueError) as error:
            raise BadContest(f"The program {command!r} cannot be started: {error}") from error
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def choose(self, turn: Turn) -> str:
        """Return the line that the program answers. Raise Broken for anything else."""
        process = self._process
        assert process.stdin  # noqa: S101 - by PIPE
        assert process.stdout  # noqa: S101
        if select.select([process.stdout], [], [], 0)[0] and process.stdout.read(LONGEST):
            raise Broken("flooded", "a line before it was asked")
        try:
            process.stdin.write(_line(turn))
        except OSError:
            raise self._ended() from None
        said = b""
        while b"\n" not in said:
            part = process.stdout.read(LONGEST)
            if not part:
                raise self._ended()
            said += part
            if len(said) > LONGEST:
                raise Broken("flooded", f"more than {LONGEST} bytes for a move")
        line, _, more = said.partition(b"\n")
        if more:
            raise Broken("flooded", f"more than a line for a move: {more[:80]!r}")
        return _notation(line)

    def _ended(self) -> Broken:
        """Return why it does not answer: it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GO_S)
        self._listener.join(GO_S)
        last = self._last.decode(errors="replace")
        return Broken("ended", f"the program ended with {self._process.returncode}: {last}")

    def _listen(self) -> None:
        """Keep the end of what it says as errors, for the reason of its failure."""
        while part := self._process.stderr.read(LONGEST):  # type: ignore[union-attr]
            self._last = (self._last + part)[-TAIL:]

    def close(self) -> None:
        """End it, by its input first."""
        process = self._process
        with contextlib.suppress(OSError):
            process.stdin.close()  # type: ignore[union-attr]
        try:
            process.wait(GO_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._listener.join(GO_S)
        process.stdout.close()  # type: ignore[union-attr]
        process.stderr.close()  # type: ignore[union-attr]


def _line(turn: Turn) -> bytes:
    members = {camel(name): each for name, each in turn.__getstate__().items()}
    return msgspec.json.encode(members) + b"\n"


def _notation(line: bytes) -> str:
    """Return the notation, which may be in quotes."""
    text = line.decode(errors="replace").strip()
    return str(json.loads(text)) if text[:1] == text[-1:] == '"' else text
