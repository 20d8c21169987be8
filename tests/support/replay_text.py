"""Replays of matches in memory, as the server writes them."""

from collections.abc import Iterable
from typing import Any

import orjson
from croupier_match.match import AnyMatch
from engine.domain.registry import GAMES
from engine.rpc.history_views import log_entry, replay_head
from engine.service.queries.match_queries import LoggedEntry


def replay_of(match: AnyMatch, seat: int | None, log: Iterable[LoggedEntry]) -> dict[str, Any]:
    """What `seat` is answered when it asks for the replay of the match."""
    entries = [log_entry(GAMES.of(match), each) for each in log]
    replay: dict[str, Any] = orjson.loads(replay_head(match, seat, ()))
    return replay | {"log": orjson.loads(orjson.dumps(entries))}
