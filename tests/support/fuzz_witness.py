"""What watches over requests that nobody should send: every answer, and what they leave behind."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.domain.chance import seeded_chance
from engine.domain.match import Access
from engine.domain.reducer import AnyMatch, replay
from engine.store.compression import unpack
from engine.store.matches import MatchStore
from gateway.errors import KINDS
from redis import Redis
from redislink.client import connect

from tests.support.fuzz import Fuzz, Probe, Request, World
from tests.support.live import TTL
from tests.support.players import HTTP, Client, ok, register, start_match
from tests.support.raw_http import Connection, Reply, connected

CONNECTIONS = 16
HEX = re.compile(rb"\b[0-9a-f]{64}\b")
TOKEN = re.compile(rb"crp_[\w-]{22}_[\w-]{43}")
HIDDEN = re.compile(rb'"hand":\["|"pile":"DECK","card":"[^"]|"inviteCode":"[\w-]{22}')
"""What only those who sit in a match may see of it."""
MAKE_TOKENS = ("/v1/players", "/v1/players/me/tokens", "/v1/pairings")
"""Where an answer may have a token: a new one of its caller."""
OUTSIDERS = ("", "forged", "revoked", "junk")


class Witness:
    """Sees every answer, and complains of what must not be in any."""

    def __init__(self, world: World, seed: int) -> None:
        self._world = world
        self._seed = seed
        self.seen: set[bytes] = set()
        self.codes: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()

    def examine(self, request: Request, reply: Reply) -> None:
        self.statuses[reply.status] += 1
        self.seen.update(HEX.findall(reply.body))
        complaint = self._complaint(request, reply)
        assert not complaint, f"{complaint}; seed {self._seed}; {request!r:.3000}; {reply!r:.3000}"

    def _complaint(self, request: Request, reply: Reply) -> str:
        if reply.status >= 500:
            return "a failure"
        if not reply.headers.get("x-request-id"):
            return "an answer without X-Request-Id"
        if reply.status >= 400 and not self._is_problem(request, reply):
            return "a refusal that is no problem"
        if request.refusable and reply.status < 400:
            return "it should have been refused"
        return self._betrayal(request, reply)

    def _is_problem(self, request: Request, reply: Reply) -> bool:
        if reply.headers.get("content-type") != "application/problem+json":
            return False
        if request.method == "HEAD":
            return True
        body = reply.json()
        self.codes[body["code"]] += 1
        return (body["status"], KINDS[body["code"]].status) == (reply.status, reply.status)

    def _betrayal(self, request: Request, reply: Reply) -> str:
        text = repr(reply.headers).encode() + reply.body
        makes_one = reply.status == 201 and request.path.partition("?")[0] in MAKE_TOKENS
        if len(TOKEN.findall(text)) != makes_one:
            return "a token that is not the caller's new one"
        if any(token.encode() in text for token in self._world.callers.values() if token):
            return "a token that somebody uses"
        outside = request.caller in OUTSIDERS
        if self._world.probe.match_id in request.path:
            outside = request.caller not in ("ann", "bob", "reader")
        return "a secret of those who play" if outside and HIDDEN.search(reply.body) else ""


async def bombard(
    url: str, fuzz: Fuzz, world: World, witness: Witness, requests: Iterable[object]
) -> None:
    """Send one for each of `requests` over a few connections, and show answers to the witness."""
    left = iter(requests)

    async def work(connection: Connection) -> None:
        for _ in left:
            request = fuzz.request()
            reply = await connection.ask(request.wire)
            if request.closes:
                await connection.close()
            witness.examine(request, reply)
            world.learn(request, reply)

    async with connected([url] * CONNECTIONS) as connections:
        await asyncio.gather(*map(work, connections))


def build_world(url: str) -> World:
    """Players with tokens of every kind, a probe, and a match in every situation."""
    probe_id, (ann, bob) = start_match(url)
    eve = register(url, "Eve")
    reader = ok(ann.post("/v1/players/me/tokens", {"name": "r", "scopes": ["read"]}), 201)
    revoked = ok(ann.post("/v1/players/me/tokens", {"name": "x"}), 201)
    HTTP.delete(
        f"{url}/v1/players/me/tokens/{revoked['id']}",
        headers={"Authorization": f"Bearer {ann.token}"},
    ).raise_for_status()
    tokens = {
        "ann": ann.token,
        "bob": bob.token,
        "eve": eve.token,
        "reader": reader["token"],
        "revoked": revoked["token"],
        "forged": f"crp_{ann.id}_{'A' * 43}",
        "junk": "crp_é",
    }
    world = World(tokens | {"": ""}, [ann.id, bob.id, eve.id], probe_of(probe_id, ann, bob), [])
    for wish in ({}, {"access": "private"}, {"start": "manual"}, {"options": {"rounds": 1}}):
        for joined in (False, True):
            made = ann.create(**wish)
            world.matches.append(made["id"])
            world.owners[made["id"]] = "ann"
            if joined:
                bob.join(made["id"], inviteCode=made.get("inviteCode", ""))
    bob.act(world.matches[1], "resign")
    return world


def probe_of(match_id: str, ann: Client, bob: Client) -> Probe:
    seen = [ann.see(match_id), bob.see(match_id)]
    mover = seen[0]["toMove"][0]
    hand = frozenset(seen[mover]["state"]["hand"])
    return Probe(match_id, seen[0]["version"], ("ann", "bob")[mover], hand)


def everything_about(url: str, redis_url: str, world: World) -> list[Any]:
    """All that is stored of the probe, and all that anyone can see of it."""
    name = f"match:{{{world.probe.match_id}}}"
    with Redis.from_url(redis_url) as redis:
        stored = [
            redis.hgetall(name),
            redis.lrange(f"{name}:log", 0, -1),
            redis.hgetall(f"{name}:keys"),
            redis.hgetall(f"{name}:rematch"),
        ]
    shown = [
        Client(url, world.callers[caller]).get(f"/v1/matches/{world.probe.match_id}")
        for caller in ("ann", "bob", "eve", "")
    ]
    return [*stored, *(answer.content for answer in shown)]


def seeds_of_unfinished(redis_url: str) -> set[bytes]:
    """The secret seed of every match there is that has not ended."""
    with Redis.from_url(redis_url) as redis:
        names = [name for name in redis.scan_iter("match:{*}", 1000) if name.endswith(b"}")]
        stored = [redis.hget(name, "match") for name in names]
    matches = [json.loads(unpack(match)) for match in stored if match]
    return {m["seed"].encode() for m in matches if m.get("status") in ("waiting", "active")}


async def check_all(url: str, redis_url: str, world: World) -> None:
    """Whatever was done to them, the matches are what their logs say, and can be seen."""
    async with connect(redis_url, timeout_s=5) as redis:
        store = MatchStore(redis, TTL)
        for match_id in world.owners:
            match = await store.load(match_id)
            log = await store.log(match, match.version)
            assert len(log) == match.version
            assert [*replay(match, log, seeded_chance)][-1] == match
            check_readable(url, world, match)


def check_readable(url: str, world: World, match: AnyMatch) -> None:
    """By somebody who sits there; if nobody does, by anybody, unless it is private."""
    players = zip(("ann", "bob", "eve"), world.player_ids, strict=True)
    seated = [name for name, player_id in players if match.seat_of(player_id) is not None]
    if seated or match.access == Access.PUBLIC:
        viewer = Client(url, world.callers[seated[0] if seated else ""])
        assert viewer.see(match.id)["version"] == match.version
        history = ok(viewer.get(f"/v1/matches/{match.id}/moves", pageSize=100))["moves"]
        assert [each["version"] for each in history] == [*range(1, match.version + 1)][:100]
