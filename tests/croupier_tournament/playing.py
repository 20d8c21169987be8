"""Tournaments for tests: players join, reveal, play, leave and return, by a seed."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier_tournament import (
    Presence,
    Settings,
    Status,
    System,
    Tournament,
    advance,
    commands,
    due,
    lots,
)
from croupier_tournament.commands import Command
from croupier_tournament.entries import Entry, Reason, Withdrawal
from croupier_tournament.refusals import Refusal
from croupier_tournament.tournament import Round

BEGIN = 1_772_366_400_000
SECOND = 1_000
MINUTE = 60 * SECOND


def player(number: int) -> str:
    return f"player{number:016}"


def number_of(player: str) -> int:
    return int(player.removeprefix("player"))


def entropy(number: int) -> str:
    return hashlib.sha256(f"entropy {number}".encode()).hexdigest()


def settings(system: System = System.SWISS, **members: Any) -> Settings:
    """Settings of a tournament that starts when the test says so."""
    of_system: dict[str, Any] = {
        System.SWISS: {"rounds": 5},
        System.ROUND_ROBIN: {"most_players": 100},
        System.KNOCKOUT: {},
        System.ARENA: {"minutes": 20},
    }[system]
    base: dict[str, Any] = {
        "system": system,
        "game": "nim",
        "rules_version": 1,
        "start": BEGIN + 60 * MINUTE,
    }
    return Settings(**(base | of_system | members))


@dataclass
class Playing:
    """A tournament that goes on, with its entries. `dice` decide what nobody has told."""

    settings: Settings
    seed: str = "seed"
    id: str = "tournament000000000001"
    it: Tournament = field(init=False)
    entries: list[Entry] = field(default_factory=list)
    dice: random.Random = field(init=False)
    now: int = BEGIN
    strength: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.it = Tournament(self.id, self.settings)
        self.dice = random.Random(self.seed)
        self.secret = hashlib.sha256(self.seed.encode()).hexdigest()
        self._keys = [self.secret]
        for _ in range(self.settings.draws):
            self._keys.append(hashlib.sha256(bytes.fromhex(self._keys[-1])).hexdigest())
        self.do(commands.Create(self.settings))
        self.do(commands.Open())

    def keys(self, draw: int) -> str:
        assert 0 <= draw <= self.settings.draws
        return self._keys[self.settings.draws - draw]

    def do(self, command: Command, after: int = 0) -> list[Entry]:
        self.now += after
        entries = advance(self.it, command, self.now, self.keys)
        self.entries += entries
        return entries

    @property
    def lines(self) -> list[bytes]:
        return [each.line for each in self.entries]

    def register(self, numbers: Sequence[int], ratings: Sequence[int] | None = None) -> None:
        for at, number in enumerate(numbers):
            seal = lots.seal_of(entropy(number)) if self.it.status is Status.OPEN else ""
            rating = None if ratings is None else ratings[at]
            self.do(commands.Register(player(number), rating, seal), 1)

    def check_in(self, withheld: Sequence[int] = ()) -> None:
        """The check-in, in which all but these reveal, and the start."""
        if self.it.status is Status.OPEN:
            self.do(commands.OpenCheckIn())
        for each in [*self.it.players]:
            if number_of(each) not in withheld:
                self.do(commands.Reveal(each, entropy(number_of(each))), 1)
        self.proceed()

    def started(self, count: int, ratings: Sequence[int] | None = None) -> "Playing":
        self.register(range(count), ratings)
        self.check_in()
        return self

    def proceed(self) -> list[Entry]:
        """Let the time pass until something is due, and do it."""
        moment = due(self.it)
        assert moment is not None, self.it.status
        self.now = max(self.now, moment)
        return self.do(commands.Proceed())

    def pair(self) -> Round:
        """The next round."""
        rounds = len(self.it.rounds)
        while len(self.it.rounds) == rounds:
            self.proceed()
        return self.it.rounds[-1]

    def report(
        self,
        round_number: int,
        table: int,
        ranks: Sequence[int] = (),
        absent: Sequence[int] = (),
        reason: Reason | None = None,
        ended: int | None = None,
    ) -> list[Entry]:
        leg = len(self.it.round(round_number).table(table).results) + 1
        why = reason or (Reason.NO_SHOW if absent else Reason.COMPLETED)
        ended = self.now if ended is None else ended
        head = f"{self.now:064x}"
        return self.do(
            commands.Report(
                round_number, table, leg, why, ended, tuple(ranks), tuple(absent), head
            ),
            1,
        )

    def play_round(self, no_shows: float = 0) -> None:
        """All open tables come to their results."""
        while self.it.open_rounds:
            for each in [*self.it.open_rounds.values()]:
                for table in sorted(each.open_tables):
                    self._play(each, table, no_shows)

    def _play(self, of: Round, table: int, no_shows: float) -> None:
        players = of.table(table).players
        if self.dice.random() < no_shows:
            absent = [seat for seat in range(len(players)) if self.dice.random() < 0.6]
            if absent:
                self.report(of.number, table, absent=absent)
                return
        self.report(of.number, table, self.ranks(players))

    def ranks(self, players: Sequence[str]) -> list[int]:
        """Ranks by chance, and by strength; some tie."""
        shown = [
            round(4 * (self.strength.get(each, 0) + self.dice.gauss(0, 1))) for each in players
        ]
        order = sorted({*shown}, reverse=True)
        return [order.index(each) for each in shown]

    def play(self) -> "Playing":
        """All rounds to the end."""
        while self.it.status is Status.RUNNING:
            self.play_round()
            if self.it.status is Status.RUNNING:
                self.proceed()
        return self


def stroll(seed: str, wish: Settings, count: int) -> Playing:
    """A tournament in which all happens: leavers, late joiners, returners, no-shows, those who
    withhold, holds, pauses and rounds whose results do not come."""
    it = Playing(wish, seed)
    dice = it.dice
    ratings = [dice.randrange(1200, 2000) for _ in range(count)] if dice.random() < 0.7 else None
    it.register(range(count), ratings)
    if it.it.status is Status.OPEN and dice.random() < 0.5:
        it.do(commands.Leave(player(dice.randrange(count))))
    late = iter(range(count, 2 * count))
    it.check_in([number for number in range(count) if dice.random() < 0.05])
    while it.it.status is Status.RUNNING:
        if happening := next(_happening(it, late), None):
            _try(it, happening)
        elif it.it.open_rounds and dice.random() < 0.98:
            _some_results(it)
        elif due(it.it) is not None:
            it.proceed()
        if due(it.it) is None and it.it.is_held:
            it.do(commands.Resume("held"), MINUTE)
        elif it.it.paused:
            it.do(commands.Resume("paused"), MINUTE)
    return it


def _happening(it: Playing, late: Iterator[int]) -> Iterator[Command]:
    """What somebody does now, if anybody does."""
    dice, players = it.dice, [*it.it.players.values()]
    if dice.random() > 3 / (10 + len(players)):
        return
    someone = dice.choice(players)
    if someone.presence is Presence.WITHDRAWN:
        yield commands.Return(someone.id)
    kind = dice.randrange(8)
    if kind < 4:
        yield commands.Withdraw(someone.id, dice.choice([Withdrawal.OWN, Withdrawal.REMOVED]))
    elif kind == 4 and (number := next(late, None)) is not None:
        yield commands.Register(player(number), dice.randrange(1200, 2000))
    elif kind == 5:
        yield commands.Hold()
    elif kind == 6:
        yield commands.Pause()


def _try(it: Playing, command: Command) -> None:
    try:
        it.do(command, it.dice.randrange(SECOND))
    except Refusal:
        return


def _some_results(it: Playing) -> None:
    of = it.dice.choice([*it.it.open_rounds.values()])
    table = it.dice.choice(sorted(of.open_tables))
    players = of.table(table).players
    reason = it.dice.choice([Reason.COMPLETED] * 9 + [Reason.TIMEOUT, Reason.ABORTED])
    if it.dice.random() < 0.08:
        absent = sorted(it.dice.sample(range(len(players)), it.dice.choice([1, 1, 2])))
        it.report(of.number, table, absent=absent)
    else:
        it.report(of.number, table, it.ranks(players), reason=reason)
