"""What is asked of tournaments, as the engine is asked it."""

import json

from croupier.v1 import engine_service_pb2 as pb
from croupier_rating import TimeClass, time_class

from gateway.contract import match_requests, moments, requests, tournament_requests
from gateway.contract.durations import to_ms
from gateway.errors import Problem
from gateway.http.parameters import clamp_uint32
from gateway.players.player import Player

MINUTE_MS = 60_000
CHECK_IN_MS, BREAK_MS, REVEAL_MS = 10 * MINUTE_MS, MINUTE_MS, MINUTE_MS
DAILY_REVEAL_MS = 24 * 60 * MINUTE_MS
ROUNDS, MINUTES = 5, 60
SYSTEMS = {
    "swiss": pb.TOURNAMENT_SYSTEM_SWISS,
    "roundRobin": pb.TOURNAMENT_SYSTEM_ROUND_ROBIN,
    "knockout": pb.TOURNAMENT_SYSTEM_KNOCKOUT,
    "arena": pb.TOURNAMENT_SYSTEM_ARENA,
}


def new_tournament(
    body: tournament_requests.NewTournament, maker: Player
) -> pb.CreateTournamentRequest:
    """Return the request for a tournament, without its options.

    Raise Problem invalid_options if nobody can tell when it is to start, or nobody could join.
    """
    return pb.CreateTournamentRequest(
        maker=requests.player(maker),
        name=body.name,
        game=requests.game(body),
        clock=requests.clock(body.clock),
        system=SYSTEMS[body.system],
        rounds=_number(body.rounds, ROUNDS if body.system == "swiss" else 0),
        minutes=_number(body.minutes, MINUTES if body.system == "arena" else 0),
        seats=clamp_uint32(body.seats),
        legs=_number(body.matches_per_pairing, 1),
        least_players=_number(body.min_players, 2),
        most_players=_number(body.max_players, 0),
        start_ms=_start_ms(body),
        check_in_ms=_ms(body.check_in, CHECK_IN_MS),
        break_ms=_ms(body.round_break, BREAK_MS),
        reveal_ms=_ms(body.reveal, _reveal_ms(body.clock)),
        all_at_once=body.all_at_once,
        access=pb.ACCESS_PRIVATE if body.access == "private" else pb.ACCESS_PUBLIC,
        rated=body.rated,
        conditions=_conditions(body.conditions) if body.conditions else b"",
        house_bots=_number(body.house_bots, 0),
    )


def joining(
    body: tournament_requests.JoinTournament, rating: int | None, standing: pb.Standing | None
) -> pb.JoinTournament:
    """Return the wish to join, of a player with this rating in the tournament's pool."""
    return pb.JoinTournament(
        seal=body.seal.lower(),
        table_seals=[each.lower() for each in body.table_seals],
        rating=rating,
        standing=standing,
    )


def _conditions(given: tournament_requests.NewConditions) -> bytes:
    least, most = given.min_rating, given.max_rating
    if least is not None and most is not None and least > most:
        raise Problem("invalid_options", "conditions: minRating is above maxRating.")
    return json.dumps(given.model_dump(mode="json", by_alias=True, exclude_none=True)).encode()


def _number(given: int | None, default: int) -> int:
    return default if given is None else clamp_uint32(given) or 0


def _ms(given: str | None, default: int) -> int:
    return default if given is None else to_ms(given)


def _start_ms(body: tournament_requests.NewTournament) -> int | None:
    if (body.start_time is None) != body.start_when_full:
        raise Problem("invalid_options", "There has to be either startTime or startWhenFull.")
    if body.start_time is None:
        return None
    return moments.to_ms(body.start_time, "startTime")


def _reveal_ms(clock: match_requests.Clock) -> int:
    """Return how long players have to come to a table if nothing is said about it."""
    pace = time_class(to_ms(clock.per_move), to_ms(clock.bank), to_ms(clock.increment))
    return DAILY_REVEAL_MS if pace is TimeClass.DAILY else REVEAL_MS
