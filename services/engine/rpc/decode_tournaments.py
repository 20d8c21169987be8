"""Decoding of requests about tournaments. Raise Malformed for impossible values."""

import json
from collections.abc import Callable
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from croupier_tournament import System, commands
from croupier_tournament.entries import Withdrawal

from engine.domain.errors import Malformed
from engine.domain.tournament_terms import MOST_NAME, NewTournament
from engine.rpc import decode
from engine.service.tournaments.wishes import AddSeals, Give, Join, Leave, Wish

SYSTEM = {
    pb.TOURNAMENT_SYSTEM_SWISS: System.SWISS,
    pb.TOURNAMENT_SYSTEM_ROUND_ROBIN: System.ROUND_ROBIN,
    pb.TOURNAMENT_SYSTEM_KNOCKOUT: System.KNOCKOUT,
    pb.TOURNAMENT_SYSTEM_ARENA: System.ARENA,
}


def new_tournament(message: pb.CreateTournamentRequest) -> NewTournament:
    """The tournament as requested; the service tells whether there can be one."""
    if not 1 <= len(message.name) <= MOST_NAME:
        raise Malformed(f"name must be 1 to {MOST_NAME} characters.")
    return NewTournament(
        maker=decode.player(message.maker),
        name=message.name,
        match=decode.match_settings(_match(message)),
        system=decode.known(SYSTEM, message.system),
        rounds=message.rounds,
        minutes=message.minutes,
        legs=message.legs or 1,
        least_players=message.least_players,
        most_players=message.most_players,
        start=message.start_ms if message.HasField("start_ms") else None,
        check_in_ms=message.check_in_ms,
        break_ms=message.break_ms,
        all_at_once=message.all_at_once,
        conditions=_conditions(message.conditions),
        own_game=message.own_game,
        house_bots=message.house_bots,
    )


def _match(message: pb.CreateTournamentRequest) -> pb.CreateMatchRequest:
    """The request of one of its matches, which takes exactly what a match takes."""
    match = pb.CreateMatchRequest(
        game=message.game,
        access=message.access,
        deal=pb.DEAL_SEALED,
        reveal_ms=message.reveal_ms,
        undo_mode=pb.UNDO_MODE_NEVER,
        rated=message.rated,
    )
    if message.HasField("options"):
        match.options.CopyFrom(message.options)
    if message.HasField("seats"):
        match.seats = message.seats
    if message.HasField("clock"):
        match.clock.CopyFrom(message.clock)
    return match


def _conditions(text: bytes) -> dict[str, Any] | None:
    if not text:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        found = ()
    if not isinstance(found, dict):
        raise Malformed("conditions must be a JSON object.")
    return found


def wish(message: pb.ChangeTournamentRequest) -> Wish:
    """What is wanted. Raise Malformed if that is nothing."""
    if not (of_kind := WISHES.get(message.WhichOneof("wish") or "")):
        raise Malformed("A change must have a wish.")
    return of_kind(message)


def _join(message: pb.ChangeTournamentRequest) -> Wish:
    joining = message.join
    rating = joining.rating if joining.HasField("rating") else None
    standing = decode.standing(joining.standing)
    seals = [*joining.table_seals]
    return Join(decode.player(message.player), joining.seal, seals, rating, standing)


WISHES: dict[str, Callable[[pb.ChangeTournamentRequest], Wish]] = {
    "join": _join,
    "leave": lambda message: Leave(message.player.id),
    "check_in": lambda message: Give(
        commands.Reveal(message.player.id, decode.entropy(message.check_in.entropy))
    ),
    "start": lambda message: Give(commands.OpenCheckIn()),
    "pause": lambda message: Give(commands.Pause()),
    "resume": lambda message: Give(commands.Resume("paused")),
    "abort": lambda message: Give(commands.Abort(message.abort.reason)),
    "remove": lambda message: Leave(message.remove.player_id, Withdrawal.REMOVED),
    "add_seals": lambda message: AddSeals(message.player.id, [*message.add_seals.table_seals]),
}
