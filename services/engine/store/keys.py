"""The keys of a match in Redis; `engine.store.matches` says what each holds."""

from redislink.channels import match_channel


def match(match_id: str) -> str:
    """The match's own key; the script that saves it publishes under the same name."""
    return match_channel(match_id)


def log(match_id: str) -> str:
    return f"{match(match_id)}:log"


def records(match_id: str) -> str:
    """The hash of idempotency records."""
    return f"{match(match_id)}:keys"


def rematch_requests(match_id: str) -> str:
    """The hash of requests for a rematch, by seat."""
    return f"{match(match_id)}:rematch"


def snapshots(match_id: str) -> str:
    """The list of earlier versions of the match."""
    return f"{match(match_id)}:snapshots"


def all_of(match_id: str) -> list[str]:
    """All keys of a match, in the order in which scripts take them."""
    own = match(match_id)
    return [own, f"{own}:log", f"{own}:keys", f"{own}:rematch", f"{own}:snapshots"]


def of_past(match_id: str) -> list[str]:
    """The keys from which earlier versions of a match are recomputed."""
    return [match(match_id), log(match_id), snapshots(match_id)]


def id_in(name: bytes) -> str:
    """The match id in the name of a match's hash."""
    return name.decode()[len("match:{") : -1]
