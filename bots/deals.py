"""Tries of deals: whoever makes the same moves meets the same answers.

What a player of the house chooses there follows from the key of the house, the deal and what its
seat sees when the decision comes up. So it is the same for all who try the deal, after a restart,
and from another house with this key; and nobody can know it who has not tried.
"""

import hashlib
import hmac
import json
import random

import msgspec
from croupier_client import AsyncTable, Turn
from croupier_client.base import plain
from croupier_client.turns import turn_of


async def as_decided(table: AsyncTable, turn: Turn) -> Turn:
    """Return the turn as it was when the decision came up.

    Others may have chosen since, at the same time: who was first must make no difference.
    """
    if turn.version == turn.decision:
        return turn
    then = await table.at(turn.decision)
    return turn_of(msgspec.structs.replace(then, legal_moves=table.now.legal_moves)) or turn


def dice_of(house_key: str, name: str, deal_id: str, turn: Turn) -> random.Random:
    """Return the dice of a player of the house for one decision."""
    seen = {"decision": turn.decision, "state": plain(turn.state), "moves": plain(turn.moves)}
    told = [deal_id, name, turn.seat, seen]
    message = b"croupier deal dice v1\0" + json.dumps(told, sort_keys=True).encode()
    digest = hmac.digest(house_key.encode(), message, hashlib.sha256)
    return random.Random(int.from_bytes(digest))  # noqa: S311 - it is made of a secret
