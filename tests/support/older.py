"""Accounts that are older than they are: rated matches are for those of ten minutes."""

import json

import redis
from redislink.accounts import PLAYER, account

LONG_AGO = "2026-01-01T00:00:00.000Z"


def make_older(redis_url: str, *player_ids: str) -> None:
    """Have these players been there for long; without ids, all who are there now."""
    with redis.Redis.from_url(redis_url) as store:
        for key in [account(each) for each in player_ids] or store.scan_iter("player:{*}"):
            if store.type(key) == b"hash" and (told := store.hget(key, PLAYER)):
                store.hset(key, PLAYER, json.dumps({**json.loads(told), "since": LONG_AGO}))
