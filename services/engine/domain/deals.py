"""Deals that several play: their ids, seeds, and what can be one."""

import hashlib
import hmac
from dataclasses import dataclass

from croupier_game.errors import InvalidOptions
from croupier_match.match import Access, AnyMatch, ClockOptions, Deal, DealOf, UndoMode
from croupier_match.settings import MatchSettings
from redislink.deals import DAY_MS

from engine.domain.creation import new_match
from engine.domain.ids import derived_id

USUAL = ("Hugo", "Otto", "Rosa", "Lotte")
"""The bots of the house that play against whoever tries a deal, in the order of the seats. None of
them searches: what a search finds hangs on the time that it gets."""
SHORTEST_MS, LONGEST_MS = 5 * 60 * 1000, 30 * DAY_MS
"""How long a deal can be tried: no clock has more time."""
LEAST_MS = 1000
"""The least time on a clock."""
MOST_A_DAY = 20
"""How many deals a player may make in a day."""


@dataclass(frozen=True, slots=True)
class NewDeal:
    """A deal to make. `opponents` () are the usual ones; `start_ms` 0 is now."""

    name: str
    settings: MatchSettings
    opponents: tuple[str, ...]
    start_ms: int
    end_ms: int


def seed_of(deal_id: str, secret: str) -> str:
    """The seed of a deal, 32 bytes in hex, which follows from the secret of the installation."""
    message = f"croupier deal v1\0{deal_id}".encode()
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def match_id(deal_id: str, player_id: str, secret: str) -> str:
    """The id of the match in which a player tries a deal."""
    return derived_id("deal", deal_id, player_id, secret=secret)


def settings_of(game: str, deal_id: str, end_ms: int, wish: MatchSettings) -> MatchSettings:
    """The settings of the matches of a deal, of which a wish names options and seats.

    Nobody is ever gone, as a bot that is away must not lose, and nothing is taken back: who has
    seen another answer would know more than others.
    """
    return MatchSettings(
        game,
        wish.options,
        wish.seats,
        Access.PRIVATE,
        gone_after_ms=0,
        deal=Deal.OPEN,
        undo=UndoMode.NEVER,
        rules_version=wish.rules_version,
        deal_of=DealOf(deal_id, end_ms),
    )


def template(deal_id: str, end_ms: int, wish: MatchSettings) -> AnyMatch:
    """The match of a deal's tries before the first entry, without id and seed.

    Raise NotPlayedHere, InvalidOptions.
    """
    return new_match("", "", settings_of(wish.game, deal_id, end_ms, wish))


def clock_of(end_ms: int, now_ms: int) -> ClockOptions:
    """The clock of a try that begins now: whoever leaves it has lost about when the deal is over,
    so that no bot keeps it for weeks."""
    return ClockOptions(bank_ms=max(LEAST_MS, end_ms - now_ms))


def opponents_of(seats: int, named: tuple[str, ...]) -> tuple[str, ...]:
    """The names of those who sit beside whoever tries a deal. Raise InvalidOptions."""
    if named and (len(named) != seats - 1 or len({*named}) < len(named)):
        raise InvalidOptions(f"opponents must be {seats - 1} different ones at {seats} seats.")
    if seats - 1 > len(USUAL) and not named:
        raise InvalidOptions(f"A deal can have up to {len(USUAL) + 1} seats.")
    return named or USUAL[: seats - 1]


def check_times(start_ms: int, end_ms: int, now_ms: int) -> None:
    """Raise InvalidOptions unless a deal can be open between these times."""
    if not SHORTEST_MS <= end_ms - max(start_ms, now_ms) <= LONGEST_MS:
        raise InvalidOptions("A deal must be open for 5 minutes to 30 days.")
    if start_ms - now_ms > LONGEST_MS:
        raise InvalidOptions("A deal must begin within 30 days.")
