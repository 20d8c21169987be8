"""What a service says of any game, a struct per schema of its document."""

from typing import Any

from croupier_client.base import MatchBase, Struct, Word
from croupier_client.errors import Refused


class AnyLegalMove(Struct, kw_only=True, frozen=True):
    notation: str


class AnyLegalMoves(Struct, kw_only=True, frozen=True):
    version: int
    seat: int | None


class Player(Struct, frozen=True):
    id: str
    display_name: str
    kind: Word["human", "bot"]


class Seat(Struct, frozen=True):
    index: int
    player: Player | None
    resigned: bool
    moved: bool


class MatchClock(Struct, frozen=True):
    """The clock's settings, null where they were left out, and its state."""
    per_move: str | None
    bank: str | None
    increment: str | None
    on_timeout: Word["forfeit", "random"]
    deadline: str | None
    banks: tuple[str, ...] | None


class UndoRequest(Struct, frozen=True):
    """An open request to take back what was played after a version."""
    seat: int
    to_version: int
    agreed: tuple[int, ...]
    needs: tuple[int, ...]


class Outcome(Struct, frozen=True):
    reason: Word["completed", "resigned", "timeout", "claimed", "aborted"]
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Fairness(Struct, frozen=True):
    commitment: str
    server_seed: str | None
    log_head: str
    recipe: int
    terms: str
    reveal: str | None = None
    seals: tuple[str | None, ...] | None = None
    to_reveal: tuple[int, ...] | None = None
    reveal_by: str | None = None


class AnyMatch(MatchBase, kw_only=True, frozen=True):
    """A match as the caller may see it."""
    id: str
    status: Word["waiting", "active", "finished", "aborted"]
    access: Word["public", "private"]
    start: Word["auto", "manual"]
    deal: Word["open", "sealed"]
    version: int
    rules_version: int
    create_time: str
    update_time: str
    seats: tuple[Seat, ...]
    your_seat: int | None
    to_move: tuple[int, ...]
    clock: MatchClock | None
    gone_after: str | None
    undo_mode: Word["never", "consent"]
    undo: UndoRequest | None
    outcome: Outcome | None
    fairness: Fairness
    invite_code: str | None = None
    talk: bool | None = None


class AnyHistoryEntry(Struct, kw_only=True, frozen=True):
    version: int
    kind: Word["created", "joined", "left", "started", "revealed", "move", "resigned", "timeout", "aborted", "asked", "agreed", "refused", "undone", "claimed"]
    seat: int
    notation: str | None
    time: str
    note: str | None = None
    withheld: tuple[int, ...] | None = None
    gone: tuple[int, ...] | None = None
    to: int | None = None
    needs: tuple[int, ...] | None = None


class OwnPlayer(Struct, frozen=True):
    """You, with what only you are shown."""
    id: str
    display_name: str
    kind: Word["human", "bot"]
    research: bool


class PlayerAndToken(Struct, frozen=True):
    player: Player
    token: str


class SeatRange(Struct, frozen=True):
    min: int
    max: int


class GameOptions(Struct, frozen=True):
    schema: dict[str, Any]
    defaults: dict[str, Any]


class GameWeb(Struct, frozen=True):
    """The files of a game for a web page, of which `docs/adding-a-board.md` tells."""
    files: str
    own: bool
    board: int
    score: bool
    options: bool
    guide: bool
    pictures: bool
    tile: bool
    verify: bool
    keep_score: bool
    texts: tuple[str, ...]
    rules: tuple[str, ...]
    lines: dict[str, str]
    minutes: tuple[int, ...]
    difficulty: int | None


class Game(Struct, frozen=True):
    id: str
    name: str
    rules_version: int
    seats: SeatRange
    options: GameOptions
    move_schema: dict[str, Any]
    state_schema: dict[str, Any]
    event_schema: dict[str, Any]
    rules_url: str
    web: GameWeb | None


class Games(Struct, frozen=True):
    games: tuple[Game, ...]


class Ticket(Struct, frozen=True):
    id: str
    status: Word["searching", "matched", "cancelled", "expired"]
    match_id: str | None
    expire_time: str


class Rematch(Struct, frozen=True):
    asked: tuple[int, ...]
    match_id: str | None


class Clock(Struct, frozen=True):
    """How long players may think: per move, or from a bank for the whole match."""
    bank: str | None = None
    increment: str | None = None
    on_timeout: Word["forfeit", "random"] | None = None
    per_move: str | None = None


class Malformed(Refused, code="malformed"):
    """It has the code `malformed`."""


class Unauthenticated(Refused, code="unauthenticated"):
    """It has the code `unauthenticated`."""


class NotYourMatch(Refused, code="not_your_match"):
    """It has the code `not_your_match`."""


class Forbidden(Refused, code="forbidden"):
    """It has the code `forbidden`."""


class NameReserved(Refused, code="name_reserved"):
    """It has the code `name_reserved`."""


class NotFound(Refused, code="not_found"):
    """It has the code `not_found`."""


class MethodNotAllowed(Refused, code="method_not_allowed"):
    """It has the code `method_not_allowed`."""


class NotAcceptable(Refused, code="not_acceptable"):
    """It has the code `not_acceptable`."""


class Timeout(Refused, code="timeout"):
    """It has the code `timeout`."""


class Conflict(Refused, code="conflict"):
    """It has the code `conflict`."""


class MatchActive(Refused, code="match_active"):
    """It has the code `match_active`."""


class MatchFull(Refused, code="match_full"):
    """It has the code `match_full`."""


class MatchNotActive(Refused, code="match_not_active"):
    """It has the code `match_not_active`."""


class NotYourTurn(Refused, code="not_your_turn"):
    """It has the code `not_your_turn`."""


class UndoRefused(Refused, code="undo_refused"):
    """It has the code `undo_refused`."""


class VersionMismatch(Refused, code="version_mismatch"):
    """It has the code `version_mismatch`."""


class TooLarge(Refused, code="too_large"):
    """It has the code `too_large`."""


class TargetTooLong(Refused, code="target_too_long"):
    """It has the code `target_too_long`."""


class UnsupportedMediaType(Refused, code="unsupported_media_type"):
    """It has the code `unsupported_media_type`."""


class IdempotencyMismatch(Refused, code="idempotency_mismatch"):
    """It has the code `idempotency_mismatch`."""


class IllegalMove(Refused, code="illegal_move"):
    """It has the code `illegal_move`."""


class InvalidMove(Refused, code="invalid_move"):
    """It has the code `invalid_move`."""


class InvalidOptions(Refused, code="invalid_options"):
    """It has the code `invalid_options`."""


class NotAnalysed(Refused, code="not_analysed"):
    """It has the code `not_analysed`."""


class RateLimited(Refused, code="rate_limited"):
    """It has the code `rate_limited`."""


class HeadersTooLarge(Refused, code="headers_too_large"):
    """It has the code `headers_too_large`."""


class Internal(Refused, code="internal"):
    """It has the code `internal`."""


class GameFailed(Refused, code="game_failed"):
    """It has the code `game_failed`."""


class NotImplemented(Refused, code="not_implemented"):
    """It has the code `not_implemented`."""


class Unavailable(Refused, code="unavailable"):
    """It has the code `unavailable`."""


__all__ = [
    "AnyLegalMove",
    "AnyLegalMoves",
    "Player",
    "Seat",
    "MatchClock",
    "UndoRequest",
    "Outcome",
    "Fairness",
    "AnyMatch",
    "AnyHistoryEntry",
    "OwnPlayer",
    "PlayerAndToken",
    "SeatRange",
    "GameOptions",
    "GameWeb",
    "Game",
    "Games",
    "Ticket",
    "Rematch",
    "Clock",
    "Malformed",
    "Unauthenticated",
    "NotYourMatch",
    "Forbidden",
    "NameReserved",
    "NotFound",
    "MethodNotAllowed",
    "NotAcceptable",
    "Timeout",
    "Conflict",
    "MatchActive",
    "MatchFull",
    "MatchNotActive",
    "NotYourTurn",
    "UndoRefused",
    "VersionMismatch",
    "TooLarge",
    "TargetTooLong",
    "UnsupportedMediaType",
    "IdempotencyMismatch",
    "IllegalMove",
    "InvalidMove",
    "InvalidOptions",
    "NotAnalysed",
    "RateLimited",
    "HeadersTooLarge",
    "Internal",
    "GameFailed",
    "NotImplemented",
    "Unavailable"
]
