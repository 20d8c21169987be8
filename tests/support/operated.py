"""What operators act on, stored in a Redis: a player, a report, a hook, matches, a pool."""

import json
from dataclasses import dataclass
from typing import Any

from engine.service.matches import Matches
from engine.store.matches import MatchStore
from redis.asyncio import Redis
from redislink import accounts, hooks
from redislink.hooks import Delivery
from redislink.reports import OPEN, RECORDS, Report

from tests.croupier_tournament import playing
from tests.engine.conftest import TTL
from tests.support.matches import fresh_id, person, waiting_table
from tests.support.rated_pools import rated
from tests.support.tournaments import Stored, settings

URL = "https://backend.example.net/croupier"
TIME = "2026-01-02T03:04:05.000Z"
SECRET = "never-told"  # noqa: S105 - what no answer may have
"""Is in all that opens an account or signs a message."""


@dataclass(frozen=True, slots=True)
class Operated:
    """The ids of what there is."""

    player: str
    key: str
    token: str
    report: str
    hook: str
    match: str
    rated: str
    open_tournament: str
    tournament: str
    entrant: str


async def operated(redis: Redis) -> Operated:
    """Store one of each. What nobody may be told has SECRET in it."""
    client: Any = redis
    player, key, token, report = (fresh_id() for _ in range(4))
    shown = {"id": player, "displayName": "Ann", "kind": "human"}
    stored = {"id": token, "name": "first", "scopes": ["play"], "createTime": TIME}
    passkey = {"name": "phone", "createTime": TIME, "publicKey": SECRET, "handle": SECRET}
    identity = {"issuer": "https://id.example.org", "createTime": TIME}
    fields = {
        accounts.PLAYER: json.dumps(shown),
        f"{accounts.TOKEN}{SECRET}": json.dumps(stored),
        f"{accounts.PASSKEY}{key}": json.dumps(passkey),
        f"{accounts.IDENTITY}{'e' * 8}{SECRET}": json.dumps(identity),
        accounts.RECOVERY: json.dumps({"hash": SECRET, "createTime": TIME}),
    }
    await client.hset(accounts.account(player), mapping=fields)
    about = Report(report, 1_700_000_000_000, player, player, "other", "", "He said so.")
    await client.hset(RECORDS, report, about.dump())
    await client.zadd(OPEN, {report: about.at})
    hook = await _hook(client)
    browser = hooks.Hook("P" * 22, player, f"https://push.example.net/{SECRET}", [], 1, [])
    await client.hset(hooks.hook(browser.id), hooks.HOOK, browser.dump())
    await client.hset(hooks.browsers_of(player), browser.id, 1)
    matches = await rated(redis, 4, seed=1)
    table = await waiting_table(Matches(MatchStore(redis, TTL)))
    match = (await table.join(person())).match_id
    open_tournament, tournament = await _tournament(redis), await _tournament(redis, runs=True)
    made = (player, key, token, report, hook, match, matches[0].id)
    return Operated(*made, open_tournament, tournament, playing.player(1))


async def _tournament(redis: Redis, *, runs: bool = False) -> str:
    """One of four players: a public one, or a private one that runs."""
    secret = {"access": "private", "inviteCode": SECRET}
    stored = Stored.of(redis, settings(), made=secret if runs else {})
    stored.playing.register(range(4))
    if runs:
        stored.playing.check_in()
        stored.playing.pair()
    return (await stored.save()).id


async def _hook(client: Any) -> str:
    made = hooks.of_installation(URL, ["match.finished"], f"whsec_{SECRET}", 1_700_000_000_000)
    await client.hset(hooks.hook(made.id), hooks.HOOK, made.dump())
    await client.hset(hooks.INSTALLATION, made.id, "")
    dead = Delivery("d" * 22, "match.finished", "m" * 22, 0, made.created, {}, "dead", 9, 500)
    await client.hset(f"{hooks.hook(made.id)}:sent", dead.id, dead.dump())
    return made.id
