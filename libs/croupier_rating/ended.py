"""What a ledger has to know of an ended match, and whether the match counts at all.

It is read from the JSON that the API shows, so no rules of any game are needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from croupier_rating import pools

Json: TypeAlias = Mapping[str, Any]

MOVES = 2
"""A match is too short to count unless each seat has made so many moves."""
LEAVING = {"resigned": "seat", "timeout": "late", "claimed": "gone", "aborted": "seat"}
"""The entries of a match's log by which seats leave it, and the member that names them."""
NOT_BY_A_PLAYER = ("note", "withheld", "gone")
"""The members of an aborted entry that say that no player has left by it: it was an operator's or
the server's, or for the sake of one whose others had gone."""


class Reason(StrEnum):
    """Why a match changes no number."""

    ABORTED = "aborted"
    MIXED_KINDS = "mixedKinds"
    ONE_SEAT = "oneSeat"
    TOO_SHORT = "tooShort"
    PAIR_LIMIT = "pairLimit"


class NotRated(Exception):
    """The match has no place in a ledger, for the `reason`."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class NotAMatch(Exception):
    """This is no ended match; the message says why."""


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A match that has a place in a ledger. `ranks` are those of the seats; 0 is the best.

    `short` is None for a match that was played. For one that was too short to count, it has the
    seats that left before every seat still playing had made its second move, if there are any.
    """

    match: str
    rules_version: int
    log_head: str
    ended: str
    players: tuple[str, ...]
    ranks: tuple[int, ...]
    short: tuple[int, ...] | None = None


def ended_match(match: Json, log: Sequence[Json]) -> EndedMatch:
    """The match of a replay, which has the members `match` and `log`. Raise NotRated or NotAMatch.

    Whether it was asked to be rated is not looked at here.
    """
    outcome, seats = match["outcome"], match["seats"]
    if outcome is None:
        raise NotAMatch("The match has not ended.")
    left, ranking = [seat["resigned"] for seat in seats], outcome["ranking"]
    if outcome["reason"] == "aborted":
        left[_leaver(match, log[-1])] = True
        # All tie in it. Whoever has left too often loses it.
        ranking = [
            [seat for seat, gone in enumerate(left) if gone is last] for last in (False, True)
        ]
    if len(seats) < 2:
        raise NotRated(Reason.ONE_SEAT)
    if pools.kind_of([seat["player"]["kind"] for seat in seats]) is None:
        raise NotRated(Reason.MIXED_KINDS)
    return EndedMatch(
        match=match["id"],
        rules_version=match["rulesVersion"],
        log_head=match["fairness"]["logHead"],
        ended=match["updateTime"],
        players=tuple(seat["player"]["id"] for seat in seats),
        ranks=ranks_of(ranking, len(seats)),
        short=short_of(left, log),
    )


def _leaver(match: Json, last: Json) -> int:
    """The seat that ended a match by leaving it before its own first move. Raise NotRated."""
    by_a_player = not any(name in last for name in NOT_BY_A_PLAYER)
    if match["state"] is None or not by_a_player:
        raise NotRated(Reason.ABORTED)
    seat: int = last["seat"]
    return seat


def ranks_of(ranking: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """The rank of each seat. Raise NotAMatch unless the ranking names each of them once."""
    ranks = {seat: rank for rank, group in enumerate(ranking) for seat in group}
    named = [seat for group in ranking for seat in group]
    if sorted(named) != [*range(seats)] or not all(ranking):
        raise NotAMatch("The ranking does not name each seat once.")
    return tuple(ranks[seat] for seat in range(seats))


def short_of(gone: Sequence[bool], log: Sequence[Json]) -> tuple[int, ...] | None:
    """The seats that left a match before it counted; None if it was long enough.

    `gone` has each seat that has left by the end."""
    left = leavings(gone, log)
    playing = {*range(len(gone))}
    moves = dict.fromkeys(playing, 0)
    short: list[int] = []
    for place, entry in enumerate(log):
        if entry["kind"] == "move":
            # Those of a seat that has left are the server's.
            moves[entry["seat"]] += entry["seat"] in playing
        if leaving := left.get(place):
            if any(moves[seat] < MOVES for seat in playing):
                short += leaving
            playing -= {*leaving}
    if short or any(moves[seat] < MOVES for seat in playing):
        return tuple(sorted(short))
    return None


def leavings(gone: Sequence[bool], log: Sequence[Json]) -> dict[int, list[int]]:
    """The seats that left, by the place in the log where they did.

    It is the last entry that says so: time that runs out in a phase with a time of its own costs
    a move and not the seat, and may come earlier.
    """
    last: dict[int, int] = {}
    for place, entry in enumerate(log):
        if member := LEAVING.get(entry["kind"]):
            named = entry[member]
            last |= dict.fromkeys([named] if isinstance(named, int) else named, place)
    left: dict[int, list[int]] = {}
    for seat, place in sorted(last.items()):
        if gone[seat]:
            left.setdefault(place, []).append(seat)
    return left
