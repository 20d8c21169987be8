"""Ended matches as they are stored, with what the statistics read of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier_match.clock import rfc3339_of
from engine.store.tally.ended_matches import Ended

Json = dict[str, Any]
MOVES = 2
CLOCK = {"per_move_ms": 60_000, "bank_ms": 0, "increment_ms": 0, "on_timeout": "forfeit"}
BEGAN_MS = 1_790_000_000_000


@dataclass(frozen=True)
class End:
    """An end: `ranking` and `scores` as of an outcome, `gone` the seats that have left, by the
    entries in `leaving`, which come after `moves` moves of each seat."""

    players: Sequence[str]
    ranking: Sequence[Sequence[int]] = ((0,), (1,))
    scores: Sequence[int] = (7, 5)
    reason: str = "completed"
    kinds: Sequence[str] = ()
    names: Sequence[str] = ()
    gone: Sequence[int] = ()
    leaving: Sequence[Json] = ()
    moves: int = MOVES
    more: Json = field(default_factory=dict)

    def ended(self, match_id: str, ended_ms: int = BEGAN_MS) -> Ended:
        seats = range(len(self.players))
        moved = [{"kind": "move", "seat": seat} for _ in range(self.moves) for seat in seats]
        outcome = {
            "reason": self.reason,
            "ranking": self.ranking,
            "scores": self.scores,
            "winners": self.ranking[0],
        }
        match = {
            "id": match_id,
            "game": "lost-cities",
            "access": "public",
            "status": "aborted" if self.reason == "aborted" else "finished",
            "update_time": rfc3339_of(ended_ms),
            "seats": [self._seat(seat) for seat in seats],
            "outcome": outcome,
            "clock": None,
            "state": {},
        }
        return Ended(match_id, match | self.more, [*moved, *self.leaving], "")

    def _seat(self, seat: int) -> Json:
        kind = self.kinds[seat] if self.kinds else "human"
        name = self.names[seat] if self.names else f"Player {seat}"
        player = {"id": self.players[seat], "display_name": name, "kind": kind}
        return {"player": player, "entropy": "", "resigned": seat in self.gone}
