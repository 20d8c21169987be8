"""Pools: who is compared with whom. A pool has one ledger."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

GAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
NAME = re.compile(rf"({GAME})\.(live|daily)\.(human|bot)\.(0|[1-9][0-9]{{0,5}})", re.ASCII)
LIVE_MS = 3_600_000
"""A bank that lasts less than this is played in one sitting."""
LIVE_MOVE_MS = 300_000
"""So is a match with less time than this for each move."""
MOVES = 40
"""The increments by which a bank is estimated."""


class TimeClass(StrEnum):
    LIVE = "live"
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class Pool:
    """A game, how fast it is played, by whom, and the season, from 0 on."""

    game: str
    time_class: TimeClass
    kind: str
    season: int = 0

    def __str__(self) -> str:
        return f"{self.game}.{self.time_class}.{self.kind}.{self.season}"


def pool(name: str) -> Pool:
    """The pool of a name. Raise ValueError for what is none."""
    found = NAME.fullmatch(name)
    if not found:
        raise ValueError("no name of a pool")
    game, time_class, kind, season = found.groups()
    return Pool(game, TimeClass(time_class), kind, int(season))


def time_class(per_move_ms: int, bank_ms: int, increment_ms: int) -> TimeClass:
    """The class of a clock, which has a time for each move or a bank for the match."""
    estimated = bank_ms + MOVES * increment_ms
    live = per_move_ms < LIVE_MOVE_MS if per_move_ms else estimated < LIVE_MS
    return TimeClass.LIVE if live else TimeClass.DAILY


def kind_of(kinds: Collection[str]) -> str | None:
    """The kind of all players; None if people and bots sit at one table, which is never rated."""
    return next(iter(kinds)) if len({*kinds}) == 1 else None
