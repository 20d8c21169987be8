"""The keys of players, for the gateway, which owns them, and for operators.

    player:{ID}         hash         a player and its tokens, see gateway.players.player_store
    player:{deletions}  sorted set   "ID PASS" -> when the pass is due, seconds since the epoch

A player is deleted by entering it in the sorted set: any gateway that finds it there ends its
tokens, and has the engines take it out of its matches. There is more than one pass, since a match
may begin a moment later with a player who was on the way to it.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis

from redislink.channels import REVOCATIONS

SCRIPTED = files("redislink") / "account.lua"
"""What scripts that change an account share: a `prelude` of theirs."""

DELETIONS = "player:{deletions}"
PASSES_S = (0, 60, 24 * 60 * 60)
"""When the passes of a deletion are due, in seconds after it was ordered. The last one comes when
no ticket of the player can become a match any more."""
PLAYER = "player"
"""The field with the public part of the player, JSON."""
UNPLAYED = "unplayed"
RESEARCH = "research"
"""The field of a player who lets its matches be exported for research."""
LISTED = "listed"
"""The field that is "0" if the player is on no leaderboard."""
PRESENCE = "presence"
"""The field that is "nobody" if nobody may see whether the player is here."""
EMOTES = "emotes"
"""The field with whose emotes reach the player: "friends" or "none"; without it, all."""
SUSPENDED = "suspended"
"""The field of a player who may begin nothing new, see `Suspension`."""
HIDDEN = "hidden"
"""The field that is "1" if an operator has taken the player off all leaderboards."""
TOKEN = "token:"  # noqa: S105 - a prefix
"""What the names of the fields with tokens begin with."""
PASSKEY = "passkey:"
"""What the names of the fields with passkeys begin with; see gateway.sessions.passkeys."""
IDENTITY = "identity:"
"""What the names of the fields with identities begin with; see redislink.oidc."""
RECOVERY = "recovery"
"""The field with the recovery code that is good, see redislink.recovery."""
ACCESS = "access"
"""The field with what has lately changed about the ways into the account, for its player: a line of
JSON {"time", "event", ...} for each, oldest first."""
ACCESS_KEPT = 4000
"""Characters of it that are kept: some 30 lines."""
AUDIT = "audit"
"""The field with what operators did to the account, for operators: a line of JSON {"time", "act",
"by", "reason"} for each act, oldest first."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """A player's suspension: until when in ms since the epoch, None for good; and why.

    The player is shown the reason. Who has written one publishes the player's id to REVOCATIONS.
    """

    until: int | None
    reason: str

    @classmethod
    def load(cls, stored: bytes | str) -> "Suspension":
        """Return the suspension that the field SUSPENDED holds. Raise ValueError or TypeError."""
        return cls(**json.loads(stored))

    def dump(self) -> str:
        """Return the JSON in the field SUSPENDED."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def holds(self, now_ms: float) -> bool:
        """Return whether the player is suspended at this time."""
        return self.until is None or now_ms < self.until


def account(player_id: str) -> str:
    """Return the key of a player."""
    return f"player:{{{player_id}}}"


def last_pairing(player_id: str) -> str:
    """Return the key of the last pairing code of a player, see gateway.players.pairings."""
    return f"{account(player_id)}:pairing"


def passes(player_id: str, now_s: float) -> Mapping[str, float]:
    """Return the passes of a deletion that is ordered now, and when each is due."""
    return {f"{player_id} {number}": now_s + wait for number, wait in enumerate(PASSES_S)}


def first_pass(player_id: str) -> str:
    """Return the pass that ends the tokens of a deleted player."""
    return f"{player_id} 0"


async def order_deletion(redis: Redis, due: Mapping[str, float]) -> None:
    """Store that a player is to be deleted, in these passes, and tell all gateways.

    Raise RedisError or OSError.
    """
    await redis.zadd(DELETIONS, dict(due))
    for player_id in {each.partition(" ")[0] for each in due}:
        await redis.publish(REVOCATIONS, player_id)


async def token_fields(redis: Redis, player_id: str) -> dict[bytes, bytes]:
    """Return the fields that hold tokens. Raise RedisError or OSError."""
    found: Any = await redis.hgetall(account(player_id))
    return {name: value for name, value in found.items() if name.startswith(TOKEN.encode())}
