"""Decoding of requests. Raise Malformed for impossible values, InvalidMove for a wrong move."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from croupier.v1 import engine_service_pb2 as pb
from croupier_game.errors import InvalidMove
from croupier_match.absence import Absence
from croupier_match.admission import Caller, Expected, Eyes
from croupier_match.commands import Join
from croupier_match.games import Game
from croupier_match.match import (
    Access,
    ClockOptions,
    Deal,
    OnTimeout,
    Player,
    StartMode,
    Status,
    UndoMode,
)
from croupier_match.refusals import NotPlayedHere
from croupier_match.sealing import ENTROPY_BYTES, REVEAL_MS, SEAL, Given
from croupier_match.settings import MatchSettings

from engine.domain.errors import Malformed
from engine.domain.invitations import ClockRange, Offer
from engine.domain.rated import Standing
from engine.domain.registry import GAMES
from engine.service.queries.match_queries import WHOLE, ReplayPage
from engine.service.queries.pagination import Filter
from engine.store.idempotency import IdempotencyKey

T = TypeVar("T")
Enum = TypeVar("Enum", bound=int)

HASH = re.compile("[0-9a-f]{64}")
PLAYER_ID = re.compile("[A-Za-z0-9_-]{22}")
MOST_BLOCKED = 500
LOG_ENTRIES = 1000
"""The most log entries in a page of a replay: some 300 KB."""
PAGE_SIZE = 100
IDS = 1000

PLAYER_KINDS = {pb.PLAYER_KIND_HUMAN: "human", pb.PLAYER_KIND_BOT: "bot"}
ACCESS = {
    pb.ACCESS_UNSPECIFIED: Access.PUBLIC,
    pb.ACCESS_PUBLIC: Access.PUBLIC,
    pb.ACCESS_PRIVATE: Access.PRIVATE,
}
START = {
    pb.START_MODE_UNSPECIFIED: StartMode.AUTO,
    pb.START_MODE_AUTO: StartMode.AUTO,
    pb.START_MODE_MANUAL: StartMode.MANUAL,
}
DEAL = {
    pb.DEAL_UNSPECIFIED: Deal.OPEN,
    pb.DEAL_OPEN: Deal.OPEN,
    pb.DEAL_SEALED: Deal.SEALED,
}
DEFAULT_REVEAL_MS = {Deal.OPEN: 0, Deal.SEALED: REVEAL_MS}
ON_TIMEOUT = {
    pb.ON_TIMEOUT_UNSPECIFIED: OnTimeout.FORFEIT,
    pb.ON_TIMEOUT_FORFEIT: OnTimeout.FORFEIT,
    pb.ON_TIMEOUT_RANDOM: OnTimeout.RANDOM,
    pb.ON_TIMEOUT_RULES: OnTimeout.RULES,
}
UNDO = {
    pb.UNDO_MODE_UNSPECIFIED: UndoMode.CONSENT,
    pb.UNDO_MODE_NEVER: UndoMode.NEVER,
    pb.UNDO_MODE_CONSENT: UndoMode.CONSENT,
}
STATUS = {
    pb.MATCH_STATUS_UNSPECIFIED: None,
    pb.MATCH_STATUS_WAITING: Status.WAITING,
    pb.MATCH_STATUS_ACTIVE: Status.ACTIVE,
    pb.MATCH_STATUS_FINISHED: Status.FINISHED,
    pb.MATCH_STATUS_ABORTED: Status.ABORTED,
}
CLOCKS = {
    pb.CLOCK_RANGE_UNSPECIFIED: ClockRange.ANY,
    pb.CLOCK_RANGE_ANY: ClockRange.ANY,
    pb.CLOCK_RANGE_NONE: ClockRange.NONE,
    pb.CLOCK_RANGE_SHORT: ClockRange.SHORT,
}


def caller(message: pb.Caller) -> Caller:
    eyes = Eyes(_seat(message.eyes)) if message.HasField("eyes") else None
    return Caller(message.player_id, _seat(message), eyes)


def offer(message: pb.Offer) -> Offer:
    return Offer(message.game, message.max_matches, known(CLOCKS, message.clocks))


def _seat(message: pb.Caller | pb.Eyes) -> int | None:
    return message.seat if message.HasField("seat") else None


def player(message: pb.Player) -> Player:
    if not message.id:
        raise Malformed("A player must have an id.")
    return Player(message.id, message.display_name, known(PLAYER_KINDS, message.kind))


def standing(message: pb.Standing) -> Standing:
    return Standing(message.since_ms, not message.unlisted, message.waits_until_ms)


def key(message: pb.Idempotency, player_id: str) -> IdempotencyKey | None:
    """The idempotency key; None if the request has none."""
    return IdempotencyKey(player_id, message.key, message.fingerprint) if message.key else None


def expected(
    message: pb.JoinMatchRequest
    | pb.ActRequest
    | pb.AskUndoRequest
    | pb.RevealEntropyRequest
    | pb.ClaimMatchRequest
    | pb.FreeSeatRequest,
) -> Expected:
    return Expected(message.expected_version if message.HasField("expected_version") else None)


def expected_of_move(message: pb.ApplyMoveRequest) -> Expected:
    version = message.expected_version if message.HasField("expected_version") else None
    decision = message.expected_decision if message.HasField("expected_decision") else None
    return Expected(version, decision)


def blocked(message: pb.CreateTicketRequest) -> Sequence[str]:
    """The ids of those whom the player has blocked. Raise Malformed for what is none."""
    if len(message.blocked) > MOST_BLOCKED or not all(map(PLAYER_ID.fullmatch, message.blocked)):
        raise Malformed(f"blocked must be at most {MOST_BLOCKED} ids of players.")
    return message.blocked


def options(game_id: str, message: pb.Packed) -> Any:
    """The options; None for those of a game that is not played here.

    It is refused by the service, along with all other settings.
    """
    game = GAMES.find(game_id, message.rules_version)
    return _unpacked(game, message, game.wire.read_options) if game else None


def match_settings(message: pb.CreateMatchRequest) -> MatchSettings:
    given_options, version = None, None
    if message.HasField("options"):
        version = message.options.rules_version
        given_options = options(message.game, message.options)
    deal = known(DEAL, message.deal)
    return MatchSettings(
        game=message.game,
        options=given_options,
        rules_version=version,
        seats=message.seats if message.HasField("seats") else None,
        access=known(ACCESS, message.access),
        start=known(START, message.start),
        given=given(message),
        clock=clock(message.clock) if message.HasField("clock") else None,
        gone_after_ms=message.gone_after_ms if message.HasField("gone_after_ms") else None,
        deal=deal,
        reveal_ms=message.reveal_ms if message.HasField("reveal_ms") else DEFAULT_REVEAL_MS[deal],
        talk=not message.silent,
        undo=known(UNDO, message.undo_mode),
        rated=message.rated,
    )


def ticket_settings(message: pb.CreateTicketRequest) -> MatchSettings:
    """The settings of a ticket's match: it is public and starts once every seat is taken."""
    # The two messages share the settings, so a ticket takes exactly what a match takes.
    match = pb.CreateMatchRequest(
        game=message.game,
        deal=message.deal,
        entropy=message.entropy,
        seal=message.seal,
        undo_mode=message.undo_mode,
        rated=message.rated,
    )
    if message.HasField("options"):
        match.options.CopyFrom(message.options)
    if message.HasField("seats"):
        match.seats = message.seats
    if message.HasField("gone_after_ms"):
        match.gone_after_ms = message.gone_after_ms
    if message.HasField("reveal_ms"):
        match.reveal_ms = message.reveal_ms
    if message.HasField("clock"):
        match.clock.CopyFrom(message.clock)
    return match_settings(match)


def clock(message: pb.ClockOptions) -> ClockOptions:
    """The clock as requested; `clock.check_options` tells whether a match can be played by it."""
    on_timeout = known(ON_TIMEOUT, message.on_timeout)
    return ClockOptions(message.per_move_ms, message.bank_ms, message.increment_ms, on_timeout)


def joining(message: pb.JoinMatchRequest) -> tuple[Caller, Join]:
    """Who would join, and how."""
    who, seat = player(message.player), message.seat if message.HasField("seat") else None
    return Caller(who.id, invite_code=message.invite_code), Join(who, seat, given(message))


def given(
    message: pb.CreateMatchRequest | pb.JoinMatchRequest | pb.RequestRematchRequest,
) -> Given:
    """What the player gives to the deal. Raise Malformed."""
    if message.seal and not SEAL.fullmatch(message.seal.lower()):
        raise Malformed("seal must be 32 bytes in hexadecimal.")
    return Given(entropy(message.entropy), message.seal.lower())


def away(
    message: pb.RequestRematchRequest | pb.GetRematchRequest | pb.ClaimMatchRequest,
) -> list[Absence]:
    """The players that are not here, as the gateway knows them."""
    return [Absence(each.seat, each.for_ms) for each in message.away]


def move(message: pb.ApplyMoveRequest) -> Callable[[Game], Any]:
    """Decode the move once the match, and so its game, is known; raises InvalidMove."""

    def read(game: Game) -> Any:
        if message.WhichOneof("what") == "notation":
            return game.rules.parse(message.notation)
        if message.WhichOneof("what") != "move":
            raise InvalidMove(f"The move must be a move of {game.rules.NAME}.")
        return _unpacked(game, message.move, game.wire.read_move)

    return read


def _unpacked(game: Game, packed: pb.Packed, read: Callable[[bytes], Any]) -> Any:
    """Read a message of the game. Raise Malformed, and NotPlayedHere if it is of other rules."""
    if packed.rules_version != game.rules.VERSION:
        raise NotPlayedHere(f"{game.rules.ID}@{packed.rules_version}")
    try:
        return read(packed.value)
    except ValueError:
        raise Malformed(f"This is no message of {game.rules.NAME}.") from None


def list_filter(message: pb.ListMatchesRequest) -> Filter:
    status = known(STATUS, message.status)
    return Filter(message.viewer_id, message.game, status, message.player_id)


def page_size(
    message: pb.ListMatchesRequest | pb.ListMovesRequest | pb.ListTicketsRequest,
) -> int:
    return min(max(message.page_size, 1), PAGE_SIZE)


def replay_page(message: pb.GetReplayRequest) -> ReplayPage:
    """The page of the log that is asked for; without a limit, all of it. Raise Malformed."""
    page = ReplayPage(size=min(message.limit, LOG_ENTRIES)) if message.limit else WHOLE
    if not message.after:
        return page
    if not HASH.fullmatch(message.prev):
        raise Malformed("prev must be the hash of the entry at the version after.")
    return replace(page, after=message.after, prev=message.prev)


def known(words: Mapping[Enum, T], value: Enum) -> T:
    """The meaning of an enum's value. Raise Malformed for one that a later release has added."""
    if value not in words:
        raise Malformed(f"Unknown enum value: {value}.")
    return words[value]


def entropy(text: str) -> str:
    """The entropy in lower-case hex. Raise Malformed unless it is hex of up to 32 bytes."""
    try:
        known = bytes.fromhex(text)
    except ValueError:
        raise Malformed("entropy must be hexadecimal.") from None
    if len(known) > ENTROPY_BYTES:
        raise Malformed("entropy must be at most 32 bytes.")
    return known.hex()
