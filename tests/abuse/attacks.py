"""All attacks by name, in the order of the table."""

from collections.abc import Mapping

from tests.abuse import (
    arriving,
    connecting,
    following,
    guessing,
    opponents,
    reading,
    trickling,
    writing,
)
from tests.abuse.target import Attack

ATTACKS: Mapping[str, Attack] = {
    "old versions": reading.old_versions,
    "first version": reading.first_version,
    "history": reading.history,
    "replays": reading.replays,
    "keyed repeats": reading.keyed_repeats,
    "lists of a stranger": reading.lists_of_a_stranger,
    "lists of tokens": reading.lists_of_tokens,
    "unknown ids": reading.unknown_ids,
    "bad tokens": reading.bad_tokens,
    "unknown keys": reading.unknown_keys,
    "documents": reading.documents,
    "files of the page": reading.files_of_the_page,
    "endless headers": connecting.endless_headers,
    "huge field": connecting.huge_field,
    "long target": connecting.long_target,
    "silent": connecting.silent,
    "half heads": connecting.half_heads,
    "half bodies": connecting.half_bodies,
    "full buffers": connecting.full_buffers,
    "churn": connecting.churn,
    "streams": following.streams,
    "events": following.over_all_matches,
    "subscriptions": following.subscriptions,
    "messages": following.messages,
    "broken frames": following.broken_frames,
    "pings": following.pings,
    "empty fragments": trickling.empty_fragments,
    "one-byte fragments": trickling.one_byte_fragments,
    "flooded fragments": trickling.flooded_fragments,
    "empty messages": trickling.empty_messages,
    "trickled pings": trickling.trickled_pings,
    "one-byte chunks": trickling.one_byte_chunks,
    "pipelined": trickling.pipelined,
    "trailers": trickling.trailers,
    "dripped fields": trickling.dripped_fields,
    "dripped bodies": trickling.dripped_bodies,
    "creates": writing.creates,
    "new players": writing.new_players,
    "tickets": writing.tickets,
    "new keys": writing.new_keys,
    "batches": writing.batches,
    "big bodies": writing.big_bodies,
    "broken JSON": writing.broken_json,
    "guessed codes": guessing.guessed_codes,
    "forged addresses": guessing.forged_addresses,
    "slow redis": guessing.slow_redis,
    "invitations": opponents.invitations,
    "offers": opponents.offers,
    "emotes": opponents.emotes,
    "undo": opponents.undo,
    "sealed deals": opponents.sealed_deals,
    "deletions": opponents.deletions,
    "honest newcomers": arriving.honest_newcomers,
}
TRICKLES = frozenset(
    name for name, attack in ATTACKS.items() if attack.__module__ == trickling.__name__
)
"""Attacks of few bytes, of which others must notice less."""
LATE_S: Mapping[str, float] = {"slow redis": 0.6}
"""How late the Redis of the gateway answers that is attacked; of all others, it is at once."""
