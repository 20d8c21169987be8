"""When matches are to be tallied: the commands that come along with their end."""

from croupier_match import clock
from croupier_match.match import AnyMatch, Deal
from redislink.commands import Command
from redislink.ratings import TALLY_DUE


def entering(before: AnyMatch | None, after: AnyMatch) -> list[Command]:
    """The command that makes a match due that ends with this change.

    One that was never dealt says something of those who have withheld entropy, if all were there.
    """
    begun = after.was_dealt or (after.deal == Deal.SEALED and after.full)
    if not (after.ended and begun) or (before is not None and before.ended):
        return []
    return [("ZADD", TALLY_DUE, str(clock.ms(after.update_time)), after.id)]
