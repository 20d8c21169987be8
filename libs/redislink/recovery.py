"""Recovery codes: the way back for who has lost every device; printed, or given by an operator.

    recovery:{HASH}  string  the id of the player whose code has this hash
    player:{ID}      hash    recovery -> {"hash", "createTime"}, of an operator's also "expireTime"

A code has 128 random bits, of which only the SHA-256 is stored. The field of the account decides: a
code is good once, until the next one is made. The string only leads there.
"""

import hashlib
import json
import secrets
from typing import Any, cast

from redis.asyncio import Redis

from redislink.accounts import RECOVERY, account
from redislink.typed_codes import in_groups, read, spelled

BITS = 128
LENGTH = 26
"""How many symbols a code has."""
GROUP = 4
OPERATORS_S = 24 * 60 * 60
"""How long a code of an operator is good."""


def new_code() -> str:
    """A code as it is shown, drawn at random."""
    return in_groups(spelled(secrets.randbits(BITS), LENGTH), GROUP)


def hash_of(text: str) -> str:
    """The hash of a typed code, which is what is stored of it."""
    return hashlib.sha256(f"croupier recovery {read(text)}".encode()).hexdigest()


def pointer(mark: str) -> str:
    """The key that leads from a hash to the account."""
    return f"recovery:{{{mark}}}"


def stored(mark: str, create_time: str, expire_time: str = "") -> str:
    """What the field RECOVERY has of a code; without an `expire_time` it does not expire."""
    until = {"expireTime": expire_time} if expire_time else {}
    return json.dumps({"hash": mark, "createTime": create_time, **until})


async def forget_code(redis: Redis, player_id: str) -> None:
    """Remove what leads to the account of the player's code. Raise RedisError or OSError."""
    found: Any = await cast(Any, redis).hget(account(player_id), RECOVERY)
    if found:
        await forget_stored(redis, found)


async def forget_stored(redis: Redis, field: bytes) -> None:
    """The same, of the code that the field RECOVERY had."""
    await redis.getdel(pointer(json.loads(field)["hash"]))
