"""The gateway's steps: bytes into its connections and out of them, without engines and Redis.

What engines say was said by the real one. Nothing happens by time: what works by itself is not
started, and streams are not pinged. One game stands for all, as little here depends on it.
"""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from engine.domain.registry import GAMES as PLAYED
from engine.rpc import bundles
from engine.store.saves import head_of
from gateway import app as gateway_app
from gateway.__main__ import build_server
from gateway.config import Settings
from gateway.contract.games import Game, Games
from gateway.limits import credit
from gateway.oidc import json_web_tokens
from gateway.players.tokens import SCOPES, Token, join
from gateway.streams import event_stream
from gateway.streams.event_stream import NDJSON
from redislink.channels import match_channel
from redislink.client import _client
from redislink.closing import ClosingPool
from redislink.oidc import Issuer, identity_of, keys_of, pointer

from bench.gateway import UNREACHED
from bench.steps.answering import AnsweringConnection
from bench.steps.engine import (
    COUNT,
    FEW,
    Answer,
    Engine,
    Turn,
    _looks,
    _move,
    _moved,
    _read,
    middle,
)
from bench.steps.step import Step
from tests.support.issuers import ISSUER, Signer, issuers_file
from tests.support.raw_http import get, post

GAME = "lost-cities"
LONG_S = 3600.0
"""Longer than counting takes."""
SECRET = "s" * 43
PLAYER = {"displayName": "Ada", "kind": "human"}
PEER = {"peername": ("192.0.2.7", 5000), "sockname": ("192.0.2.1", 8000)}
HEAD = "0" * 16
"""Of the log of each match, at each version."""
FIRST = Token.new("first", SCOPES).dump()
FULL = 999_000
SIGNER = Signer()
"""The key of the issuer of those who read with a JWT."""
PLAYERS = dict[str, bytes]()
"""Which player each of its subjects is, by the key of Redis that says so."""
NEVER = 4_000_000_000
"""When its tokens expire: PyJWT does not know that time stands still."""


async def steps() -> AsyncIterator[Step]:
    """Yield the steps; matches are those of the engine's steps."""
    event_stream.PING_S = credit.PAY_AFTER_S = json_web_tokens.REMEMBERED_S = LONG_S
    gateway_app._started = lambda part, stack: part
    dice = Random(1)
    turns = [middle(GAME, dice) for _ in range(COUNT)]
    gateway = Gateway(turns, await said(turns))
    yield Step("move", COUNT, gateway.moving("?view=none"))
    yield Step("move with view", COUNT, gateway.moving(""))
    yield Step("look of two", COUNT, await gateway.looking())
    yield Step("read", COUNT, gateway.reading(_token))
    yield Step("read with a JWT", COUNT, gateway.reading(_issued))
    yield Step("creation", FEW, gateway.creating())
    yield Step("join", FEW, gateway.joining())


class Gateway:
    """A gateway with players who are known, and matches that are followed or not."""

    def __init__(self, turns: Sequence[Turn], engines: "Engines") -> None:
        self._turns = turns
        with TemporaryDirectory() as folder:
            settings = Settings(
                redis_url="redis://not-here",
                engines="not-here:1",
                engine_timeout_s=LONG_S,
                web="",
                oidc=issuers_file(Path(folder)),
            )
            assert settings.issuers  # while the file is there
        app = gateway_app.create_app(settings, UNREACHED)
        Settings.connect_redis = _connect  # type: ignore[assignment, method-assign]
        self._deps = gateway_app._open(settings, UNREACHED, app.state, AsyncExitStack())
        app.state.dependencies = self._deps
        (group,) = self._deps.engine.groups
        group._stub = engines
        self._deps.catalog.games = Games([Game.of(bundles.bundle(PLAYED[GAME]))])
        self._deps.authenticator._cache.on_revocation(None)  # it knows tokens from now on
        self._server = build_server(app, settings)
        self._server.config.timeout_keep_alive = int(LONG_S)
        self._server.config.load()

    def moving(self, query: str) -> Answer:
        return self._answers(
            [
                post(
                    f"/v1/matches/{match.id}/moves{query}",
                    _token(match, seat),
                    {"notation": PLAYED[GAME].rules.notation(move)},
                )
                for match, seat, move in self._turns
            ]
        )

    def reading(self, token_of: Callable[[Any, int], str]) -> Answer:
        return self._answers(
            [get(f"/v1/matches/{each.match.id}", token_of(each.match, 0)) for each in self._turns]
        )

    def creating(self) -> Answer:
        asked = {"game": GAME}
        return self._answers([post("/v1/matches", each, asked) for each in self._few()], 201)

    def joining(self) -> Answer:
        return self._answers(
            [
                post(f"/v1/matches/{each.match.id}/join", token, {})
                for each, token in zip(self._turns, self._few(), strict=False)
            ]
        )

    async def looking(self) -> Answer:
        """Both seats follow, and are told of the next version of each match."""
        matches = [each.match for each in self._turns]
        streams = [
            self._connect(get(f"/v1/matches/{match.id}/events", _token(match, seat), Accept=NDJSON))
            for match in matches
            for seat in (0, 1)
        ]
        for stream in streams:
            said = await stream.next()
            assert said.startswith(b"HTTP/1.1 200 "), said
            while b'"event":"ping"' not in said:  # behind the snapshot
                said = await stream.next()
        await asyncio.sleep(0.1)  # until all of them wait for more
        versions = {match.id: match.version for match in matches}

        async def answer() -> None:
            for match_id, version in versions.items():
                notice = f"{version + 1} {HEAD} {version} {HEAD}"
                self._deps.subscriber._notify(match_channel(match_id), notice)
                versions[match_id] += 1
            for stream in streams:
                assert b'"event":"change"' in await stream.next()

        return answer

    def _answers(self, requests: Sequence[bytes], status: int = 200) -> Answer:
        """Return what sends each request over a connection of its own, all at the same time."""
        connections = [self._connect() for _ in requests]

        async def answer() -> None:
            for connection, asked in zip(connections, requests, strict=True):
                connection.protocol.data_received(asked)
            for connection in connections:
                said = await connection.next()
                assert said.startswith(b"HTTP/1.1 %d " % status), said

        return answer

    def _connect(self, asked: bytes = b"") -> "Connection":
        config, state = self._server.config, self._server.server_state
        protocol: Any = config.http_protocol_class
        connection = Connection(protocol(config=config, server_state=state, app_state={}))
        if asked:
            connection.protocol.data_received(asked)
        return connection

    def _few(self) -> Sequence[str]:
        return [_token(each.match, each.seat) for each in self._turns[:FEW]]


class Connection:
    """The transport of one connection: what is written to it is kept until it is taken."""

    def __init__(self, protocol: Any) -> None:
        self.protocol = protocol
        self._written: list[bytes] = []
        self.write = self._written.append
        self.is_closing = False.__bool__
        self.get_write_buffer_size = self.get_read_buffer_size = int
        self.pause_reading = self.resume_reading = self.close = self.abort = int
        protocol.connection_made(self)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return PEER.get(name, default)

    async def next(self) -> bytes:
        """Return what is written next."""
        while not self._written:  # noqa: ASYNC110 - an event would be one more turn of the loop
            await asyncio.sleep(0)
        return self.taken()

    def taken(self) -> bytes:
        written = b"".join(self._written)
        self._written.clear()
        return written


class Engines:
    """Stubs of gRPC say again what the real engine has said, as bytes."""

    def __init__(self) -> None:
        self.moves: dict[int, dict[str, pb.MoveResult]] = {}
        """By the form of the answer, and by the match's id."""
        self.reads: dict[str, pb.Shown] = {}
        self.looks: dict[str, pb.Shown] = {}
        self.rosters: dict[str, pb.Roster] = {}
        self._batches: dict[Any, bytes] = {}

    def answer(self, asked: pb.BatchRequest) -> bytes:
        """Return the answer to a batch, which is most often one that was given before."""
        if asked.looks and asked.looks[0].version:
            shown = [self._look(each) for each in asked.looks]
            return pb.BatchResponse(shown=shown).SerializeToString()
        form = asked.moves[0].form if asked.moves else None
        key = (form, *(each.match_id for each in asked.moves or asked.looks))
        if key not in self._batches:
            self._batches[key] = pb.BatchResponse(
                results=[self.moves[each.form][each.match_id] for each in asked.moves],
                shown=[self.reads[each.match_id] for each in asked.looks],
            ).SerializeToString()
        return self._batches[key]

    def _look(self, look: pb.Look) -> pb.Shown:
        shown = self.looks[look.match_id]
        shown.version, shown.head = look.version, HEAD
        return shown

    def Batches(self) -> "Batches":  # noqa: N802
        return Batches(self)

    async def GetRoster(self, request: pb.GetRosterRequest, **_: Any) -> pb.Roster:  # noqa: N802
        return self.rosters[request.match_id]

    async def GetMatch(self, request: pb.GetMatchRequest, **_: Any) -> pb.Shown:  # noqa: N802
        look = self.looks[request.match_id]
        read = self.reads[request.match_id]
        return pb.Shown(
            texts=read.texts, version=read.version, game=look.game, head=HEAD, status=look.status
        )

    async def CreateMatch(self, request: pb.CreateMatchRequest, **_: Any) -> pb.Change:  # noqa: N802
        return self._change(request)

    async def JoinMatch(self, request: pb.JoinMatchRequest, **_: Any) -> pb.Change:  # noqa: N802
        return self._change(request)

    def _change(self, request: Any) -> pb.Change:
        request.SerializeToString()
        (first, *_) = self.moves[pb.FORM_MATCH].items()
        match_id, result = first
        said = pb.Change(match_id=match_id, version=1, text=result.change.text)
        return pb.Change.FromString(said.SerializeToString())


class Batches:
    """A call of Batches, which is answered in the order of what was sent."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()

    async def initial_metadata(self) -> Sequence[tuple[str, str]]:
        return (("engine-id", "one"), ("current", ""))

    async def write(self, asked: pb.BatchRequest) -> None:
        asked.SerializeToString()
        self._answers.put_nowait(self._engines.answer(asked))

    async def read(self) -> pb.BatchResponse:
        return pb.BatchResponse.FromString(await self._answers.get())

    def cancel(self) -> None:
        pass


async def said(turns: Sequence[Turn]) -> Engines:
    """Return what the real engine says of these matches."""
    engine, engines = Engine(GAME, turns), Engines()
    for form in (pb.FORM_OUTLINE, pb.FORM_MATCH):
        with_match = form == pb.FORM_MATCH
        asked = pb.BatchRequest(moves=[_move(each, with_match) for each in turns])
        engine._told = {"EVALSHA": [b"saved"] * COUNT}
        results = (await engine._batch(engine._matches, asked.SerializeToString())).results
        engines.moves[form] = _by_match(turns, results)
    stamps = [
        [b"%d" % each.match.version, head_of(each.match).encode(), None, None] for each in turns
    ]
    engine._told = {"EVALSHA": stamps}
    asked = pb.BatchRequest(looks=[_read(each.match) for each in turns])
    shown = (await engine._batch(engine._matches, asked.SerializeToString())).shown
    engines.reads = _by_match(turns, shown)
    after = [_moved(*each) for each in turns]
    shown = (await engine._batch(after, _looks(after).SerializeToString())).shown
    engines.looks = _by_match(turns, shown)
    engines.rosters = _by_match(turns, [_roster(each.match) for each in turns])
    return engines


def _by_match(turns: Sequence[Turn], each: Sequence[Any]) -> dict[str, Any]:
    return {turn.match.id: said for turn, said in zip(turns, each, strict=True)}


def _roster(match: Any) -> pb.Roster:
    return pb.Roster(
        match_id=match.id,
        game=match.game,
        rules_version=match.rules_version,
        access=pb.ACCESS_PUBLIC,
        player_ids=[each.player.id for each in match.seats],
        settled=True,
    )


def _token(match: Any, seat: int) -> str:
    return join(match.seats[seat].player.id, SECRET)


def _issued(match: Any, seat: int) -> str:
    """A token of an issuer whose subject has the id of the player, and leads to its account."""
    player_id = match.seats[seat].player.id
    PLAYERS[pointer(identity_of(ISSUER, player_id))] = player_id.encode()
    return SIGNER.access(player_id, exp=NEVER)


def _connect(settings: Settings, observer: Any = None) -> Any:
    pool = ClosingPool(connection_class=AnsweringConnection, answer=_redis)
    return _client(pool, observer)


def _lead(key: str) -> bytes:
    """Return the keys of the issuer, or the player behind an identity."""
    if key == keys_of(Issuer(ISSUER).hash):
        return json.dumps({"fetchTime": time.time() * 1000, "keys": [SIGNER.public]}).encode()
    return PLAYERS[key]


def _redis(command: Sequence[Any]) -> Any:
    """Return what Redis says of a token, of blocks, and of buckets that are all but full."""
    if command[0] == "GET":
        return _lead(command[1])
    if command[0] == "HEXISTS":
        return 1
    if command[0] == "HMGET":
        player_id = command[1].partition("{")[2].partition("}")[0]
        nothing_more = [None] * (len(command) - 4)
        return [json.dumps({**PLAYER, "id": player_id}), FIRST, *nothing_more]
    if command[0] == "ZSCORE":  # nobody has blocked anybody
        return None
    _, _, keys, *rest = command
    numbers, replies = deque(rest[keys:]), list[list[int]]()
    while numbers:
        asked = [numbers.popleft() for _ in range(numbers.popleft())]
        buckets = (len(asked) - 2) // 2
        told = buckets if buckets < 4 else buckets - 2  # not of share and reserve
        replies.append([asked[0], *([FULL, 1] * told)])
    return replies
