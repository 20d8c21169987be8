"""Invitations into matches that wait for players."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response

from gateway.asked import Asked, Reading, Who, actor_in, viewer_of
from gateway.contract import opponent_requests, player_models, requests, serializers
from gateway.dependencies import Dependencies, Deps
from gateway.errors import UNREADABLE, Problem
from gateway.http import parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.parameters import parse_id
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.availability import Offer
from gateway.players.blocks import BLOCKED
from gateway.players.pending_invitations import MAX_OF_SENDER, SenderDeclined, SenderFull
from gateway.players.player import Player
from gateway.routing import ACT_ERRORS, READ_ERRORS, Router

router = Router(prefix="/v1/matches/{match_id}/invitations", tags=["Opponents"])

NEW_INVITATION = Reading(opponent_requests.NewInvitation)
ATTEMPTS = 2
"""How often an invitation is noted: once more after room was made for it."""
DECLINED = "This player takes no invitations of yours."
FULL = f"This player has {MAX_OF_SENDER} pending invitations of yours; withdraw one first."
FORGOTTEN = "It is not known any more who has sent this; decline it without allOfSender."


@router.post(
    "",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=player_models.Invitation,
    responses=error_responses(
        *(*ACT_ERRORS, "suspended", "not_your_match", "match_not_active", "conflict")
    ),
    openapi_extra=request_body(
        opponent_requests.NewInvitation, somebody={"playerId": "k3Jd9aQ0VbW7yZ1xT2sR4g"}
    ),
)
async def invite_player(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[opponent_requests.NewInvitation], Depends(NEW_INVITATION)],
    deps: Deps,
) -> Response:
    """Invite a player to your match while it waits for players.

    The player may see the match and join it without its invite code: for 24 hours, or a bot for a
    minute, and until the match starts.
    """
    actor = await actor_in(match_id, asked.who, deps, begins=True)
    # A match is not found before a player is not.
    seated = (await deps.visibility.roster(parse_id(match_id, "match"), actor)).player_ids
    player = await deps.players.found(asked.body.player_id)
    if player.id in await deps.blocks.now(actor.id):
        raise Problem("conflict", BLOCKED)
    offer = await deps.availability.of(player.id)
    # Who must not meet somebody at the table is not told; all the rest is as if it did not answer.
    unwanted = await deps.blocks.has_any(seated, player.id)

    async def invite(caller: pb.Caller) -> pb.Invitation:
        # Noted first: a player who is invited must hear of it, whatever becomes of this gateway.
        noting = caller.HasField("seat") and not unwanted
        refusal = await _note(player, actor, match_id, deps) if noting else ""
        invitation = pb.InvitePlayerRequest(
            match_id=match_id,
            caller=caller,
            player=requests.player(player),
            offers=_offers(offer),
            idempotency=asked.idempotency(),
            refusal=refusal,
        )
        sender_id = None
        try:
            invited = await deps.engine.invite_player(invitation)
            sender_id = actor.id
            return invited
        finally:
            if noting and not refusal:
                with suppress(Problem):  # then it is taken for one on its way for a while
                    await deps.invited.answered(player, match_id, sender_id)

    invitation = await deps.visibility.acting(match_id, actor, invite)
    location = {"Location": f"/v1/matches/{match_id}/invitations/{invitation.id}"}
    content = serializers.invitation(invitation)
    return json_response(content, 201, replayed=invitation.replayed, headers=location)


@router.get(
    "",
    bucket="reads",
    response_model=player_models.Invitations,
    responses=error_responses(*READ_ERRORS, "not_your_match"),
)
async def list_invitations(match_id: parameters.MatchId, who: Who, deps: Deps) -> Response:
    """List the invitations to your match, oldest first, with what has become of them."""
    viewer = await viewer_of(match_id, who, deps)
    found = await deps.visibility.acting(
        match_id,
        viewer,
        lambda caller: deps.engine.list_invitations(
            pb.ListInvitationsRequest(match_id=match_id, caller=caller)
        ),
    )
    return json_response(
        {"invitations": [serializers.invitation(each) for each in found.invitations]}
    )


@router.delete(
    "/{invitation_id}",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS, "malformed", "not_your_match", "conflict"),
)
async def end_invitation(
    match_id: parameters.MatchId,
    invitation_id: parameters.InvitationId,
    who: Who,
    deps: Deps,
    all_of_sender: parameters.AllOfSender,
) -> Response:
    """Decline an invitation of yours, or withdraw one to your match, which is then forgotten.

    With `allOfSender`, all that its sender has sent you are declined, and for a day further ones
    are refused.
    """
    actor = await actor_in(match_id, who, deps)
    invitation_id = parse_id(invitation_id, "invitation")
    if all_of_sender:
        # First: when the request is repeated after a failure, this one still names the sender.
        await _decline_others(match_id, invitation_id, actor, deps)
    await _end(match_id, invitation_id, actor, deps)
    return Response(status_code=204)


async def _note(player: Player, sender: Player, match_id: str, deps: Dependencies) -> str:
    """Note the invitation of a player; return why it takes no more of the sender, or ""."""
    for _ in range(ATTEMPTS):
        try:
            await deps.invited.note(player, sender.id, match_id)
            return ""
        except SenderDeclined:
            return DECLINED
        except SenderFull as full:
            pending = {each.match_id for each in await _pending(player, full.match_ids, deps)}
            await deps.invited.forget(player.id, [*{*full.match_ids} - pending])
    return FULL


async def _decline_others(
    match_id: str, invitation_id: str, player: Player, deps: Dependencies
) -> None:
    """Decline all invitations of the sender of this one but itself, and further ones for a day.

    Nothing is done if this is no invitation of the player that is pending: `_end` says why.
    Raise Problem conflict if its sender is not noted any more.
    """
    sender_id, match_ids = await deps.invited.of_sender(player.id, match_id)
    pending = await _pending(player, match_ids or [match_id], deps)
    if invitation_id not in {each.id for each in pending}:
        return
    if not sender_id:
        raise Problem("conflict", FORGOTTEN)
    await deps.invited.decline(player.id, sender_id)
    for each in pending:
        if each.id != invitation_id:
            try:
                await _end(each.match_id, each.id, player, deps)
            except Problem as refusal:  # it has been taken back, or accepted
                if refusal.code not in UNREADABLE | {"conflict"}:
                    raise


async def _end(match_id: str, invitation_id: str, actor: Player, deps: Dependencies) -> None:
    await deps.visibility.through(
        match_id,
        actor,
        lambda caller: deps.engine.end_invitation(
            pb.EndInvitationRequest(match_id=match_id, caller=caller, invitation_id=invitation_id)
        ),
    )


async def _pending(
    player: Player, match_ids: Sequence[str], deps: Dependencies
) -> Sequence[pb.Invitation]:
    """Return the invitations of a player into these matches that are pending."""
    request = pb.FindInvitationsRequest(player_id=player.id, match_ids=match_ids)
    return (await deps.engine.find_invitations(request)).invitations


def _offers(offer: Offer | None) -> list[pb.Offer]:
    """Return what the player offers, as the engine takes it."""
    if offer is None:
        return []
    return [
        pb.Offer(
            game=game,
            max_matches=each.maxMatches,
            clocks=pb.ClockRange.Value(f"CLOCK_RANGE_{each.clocks.upper()}"),
        )
        for game, each in offer.games.items()
    ]
