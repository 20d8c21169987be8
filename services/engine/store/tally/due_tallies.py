"""When matches are to be tallied: the commands that come along with their end."""

from croupier_match import clock
from croupier_match.match import AnyMatch
from redislink.commands import Command
from redislink.ratings import TALLY_DUE


def entering(before: AnyMatch | None, after: AnyMatch) -> list[Command]:
    """The command that makes a match due that was dealt, and ends with this change."""
    if not (after.ended and after.was_dealt) or (before is not None and before.ended):
        return []
    return [("ZADD", TALLY_DUE, str(clock.ms(after.update_time)), after.id)]
