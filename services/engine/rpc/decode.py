"""Requests off the wire. What they cannot mean is Malformed; a move that is none, InvalidMove."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from croupier.v1 import engine_service_pb2 as pb

from engine.domain.creation import NewMatch
from engine.domain.errors import Malformed
from engine.domain.guards import Caller
from engine.domain.match import Access, ClockOptions, OnTimeout, Player, StartMode, Status
from engine.domain.registry import GAMES, Game
from engine.games.errors import InvalidMove
from engine.service.matches import Seating
from engine.service.pagination import Filter
from engine.store.types import Key

T = TypeVar("T")
Enum = TypeVar("Enum", bound=int)

ENTROPY_BYTES = 32
PAGE_SIZE = 100

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
ON_TIMEOUT = {
    pb.ON_TIMEOUT_UNSPECIFIED: OnTimeout.FORFEIT,
    pb.ON_TIMEOUT_FORFEIT: OnTimeout.FORFEIT,
    pb.ON_TIMEOUT_RANDOM: OnTimeout.RANDOM,
}
STATUS = {
    pb.MATCH_STATUS_UNSPECIFIED: None,
    pb.MATCH_STATUS_WAITING: Status.WAITING,
    pb.MATCH_STATUS_ACTIVE: Status.ACTIVE,
    pb.MATCH_STATUS_FINISHED: Status.FINISHED,
    pb.MATCH_STATUS_ABORTED: Status.ABORTED,
}


def caller(message: pb.Caller) -> Caller:
    return Caller(message.player_id, message.seat if message.HasField("seat") else None)


def player(message: pb.Player) -> Player:
    if not message.id:
        raise Malformed("A player must have an id.")
    return Player(message.id, message.display_name, _known(PLAYER_KINDS, message.kind))


def key(message: pb.Idempotency, player_id: str) -> Key | None:
    """None when the request has no key."""
    return Key(player_id, message.key, message.fingerprint) if message.key else None


def expected_version(
    message: pb.JoinMatchRequest | pb.ActRequest | pb.ApplyMoveRequest,
) -> int | None:
    return message.expected_version if message.HasField("expected_version") else None


def new_match(message: pb.CreateMatchRequest) -> NewMatch:
    options, game = None, GAMES.get(message.game)
    if game and message.options.HasField(game.arm):  # type: ignore[arg-type]
        options = game.wire.decode_options(getattr(message.options, game.arm))
    return NewMatch(
        game=message.game,
        options=options,
        seats=message.seats if message.HasField("seats") else None,
        access=_known(ACCESS, message.access),
        start=_known(START, message.start),
        entropy=_entropy(message.entropy),
        clock=clock(message.clock) if message.HasField("clock") else None,
    )


def wish(message: pb.CreateTicketRequest) -> NewMatch:
    """What a ticket wishes for: a public match that starts once everyone sits."""
    match = pb.CreateMatchRequest(game=message.game, options=message.options)
    if message.HasField("seats"):
        match.seats = message.seats
    if message.HasField("clock"):
        match.clock.CopyFrom(message.clock)
    return new_match(match)


def clock(message: pb.ClockOptions) -> ClockOptions:
    """The clock that is wished for, which need not be one that can be played by."""
    on_timeout = _known(ON_TIMEOUT, message.on_timeout)
    return ClockOptions(message.per_move_ms, message.bank_ms, message.increment_ms, on_timeout)


def seating(message: pb.JoinMatchRequest) -> Seating:
    seat = message.seat if message.HasField("seat") else None
    return Seating(seat, message.invite_code, _entropy(message.entropy))


def move(message: pb.ApplyMoveRequest) -> Callable[[Game], Any]:
    """What reads the move, once it is known of which game it must be."""

    def read(game: Game) -> Any:
        if message.WhichOneof("what") == "notation":
            return game.rules.parse(message.notation)
        if message.move.WhichOneof("game") != game.arm:
            raise InvalidMove(f"The move must be one of {game.rules.NAME}.")
        return game.wire.decode_move(getattr(message.move, game.arm))

    return read


def list_filter(message: pb.ListMatchesRequest) -> Filter:
    status = _known(STATUS, message.status)
    return Filter(message.viewer_id, message.game, status, message.player_id)


def page_size(message: pb.ListMatchesRequest | pb.ListMovesRequest) -> int:
    return min(max(message.page_size, 1), PAGE_SIZE)


def _known(words: Mapping[Enum, T], value: Enum) -> T:
    """What the value of an enum means; one of a later version of it is not guessed at."""
    if value not in words:
        raise Malformed(f"{value} is no value that this engine knows.")
    return words[value]


def _entropy(text: str) -> str:
    """Lower-case hex of up to 32 bytes."""
    try:
        entropy = bytes.fromhex(text)
    except ValueError:
        raise Malformed("entropy must be hex.") from None
    if len(entropy) > ENTROPY_BYTES:
        raise Malformed("entropy must be at most 32 bytes.")
    return entropy.hex()
