"""What the keys of a match are called; see `engine.store.redis` for what is there."""

from redislink.channels import match_channel


def match(match_id: str) -> str:
    """The match's own key; the script that saves it publishes under the same name."""
    return match_channel(match_id)


def log(match_id: str) -> str:
    return f"{match(match_id)}:log"


def records(match_id: str) -> str:
    """Of idempotency keys."""
    return f"{match(match_id)}:keys"


def wishes(match_id: str) -> str:
    """For a rematch."""
    return f"{match(match_id)}:rematch"


def all_of(match_id: str) -> list[str]:
    """In the order in which scripts take them."""
    return [match(match_id), log(match_id), records(match_id), wishes(match_id)]


def id_in(name: bytes) -> str:
    """The id of the match whose own key this is."""
    return name.decode()[len("match:{") : -1]
