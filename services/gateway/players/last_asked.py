"""When people asked for something last, by which the herald knows that they look at a page.

    {presence}:asked  zset  the id of a person -> when it made its last request that begins no
                            stream, ms since the epoch

A page that nobody sees keeps its stream, and asks for nothing.
"""

from collections.abc import Awaitable, Callable

from redislink.commands import Command

from gateway.players.player import Player

KEY = "{presence}:asked"
AGAIN_MS = 20_000
"""When somebody who goes on asking is noted again."""
KEPT_MS = 10 * 60 * 1000
AT_ONCE = 500


class LastAsked:
    """Notes when people have asked last, a while later."""

    def __init__(self, carry_out: Callable[..., Awaitable[object]]) -> None:
        """`carry_out` sends commands to Redis; what it raises, `note` raises."""
        self._carry_out = carry_out
        self._asked: dict[str, int] = {}
        """When each has asked that is not noted yet."""
        self._noted: dict[str, int] = {}

    def touch(self, player: Player, now_ms: int) -> None:
        """Remember that somebody asks. Programs are told in other ways."""
        if player.kind == "human":
            self._asked[player.id] = now_ms

    async def note(self, now_ms: int) -> None:
        """Store what is known, of each once in AGAIN_MS."""
        self._noted = {each: at for each, at in self._noted.items() if _is_in(at, now_ms, AGAIN_MS)}
        self._asked = {each: at for each, at in self._asked.items() if _is_in(at, now_ms, KEPT_MS)}
        due = [each for each in self._asked if each not in self._noted]
        for first in range(0, len(due), AT_ONCE):
            batch = {each: self._asked[each] for each in due[first : first + AT_ONCE]}
            await self._carry_out(
                ("ZADD", KEY, "GT", *(each for pair in batch.items() for each in pair[::-1])),
                ("ZREMRANGEBYSCORE", KEY, "-inf", now_ms - KEPT_MS),
                ("PEXPIRE", KEY, KEPT_MS),
            )
            for player_id, at in batch.items():
                self._noted[player_id] = now_ms
                if self._asked.get(player_id) == at:
                    del self._asked[player_id]

    def forget(self, player_id: str | None) -> None:
        """Forget what is not noted yet of somebody, or of all."""
        if player_id is None:
            self._asked.clear()
        else:
            self._asked.pop(player_id, None)


def forgetting(player_id: str) -> Command:
    """Return the command that forgets somebody."""
    return "ZREM", KEY, player_id


def _is_in(at: int, now_ms: int, age_ms: int) -> bool:
    return 0 <= now_ms - at < age_ms
