"""The id of the match, the commitment to the seed, and the chain of the log."""

import re
from typing import Any

from engine.domain.hash_chain import GENESIS, commitment, entry_hash
from engine.verify.errors import must, quote
from engine.verify.schema import Replay

MATCH_ID = re.compile("[A-Za-z0-9_-]{22}")


def check_id(replay: Replay) -> None:
    """Raise Refuted unless the match has an id as the server makes them: chance depends on it."""
    must(
        bool(MATCH_ID.fullmatch(replay.match.id)),
        f"match.id is {quote(replay.match.id)}; the id of a match is 22 characters, "
        "each of them a letter, a digit, - or _.",
    )


def check_commitment(replay: Replay) -> None:
    """Raise Refuted unless the seed is the one that was committed to before the start.

    What a replay says twice must be the same both times.
    """
    fairness = replay.match.fairness
    must(
        commitment(replay.server_seed) == fairness.commitment,
        "The commitment is not the SHA-256 of the server's seed.",
    )
    must(
        fairness.server_seed == replay.server_seed,
        "match.fairness.serverSeed is not serverSeed.",
    )
    must(
        replay.game == replay.match.game,
        f"game is {quote(replay.game)}, and match.game {quote(replay.match.game)}.",
    )


def check_versions(replay: Replay) -> None:
    """Raise Refuted unless the log has every version once, in order."""
    for due, entry in enumerate(replay.log, 1):
        found = quote(entry.version)
        must(entry.version == due, f"The log has version {found} where {due} is expected.")
    must(
        replay.match.version == len(replay.log),
        f"match.version is {quote(replay.match.version)}, but the log ends at {len(replay.log)}.",
    )


def check_chain(replay: Replay, raw_log: list[dict[str, Any]]) -> None:
    """Raise Refuted unless each entry, as written in the file, hashes to the next one's `prev`."""
    prev = GENESIS
    for entry, raw in zip(replay.log, raw_log, strict=True):
        must(entry.prev == prev, f"Version {entry.version}: prev is not the hash before it.")
        # The raw entry: a member that this verifier does not know must be hashed, too.
        hashed = {name: raw[name] for name in raw if name not in ("prev", "hash")}
        prev = entry_hash(replay.server_seed, prev, hashed)
        must(entry.hash == prev, f"Version {entry.version}: hash is not that of the entry.")
    must(replay.match.fairness.log_head == prev, "logHead is not the hash of the last entry.")
