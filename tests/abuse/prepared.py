"""What attackers have prepared: long matches, many matches, many tokens."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.support.players import Client, Json, register, start_match
from tests.support.raw_http import Connection, Reply, encode, post

LONG = 8_000
"""Versions of a long match."""
AHEAD = 40
"""Requests that are sent before their answers are read."""
TOGETHER = 100
"""Matches of one player that wait at a time."""
COLORS = {"R": "RED", "W": "WHITE", "Y": "YELLOW", "B": "BLUE", "G": "GREEN", "P": "PURPLE"}
SHORT = {"game": "lost-cities", "options": {"rounds": 1}}


@dataclass(frozen=True)
class Match:
    """A running match, and its players by seat."""

    id: str
    seats: Sequence[Client]
    moves: Iterator[Json]
    """What can be played next, for ever: bodies of moves in turn, from seat 0 on."""

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"


def newcomer() -> bytes:
    """A request for a new player."""
    body = json.dumps({"displayName": "Eve", "kind": "bot"}).encode()
    return encode("POST", "/v1/players", body=body)


async def match(back: str) -> Match:
    """A running match without a move."""
    match_id, seats = await asyncio.to_thread(
        start_match, back, options={"rounds": 1, "startSeat": 0}
    )
    hands = [(await asyncio.to_thread(seat.see, match_id))["state"]["hand"] for seat in seats]
    return Match(match_id, seats, _moves(hands))


async def long_match(back: str) -> Match:
    """A running match with at least LONG versions."""
    made = await match(back)
    wires = [
        post(f"{made.path}/moves?view=none", made.seats[turn % 2].token, next(made.moves))
        for turn in range(LONG)
    ]
    await sent(back, wires)
    return made


async def matches(back: str, player: Client, count: int, **wish: object) -> list[str]:
    """The ids of so many new matches of the player, or of as many as are allowed."""
    wire = post("/v1/matches", player.token, {**SHORT, **wish})
    return [reply.json()["id"] for reply in await sent(back, [wire] * count) if reply.status == 201]


async def running(back: str, player: Client, count: int) -> list[str]:
    """The ids of so many running matches of the player."""
    other = await asyncio.to_thread(register, back, "Other")
    found = list[str]()
    for made in range(0, count, TOGETHER):
        some = await matches(back, player, min(TOGETHER, count - made))
        await sent(back, [post(f"/v1/matches/{each}/join", other.token, {}) for each in some])
        found += some
    return found


async def tokens(back: str, player: Client, count: int) -> list[str]:
    """So many tokens of the player, or as many as are allowed."""
    wire = post("/v1/players/me/tokens", player.token, {"name": "one of many"})
    made = await sent(back, [wire] * count)
    return [json.loads(reply.body)["token"] for reply in made if reply.status == 201]


async def sent(url: str, wires: Sequence[bytes]) -> list[Reply]:
    """Send these requests in order over one connection, AHEAD of them at a time; the answers."""
    connection, found = Connection(url), list[Reply]()
    for start in range(0, len(wires), AHEAD):
        some = wires[start : start + AHEAD]
        await connection.send(b"".join(some))
        found += [await connection.receive() for _ in some]
    await connection.close()
    return found


def _moves(hands: Sequence[list[str]]) -> Iterator[Json]:
    """Moves without an end: each player takes what the other has just thrown away.

    The first one cannot, nor can, once in a long while, who has cards of that colour only.
    """
    own, other = hands
    taken, drawn = "", "DECK"
    while True:
        kept = Counter(card[0] for card in own if card[0] != taken[:1])
        if not kept:
            kept, taken, drawn = Counter(card[0] for card in own), "", "DECK"
        (color, _), *_ = kept.most_common()
        thrown = next(card for card in own if card[0] == color)
        yield {"move": {"card": thrown, "place": "DISCARD", "draw": drawn}}
        own.remove(thrown)
        own += [taken] if taken else []
        own, other = other, own
        taken, drawn = thrown, COLORS[color]
