"""The requests of a socket: what each does, for the player of the token that hello named."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from typing import Any

from starlette.requests import HTTPConnection

from gateway import context, moves
from gateway.asked import viewer_of
from gateway.dependencies import Dependencies
from gateway.errors import Problem, unauthenticated
from gateway.http import parameters, times
from gateway.limits import history_cost
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.websocket import frames
from gateway.websocket.read_charges import ReadCharges
from gateway.websocket.subscriptions import Subscriptions

WITHOUT_TURN = (frames.Ping, frames.Unsubscribe, Problem)
"""Requests, and malformed ones, that are only charged: one call for all that came together."""


class Session:
    """One client and its token. Every request is refused as the same request over HTTP is."""

    def __init__(
        self,
        caller: HTTPConnection,
        deps: Dependencies,
        subscriptions: Subscriptions,
        on_revocation: Callable[[], None],
    ) -> None:
        """`on_revocation` is called when a token of the player is revoked, from hello on."""
        self._caller = caller
        self._deps = deps
        self._subscriptions = subscriptions
        self._on_revocation = on_revocation
        self._reads = ReadCharges(deps.limits, caller)
        self._token: str | None = None
        self._player: Player | None = None
        self._until_closed = ExitStack()
        self.greeted = False

    async def handle(self, request: frames.SocketRequest | Problem) -> Any:
        """Return the content of the answer: JSON bytes, or what becomes JSON. Raise Problem.

        Every request is charged to a rate limit; one that is refused before that counts as a
        read, also a malformed one. Only one that has no slot in time is free.
        """
        if isinstance(request, WITHOUT_TURN):
            return await self._charged(request)
        async with self._deps.slots.slot():
            return await self._charged(request)

    async def _charged(self, request: frames.SocketRequest | Problem) -> Any:
        try:
            return await self._handle(request)
        except Problem:
            if context.rate_limit.get() is None:
                await self._charge_read()
            raise

    async def _handle(self, request: frames.SocketRequest | Problem) -> Any:
        if isinstance(request, Problem):
            raise request
        if isinstance(request, frames.Hello):
            return await self._hello(request)
        if not self.greeted:
            raise unauthenticated("The first request of a socket must be hello.")
        match request:
            case frames.Subscribe():
                view = parameters.view(request.view)
                form = parameters.form(view, parameters.with_legal_moves(request.include))
                who = self._who(request)
                viewer = await viewer_of(request.match_id, who, self._deps)
                counted = self._deps.followers.follow(who)
                pace = history_cost.pace(self._deps.limits, who)
                seen = await self._subscriptions.open(
                    request.match_id, viewer, request.after, pace, counted, form
                )
                return seen if request.view == "none" else b'{"match":%s}' % seen
            case frames.Unsubscribe():
                await self._charge_read()
                await self._subscriptions.close(request.match_id)
            case frames.Move():
                return await self._move(request)
            case frames.LegalMoves():
                viewer = await viewer_of(request.match_id, self._who(request), self._deps)
                return await moves.legal(request.match_id, viewer, self._deps)
            case frames.Ping():
                await self._charge_read()
                return {"time": times.now()}
        return {}

    async def verify(self) -> None:
        """Raise Problem unauthenticated if the token is not valid any more, or another player's."""
        if self._token and self._player:
            await self._deps.authenticator.verify(self._token, self._player)

    async def close(self) -> None:
        """Hear of revocations no more; the player is not here any more."""
        self._until_closed.close()
        await self._reads.stop()

    async def _charge_read(self) -> None:
        await self._reads.spend(self._token or "")

    async def _hello(self, request: frames.Hello) -> Any:
        if self.greeted:
            raise Problem("conflict", "This socket has had its hello.")
        # Without the address: it was charged before the handshake was answered
        # (docs/decisions/rate-limits.md).
        who = Requester(request.token, self._caller, request.bucket, by_address=False)
        player = await self._deps.authenticator.player(who)
        self._token, self._player, self.greeted = request.token, player, True
        if player:
            watching = self._deps.revocations.watch(player.id, self._on_revocation)
            self._until_closed.enter_context(watching)
            self._on_revocation()  # the token may have been revoked before the watch
            self._until_closed.enter_context(self._deps.presence.here(player))
        return {"player": asdict(player) if player else None, "time": times.now()}

    async def _move(self, request: frames.Move) -> Any:
        view = parameters.view(request.view)
        move = moves.from_entry(request, self._who(request), view != "none")
        return moves.to_json(await moves.submit(move, self._deps))

    def _who(self, request: frames.SocketRequest) -> Requester:
        return Requester(self._token, self._caller, request.bucket)
