"""The games of live engines for `croupierctl doctor`: engines that differ, matches of none."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from croupier_match.match import Status
from redis.asyncio import Redis

from engine.admin.doctor.finding import Finding
from engine.domain.registry import INSTALLED
from engine.store.engines import Engine, Engines, Roll
from engine.store.export import MatchCounts, StoredMatches

INSTALL = "install it again, or abort them with `croupierctl abort` where it is installed"
UPGRADE = "no new match of it begins; upgrade it, or set CROUPIER_GAMES alike"


async def of_games(redis: Redis) -> list[Finding]:
    """The findings about the games that engines play, and those that are refused where this runs.

    Raise StoreUnavailable.
    """
    roll = await Engines(redis).read()
    found = [Finding("wrong", each.rstrip(".")) for each in INSTALLED.refused]
    if not roll.engines:
        none = "no engine says what it plays: none that can write to Redis runs"
        return [*found, Finding("note", none)]
    found += of_engines(roll.engines)
    # All matches are read only where some game is not played: there may be many.
    if any(not roll.players_of(rules) for rules in roll.games):
        found += of_matches(roll, await StoredMatches(redis).count())
    return found or [Finding("ok", f"all of {len(roll.engines)} engines play the same games")]


def of_engines(engines: Mapping[str, Engine]) -> Iterator[Finding]:
    """The findings about engines that lack what others of their group play."""
    groups = defaultdict[str, set[str]](set)
    for engine in engines.values():
        groups[engine.group].update(engine.games)
    for name, engine in sorted(engines.items()):
        if lacking := sorted(groups[engine.group].difference(engine.games)):
            text = f"engine {name} lacks {', '.join(lacking)}, which others have"
            yield Finding("wrong", f"{text}: {UPGRADE}")


def of_matches(roll: Roll, counts: MatchCounts) -> Iterator[Finding]:
    """The findings about matches that have not ended, and that no engine plays."""
    for rules, found in sorted(counts.items()):
        waiting, active = found[Status.WAITING], found[Status.ACTIVE]
        if waiting + active and not roll.players_of(rules):
            text = f"no engine plays {rules}, of which {active} matches run and {waiting} wait"
            yield Finding("wrong", f"{text}: {INSTALL}")
