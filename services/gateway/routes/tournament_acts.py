"""What players and makers do in tournaments: make, join, check in, leave, direct them."""

import hmac
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, TypeVar

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response
from redislink.tournament_logs import Known
from redislink.typed_codes import grouped, read

from gateway.asked import Asked, Reading
from gateway.contract import (
    request_models,
    requests,
    tournament_models,
    tournament_requests,
    tournaments,
)
from gateway.contract.document import examples
from gateway.contract.request_models import Body
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http import parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.responses import error_responses, request_body, written_response
from gateway.players.player import Player
from gateway.players.tokens import PLAY
from gateway.routes.tournaments import known
from gateway.routing import ACT_ERRORS, POST_ERRORS, Router
from gateway.tournaments import conditions

router = Router(prefix="/v1/tournaments", tags=["Tournaments"])

Json = Mapping[str, Any]
AnyBody = TypeVar("AnyBody", bound=Body)

NEW_TOURNAMENT = Reading(tournament_requests.NewTournament)
JOIN = Reading(tournament_requests.JoinTournament)
CHECK_IN = Reading(tournament_requests.CheckIn)
SEALS = Reading(tournament_requests.MoreSeals)
ABORT = Reading(tournament_requests.AbortTournament)
REMOVE = Reading(tournament_requests.RemovePlayer)
NOTHING = Reading(request_models.Nothing)

JOIN_ERRORS = (*ACT_ERRORS, "suspended", "conflict", "tournament_not_open", "tournament_full")
Act = Annotated[Asked[request_models.Nothing], Depends(NOTHING)]


@router.post(
    "",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=tournament_models.Tournament,
    responses=error_responses(*POST_ERRORS, "suspended", "conflict", "invalid_options"),
    openapi_extra=request_body(
        tournament_requests.NewTournament,
        friday_evening={
            "name": "Friday evening",
            "game": examples.GAME,
            "clock": {"bank": "600s", "increment": "5s"},
            "rounds": 5,
            "maxPlayers": 16,
            "startWhenFull": True,
        },
    ),
)
async def create_tournament(
    asked: Annotated[Asked[tournament_requests.NewTournament], Depends(NEW_TOURNAMENT)], deps: Deps
) -> Response:
    """Make a tournament, and open its registration. You direct it, and play only if you join.

    At most 20 in a day. Its matches are sealed deals, with the clock, and the options that it has.
    """
    body = asked.body
    games = await deps.catalog.until(lambda games: body.game in games)
    options = requests.options(body, games)
    # Everything that makes the request malformed comes before the token, as the contract has it.
    player = await deps.authenticator.required(asked.who, PLAY, begins=True)
    new = tournaments.new_tournament(body, player)
    new.own_game = deps.settings.owns(body.game)
    if options:
        new.options.CopyFrom(options)
    if key := asked.idempotency():
        new.idempotency.CopyFrom(key)
    change = await requests.play(body, games, partial(deps.engine.create_tournament, new))
    location = {"Location": f"/v1/tournaments/{change.tournament_id}"}
    return await _after(change, player, deps, 201, location)


@router.post(
    "/{tournament_id}/join",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*JOIN_ERRORS, "invalid_options"),
    openapi_extra=request_body(
        tournament_requests.JoinTournament,
        early={"seal": examples.LOTS_SEAL, "tableSeals": examples.TABLE_SEALS},
    ),
)
async def join_tournament(
    tournament_id: parameters.TournamentId,
    asked: Annotated[Asked[tournament_requests.JoinTournament], Depends(JOIN)],
    deps: Deps,
) -> Response:
    """Take part, or come back after having withdrawn; at most 10 times. The public log has your
    rating, unless you are on no leaderboard.

    Keep the bytes of all seals: those of `seal` you reveal in the check-in, each other at a table.
    `forbidden` has the condition as `rule` that you do not meet.
    """
    player = await _actor(tournament_id, asked, deps, begins=True)
    it = await known(tournament_id, deps)
    _check_code(it, player, asked.body.invite_code)
    joined = player.id in it.tournament.players
    made, settings = it.made, it.tournament.settings
    game, clock = settings.game, settings.match["clock"]
    own = await conditions.rated(player, game, clock, deps.profiles)
    if not joined:  # whoever repeats it, or comes back, has met them
        await conditions.check(made["conditions"], player, own, deps.profiles)
        await deps.tournament_lists.check_room(player.id, tournament_id)
    standing = await deps.eligibility.of(player.id) if made["rated"] else None
    rating = await conditions.told_rating(player, own, deps.profiles)
    join = tournaments.joining(asked.body, rating, standing)
    return await _change(tournament_id, asked, player, deps, join=join)


@router.post(
    "/{tournament_id}/leave",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*ACT_ERRORS, "conflict", "tournament_not_running"),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def leave_tournament(
    tournament_id: parameters.TournamentId, asked: Act, deps: Deps
) -> Response:
    """Leave before the first round, or play no further one. Your open matches count as lost."""
    player = await _actor(tournament_id, asked, deps)
    return await _change(tournament_id, asked, player, deps, leave=pb.LeaveTournament())


@router.post(
    "/{tournament_id}/checkIn",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*ACT_ERRORS, "tournament_not_running"),
    openapi_extra=request_body(tournament_requests.CheckIn, here={"entropy": examples.ENTROPY}),
)
async def check_in(
    tournament_id: parameters.TournamentId,
    asked: Annotated[Asked[tournament_requests.CheckIn], Depends(CHECK_IN)],
    deps: Deps,
) -> Response:
    """Say that you are here, by the entropy of your seal. Who does not is named, and does not play.

    The same entropy again is a repeat, with or without a key.
    """
    player = await _actor(tournament_id, asked, deps)
    here = pb.CheckIn(entropy=asked.body.entropy.lower())
    return await _change(tournament_id, asked, player, deps, check_in=here)


@router.post(
    "/{tournament_id}/seals",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*ACT_ERRORS, "conflict", "invalid_options"),
    openapi_extra=request_body(tournament_requests.MoreSeals, more={"tableSeals": [examples.SEAL]}),
)
async def add_table_seals(
    tournament_id: parameters.TournamentId,
    asked: Annotated[Asked[tournament_requests.MoreSeals], Depends(SEALS)],
    deps: Deps,
) -> Response:
    """Give seals of more matches: an arena pairs you for as long as you have some left.

    Elsewhere whoever joins gives all that there may be matches for: `conflict`.
    """
    player = await _actor(tournament_id, asked, deps)
    more = pb.AddSeals(table_seals=[each.lower() for each in asked.body.table_seals])
    return await _change(tournament_id, asked, player, deps, add_seals=more)


@router.post(
    "/{tournament_id}/start",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*ACT_ERRORS, "conflict", "tournament_not_open"),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def start_tournament(
    tournament_id: parameters.TournamentId, asked: Act, deps: Deps
) -> Response:
    """Close registration and open the check-in now. Only its maker can."""
    player = await _maker(tournament_id, asked, deps)
    return await _change(tournament_id, asked, player, deps, start=pb.StartTournament())


@router.post(
    "/{tournament_id}/pause",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*ACT_ERRORS, "tournament_not_running"),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def pause_tournament(
    tournament_id: parameters.TournamentId, asked: Act, deps: Deps
) -> Response:
    """Let no further round begin; matches that are played go on. Only its maker can."""
    player = await _maker(tournament_id, asked, deps)
    return await _change(tournament_id, asked, player, deps, pause=pb.PauseTournament())


@router.post(
    "/{tournament_id}/resume",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*ACT_ERRORS, "tournament_not_running"),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def resume_tournament(
    tournament_id: parameters.TournamentId, asked: Act, deps: Deps
) -> Response:
    """Go on after a pause. Only its maker can."""
    player = await _maker(tournament_id, asked, deps)
    return await _change(tournament_id, asked, player, deps, resume=pb.ResumeTournament())


@router.post(
    "/{tournament_id}/abort",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*ACT_ERRORS, "conflict"),
    openapi_extra=request_body(
        tournament_requests.AbortTournament, too_late={"reason": "It is too late for today."}
    ),
)
async def abort_tournament(
    tournament_id: parameters.TournamentId,
    asked: Annotated[Asked[tournament_requests.AbortTournament], Depends(ABORT)],
    deps: Deps,
) -> Response:
    """Call it off, with its open matches. Only its maker can."""
    player = await _maker(tournament_id, asked, deps)
    abort = pb.AbortTournament(reason=asked.body.reason)
    return await _change(tournament_id, asked, player, deps, abort=abort)


@router.post(
    "/{tournament_id}/remove",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    response_model=tournament_models.Tournament,
    responses=error_responses(*ACT_ERRORS, "conflict", "tournament_not_running"),
    openapi_extra=request_body(
        tournament_requests.RemovePlayer, somebody={"playerId": examples.NOBODY}
    ),
)
async def remove_from_tournament(
    tournament_id: parameters.TournamentId,
    asked: Annotated[Asked[tournament_requests.RemovePlayer], Depends(REMOVE)],
    deps: Deps,
) -> Response:
    """Take a player out, who cannot come back while it runs. Only its maker can."""
    player = await _maker(tournament_id, asked, deps)
    removed = parameters.parse_id(asked.body.player_id, "player")
    remove = pb.RemoveFromTournament(player_id=removed)
    return await _change(tournament_id, asked, player, deps, remove=remove)


async def _actor(
    tournament_id: str, asked: Asked[AnyBody], deps: Dependencies, begins: bool = False
) -> Player:
    """Return who acts in a tournament: the player of the token.

    Raise Problem, the first of: unauthenticated, rate_limited, not_found, forbidden, suspended.
    """
    player = await deps.authenticator.required(
        asked.who, PLAY, check_found=lambda _: known(tournament_id, deps), begins=begins
    )
    parameters.parse_id(tournament_id, "tournament")
    return player


async def _maker(tournament_id: str, asked: Asked[AnyBody], deps: Dependencies) -> Player:
    """Return its maker, who acts. Raise the Problems of `_actor`, and forbidden for others."""
    player = await _actor(tournament_id, asked, deps)
    if (await known(tournament_id, deps)).made["maker"]["id"] != player.id:
        raise Problem("forbidden", "Only the maker of the tournament can do this.")
    return player


def _check_code(it: Known, player: Player, given: str) -> None:
    """Raise Problem forbidden unless the player may join: a private one is joined by its code."""
    code, made = it.made["inviteCode"], it.made
    if not code or player.id == made["maker"]["id"] or player.id in it.tournament.players:
        return
    if not hmac.compare_digest(grouped(read(given)).encode(), code.encode()):
        raise Problem("forbidden", "This tournament is joined with its inviteCode.")


async def _change(
    tournament_id: str,
    asked: Asked[AnyBody],
    player: Player,
    deps: Dependencies,
    **wish: Any,
) -> Response:
    """Have an engine do what is wished, and return the tournament as it is then."""
    request = pb.ChangeTournamentRequest(
        tournament_id=tournament_id,
        player=requests.player(player),
        idempotency=asked.idempotency(),
        **wish,
    )
    return await _after(await deps.engine.change_tournament(request), player, deps)


async def _after(
    change: pb.TournamentChange,
    player: Player,
    deps: Dependencies,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    shown = await deps.showing.tournament(change.tournament_id, player.id)
    return written_response(shown.text, status, shown.version, change.replayed, headers)
