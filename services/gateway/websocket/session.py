"""What a client may ask for over a socket, once it has said who it is."""

from dataclasses import asdict
from typing import Any

from redislink.channels import player_channel
from starlette.requests import HTTPConnection

from gateway import context, moves
from gateway.access import actor_by_token, viewer_by_token
from gateway.auth.authentication import unauthenticated
from gateway.auth.players import Player
from gateway.contract import models, serializers
from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.pubsub import Listener
from gateway.transport import parameters
from gateway.websocket import frames
from gateway.websocket.subscriptions import Subscriptions


class Session:
    """One client and its token. Everything is refused as the same request over HTTP is."""

    def __init__(
        self, caller: HTTPConnection, deps: Dependencies, follows: Subscriptions, wake: Listener
    ) -> None:
        """`wake` is called when one of the player's tokens is revoked, or may have been."""
        self._caller = caller
        self._deps = deps
        self._follows = follows
        self._wake = wake
        self._token: str | None = None
        self._player: Player | None = None
        self.greeted = False

    async def do(self, wish: models.Body | Problem) -> Any:
        """What to answer: JSON, or what becomes JSON. Raise Problem.

        Whatever is not a move, or a stream, counts as a read, also if it makes no sense.
        """
        try:
            return await self._do(wish)
        except Problem:
            if context.rate_limit.get() is None:
                await self._count()
            raise

    async def _do(self, wish: models.Body | Problem) -> Any:
        if isinstance(wish, Problem):
            raise wish
        if isinstance(wish, frames.Hello):
            return await self._hello(wish)
        if not self.greeted:
            raise unauthenticated("Say hello first.")
        match wish:
            case frames.Subscribe():
                viewer = await self._viewer(wish.match_id)
                shown = await self._follows.open(wish.match_id, viewer, wish.after)
                return b'{"match":%s}' % shown
            case frames.Unsubscribe():
                await self._count()
                await self._follows.close(wish.match_id)
            case frames.Move():
                return await self._move(wish)
            case frames.LegalMoves():
                viewer = await self._viewer(wish.match_id)
                return serializers.legal_moves(await moves.legal(wish.match_id, viewer, self._deps))
            case frames.Ping():
                await self._count()
        return {}

    async def verify(self) -> None:
        """Raise Problem unauthenticated if the token is not valid any more."""
        if self._token is not None:
            await self._deps.authenticator.verify(self._token)

    async def close(self) -> None:
        if self._player:
            self._deps.subscriber.remove(player_channel(self._player.id), self._wake)

    async def _count(self) -> None:
        await self._deps.limits.spend("reads", self._caller, self._token or "")

    async def _hello(self, wish: frames.Hello) -> Any:
        if self.greeted:
            raise Problem("conflict", "Hello was said already.")
        player = await self._deps.authenticator.authenticate(wish.token, None, "streams")
        self._token, self._player, self.greeted = wish.token, player, True
        if player:
            self._deps.subscriber.add(player_channel(player.id), self._wake)
        return {"player": asdict(player) if player else None}

    async def _move(self, wish: frames.Move) -> Any:
        shape = parameters.choice(wish.view, "view", "full", "none")
        move = moves.from_entry(wish, shape != "none")
        return moves.to_json(
            await moves.submit(move, lambda: self._actor(wish.match_id), self._deps)
        )

    async def _viewer(self, match_id: str) -> Player | None:
        """The player who looks at a match; the Problems are those of a GET."""
        return await viewer_by_token(match_id, self._token, self._caller, self._deps)

    async def _actor(self, match_id: str) -> Player:
        """The player who changes a match; the Problems are those of a POST."""
        return await actor_by_token(match_id, self._token, self._caller, self._deps)
