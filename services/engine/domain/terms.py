"""The terms of a match: all that is agreed before its first entry, in one hash.

They are the `prev` of version 1, so that every later hash of the log binds them as well.
docs/fairness.md describes them in words.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.domain import clock
from engine.domain.hash_chain import canonical, commitment
from engine.domain.match import RECIPE, ClockOptions, Deal, Match, StartMode, UndoMode
from engine.domain.registry import GAMES
from engine.games.proto_json import as_json

LABEL = b"croupier terms v1\0"
CACHED = 10_000
"""Matches whose terms are cached: each version of a match shows them."""


def hash_of(agreed: Mapping[str, Any]) -> str:
    """The terms of what was agreed, which has the public form of docs/fairness.md: hex."""
    return hashlib.sha256(LABEL + canonical(agreed)).hexdigest()


def terms(match: Match[Any, Any, Any]) -> str:
    """The terms of a match, in hex: the same at each of its versions. Raise NotPlayedHere."""
    GAMES.of(match)  # the form of its options is a matter of its rules
    return _terms(
        match.id,
        match.game,
        match.rules_version,
        match.options,
        match.clock,
        match.deal,
        match.reveal_ms,
        match.start,
        match.undo_mode,
        match.seed,
    )


@lru_cache(CACHED)
def _terms(
    match_id: str,
    game: str,
    rules_version: int,
    options: Any,
    time: ClockOptions | None,
    deal: Deal,
    reveal_ms: int,
    start: StartMode,
    undo_mode: UndoMode,
    seed: str,
) -> str:
    return hash_of(
        {
            "id": match_id,
            "game": game,
            "rulesVersion": rules_version,
            "options": as_json(GAMES[game].wire.encode_options(options)),
            "clock": clock.shown(time) if time else None,
            "deal": deal,
            "reveal": clock.duration(reveal_ms) if deal == Deal.SEALED else None,
            "start": start,
            "undoMode": undo_mode,
            "recipe": RECIPE,
            "commitment": commitment(seed),
        }
    )
