"""What a client may ask for over a socket, once it has said who it is."""

from dataclasses import asdict
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from starlette.requests import HTTPConnection

from gateway import bodies, frames, headers, moving, parameters, render
from gateway.errors import Problem
from gateway.identity import PLAY, READ, Player, unauthenticated
from gateway.parameters import an_id
from gateway.services import Services
from gateway.subscriptions import Subscriptions
from gateway.watch import Wake, player_channel


class Session:
    """One client and its token. Everything is refused as the same request over HTTP is."""

    def __init__(
        self, caller: HTTPConnection, use: Services, follows: Subscriptions, wake: Wake
    ) -> None:
        """`wake` is called when one of the player's tokens is revoked, or may have been."""
        self._caller = caller
        self._use = use
        self._follows = follows
        self._wake = wake
        self._token: str | None = None
        self._player: Player | None = None
        self.greeted = False

    async def do(self, wish: object) -> Any:
        """What to answer: JSON, or what becomes JSON. Raise Problem."""
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
                await self._follows.close(wish.match_id)
            case frames.Move():
                return await self._move(wish)
            case frames.LegalMoves():
                viewer = await self._viewer(wish.match_id)
                return render.legal_moves(await moving.legal(wish.match_id, viewer, self._use))
        return {}

    async def verify(self) -> None:
        """Raise Problem unauthenticated if the token is not valid any more."""
        if self._token is not None:
            await self._use.identity.verify(self._token)

    async def close(self) -> None:
        if self._player:
            await self._use.watch.remove(player_channel(self._player.id), self._wake)

    async def _hello(self, wish: frames.Hello) -> Any:
        if self.greeted:
            raise Problem("conflict", "Hello was said already.")
        player = await self._use.identity.holder(wish.token, self._caller, "streams")
        self._token, self._player, self.greeted = wish.token, player, True
        if player:
            await self._use.watch.add(player_channel(player.id), self._wake)
        return {"player": asdict(player) if player else None}

    async def _move(self, wish: frames.Move) -> Any:
        change = await moving.make(_move(wish), lambda: self._actor(wish.match_id), self._use)
        shown = render.change(change)
        return {**shown, "replayed": True} if change.replayed else shown

    async def _viewer(self, match_id: str) -> Player | None:
        """Who looks at a match; the Problems are those of a GET."""
        viewer = await self._use.identity.holder(
            self._token,
            self._caller,
            "reads",
            READ,
            first=lambda viewer: self._use.visibility.game_for(match_id, viewer),
        )
        an_id(match_id, "match")
        return viewer

    async def _actor(self, match_id: str) -> Player:
        """Who does something to a match; the Problems are those of a POST."""
        if self._token is None:
            raise unauthenticated("This needs a token.")
        player = await self._use.identity.holder(
            self._token,
            self._caller,
            "moves",
            PLAY,
            first=lambda player: self._use.visibility.game_for(match_id, player),
        )
        assert player  # noqa: S101 - whose token was found to be valid
        an_id(match_id, "match")
        return player


def _move(wish: frames.Move) -> moving.Wish:
    """The move; under an idempotency key it is the same request as the POST of it."""
    shape = parameters.choice(wish.view, "view", "full", "none")
    key, once = headers.a_key(wish.idempotency_key), None
    if key:
        path = f"/v1/matches/{wish.match_id}/moves"
        mark = bodies.digest("POST", path, "", wish.as_posted(), shape)
        once = pb.Idempotency(key=key, fingerprint=mark)
    return moving.Wish(
        wish.match_id, wish, headers.a_version(wish.expected_version), once, shape != "none"
    )
