"""Who may join a tournament, by what is counted of the player."""

from collections.abc import Mapping
from typing import Any

from croupier_rating import time_class

from gateway.contract.durations import to_ms
from gateway.errors import Problem
from gateway.players.player import Player
from gateway.standings.accounts import Account
from gateway.standings.profiles import Profiles, Rated

Json = Mapping[str, Any]


async def rated(player: Player, game: str, clock: Json, profiles: Profiles) -> Rated | None:
    """Return what a player has in the pool of a tournament; None of one who is not in it.

    Raise Problem unavailable.
    """
    pace = time_class(to_ms(clock["perMove"]), to_ms(clock["bank"]), to_ms(clock["increment"]))
    return (await profiles.rated(game, pace, [player])).get(player.id)


async def told_rating(player: Player, own: Rated | None, profiles: Profiles) -> int | None:
    """Return the rating that the log has of who joins: none of who is on no leaderboard.

    Raise Problem unavailable.
    """
    account = (await profiles.names([player.id]))[player.id]
    return own.rating if own and isinstance(account, Account) and account.listed else None


async def check(
    conditions: Json | None, player: Player, own: Rated | None, profiles: Profiles
) -> None:
    """Raise Problem forbidden, with the rule, unless the player meets the conditions."""
    wanted = {name: value for name, value in (conditions or {}).items() if value is not None}
    if not wanted:
        return
    rule = _of_kind(wanted, player) or _of_rating(wanted, own)
    if not rule and (least := wanted.get("minReliability")) is not None:
        (counted,) = await profiles.counted(player.id)
        percent = counted.reliability.percent
        if percent is not None and percent < least:
            rule = f"Who joins has a reliability of at least {least} %."
    if rule:
        raise Problem("forbidden", "You do not meet a condition of this tournament.", rule=rule)


def _of_kind(wanted: Json, player: Player) -> str:
    kinds = wanted.get("kinds")
    return (
        f"It is for players of the kind {kinds[0]}." if kinds and player.kind not in kinds else ""
    )


def _of_rating(wanted: Json, own: Rated | None) -> str:
    rating, matches = (own.rating, own.matches) if own else (None, 0)
    if (least := wanted.get("minRating")) is not None and (rating is None or rating < least):
        return f"Who joins has a rating of at least {least}."
    if (most := wanted.get("maxRating")) is not None and rating is not None and rating > most:
        return f"Who joins has a rating of at most {most}."
    if matches < (least := wanted.get("minMatches", 0)):
        return f"Who joins has played at least {least} matches that counted."
    return ""
