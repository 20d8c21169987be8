"""How a match comes into being: a wish, an id, a seed."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Any

from engine.domain import clock, reducer
from engine.domain.match import Access, ClockOptions, Match, Seat, StartMode
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.games.errors import InvalidOptions


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A wish for a match. `options` None are the defaults, `seats` None the game's least."""

    game: str
    options: Any = None
    seats: int | None = None
    access: Access = Access.PUBLIC
    start: StartMode = StartMode.AUTO
    entropy: str = ""
    clock: ClockOptions | None = None


def genesis(match_id: str, seed: str, wish: NewMatch) -> AnyMatch:
    """A match before its first entry. Raise InvalidOptions if it cannot be played."""
    if wish.game not in GAMES:
        raise InvalidOptions("There is no such game; GET /v1/games lists them.")
    rules = GAMES[wish.game].rules
    seats = rules.MIN_SEATS if wish.seats is None else wish.seats
    if not rules.MIN_SEATS <= seats <= rules.MAX_SEATS:
        raise InvalidOptions(f"{rules.NAME} is for {_range(rules.MIN_SEATS, rules.MAX_SEATS)}.")
    options = rules.Options() if wish.options is None else wish.options
    rules.check_options(options, seats)
    if wish.clock:
        clock.check_options(wish.clock)
    return reducer.genesis(
        Match(
            id=match_id,
            game=wish.game,
            rules_version=rules.VERSION,
            options=options,
            access=wish.access,
            start=wish.start,
            invite_code=random_id() if wish.access == Access.PRIVATE else "",
            seed=seed,
            seats=(Seat(),) * seats,
            clock=wish.clock,
        )
    )


def _range(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def random_seed() -> str:
    """32 bytes from the operating system, in hex."""
    return secrets.token_hex(32)


def random_id() -> str:
    """22 characters of base64url: 128 random bits."""
    return secrets.token_urlsafe(16)


def match_under(key: str, player_id: str) -> str:
    """The id of the match that a player makes under an idempotency key."""
    return derived_id("create", player_id, key)


def ticket_under(key: str, player_id: str) -> str:
    """The id of the ticket that a player makes under an idempotency key."""
    return derived_id("ticket", player_id, key)


def derived_id(*parts: str) -> str:
    """An id that follows from `parts`, of the same form."""
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")
