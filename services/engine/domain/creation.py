"""Creating a match: its settings, its id, its seed."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Any

from croupier_game.errors import InvalidOptions

from engine.domain import absence, clock, reducer, sealing
from engine.domain.errors import NotPlayedHere
from engine.domain.match import Access, ClockOptions, Deal, Match, Seat, StartMode, Undo, UndoMode
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.domain.sealing import NOTHING, Given


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The settings of a new match.

    `options` None are the game's defaults, `seats` None its least number of seats, `rules_version`
    None is the newest, `reveal_ms` is 0 in an open deal, and `gone_after_ms` is 0 for never, None
    for what fits the clock and the access. `given` is what the creator gives to the deal.
    """

    game: str
    options: Any = None
    seats: int | None = None
    access: Access = Access.PUBLIC
    start: StartMode = StartMode.AUTO
    given: Given = NOTHING
    clock: ClockOptions | None = None
    gone_after_ms: int | None = None
    deal: Deal = Deal.OPEN
    reveal_ms: int = 0
    talk: bool = True
    undo: UndoMode = UndoMode.CONSENT
    rules_version: int | None = None


CODE_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The symbols of invite codes, Crockford's: without I, L and O, which look like others, and U."""
CODE_LENGTH = 10
"""How many symbols an invite code has: 50 bits, which somebody can type."""


def new_match(match_id: str, seed: str, settings: MatchSettings, invite_code: str = "") -> AnyMatch:
    """A match before its first entry. Raise NotPlayedHere, or InvalidOptions if it cannot be
    played.

    A private match without an `invite_code` has one that nobody knows and that leads nowhere.
    """
    game = GAMES.find(settings.game, settings.rules_version)
    if game is None:
        raise NotPlayedHere(settings.game)
    rules = game.rules
    seats = rules.MIN_SEATS if settings.seats is None else settings.seats
    if not rules.MIN_SEATS <= seats <= rules.MAX_SEATS:
        raise InvalidOptions(
            f"seats must be {_range(rules.MIN_SEATS, rules.MAX_SEATS)} in {rules.NAME}."
        )
    options = rules.Options() if settings.options is None else settings.options
    rules.check_options(options, seats)
    if settings.clock:
        clock.check_options(settings.clock)
    gone_after_ms = settings.gone_after_ms
    if gone_after_ms is None:
        gone_after_ms = absence.default_ms(settings.clock, settings.access)
    absence.check_options(gone_after_ms)
    sealing.check_options(settings.deal, settings.reveal_ms)
    return reducer.genesis(
        Match(
            id=match_id,
            game=settings.game,
            rules_version=rules.VERSION,
            options=options,
            access=settings.access,
            start=settings.start,
            invite_code=(invite_code or random_code()) if settings.access == Access.PRIVATE else "",
            seed=seed,
            seats=(Seat(),) * seats,
            clock=settings.clock,
            gone_after_ms=gone_after_ms,
            undo=Undo() if settings.undo == UndoMode.CONSENT else None,
            deal=settings.deal,
            reveal_ms=settings.reveal_ms,
            talk=settings.talk,
        )
    )


def _range(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def random_seed() -> str:
    """32 bytes from the operating system, in hex."""
    return secrets.token_hex(32)


def random_id() -> str:
    """22 characters of base64url: 128 random bits."""
    # Unguessable: a private match is protected by its id as well.
    return secrets.token_urlsafe(16)


def match_id_for_key(key: str, player_id: str, secret: str) -> str:
    """The id of the match that a player creates under an idempotency key."""
    return derived_id("create", player_id, key, secret=secret)


def random_code() -> str:
    """An invite code of the operating system's random bits."""
    return _code(random_id())


def code_for_key(key: str, player_id: str, secret: str) -> str:
    """The invite code of the private match that a player creates under an idempotency key."""
    return _code(derived_id("code", player_id, key, secret=secret))


def match_id_for_code(code: str, secret: str) -> str:
    """The id of the private match that is created with an invite code.

    So a code finds its match without an index, and lives exactly as long.
    """
    return derived_id("invited", code, secret=secret)


def ticket_id_for_key(key: str, player_id: str, secret: str) -> str:
    """The id of the ticket that a player creates under an idempotency key."""
    return derived_id("ticket", player_id, key, secret=secret)


def _code(text: str) -> str:
    """The invite code that follows from a text, in two groups: `K7QF2-M9PTX`."""
    digest = hashlib.sha256(text.encode()).digest()
    symbols = "".join(CODE_SYMBOLS[byte % 32] for byte in digest[:CODE_LENGTH])
    return f"{symbols[: CODE_LENGTH // 2]}-{symbols[CODE_LENGTH // 2 :]}"


def derived_id(*parts: str, secret: str = "") -> str:
    """An id of the form of `random_id` that follows from `parts`: their SHA-256, shortened.

    With a `secret` it is their HMAC-SHA256, so that nobody else can compute it.
    """
    # NUL separates the parts, since no part can have one.
    text = "\0".join(parts).encode()
    sha256 = hmac.new(secret.encode(), text, hashlib.sha256) if secret else hashlib.sha256(text)
    return urlsafe_b64encode(sha256.digest()[:16]).decode().rstrip("=")
