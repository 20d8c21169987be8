"""A private match takes a stranger through the very calls that an unknown id does.

Times are too unsteady to compare. What they are made of is not: each call from the gateway to
the engine, and each command to Redis, is counted.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from redis import Redis
from redislink import relations
from redislink.relations import FRIEND

from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.requests import (
    BATCH,
    MOVE,
    NOBODY,
    OF_A_MATCH,
    STREAMS,
    Route,
    call,
    newcomer,
    searching_ticket,
    send,
    with_token,
)
from tests.support.socket_client import talking
from tests.support.waiting import until
from tools.redis_server import RedisServer

IN_THE_BACKGROUND = {
    *("ping", "info", "subscribe", "unsubscribe", "zrangebyscore", "ListGames"),
    # Who is here is noted in a task of its own, whatever was asked for.
    *("zadd", "zmscore", "zremrangebyscore", "pexpire"),
}
"""The commands and calls that come by themselves, such as zrangebyscore for deletions of players
that are due, and ListGames for the catalog; which channels are listened to is not a cost."""
ENGINE_CALLS = "croupier_gateway_engine_call_seconds_count"
KEYED = (("Idempotency-Key", "k"), ("If-Match", '"1"'))
REQUESTS = (
    *OF_A_MATCH,
    *STREAMS[:1],
    replace(MOVE, path=MOVE.path + "?dryRun=true"),
    replace(OF_A_MATCH[0], path=OF_A_MATCH[0].path + "?atVersion=1&include=legalMoves"),
    Route("POST", "/v1/matches/{match}/join", {"inviteCode": "guess", "seat": 1}),
)


class Counted:
    """A service with a Redis of its own; calls of the engine and of Redis can be counted."""

    def __init__(self, live: Live, redis: Redis) -> None:
        self.url = live.url
        self._live, self._redis = live, redis

    def is_noted(self, player: Client) -> bool:
        """Return whether the player counts as being here."""
        return self._redis.zscore("{presence}:human", player.id) is not None

    def plant_gone(self, player: Client, ids: list[str]) -> None:
        """Have the player have friends and blocks of accounts that there are not."""
        self._redis.hset(relations.friends(player.id), mapping=dict.fromkeys(ids, FRIEND))
        self._redis.zadd(relations.blocks(player.id), dict.fromkeys(ids, 1))

    def left(self, player: Client, of: str) -> bool:
        """Return whether anybody is left in the player's list."""
        key = relations.friends if of == "friends" else relations.blocks
        return bool(self._redis.exists(key(player.id)))

    def calls(self) -> Counter[str]:
        """The commands of Redis, and the calls of the engine with their outcomes, so far."""
        stats = self._redis.info("commandstats")
        counted = Counter(
            {name.removeprefix("cmdstat_"): each["calls"] for name, each in stats.items()}
        )
        assert self._live.metrics
        # No others, as some are counted in Redis whenever they are read.
        for family in self._live.metrics.registry.restricted_registry([ENGINE_CALLS]).collect():
            for sample in family.samples:
                counted["{method} {code}".format(**sample.labels)] = int(sample.value)
        return Counter(
            {name: n for name, n in counted.items() if name.split()[0] not in IN_THE_BACKGROUND}
        )


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Counted]:
    server = RedisServer(tmp_path_factory.mktemp("counted") / "redis")
    server.start()
    try:
        with Redis.from_url(server.url) as redis, Live(server.url, ticking=False) as live:
            yield Counted(live, redis)
    finally:
        server.close()


@pytest.fixture(scope="module")
def hidden(counted: Counted) -> list[str]:
    """Two private matches, the second of which runs; its players have just looked at it."""
    ann, bob = newcomer(counted.url, "Ann"), newcomer(counted.url, "Bob")
    made = [ann.create(access="private") for _ in range(2)]
    bob.join(made[1]["id"], inviteCode=made[1]["inviteCode"])
    for _ in range(2):  # so that the gateway remembers what it can
        assert [ann.see(match["id"])["yourSeat"] for match in made] == [0, 0]
    return [match["id"] for match in made]


def cost(counted: Counted, caller: Client, route: Route, match: str) -> Counter[str]:
    """What one request took, beyond what the caller's token did before."""
    before = counted.calls()
    headers = KEYED if route.method == "POST" else ()
    assert call(caller, route, match, *headers).status_code == (
        404 if caller.token or route.method == "GET" else 401
    )
    return counted.calls() - before


@pytest.mark.parametrize("route", REQUESTS, ids=str)
@pytest.mark.parametrize("who", ["stranger", "spectator", "narrow"])
def test_a_request_costs_the_same(
    counted: Counted, hidden: list[str], route: Route, who: str
) -> None:
    stranger = newcomer(counted.url, "Eve")
    if who == "spectator":
        stranger = Client(counted.url)
    elif who == "narrow":  # refused for its scope, unless there is no such match
        stranger = with_token(stranger, "play" if route.scope == "read" else "read")
    for _ in range(2):  # from now on the token is known, and the player has tried something
        call(stranger, route)
    unknown = cost(counted, stranger, route, NOBODY)
    if stranger.token:
        assert unknown, "not even the engine was asked"
    for _ in range(2):
        for match_id in hidden:
            assert cost(counted, stranger, route, match_id) == unknown


def test_a_request_to_who_has_blocked_one_costs_the_same_but_for_what_it_stores(
    counted: Counted,
) -> None:
    ann, eve, twin = (newcomer(counted.url, name) for name in ("Ann", "Eve", "Eve"))
    ok(ann.put(f"/v1/players/me/blocks/{eve.id}"))
    path = f"/v1/players/me/friends/{ann.id}"

    def asked(player: Client) -> list[Counter[str]]:
        """What it takes to ask, and once more."""
        took = []
        for _ in range(2):
            before = counted.calls()
            assert ok(player.put(path))["status"] == "asked"
            took.append(counted.calls() - before)
        assert player.delete(path).status_code == 204
        return took

    for each in (eve, twin):  # from now on their tokens are known, and the scripts
        asked(each)
    (first, again), (stored, kept) = asked(eve), asked(twin)
    assert again == kept
    assert stored - first == Counter(["hset", "pttl", "publish"])
    assert not first - stored


@pytest.mark.parametrize("of", ["friends", "blocks"])
def test_all_who_are_gone_leave_a_list_at_once(counted: Counted, of: str) -> None:
    """Or whoever has many of them would be answered late, and hold up others."""
    ann = newcomer(counted.url)
    counted.plant_gone(ann, [f"{number:022}" for number in range(20)])
    before = counted.calls()
    ok(ann.get(f"/v1/players/me/{of}"))
    took = counted.calls() - before
    assert took["hdel"] + took["zrem"] == 1
    assert not counted.left(ann, of)


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_ticket_of_another_player_costs_the_same(counted: Counted, method: str) -> None:
    stranger, (_, ticket) = newcomer(counted.url, "Eve"), searching_ticket(counted.url)

    def asked(ticket_id: str) -> Counter[str]:
        before = counted.calls()
        assert send(stranger, method, f"/v1/tickets/{ticket_id}").status_code == 404
        return counted.calls() - before

    for _ in range(2):
        asked(NOBODY)
    assert asked(ticket["id"]) == asked(NOBODY) == asked(ticket["id"])


def test_a_move_in_a_batch_costs_the_same(counted: Counted, hidden: list[str]) -> None:
    stranger = newcomer(counted.url, "Eve")

    def batch(match_id: str) -> tuple[Counter[str], Json]:
        before = counted.calls()
        entry = {"matchId": match_id, "notation": "Y7+*", "idempotencyKey": "k"}
        made = call(stranger, replace(BATCH, body={"moves": [entry]})).json()
        return counted.calls() - before, made["results"][0]["error"]["code"]

    for _ in range(2):
        batch(NOBODY)
    assert [batch(match_id) for match_id in hidden] == [batch(NOBODY)] * 2


def test_a_frame_of_a_socket_costs_the_same(counted: Counted, hidden: list[str]) -> None:
    stranger = newcomer(counted.url, "Eve")
    with talking(stranger) as talk:
        until(lambda: counted.is_noted(stranger))  # in a task of its own, and then for 20 seconds
        for op, members in (
            ("subscribe", {}),
            ("subscribe", {"after": 1}),
            ("legalMoves", {}),
            ("move", {"notation": "Y7+*", "idempotencyKey": "k"}),
        ):

            def asked(match_id: str, op: str = op, members: Json = members) -> Counter[str]:
                before = counted.calls()
                assert talk.refused(op, matchId=match_id, **members)["code"] == "not_found"
                return counted.calls() - before

            for _ in range(2):
                asked(NOBODY)
            unknown = asked(NOBODY)
            assert [asked(match_id) for match_id in (*hidden, *hidden)] == [unknown] * 4
