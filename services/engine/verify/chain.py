"""What the hashes say: the seed is the promised one, and the log is in one piece."""

from typing import Any

from engine.domain.fairness import GENESIS, commitment, entry_hash
from engine.verify.errors import must, show
from engine.verify.schema import Replay


def check_commitment(replay: Replay) -> None:
    fairness = replay.match.fairness
    must(
        commitment(replay.server_seed) == fairness.commitment,
        "The commitment is not the SHA-256 of the server's seed.",
    )
    must(
        fairness.server_seed == replay.server_seed,
        "match.fairness.serverSeed is not serverSeed.",
    )


def check_versions(replay: Replay) -> None:
    for due, entry in enumerate(replay.log, 1):
        found = show(entry.version)
        must(entry.version == due, f"The log has version {found} where {due} is due.")
    must(
        replay.match.version == len(replay.log),
        f"match.version is {show(replay.match.version)}, but the log ends at {len(replay.log)}.",
    )


def check_chain(replay: Replay, raw_log: list[dict[str, Any]]) -> None:
    """Each entry as it is written must hash, with its salt, to what the next builds on."""
    prev = GENESIS
    for entry, raw in zip(replay.log, raw_log, strict=True):
        must(entry.prev == prev, f"Version {entry.version}: prev is not the hash before it.")
        hashed = {name: raw[name] for name in raw if name not in ("prev", "hash")}
        prev = entry_hash(replay.server_seed, prev, hashed)
        must(entry.hash == prev, f"Version {entry.version}: hash is not that of the entry.")
    must(replay.match.fairness.log_head == prev, "logHead is not the hash of the last entry.")
