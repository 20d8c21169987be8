"""Requests off the wire. Whatever is wrong with them is Malformed."""

from collections.abc import Callable
from typing import Any

from croupier.v1 import engine_service_pb2 as pb

from engine.errors import Malformed
from engine.games import GAMES, Game
from engine.listing import Filter
from engine.match import Access, Player, StartMode, Status
from engine.matches import NewMatch, Seating
from engine.require import Caller
from engine.rules.errors import InvalidMove
from engine.store.redis import Key

ENTROPY_BYTES = 32
PAGE_SIZE = 100


def caller(message: pb.Caller) -> Caller:
    return Caller(message.player_id, message.seat if message.HasField("seat") else None)


def player(message: pb.Player) -> Player:
    if not message.id:
        raise Malformed("A player must have an id.")
    kind = pb.PlayerKind.Name(message.kind).removeprefix("PLAYER_KIND_").lower()
    return Player(message.id, message.display_name, kind)


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
        options = game.codec.decode_options(getattr(message.options, game.arm))
    return NewMatch(
        game=message.game,
        options=options,
        seats=message.seats if message.HasField("seats") else None,
        access=Access.PRIVATE if message.access == pb.ACCESS_PRIVATE else Access.PUBLIC,
        start=StartMode.MANUAL if message.start == pb.START_MODE_MANUAL else StartMode.AUTO,
        entropy=_entropy(message.entropy),
    )


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
        return game.codec.decode_move(getattr(message.move, game.arm))

    return read


def list_filter(message: pb.ListMatchesRequest) -> Filter:
    status = None
    if message.status:
        status = Status(pb.MatchStatus.Name(message.status).removeprefix("MATCH_STATUS_").lower())
    return Filter(message.viewer_id, message.game, status, message.player_id)


def page_size(message: pb.ListMatchesRequest | pb.ListMovesRequest) -> int:
    return min(max(message.page_size, 1), PAGE_SIZE)


def _entropy(text: str) -> str:
    """Lower-case hex of up to 32 bytes."""
    try:
        entropy = bytes.fromhex(text)
    except ValueError:
        raise Malformed("entropy must be hex.") from None
    if len(entropy) > ENTROPY_BYTES:
        raise Malformed("entropy must be at most 32 bytes.")
    return entropy.hex()
