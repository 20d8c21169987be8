"""Requests about tournaments, as a gateway makes them, and the players who make them."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from croupier_tournament import lots

from tests.support.engine_rpc import person

SWISS = pb.TOURNAMENT_SYSTEM_SWISS


@dataclass(frozen=True)
class Entrant:
    """A player, who keeps the entropy of its seals."""

    player: pb.Player = field(default_factory=person)

    @property
    def id(self) -> str:
        return self.player.id

    @property
    def entropy(self) -> str:
        """That of the lots."""
        return hashlib.sha256(self.id.encode()).hexdigest()

    def seals(self, count: int) -> list[str]:
        """Those of the first tables."""
        return [hashlib.sha256(f"{self.id} {at}".encode()).hexdigest() for at in range(count)]

    def wants(self, tournament_id: str, **wish: Any) -> pb.ChangeTournamentRequest:
        return pb.ChangeTournamentRequest(tournament_id=tournament_id, player=self.player, **wish)

    def joins(self, tournament_id: str, seals: int = 3, **more: Any) -> pb.ChangeTournamentRequest:
        """With a seal of the lots, and those of so many tables."""
        join = pb.JoinTournament(
            seal=lots.seal_of(self.entropy), table_seals=self.seals(seals), **more
        )
        return self.wants(tournament_id, join=join)

    def checks_in(self, tournament_id: str) -> pb.ChangeTournamentRequest:
        return self.wants(tournament_id, check_in=pb.CheckIn(entropy=self.entropy))


def new_tournament(maker: pb.Player, **more: Any) -> pb.CreateTournamentRequest:
    """A Swiss of three rounds for four, which starts once it is full; None leaves a member out."""
    members: dict[str, Any] = {
        "name": "Friday night",
        "game": "lost-cities",
        "clock": pb.ClockOptions(bank_ms=300_000),
        "system": SWISS,
        "rounds": 3,
        "legs": 1,
        "least_players": 2,
        "most_players": 4,
        "check_in_ms": 60_000,
        "break_ms": 0,
        "reveal_ms": 60_000,
    }
    wanted = {name: value for name, value in (members | more).items() if value is not None}
    return pb.CreateTournamentRequest(maker=maker, **wanted)


def entrants(count: int) -> list[Entrant]:
    return [Entrant() for _ in range(count)]
