"""What players and makers want of a tournament, and what follows from each wish."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from croupier_match.match import GONE, Player
from croupier_tournament import Status, Tournament, advance, commands, seals
from croupier_tournament.commands import Command
from croupier_tournament.decide.rule import Keys, check_not_over
from croupier_tournament.entries import Entry, Withdrawal
from croupier_tournament.lots import HEX
from croupier_tournament.refusals import Conflict, Forbidden, InvalidSettings, NotFound
from redislink.tournament_logs import Known

from engine.domain import rated
from engine.domain.rated import NEWCOMER, Standing

MOST_SEALS = 256
"""Seals that a player may have given of tables to come: those of the longest round robin are 198,
and 32 are an hour of an arena."""
REMOVED = {"removed": True}

Stored: TypeAlias = Mapping[str, Any] | None
"""What is stored of a player beside the log; see redislink.tournaments."""


@dataclass(slots=True)
class Followed:
    """What is stored beside the log after a wish.

    `players` are those of whom something else is stored then, None for nothing, and `applied` are
    the fields of ended matches that the log has by then.
    """

    players: dict[str, Stored] = field(default_factory=dict)
    applied: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a wish is decided in: the tournament, what is stored of the wish's player beside the
    log, the time, and the keys of draws.

    `entries` are all that have followed in it: the tournament has them, whatever the wish comes to.
    """

    known: Known
    player: Stored
    now_ms: int
    keys: Keys
    entries: list[Entry] = field(default_factory=list)

    def advance(self, command: Command) -> bool:
        """Change the tournament; whether any entries follow. Raise a refusal."""
        more = advance(self.known.tournament, command, self.now_ms, self.keys)
        self.entries.extend(more)
        return bool(more)


class Wish(Protocol):
    """A wish. `player_id` is of whom it has to know what is stored beside the log, "" for none."""

    @property
    def player_id(self) -> str: ...

    def is_light(self, status: Status) -> bool:
        """Whether it takes a fraction of a millisecond in a tournament of this status, whatever
        the number of players."""

    def decide(self, situation: Situation) -> Followed:
        """What is stored beside the log then; the tournament is changed.

        Raise a refusal: what it has advanced by then is stored all the same.
        """


@dataclass(frozen=True, slots=True)
class Join:
    """Take part, or come back after having withdrawn."""

    player: Player
    seal: str
    table_seals: Sequence[str]
    rating: int | None = None
    standing: Standing = NEWCOMER

    @property
    def player_id(self) -> str:
        return self.player.id

    def is_light(self, status: Status) -> bool:
        return True

    def decide(self, situation: Situation) -> Followed:
        known, it = situation.known, situation.known.tournament
        if situation.player == REMOVED:
            raise Forbidden("Who was removed does not play.")
        if known.made["rated"]:
            of = known.made["kind"], known.made["timeClass"]
            rated.check_entrant(*of, self.player, self.standing, situation.now_ms)
        if it.status is Status.RUNNING and self.player.id in it.players:
            # The seals of before stay: matches may have been made with them.
            situation.advance(commands.Return(self.player.id))
            return Followed()
        if len(self.table_seals) < (count := seals.needed(it.settings)):
            raise InvalidSettings(f"Whoever joins gives the seals of {count} matches.")
        _check_seals(self.table_seals, 0)
        situation.advance(commands.Register(self.player.id, self.rating, self.seal))
        # In an arena there may be matches for all of them.
        kept = self.table_seals if it.is_arena else self.table_seals[:count]
        return Followed({self.player.id: self._stored(kept)})

    def _stored(self, table_seals: Sequence[str]) -> Stored:
        who = {"displayName": self.player.display_name, "kind": self.player.kind}
        return {**who, "seals": [*table_seals]}


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave before the start, and withdraw afterwards, for this reason."""

    player_id: str
    reason: Withdrawal = Withdrawal.OWN

    def is_light(self, status: Status) -> bool:
        # Of a round that is played, the last result may come with it, and then the standings.
        return status is not Status.RUNNING

    def decide(self, situation: Situation) -> Followed:
        status = situation.known.tournament.status
        if status not in (Status.OPEN, Status.CHECK_IN):
            situation.advance(commands.Withdraw(self.player_id, self.reason))
            return Followed()
        situation.advance(commands.Leave(self.player_id))
        if status is not Status.OPEN:  # who has a seal by then is bound by it
            return Followed()
        removed = self.reason is Withdrawal.REMOVED
        return Followed({self.player_id: REMOVED if removed else None})


@dataclass(frozen=True, slots=True)
class Expel:
    """Take out a player whose account is suspended or deleted; of a deleted one, the name as well.

    It refuses nothing: where there is nothing to do, nothing follows.
    """

    player_id: str
    reason: Withdrawal

    def is_light(self, status: Status) -> bool:
        return status is not Status.RUNNING

    def decide(self, situation: Situation) -> Followed:
        it, followed = situation.known.tournament, Followed()
        player = it.players.get(self.player_id)
        if player and player.takes_part and not it.is_over:
            followed = Leave(self.player_id, self.reason).decide(situation)
        stays = self.player_id in it.players and situation.player
        if stays and self.reason is Withdrawal.DELETED:
            followed.players[self.player_id] = {**stays, "displayName": GONE}
        return followed


@dataclass(frozen=True, slots=True)
class LeaveRated:
    """Take out a player who plays nothing rated any more, before the start; the player may join
    again. It refuses nothing."""

    player_id: str

    def is_light(self, status: Status) -> bool:
        return True

    def decide(self, situation: Situation) -> Followed:
        it = situation.known.tournament
        player = it.players.get(self.player_id)
        waits = it.status in (Status.OPEN, Status.CHECK_IN)
        if not (waits and player and player.takes_part and situation.known.made["rated"]):
            return Followed()
        return Leave(self.player_id).decide(situation)


@dataclass(frozen=True, slots=True)
class Rename:
    """Have another name of a player beside the log, of a tournament that goes on. It refuses
    nothing."""

    player_id: str
    display_name: str

    def is_light(self, status: Status) -> bool:
        return True

    def decide(self, situation: Situation) -> Followed:
        player, it = situation.player, situation.known.tournament
        if it.is_over or player is None or "displayName" not in player:
            return Followed()
        return Followed(players={self.player_id: {**player, "displayName": self.display_name}})


@dataclass(frozen=True, slots=True)
class Give:
    """Do what a command says, which has nothing to do beside the log."""

    command: Command
    player_id: str = ""

    def is_light(self, status: Status) -> bool:
        return isinstance(self.command, commands.Reveal)

    def decide(self, situation: Situation) -> Followed:
        situation.advance(self.command)
        return Followed()


@dataclass(frozen=True, slots=True)
class AddSeals:
    """Give seals of more tables: in an arena, where nobody knows how many there will be."""

    player_id: str
    table_seals: Sequence[str]

    def is_light(self, status: Status) -> bool:
        return True

    def decide(self, situation: Situation) -> Followed:
        it, player = situation.known.tournament, situation.player
        if player is None or "seals" not in player:
            raise NotFound("This player has not registered.")
        check_not_over(it)
        if not it.is_arena:
            raise Conflict("Whoever joined has given all seals that there may be matches for.")
        given = [*player["seals"], *self.table_seals]
        _check_seals(given, _used(it, self.player_id))
        return Followed(players={self.player_id: {**player, "seals": given}})


def _used(it: Tournament, player_id: str) -> int:
    """How many seals of a player in an arena are those of tables that there have been."""
    if player_id not in it.players:
        return 0
    return seals.place(it, len(it.rounds) + 1, player_id, 1)


def _check_seals(given: Sequence[str], used: int) -> None:
    """Raise InvalidSettings for what are no seals of tables, or too many that are not used."""
    if len(given) > used + MOST_SEALS:
        raise InvalidSettings(f"There may be {MOST_SEALS} seals of tables to come.")
    if not all(map(HEX.fullmatch, given)):
        raise InvalidSettings("A seal has to be 32 bytes, in small hexadecimal digits.")
    if len({*given}) < len(given):
        raise InvalidSettings("Each match has to have a seal of its own.")
