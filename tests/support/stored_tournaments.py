"""Tournaments in Redis as engines store them, of a log that a test has made."""

import json
from collections.abc import Mapping
from typing import Any

from croupier_match.clock import rfc3339_of
from redis.asyncio import Redis
from redislink import tournaments

from tests.croupier_tournament.playing import BEGIN, Playing, settings

MAKER = "maker" + 17 * "0"


def name_of(player_id: str) -> str:
    """What a player of these tournaments is called."""
    return f"Name of {player_id}"


def made(**members: Any) -> Mapping[str, Any]:
    """What is said when a tournament is made."""
    maker = {"id": MAKER, "displayName": name_of(MAKER), "kind": "human"}
    said: dict[str, Any] = {"name": "Friday", "maker": maker, "access": "public", "inviteCode": ""}
    said |= {"conditions": None, "rated": False, "kind": None, "timeClass": None, "houseBots": 0}
    return {**said, "createTime": rfc3339_of(BEGIN), **members}


def over(tournament_id: str, players: int = 4, rounds: int = 2) -> Playing:
    """A tournament that was played to its end."""
    wish = settings(rounds=rounds)
    return Playing(wish, seed=tournament_id, id=tournament_id).started(players).play()


async def store(redis: Redis, playing: Playing, **members: Any) -> None:
    """Store a tournament as it is, with its lists, over what is stored of it."""
    client: Any = redis
    it = playing.it
    fields: dict[str, Any] = {
        tournaments.MADE: json.dumps(made(**members)),
        tournaments.SUMMARY: json.dumps({"status": it.status, "players": len(it.players)}),
        tournaments.TEMPLATE: "{}",
        tournaments.MADE_UP_TO: it.version,
        "version": it.version,
        "head": it.head,
    }
    key, log = tournaments.tournament(it.id), tournaments.log(it.id)
    pipeline = client.pipeline()
    known = await client.xlen(log)
    for each in playing.entries[known:]:
        pipeline.xadd(log, {tournaments.LINE: each.line}, id=f"{each.version}-0")
    pipeline.hset(key, mapping=fields)
    pipeline.set(tournaments.secret(it.id), playing.secret)
    for player_id in it.players:
        said = {"displayName": name_of(player_id), "kind": "human", "seals": []}
        pipeline.hset(tournaments.players(it.id), player_id, json.dumps(said))
    await pipeline.execute()
    lists = [tournaments.in_status(it.status)]
    for name in [*lists, *map(tournaments.of_player, [MAKER, *it.players])]:
        await client.zadd(name, {it.id: playing.entries[0].at})
    await client.publish(key, str(it.version))
