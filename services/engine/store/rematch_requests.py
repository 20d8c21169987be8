"""Requests for a rematch, as they are stored."""

from collections.abc import Mapping

from engine.domain.sealing import Given


def written(keep_score: bool, given: Given) -> str:
    """A request for a rematch as it is stored."""
    return f"{int(keep_score)} {given.entropy} {given.seal}".rstrip()


def by_seat(fields: Mapping[bytes, bytes]) -> dict[int, tuple[bool, Given]]:
    """The stored requests for a rematch."""
    requests = {}
    for seat, written in fields.items():
        # Without a gift, nothing follows the first.
        keeps, entropy, seal, *_ = f"{written.decode()}  ".split(" ")
        requests[int(seat)] = keeps == "1", Given(entropy, seal)
    return requests
