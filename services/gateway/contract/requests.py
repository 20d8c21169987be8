"""Parts of requests to the engine that several routes make."""

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Request

from gateway.auth.players import Player
from gateway.contract import json_schema, models, validation
from gateway.contract.durations import to_ms
from gateway.transport import headers, json_body


def options(body: models.MatchSettings) -> pb.Options:
    """The options as the game's own message; for an unknown game the engine will refuse."""
    message = pb.Options()
    if body.options is None or body.game not in json_schema.game_ids():
        return message
    own = getattr(message, json_schema.arm_of(body.game))
    if not validation.fills(body.options, own):
        raise validation.unlike_schema("options", body.options, own.DESCRIPTOR)
    return message


def clock(clock: models.Clock | None) -> pb.ClockOptions | None:
    """The clock's options as the engine takes them; None without a clock."""
    if clock is None:
        return None
    return pb.ClockOptions(
        per_move_ms=to_ms(clock.per_move),
        bank_ms=to_ms(clock.bank),
        increment_ms=to_ms(clock.increment),
        on_timeout=pb.OnTimeout.Value(f"ON_TIMEOUT_{clock.on_timeout.upper()}"),
    )


def player(player: Player) -> pb.Player:
    kind = pb.PlayerKind.Value(f"PLAYER_KIND_{player.kind.upper()}")
    return pb.Player(id=player.id, display_name=player.displayName, kind=kind)


def idempotency(key: str | None, request: Request, body: models.Body) -> pb.Idempotency | None:
    if key is None:
        return None
    return pb.Idempotency(key=key, fingerprint=json_body.fingerprint(request, body))


def small(number: int | None) -> int | None:
    """Within the wire's 32 bits; there is nothing to be had beyond them."""
    return None if number is None else min(number, headers.MAX_VERSION)
