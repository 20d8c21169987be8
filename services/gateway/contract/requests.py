"""Parts of requests to the engine that several routes need."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from croupier.v1 import engine_service_pb2 as pb

from gateway.contract import match_requests, validation
from gateway.contract.durations import to_ms
from gateway.contract.games import UNKNOWN, Games
from gateway.errors import NotPlayed, Problem
from gateway.players.eligibility import Eligibility
from gateway.players.player import Player

T = TypeVar("T")

GAME_LENGTH = 100
"""The engine gets no more of a game's id: every real one is shorter, so it stays unknown."""


class OfGame(Protocol):
    """A body that names a game, with options of it."""

    game: str
    options: dict[str, Any] | None


def game(body: OfGame) -> str:
    """Return the id of the game, which may be unknown."""
    return body.game[:GAME_LENGTH]


async def play(body: OfGame, games: Games, make: Callable[[bool], Awaitable[T]]) -> T:
    """Return what `make` has made of the settings; it is told whether any engine may have the game.

    Raise Problem invalid_options if there is no such game, NotPlayed if no engine has it now.
    """
    known = body.game in games
    try:
        return await make(known)
    except NotPlayed:
        if known:
            raise
        raise Problem("invalid_options", UNKNOWN) from None


def options(body: OfGame, games: Games) -> pb.Packed | None:
    """Return the options as the game's own message; None if they are left out.

    Raise Problem malformed if they are not as the game's schema says. Those of an unknown game are
    of no rules: the engine refuses it later in the order of refusals.
    """
    if body.options is None:
        return None
    if body.game not in games:
        return pb.Packed()
    game = games[body.game]
    own = game.message("Options")
    if not validation.fills(body.options, own):
        raise validation.unlike_schema("options", body.options, own.DESCRIPTOR)
    return game.packed(own)


def clock(clock: match_requests.Clock | None) -> pb.ClockOptions | None:
    """Return the clock's options; None without a clock."""
    if clock is None:
        return None
    return pb.ClockOptions(
        per_move_ms=to_ms(clock.per_move),
        bank_ms=to_ms(clock.bank),
        increment_ms=to_ms(clock.increment),
        on_timeout=pb.OnTimeout.Value(f"ON_TIMEOUT_{clock.on_timeout.upper()}"),
    )


def gone_after_ms(body: match_requests.MatchSettings) -> int | None:
    """Return after how long a player is gone, 0 for never; None if that is left to the engine."""
    if "gone_after" not in body.model_fields_set:
        return None
    # A time of 0 is none at all, and the engine refuses those that are too short.
    return 0 if body.gone_after is None else max(1, to_ms(body.gone_after))


def deal(body: match_requests.MatchSettings) -> pb.Deal.ValueType:
    """Return how the players' entropy comes in."""
    return pb.Deal.Value(f"DEAL_{body.deal.upper()}")


def reveal_ms(body: match_requests.MatchSettings) -> int | None:
    """Return how long players have to reveal; None if that is left to the engine."""
    return None if body.reveal is None else to_ms(body.reveal)


def undo_mode(body: match_requests.MatchSettings) -> pb.UndoMode.ValueType:
    """Return whether moves can be taken back; unspecified if that is left to the engine."""
    return pb.UndoMode.Value(f"UNDO_MODE_{(body.undo or 'unspecified').upper()}")


async def standing(
    body: match_requests.MatchSettings, player: Player, eligibility: Eligibility
) -> pb.Standing | None:
    """Return what a rated match has to know of the player; None for another match."""
    return await eligibility.of(player.id) if body.rated else None


def player(player: Player) -> pb.Player:
    """Return the player as the engine stores it at a seat."""
    kind = pb.PlayerKind.Value(f"PLAYER_KIND_{player.kind.upper()}")
    return pb.Player(id=player.id, display_name=player.displayName, kind=kind)
