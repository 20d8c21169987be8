"""Which games engines play, and how many matches of each there are: `croupierctl games`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from croupier_match.match import Status

from engine.admin.operator import Operator
from engine.domain.registry import INSTALLED
from engine.store.engines import Roll
from engine.store.export import MatchCounts

SHOWN = ((Status.WAITING,), (Status.ACTIVE,), (Status.FINISHED, Status.ABORTED))
NAMES = ("waiting", "active", "ended")


async def report(operator: Operator) -> Iterator[str]:
    """A line for each game and version, and for each that is refused. Raise StoreUnavailable."""
    roll = await operator.store.engines.read()
    return chain(lines(roll, await operator.stored.count()), INSTALLED.refused)


def lines(roll: Roll, counts: MatchCounts) -> Iterator[str]:
    """A line for each game and version that there has been, or of which there are matches."""
    all_rules = sorted({*roll.games, *counts})
    for rules in all_rules:
        yield f"{rules:<{max(map(len, all_rules))}}  {_counts(counts.get(rules, Counter()))}"
        yield f"  {_played(roll, rules)}"
    if not all_rules:
        yield "no engine has said what it plays, and there are no matches"


def _counts(found: Mapping[Status, int]) -> str:
    sums = (sum(found.get(each, 0) for each in statuses) for statuses in SHOWN)
    return ", ".join(f"{number} {name}" for number, name in zip(sums, NAMES, strict=True))


def _played(roll: Roll, rules: str) -> str:
    players = roll.players_of(rules)
    if not players:
        return "no live engine plays it"
    return f"played by {len(players)} of {len(roll.engines)} engines: {', '.join(sorted(players))}"
