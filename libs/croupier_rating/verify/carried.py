"""A player's first entry of a season, as far as this ledger can say.

That the numbers are those of the earlier season, its own ledger shows, at the entry that is named.
"""

from croupier_rating import pools
from croupier_rating.decide import carried
from croupier_rating.entries import Carried
from croupier_rating.ledger import Ledger
from croupier_rating.verify.compared import compare_after
from croupier_rating.verify.findings import Found, Rule


def check_carried(ledger: Ledger, entry: Carried) -> Found:
    """Yield what does not hold of the entry."""
    seasons = pools.pool(ledger.pool).season - entry.season
    if seasons < 1:
        yield Rule.SEASON, f"season {entry.season} is not earlier than that of the ledger."
        return
    (player,) = entry.players
    if player in ledger.players:
        yield Rule.SEASON_LATE, f"{player} has begun the season already."
    yield from compare_after(entry.seat, carried(entry.seat.before, seasons))
