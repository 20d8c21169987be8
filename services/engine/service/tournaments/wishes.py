"""What players, directors and the server want of a tournament, and what follows from each wish."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from croupier_match.match import Player
from croupier_tournament import Status, advance, commands, seals
from croupier_tournament.commands import Command
from croupier_tournament.decide.rule import Keys
from croupier_tournament.entries import Entry, Withdrawal
from croupier_tournament.lots import HEX
from croupier_tournament.refusals import InvalidSettings, NotFound
from redislink.tournament_logs import Known

from engine.domain import rated
from engine.domain.rated import NEWCOMER, Standing

MOST_SEALS = 1_000
"""Seals of tables that a player may have given at a time."""


@dataclass(slots=True)
class Followed:
    """What follows from a wish: entries, and what is stored beside the log.

    `players` are the JSON of players by their ids, `gone` those whose names and seals go, `applied`
    the fields of ended matches that the log has by then.
    """

    entries: list[Entry] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    applied: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a wish is decided in: the tournament, what is stored of the wish's player beside the
    log, the time, and the keys of draws."""

    known: Known
    player: Mapping[str, Any] | None
    now_ms: int
    keys: Keys

    def advance(self, command: Command) -> list[Entry]:
        """Change the tournament, and return the entries that follow. Raise a refusal."""
        return advance(self.known.tournament, command, self.now_ms, self.keys)


class Wish(Protocol):
    """A wish. `player_id` is of whom it has to know what is stored beside the log, "" for none;
    `is_light` is whether it never takes more than a fraction of a millisecond."""

    @property
    def player_id(self) -> str: ...

    @property
    def is_light(self) -> bool: ...

    def decide(self, situation: Situation) -> Followed:
        """What follows; the tournament is changed. Raise a refusal, and then it is unchanged."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take part, or come back after having withdrawn."""

    player: Player
    seal: str
    table_seals: Sequence[str]
    rating: int | None = None
    standing: Standing = NEWCOMER
    is_light: bool = True

    @property
    def player_id(self) -> str:
        return self.player.id

    def decide(self, situation: Situation) -> Followed:
        known, it = situation.known, situation.known.tournament
        _check_rated(known.made, self.player, self.standing, situation.now_ms)
        if it.status is Status.RUNNING and self.player.id in it.players:
            # The seals of before are bound to tables.
            return Followed(situation.advance(commands.Return(self.player.id)))
        if len(self.table_seals) < (count := seals.needed(it.settings)):
            raise InvalidSettings(f"Whoever joins gives {count} seals of tables.")
        check_seals(self.table_seals)
        registering = commands.Register(self.player.id, self.rating, self.seal)
        entries = situation.advance(registering)
        stored = {
            "displayName": self.player.display_name,
            "kind": self.player.kind,
            "seals": [*self.table_seals],
        }
        return Followed(entries, {self.player.id: json.dumps(stored)})


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave before the start, and withdraw afterwards."""

    leaving_id: str
    reason: Withdrawal = Withdrawal.OWN
    player_id: str = ""
    is_light: bool = False

    def decide(self, situation: Situation) -> Followed:
        it = situation.known.tournament
        if it.status is Status.RUNNING:
            return Followed(situation.advance(commands.Withdraw(self.leaving_id, self.reason)))
        was_open = it.status is Status.OPEN
        entries = situation.advance(commands.Leave(self.leaving_id))
        # Who leaves later is in the log for good, bound by the seal.
        return Followed(entries, gone=[self.leaving_id] if was_open else [])


@dataclass(frozen=True, slots=True)
class Give:
    """Do what a command says, which has nothing to do beside the log."""

    command: Command
    is_light: bool = False
    player_id: str = ""

    def decide(self, situation: Situation) -> Followed:
        return Followed(situation.advance(self.command))


@dataclass(frozen=True, slots=True)
class AddSeals:
    """Give seals of more tables."""

    player_id: str
    table_seals: Sequence[str]
    is_light: bool = True

    def decide(self, situation: Situation) -> Followed:
        player = situation.player
        if player is None:
            raise NotFound("This player has not registered.")
        check_seals(self.table_seals)
        given = [*player["seals"], *self.table_seals]
        check_seals(given)
        return Followed(players={self.player_id: json.dumps({**player, "seals": given})})


def check_seals(given: Sequence[str]) -> None:
    """Raise InvalidSettings for what are no seals of tables, or too many."""
    if len(given) > MOST_SEALS:
        raise InvalidSettings(f"There may be {MOST_SEALS} seals of tables at a time.")
    if not all(map(HEX.fullmatch, given)):
        raise InvalidSettings("A seal has to be 32 bytes, in small hexadecimal digits.")
    if len({*given}) < len(given):
        raise InvalidSettings("Each table has to have a seal of its own.")


def _check_rated(made: Mapping[str, Any], player: Player, standing: Standing, now_ms: int) -> None:
    """Raise InvalidOptions or Suspended for who cannot play its rated matches."""
    if made["rated"]:
        rated.check_entrant(made["kind"], made["timeClass"], player, standing, now_ms)
