"""The cost of each step of a move: `make bench-path`.

A move of Lost Cities in mid-game, a step at a time, in this process: no network and no
disk, so what the system does for them is not in it. Times are of the processor, the best
of many rounds, which is what the step takes when nobody disturbs it; the yardstick is
FastAPI's own hello world, called in the same way.
"""

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, cast

import uvloop
from croupier.v1 import engine_service_pb2 as pb
from engine.domain import reducer
from engine.domain.hash_chain import entry_hash
from engine.domain.match import Kind
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.rpc.form import MATCH, OUTLINE
from engine.rpc.servicer import EngineServicer
from engine.rpc.show import ShownMatches
from engine.rpc.shown import Shown
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.store import compression, match_json
from engine.store.matches import MatchStore
from engine.store.types import Ttl
from fastapi import FastAPI
from gateway.app import create_app, front_of
from gateway.auth import token_cache
from gateway.auth.authentication import Authenticator
from gateway.auth.players import Identity, Player, PlayerStore
from gateway.auth.rate_limits import RateLimits
from gateway.auth.token_cache import TokenCache
from gateway.auth.tokens import Token
from gateway.config import Settings
from gateway.dependencies import Dependencies
from gateway.observability.metrics import Metrics
from gateway.visibility import Visibility
from redis.asyncio import Redis
from redislink.connections import PackedConnection
from starlette.types import Message

from bench.gateway import PATH, with_hello
from bench.meter import WrongAnswer
from tests.support import matches as tables

ROUNDS, CALLS = 40, 50
HOUR_S = 3600.0
BATCH = 24
"""Moves of a batch, as they come about with 64 players."""
TOKEN = f"crp_{'p' * 22}_{'s' * 43}"
MIDDLE = 24
BODY = b'{"notation":"Y7-*","expectedVersion":17}'

Do = Callable[[], Any]


def best(do: Do, calls: int = CALLS) -> float:
    """The best time of one call, in microseconds."""
    return min(_round(do, calls) for _ in range(ROUNDS))


def _round(do: Do, calls: int) -> float:
    start = time.process_time()
    for _ in range(calls):
        do()
    return (time.process_time() - start) / calls * 1e6


async def best_of(do: Callable[[], Awaitable[Any]], moves: int = 1) -> float:
    """The best time of one of the `moves` that a call makes, in microseconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(CALLS // moves + 1):
            await do()
        times.append((time.process_time() - start) / (CALLS // moves + 1) / moves * 1e6)
    return min(times)


class AtOnce:
    """An engine client with an answer that is ready at once."""

    def __init__(self, change: pb.Change) -> None:
        self._bytes = change.SerializeToString()

    async def get_roster(self, request: pb.GetRosterRequest) -> pb.Roster:
        players = ["p" * 22, "q" * 22]
        return pb.Roster(
            match_id=request.match_id, game="lost-cities", player_ids=players, settled=True
        )

    async def apply_move(self, request: pb.ApplyMoveRequest) -> pb.Change:
        pb.ApplyMovesRequest(moves=[request]).SerializeToString()
        return pb.Change.FromString(self._bytes)


def gateway(engine: Any) -> Any:
    """The gateway's application with its middleware, for a caller with a cached token."""
    settings = Settings(engine_target="x", redis_url="redis://x", rate_limits=False)
    app: FastAPI = with_hello(create_app(settings))
    # Where a token is looked up again, in a Redis that is not there, a refusal would be measured.
    token_cache.FRESH_S = HOUR_S
    known: TokenCache[Identity] = TokenCache(1, Metrics())
    known.on_revocation(None)
    token = Token("t" * 22, "first", ("play", "read"), "2026-11-21T00:00:00.000Z")
    known.begin_lookup()(TOKEN, "p" * 22, Identity(Player("p" * 22, "Ann", "human"), token))
    nobody = cast(Any, None)
    limits = RateLimits(nobody, 1.0, None)
    app.state.dependencies = Dependencies(
        settings=settings,
        engine=engine,
        authenticator=Authenticator(nobody, limits, known),
        players=PlayerStore(nobody, known),
        deletions=nobody,
        availability=nobody,
        invited=nobody,
        pairings=nobody,
        emotes=nobody,
        house=nobody,
        limits=limits,
        visibility=Visibility(engine),
        subscriber=nobody,
        match_source=nobody,
        match_feeds=nobody,
        player_feeds=nobody,
        event_streams=nobody,
        turns=app.state.turns,
    )
    return front_of(app, settings)


async def ask(app: Any, method: str, path: str, query: bytes = b"") -> None:
    """Send a request as an ASGI server would. Raise WrongAnswer unless it is answered with 200."""
    fields = {
        b"host": b"127.0.0.1:8080",
        b"authorization": b"Bearer " + TOKEN.encode(),
        b"content-type": b"application/json",
        b"content-length": str(len(BODY)).encode(),
    }
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": list(fields.items()),
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8080),
        "state": {},
    }
    status = 0

    async def receive() -> Message:
        return {"type": "http.request", "body": BODY, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)

    await app(scope, receive, send)
    if status != 200:
        raise WrongAnswer(f"{method} {path} was answered with {status}.")


def middle() -> tables.Step:
    """A match of Lost Cities after 22 moves, each a discard and a draw, and its last log entry."""
    match, entry = tables.created()
    match, entry = tables.seated(match, 1)
    while match.version < MIDDLE:
        match, entry = _thrown(match)
    return match, entry


def _thrown(match: AnyMatch) -> tables.Step:
    seat, move = _throw(match)
    return tables.step(match, Kind.MOVE, seat, move=move)


def _throw(match: AnyMatch) -> tuple[int, Any]:
    """The seat to move, and a move that discards a card."""
    rules = GAMES[match.game].rules
    (seat,) = rules.to_move(match.state)
    state: Any = match.state
    return seat, rules.parse(f"{state.hands[seat][0]}-*")


class Engine:
    """An engine with a Redis that answers at once."""

    def __init__(self) -> None:
        store = MatchStore(cast(Any, Redis()), Ttl(1, 1), BATCH)
        store._save.all = self._saved  # type: ignore[method-assign]
        self._line = PackedConnection()
        self._matches = [middle()[0] for _ in range(BATCH)]
        self._recent = store.cache
        self._servicer = EngineServicer(Matches(store))

    async def _saved(self, calls: Sequence[Any], *lists: str) -> list[Any]:
        self._line.pack_commands(("EVALSHA", "s" * 40, 4, *keys, *args) for keys, args in calls)
        return [[b"saved"]] * len(calls)

    def batch(self, with_match: bool) -> Callable[[], Awaitable[Any]]:
        """A function that handles a batch, from the bytes of the request to those of the answer."""
        request = pb.ApplyMovesRequest(moves=[_move(each, with_match) for each in self._matches])
        sent = request.SerializeToString()

        async def answer() -> None:
            for match in self._matches:
                self._recent.put(match)
            told = await self._servicer._apply_batch(pb.ApplyMovesRequest.FromString(sent))
            if not all(each.HasField("change") for each in told.results):
                raise WrongAnswer(f"Not every move was made: {told}")
            told.SerializeToString()

        return answer


def _move(match: AnyMatch, with_match: bool) -> pb.ApplyMoveRequest:
    seat, move = _throw(match)
    player = match.seats[seat].player
    assert player
    return pb.ApplyMoveRequest(
        match_id=match.id,
        caller=pb.Caller(player_id=player.id, seat=seat),
        notation=GAMES[match.game].rules.notation(move),
        omit_match=not with_match,
        as_text=True,
    )


def steps() -> Iterator[tuple[str, Do]]:
    """The steps of a move, each measured by itself."""
    match, entry = middle()
    game, seat = GAMES[match.game], entry.seat
    seat_now, move = _throw(match)
    public = reducer.public_entry(match.game, entry)
    stored = match_json.dumps(match)
    packed = compression.pack(stored)
    yield "rules: is it legal?", lambda: game.rules.check(match.state, seat_now, move)
    yield (
        "the match after it, with chance and hash",
        lambda: tables.step(match, Kind.MOVE, seat_now, move=move),
    )
    yield "of that, the hash", lambda: entry_hash(match.seed, match.log_head, public)
    yield "match to JSON", lambda: match_json.dumps(match)
    yield "match packed", lambda: compression.pack(stored)
    yield (
        "log entry to JSON and packed",
        lambda: compression.pack(game.entry_json.dump_json(entry, exclude_defaults=True)),
    )
    yield (
        "match read again (when it is not remembered)",
        lambda: game.match_json.validate_json(compression.unpack(packed)),
    )
    yield "view and events as text", lambda: Shown(match).sight(seat)


async def measure() -> None:
    match, entry = middle()
    shown = ShownMatches(MatchStore(cast(Any, Redis()), Ttl(1, 1)))
    made = Change(match, match.events, entry.seat)
    change, with_match = shown.change(made, OUTLINE), shown.change(made, MATCH)
    lean, full, engine = gateway(AtOnce(change)), gateway(AtOnce(with_match)), Engine()
    path = f"/v1/matches/{match.id}/moves"
    hello = await best_of(lambda: ask(lean, "GET", PATH))
    rows = [
        ("FastAPI's hello world", hello),
        (
            "gateway: a move, view=none",
            await best_of(lambda: ask(lean, "POST", path, b"view=none")),
        ),
        ("gateway: a move with the view", await best_of(lambda: ask(full, "POST", path))),
        (f"engine: one of {BATCH} moves, view=none", await best_of(engine.batch(False), BATCH)),
        (f"engine: one of {BATCH} moves with the view", await best_of(engine.batch(True), BATCH)),
        *((name, best(do)) for name, do in steps()),
    ]
    print("| step | us | x hello |\n|---|---|---|")
    for name, cost in rows:
        print(f"| {name} | {cost:.1f} | {cost / hello:.2f} |")


if __name__ == "__main__":
    uvloop.run(measure())
