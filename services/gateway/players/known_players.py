"""Players by their ids, as others may know them: for lists of many, which are asked for often."""

from collections.abc import Iterable
from typing import NamedTuple

from redis.asyncio import Redis
from redislink.accounts import EMOTES, PLAYER, PRESENCE, account
from redislink.commands import run

from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.players.recalled import Recalled

REMEMBERED = 50_000


class KnownPlayer(NamedTuple):
    """A player, and what it has said of itself that answers to others depend on."""

    player: Player
    shows_presence: bool
    emotes: str
    """Whose emotes reach it: `all`, `friends` or `none`."""


class Found(NamedTuple):
    """Those of some players who have an account, and those of whom that cannot be told now."""

    players: dict[str, KnownPlayer]
    away: set[str]
    """Their parts of Redis do not answer."""


class KnownPlayers:
    """Players as they are stored, or were a moment ago."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._recalled: Recalled[KnownPlayer] = Recalled(REMEMBERED)
        self.on_revocation = self._recalled.on_revocation

    async def of(self, player_ids: Iterable[str]) -> Found:
        """Return what is known of the players. Raise Problem unavailable."""
        wanted = dict.fromkeys(player_ids)
        found = self._recalled.of(wanted)
        missing = [each for each in wanted if each not in found]
        if not missing:
            return Found(found, set())
        remember = self._recalled.begin_reading()
        read = await self._read(missing)
        remember(read.players)
        return Found(found | read.players, read.away)

    async def _read(self, player_ids: list[str]) -> Found:
        fields = (PLAYER, PRESENCE, EMOTES)
        with redis_errors():
            replies = await run(
                self._redis, [("HMGET", account(each), *fields) for each in player_ids]
            )
        told = dict(zip(player_ids, replies, strict=True))
        away = {each for each, reply in told.items() if isinstance(reply, Exception)}
        known = {each: told[each] for each in player_ids if each not in away}
        return Found({each: _known(*reply) for each, reply in known.items() if reply[0]}, away)


def _known(player: bytes, presence: bytes | None, emotes: bytes | None) -> KnownPlayer:
    heard = emotes.decode() if emotes else "all"
    return KnownPlayer(Player.load(player), presence is None, heard)
