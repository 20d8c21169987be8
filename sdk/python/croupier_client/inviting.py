"""Invitations: available opponents, one after the other, until one accepts."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from croupier_client.aio import AsyncCroupier, AsyncTable
from croupier_client.errors import CroupierError
from croupier_client.opponents import Available
from croupier_client.types import Conflict, NotFound

ANY = "any"
"""In place of a name: any bot that can be had."""
ANSWER_S = 15.0
"""For how long one who is invited may think about it."""
LOOK_S, MOST_LOOK_S = 0.1, 1.0
"""After how many seconds an invitation is looked up: the first, and the most; they double."""
GO_S = 2.0
"""For how long the client tries to leave a match that has no other player."""
NOT_HAD = (Conflict, NotFound)
"""How an invitation is refused of one who cannot be had any more."""


async def who_can_be_had(me: AsyncCroupier, game: str, name: str) -> Sequence[Available]:
    """The available players of this name, those of the house first; with ANY all bots."""
    own = (await me.player()).id
    found = [each async for each in me.players(game, "bot" if name == ANY else None)]
    return [each for each in found if each.id != own and name in (ANY, each.display_name)]


async def joined_by(table: AsyncTable, players: Sequence[Available], wanted: int) -> bool:
    """Invite them in turn, until so many have joined. The match is left if too few do."""
    joined = 0
    try:
        for player in players:
            with suppress(*NOT_HAD):
                joined += await _accepted(table, player)
            if joined == wanted:
                return True
    except BaseException:
        await _leave(table)
        raise
    await _leave(table)
    return False


async def _accepted(table: AsyncTable, player: Available) -> bool:
    invitation = await table.invite(player.id)
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWER_S):
            status, look_s = invitation.status, LOOK_S
            while status == "pending":
                await asyncio.sleep(look_s)
                look_s = min(2 * look_s, MOST_LOOK_S)
                status = await _status(table, invitation.id)
            return status == "accepted"
    try:
        await table.withdraw(invitation.id)
    except Conflict:  # it was accepted at the last moment
        return await _status(table, invitation.id) == "accepted"
    return False


async def _status(table: AsyncTable, invitation_id: str) -> str:
    found = await table.invitations()
    return next((each.status for each in found if each.id == invitation_id), "expired")


async def _leave(table: AsyncTable) -> None:
    """Leave a match that has not begun, if the service can be told so soon."""
    with suppress(CroupierError, TimeoutError):
        await asyncio.wait_for(table.leave(), GO_S)
