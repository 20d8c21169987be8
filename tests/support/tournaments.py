"""Tournaments in Redis as engines store them, played by `croupier_tournament` alone."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier_lost_cities import rules as lost_cities
from croupier_match import clock
from croupier_match.match import ClockOptions, Deal, UndoMode
from croupier_match.sealing import seal_of
from croupier_match.settings import MatchSettings
from croupier_tournament import Settings, System, Tournament, seals
from croupier_tournament.entries import Registered
from engine.domain.creation import new_match
from engine.store import match_json
from engine.store.tournaments.appending import Appending, Stand
from engine.store.tournaments.tournament_store import TournamentStore
from redis.asyncio import Redis
from redislink import tournaments as keys
from redislink.tournament_logs import Known, TournamentLogs

from tests.croupier_tournament import playing
from tests.croupier_tournament.playing import Playing, number_of
from tests.support.matches import fresh_id

MATCH = MatchSettings(
    lost_cities.ID,
    lost_cities.Options(rounds=1),
    clock=ClockOptions(bank_ms=300_000),
    deal=Deal.SEALED,
    reveal_ms=60_000,
    undo=UndoMode.NEVER,
)
"""What the matches are, unless a test says otherwise."""


def settings(system: System = System.SWISS, **members: Any) -> Settings:
    """Settings of a tournament of Lost Cities."""
    game = {"game": lost_cities.ID, "rules_version": lost_cities.VERSION}
    return playing.settings(system, **(game | members))


def entropy(player: str, place: int) -> str:
    """That of the player's seal for the table at this place."""
    return hashlib.sha256(f"table {place} of {player}".encode()).hexdigest()


async def read(redis: Redis, tournament_id: str) -> Tournament:
    """The tournament as anybody else reads it."""
    known = await TournamentLogs(redis).read(tournament_id)
    assert known
    return known.tournament


async def lines(redis: Redis, tournament_id: str) -> list[bytes]:
    """The lines of its log."""
    client: Any = redis
    found = await client.xrange(keys.log(tournament_id))
    return [fields[keys.LINE.encode()] for _, fields in found]


@dataclass
class Stored:
    """A tournament that `save` stores, with names and seals of its players.

    `made` replaces members of what was said when it was made; `given` is how many seals each
    player gives, None for as many as are needed.
    """

    redis: Redis
    playing: Playing
    match: MatchSettings = MATCH
    made: Mapping[str, Any] = field(default_factory=dict)
    given: int | None = None
    saved: int = 0
    head: str = ""

    @classmethod
    def of(cls, redis: Redis, wish: Settings, seed: str = "seed", **more: Any) -> "Stored":
        """A new one, with an id of its own."""
        return cls(redis, Playing(wish, seed, fresh_id()), **more)

    @property
    def id(self) -> str:
        return self.playing.id

    @property
    def known(self) -> Known:
        maker = {"id": playing.player(0), "displayName": "Player 0", "kind": "human"}
        made = {
            "name": "Friday night",
            "maker": maker,
            "access": "public",
            "inviteCode": "",
            "conditions": None,
            "rated": self.match.rated,
            "kind": None,
            "timeClass": None,
            "houseBots": 0,
            "createTime": clock.rfc3339_of(playing.BEGIN),
        }
        return Known(self.playing.it, made | dict(self.made))

    async def save(self) -> "Stored":
        """Store what the tournament has come to since."""
        entries = self.playing.entries[self.saved :]
        joined = [each.player for each in entries if isinstance(each, Registered)]
        begun = {} if self.saved else self._begun
        client: Any = self.redis
        changes = await client.hget(keys.tournament(self.id), keys.CHANGES)
        over = Stand(self.saved, self.head, int(changes or 0))
        players = {each: self.entrant(each) for each in joined}
        appending = Appending(over, entries, players, **begun)
        assert await TournamentStore(self.redis).append(self.known, appending, self.playing.now)
        self.saved, self.head = len(self.playing.entries), self.playing.it.head
        return self

    @property
    def _begun(self) -> dict[str, Any]:
        """What is stored with the first entry."""
        template = new_match("", "", self.match)
        fields = {
            keys.MADE: json.dumps(self.known.made),
            keys.TEMPLATE: match_json.dumps(template).decode(),
        }
        return {"seed": self.playing.secret, "fields": fields}

    def entrant(self, player: str) -> dict[str, Any]:
        """What is stored of a player, with its seals."""
        count = seals.needed(self.playing.settings) if self.given is None else self.given
        given = [seal_of(entropy(player, place)) for place in range(count)]
        name = f"Player {number_of(player)}"
        return {"displayName": name, "kind": "human", "seals": given}
