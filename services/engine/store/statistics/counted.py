"""What is counted of an ended match for each of its players."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from croupier_game.records import dataclass
from croupier_match.match import BOT, GONE, Access, Kind, Reason, Status
from croupier_rating.ended import NOT_BY_A_PLAYER, leavings, ranks_of, short_of
from redislink.statistics import Opponents

from engine.store.tally.ended_matches import Ended, Json

MOST_POINTS = 10**9
"""Points beyond that, on either side of 0, are of a kind that nobody adds up."""
DESERTING = (Kind.TIMEOUT, Kind.CLAIMED)
"""The entries of a log by which a seat leaves without a word."""


class Result(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Fared:
    """How a player fared in a match that was finished.

    `points` is None unless the player played it to its end. `met` has the result against each of
    the others, by their ids.
    """

    game: str
    opponents: Opponents
    result: Result
    points: int | None
    met: Mapping[str, Result]


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted for `player`; `stayed` is None in a match that says nothing of it.

    `ended_ms` is ms since the epoch.
    """

    player: str
    match: str
    ended_ms: int
    private: bool
    fared: Fared | None
    stayed: bool | None


def counted(ended: Ended) -> list[Counted]:
    """What is counted for whom.

    Nothing is for players whose accounts were deleted. A match of one seat has nobody to fare
    against. Raise LookupError, TypeError, ValueError or NotAMatch for what is no ended match.
    """
    stayed, found = _stayed(ended.match, ended.log), []
    private = ended.match["access"] == Access.PRIVATE
    for seat, player in enumerate(ended.players):
        if player is None or player["display_name"] == GONE:
            continue
        fared = _fared(ended.match, seat)
        if fared or seat in stayed:
            told = (player["id"], ended.id, ended.ended_ms, private)
            found.append(Counted(*told, fared, stayed.get(seat)))
    return found


def _fared(match: Json, seat: int) -> Fared | None:
    """How a seat fared; None in a match that was not finished, or has no other seat."""
    seats, outcome = match["seats"], match["outcome"]
    others = [each for each in range(len(seats)) if each != seat]
    if match["status"] != Status.FINISHED or not others:
        return None
    ranks = ranks_of(outcome["ranking"], len(seats))
    bots = any(seats[each]["player"]["kind"] == BOT for each in others)
    return Fared(
        game=match["game"],
        opponents=Opponents.BOTS if bots else Opponents.PEOPLE,
        result=_result(outcome["winners"], seat),
        points=_points(match, seat),
        met={seats[each]["player"]["id"]: _against(ranks[seat], ranks[each]) for each in others},
    )


def _result(winners: Sequence[int], seat: int) -> Result:
    """Of the whole table: who wins with others has drawn."""
    if seat not in winners:
        return Result.LOST
    return Result.DRAWN if len(winners) > 1 else Result.WON


def _against(own: int, other: int) -> Result:
    """Of two at a table, by their ranks."""
    if own == other:
        return Result.DRAWN
    return Result.WON if own < other else Result.LOST


def _points(match: Json, seat: int) -> int | None:
    outcome = match["outcome"]
    points: int = outcome["scores"][seat]
    whole = outcome["reason"] == Reason.COMPLETED and not match["seats"][seat]["resigned"]
    return points if whole and abs(points) <= MOST_POINTS else None


def _stayed(match: Json, log: Sequence[Json]) -> dict[int, bool]:
    """Of the seats of which a match says so, whether each stayed.

    Private matches say nothing, as all may read what reliability follows from; nor do matches
    without a clock, in which nobody has to be there.
    """
    if match["access"] == Access.PRIVATE or match["clock"] is None:
        return {}
    if match["status"] == Status.ABORTED:
        # The others did not play it either.
        return dict.fromkeys(_leavers(match, log[-1]), False)
    gone = [seat["resigned"] for seat in match["seats"]]
    if not any(gone):
        return dict.fromkeys(range(len(gone)), True)
    left = {*(short_of(gone, log) or ())}
    for place, seats in leavings(gone, log).items():
        left |= {*seats} if log[place]["kind"] in DESERTING else set()
    return {seat: seat not in left for seat in range(len(gone))}


def _leavers(match: Json, last: Json) -> Sequence[int]:
    """The seats because of which a match was aborted; none if it was for another reason."""
    if withheld := last.get("withheld"):
        return list(withheld)
    if gone := last.get("gone"):
        return list(gone)
    by_a_player = not any(name in last for name in NOT_BY_A_PLAYER)
    # Before the deal, it is the creator who has thought better of it.
    return [last["seat"]] if by_a_player and match["state"] is not None else []
