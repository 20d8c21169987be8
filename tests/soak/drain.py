"""A gateway that is told to stop while many follow matches and many make moves."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.support.players import Client, Json, register
from tests.support.raw_http import Connection, connected, post
from tests.support.raw_streams import NDJSON, SSE, Stream, connect, cut_at_the_end, in_waves
from tests.support.waiting import Stopwatch
from tools.stack import Stack

MOVES = 50
END_S = 120.0


@dataclass(frozen=True)
class Drained:
    """How a gateway stopped: its exit code, and what its clients met.

    `last_words` counts what streams said last. `made` counts moves that were answered
    and made, `refused` those that were neither; `cut` were made, and nobody was told.
    """

    code: int | None
    seconds: float
    last_words: Counter[str]
    made: int
    refused: int
    cut: int
    unanswered: int

    def __str__(self) -> str:
        words = ", ".join(f"{count} {word}" for word, count in self.last_words.items())
        return (
            f"stopped in {self.seconds:.1f} s, exit code {self.code}; last words: {words}; "
            f"moves: {self.made} made, {self.refused} refused, {self.cut} cut, "
            f"{self.unanswered} unanswered and not made"
        )


async def drain(stack: Stack, idle: int, moves: int = MOVES) -> Drained:
    """Stop the gateway with so many streams, and moves in flight; start it again."""
    players = [await asyncio.to_thread(register, stack.url, name) for name in ("Ann", "Bob")]
    moving = [await asyncio.to_thread(_begun, *players) for _ in range(moves)]
    followed = [await asyncio.to_thread(_begun, *players) for _ in range(2)]
    readers = [*players, Client(stack.url)]
    opening = [
        connect(
            stack.url,
            f"/v1/matches/{followed[n % 2]}/events",
            readers[n % 3].token,
            (SSE, NDJSON)[n // 3 % 2],
        )
        for n in range(idle)
    ]
    streams = await in_waves(opening)
    async with cut_at_the_end(streams), connected([stack.url] * moves) as connections:
        wishes = [await _wish(each, players) for each in moving]
        for connection, wish in zip(connections, wishes, strict=True):
            await connection.send(wish)
        watch = Stopwatch()
        stopping = asyncio.create_task(asyncio.to_thread(stack.gateway.stop))
        answers = await asyncio.gather(*(_status(each) for each in connections))
        code = await stopping
        seconds = watch.seconds()
        async with asyncio.timeout(END_S):
            await asyncio.gather(*(stream.ended for stream in streams))
    await asyncio.to_thread(_start_again, stack)
    left = [await asyncio.to_thread(players[0].see, each) for each in moving]
    return _drained(code, seconds, streams, answers, left)


def _drained(
    code: int | None,
    seconds: float,
    streams: Sequence[Stream],
    answers: Sequence[int],
    matches: Sequence[Json],
) -> Drained:
    fates = Counter(
        (status, match["version"] > 2) for status, match in zip(answers, matches, strict=True)
    )
    assert set(answers) <= {0, 200, 503}, Counter(answers)
    assert not fates[200, False], "a move was answered and not made"
    return Drained(
        code,
        seconds,
        Counter(stream.last for stream in streams),
        made=fates[200, True],
        refused=fates[503, False],
        cut=fates[0, True] + fates[503, True],
        unanswered=fates[0, False],
    )


def _begun(creator: Client, guest: Client) -> str:
    """The id of a new match of the two."""
    match_id = str(creator.create()["id"])
    guest.join(match_id)
    return match_id


async def _wish(match_id: str, players: Sequence[Client]) -> bytes:
    """The POST of a move of the player to move."""
    for player in players:
        legal = await asyncio.to_thread(player.legal_moves, match_id)
        if legal:
            body = {"notation": legal[0]["notation"]}
            return post(f"/v1/matches/{match_id}/moves?view=none", player.token, body)
    raise AssertionError("nobody can move")


async def _status(connection: Connection) -> int:
    """Of the answer; 0 if the connection was closed without one."""
    try:
        return (await connection.receive()).status
    except (EOFError, OSError):
        return 0


def _start_again(stack: Stack) -> None:
    stack.gateway.start()
    stack.gateway.wait()
