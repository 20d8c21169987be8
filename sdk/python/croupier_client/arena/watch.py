"""Whose fault it is when a match cannot go on, and who is thinking since when."""

import time
from collections.abc import Callable, Iterator, Mapping, MutableSequence
from contextlib import contextmanager
from typing import Any

import msgspec

from croupier_client.arena.contest import BadContest
from croupier_client.local import MOST
from croupier_client.turns import Choice, Strategy
from croupier_client.types import Turn

SAID = 200
"""The most characters that are kept of what a failure says."""


class Failure(Exception):
    """A player has failed, in one of these ways, and loses the unit. None: nobody's fault."""

    def __init__(self, player: int | None, why: str, said: str = "") -> None:
        super().__init__(why, said)
        # Lone surrogates, which no file and no terminal takes, are escaped.
        said = " ".join(said.split()).encode(errors="backslashreplace").decode()
        self.record = {"player": player, "why": why, "said": said[:SAID]}


class Broken(Exception):
    """Why a player does not answer as it should: a word, and what else is to be said."""

    def __init__(self, why: str, said: str) -> None:
        super().__init__(why, said)
        self.why, self.said = why, said


class Outside:
    """A strategy that is a process of its own."""

    def close(self) -> None:
        """End it."""


class Watch:
    """Tells another process who is thinking, and since when; and limits the time of a move."""

    def __init__(self, seconds: float, shared: MutableSequence[float] | None = None) -> None:
        """Keep what is told in `shared`: the player, and the time, which is 0 if nobody thinks."""
        self._seconds = seconds
        self._shared = [0.0, 0.0] if shared is None else shared

    @contextmanager
    def thinking(self, player: int) -> Iterator[None]:
        """Blame the player for what is raised, and for taking too long."""
        since = time.monotonic()
        self._shared[0] = player
        self._shared[1] = since  # last, as a reader looks at it first
        try:
            yield
        except BadContest:
            raise
        except Broken as broken:
            raise Failure(player, broken.why, broken.said) from broken
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            raise Failure(player, "raised", f"{type(error).__name__}: {error}") from error
        finally:
            self._shared[1] = 0.0
        if time.monotonic() - since > self._seconds:
            raise Failure(player, "hung", f"no move in {self._seconds:g} s")


class Watched:
    """A strategy under a watch, which counts its moves and its time."""

    def __init__(self, player: int, watch: Watch, make: Callable[[], Strategy]) -> None:
        self.player, self._watch = player, watch
        self.moves, self.seconds = 0, 0.0
        with watch.thinking(player):
            self._strategy: Any = make()
        # The processor time of this process says nothing about another one.
        outside = isinstance(self._strategy, Outside)
        self._clock = time.perf_counter if outside else time.process_time

    def choose(self, turn: Turn) -> Choice:
        """Return what the strategy chooses. Raise Failure if that is nothing like a move."""
        if turn.version > MOST:
            raise Failure(None, "endless", f"no end after {MOST} moves")
        with self._watch.thinking(self.player):
            began = self._clock()
            chosen: Choice = self._strategy.choose(turn)
            self.seconds += self._clock() - began
            self.moves += 1
            if not isinstance(chosen, (str, Mapping, msgspec.Struct)):
                raise Broken("nonsense", f"choose returned {chosen!r}")
        return chosen

    def close(self) -> None:
        """End what the strategy has started."""
        if isinstance(self._strategy, Outside):
            self._strategy.close()
