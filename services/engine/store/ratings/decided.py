"""The entries of matches, and what the matches say of them: computed without any I/O."""

import json
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from croupier_rating import (
    EndedMatch,
    Ledger,
    NotRated,
    Numbers,
    Played,
    Pool,
    Reason,
    carry,
    concerning,
    decide,
    ended_match,
    evolve,
    kind_of,
    shown,
    time_class,
)

from engine.store.ratings.pools import Added
from engine.store.tally.ended_matches import Ended, Json

Origin = tuple[int, Numbers]
"""An earlier season, and a player's numbers in it."""


def rated_match(ended: Ended) -> EndedMatch:
    """What a ledger has to know of the match. Raise NotRated if it has no place in any.

    Raise NotAMatch, or what comes of a match that is damaged.
    """
    match = ended.match
    return ended_match(
        {
            "id": ended.id,
            "rulesVersion": match["rules_version"],
            "updateTime": match["update_time"],
            "state": match["state"],
            "outcome": match["outcome"],
            "seats": match["seats"],
            "fairness": {"logHead": match["log_head"]},
        },
        ended.log,
    )


def pool_of(ended: Ended, season: int) -> str:
    """The pool of a rated match. Raise NotRated if people and bots have played together."""
    clock, kind = ended.match["clock"], kind_of([each["kind"] for each in ended.players])
    if kind is None:
        raise NotRated(Reason.MIXED_KINDS)
    fast = time_class(clock["per_move_ms"], clock["bank_ms"], clock["increment_ms"])
    return str(Pool(ended.match["game"], fast, kind, season))


def appended(
    ledger: Ledger, matches: Sequence[EndedMatch], earlier: Mapping[str, Origin]
) -> tuple[Ledger, list[Added]]:
    """The ledger after the entries of these matches, and the entries.

    Players who begin a season bring their numbers of an `earlier` one.
    """
    after = copy(ledger)
    after.players, after.recent = {**ledger.players}, {**ledger.recent}
    added: list[Added] = []
    for match in matches:
        for player in match.players:
            if player in earlier and player not in after.players:
                carried = carry(after, player, *earlier[player])
                added.append(Added(carried, [0]))
                evolve(after, carried)
        entry = decide(after, match)
        added.append(Added(entry, [after.numbers(player).seq for player in match.players]))
        evolve(after, entry)
    return after, added


def asked_for(matches: Sequence[EndedMatch]) -> tuple[list[str], list[str]]:
    """The players and the keys of `recent` that a ledger must have for these matches."""
    players: dict[str, None] = {}
    keys: dict[str, None] = {}
    for match in matches:
        of_match = concerning(match)
        players |= dict.fromkeys(of_match[0])
        keys |= dict.fromkeys(of_match[1])
    return [*players], [*keys]


def told(pool: str, entry: Played) -> str:
    """The `ratings` of a match with this entry, as the field TALLIED has them."""
    return _text(
        {
            "pool": pool,
            "seq": entry.seq,
            "counted": entry.reason is None,
            "reason": entry.reason,
            "weight": entry.weight,
            "changes": [
                {
                    "seat": seat,
                    "before": shown.rating(change.before),
                    "after": shown.rating(change.after),
                    "deviation": shown.deviation(change.after),
                }
                for seat, change in enumerate(entry.seats)
            ],
        }
    )


def told_of_none(reason: Reason) -> str:
    """The same of a match that has no entry, for this reason."""
    return _text(
        {
            "pool": None,
            "seq": None,
            "counted": False,
            "reason": reason,
            "weight": 0,
            "changes": [],
        }
    )


def _text(ratings: Json) -> str:
    return json.dumps(ratings, separators=(",", ":"))


def place_in_ledger(tallied: str) -> tuple[str, int] | None:
    """The pool and the seq that a field TALLIED names; None if it names none."""
    if not tallied.startswith("{"):
        return None
    said: Any = json.loads(tallied)
    return (said["pool"], said["seq"]) if said["pool"] else None
