"""The keys of what a player is to others: friends, requests for friendship, blocks.

    friends:{P}  hash  the id of another player -> "asked", "asks" or "friend"
    blocks:{P}   zset  the id of each player that P has blocked -> since when, ms since the epoch

Both lie in the slot of P's account. A friendship is in the hashes of both, which lie in different
slots: see gateway.players.friends for how the two are kept alike. Blocks are in the hash of the
player alone who made them, and no answer to anybody else may tell of them.
"""

from collections.abc import Mapping
from typing import Any

from redislink.commands import Command

ASKED = "asked"
"""P has asked the other, who has not answered."""
ASKS = "asks"
"""The other has asked P."""
FRIEND = "friend"

MAX_FRIENDS = 500
"""The most friends of a player, its own open requests included."""
MAX_ASKED = 50
"""The most open requests that a player has made."""
MAX_ASKS = 200
"""The most open requests to a player; further ones are not shown to it."""
MAX_BLOCKS = 500


def friends(player_id: str) -> str:
    """Return the key of a player's friends and open requests."""
    return f"friends:{{{player_id}}}"


def blocks(player_id: str) -> str:
    """Return the key of those whom a player has blocked."""
    return f"blocks:{{{player_id}}}"


def blocked_by(player_id: str) -> Command:
    """Return the command that reads whom a player has blocked, in no order."""
    return "ZRANGE", blocks(player_id), 0, -1


def states(reply: Mapping[bytes, bytes]) -> dict[str, str]:
    """Return what each other player is to this one, of the answer to HGETALL of `friends`."""
    return {other.decode(): state.decode() for other, state in reply.items()}


def ids(reply: Any) -> frozenset[str]:
    """Return the ids in the answer to `blocked_by`."""
    return frozenset(each.decode() for each in reply)
