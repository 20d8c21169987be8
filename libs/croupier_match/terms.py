"""The terms of a match: all that is agreed before its first entry, in one hash.

They are the `prev` of version 1, so that every later hash of the log binds them as well.
docs/fairness.md describes them in words.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from croupier_match import absence, clock
from croupier_match.chain import canonical, commitment
from croupier_match.games import Game
from croupier_match.match import (
    RECIPE,
    ClockOptions,
    Deal,
    DealOf,
    Match,
    StartMode,
    TournamentTable,
    UndoMode,
)

LABEL = b"croupier terms v1\0"
CACHED = 10_000
"""Matches whose terms are cached: each version of a match shows them."""


def hash_of(agreed: Mapping[str, Any]) -> str:
    """The terms of what was agreed, which has the public form of docs/fairness.md: hex."""
    return hashlib.sha256(LABEL + canonical(agreed)).hexdigest()


def terms(game: Game, match: Match[Any, Any, Any]) -> str:
    """The terms of a match, in hex: the same at each of its versions."""
    return _terms(
        match.id,
        game,
        match.options,
        match.clock,
        match.gone_after_ms,
        match.deal,
        match.reveal_ms,
        match.start,
        match.undo_mode,
        match.rated,
        match.tournament,
        match.deal_of,
        match.seed,
    )


@lru_cache(CACHED)
def _terms(
    match_id: str,
    game: Game,
    options: Any,
    time: ClockOptions | None,
    gone_after_ms: int,
    deal: Deal,
    reveal_ms: int,
    start: StartMode,
    undo_mode: UndoMode,
    rated: bool,
    tournament: TournamentTable | None,
    deal_of: DealOf | None,
    seed: str,
) -> str:
    return hash_of(
        {
            "id": match_id,
            "game": game.rules.ID,
            "rulesVersion": game.rules.VERSION,
            "options": game.wire.options_json(options),
            "clock": clock.shown(time) if time else None,
            "goneAfter": absence.shown(gone_after_ms),
            "deal": deal,
            "reveal": clock.duration(reveal_ms) if deal == Deal.SEALED else None,
            "start": start,
            "undoMode": undo_mode,
            "recipe": RECIPE,
            "commitment": commitment(seed),
            # Only where it is: a match that counts for nothing else has agreed to nothing.
            **({"rated": True} if rated else {}),
            **({"tournament": tournament.shown} if tournament else {}),
            **({"dealOf": shown_deal(deal_of)} if deal_of else {}),
        }
    )


def shown_deal(deal_of: DealOf) -> dict[str, str]:
    """The deal that a match is a try of, in its public form."""
    return {"id": deal_of.id, "endTime": clock.rfc3339_of(deal_of.over_ms)}
