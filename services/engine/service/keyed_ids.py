"""The ids of what is created under an idempotency key.

They follow from the player, the key and the secret of the installation. Engines of earlier
releases know no secret: while some may still run, new matches and tickets get the ids that
those look for, and both ids are looked for always.
"""

from dataclasses import dataclass
from datetime import timedelta

from engine.domain.creation import match_id_for_key, ticket_id_for_key
from engine.store.idempotency import IdempotencyKey
from engine.store.installation import SIDE_BY_SIDE, Installation


@dataclass(frozen=True, slots=True)
class KeyedIds:
    """The ids that a match, and a ticket, made under one key may have; new ones get the first."""

    matches: tuple[str, str]
    tickets: tuple[str, str]


def keyed_ids(key: IdempotencyKey, installation: Installation, now_ms: int) -> KeyedIds:
    secrets = (installation.secret, "")
    if now_ms - installation.since_ms < SIDE_BY_SIDE // timedelta(milliseconds=1):
        secrets = ("", installation.secret)
    first, then = secrets
    return KeyedIds(
        matches=(
            match_id_for_key(key.key, key.player_id, first),
            match_id_for_key(key.key, key.player_id, then),
        ),
        tickets=(
            ticket_id_for_key(key.key, key.player_id, first),
            ticket_id_for_key(key.key, key.player_id, then),
        ),
    )
