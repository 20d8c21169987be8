"""Ledgers for tests: matches are played into them, voided, and seasons begun."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from croupier_rating import (
    Carried,
    EndedMatch,
    Ledger,
    Numbers,
    Played,
    Voided,
    base_lines,
    carry,
    decide,
    evolve,
    void,
)

EntryT = TypeVar("EntryT", Played, Voided, Carried)
POOL = "lost-cities.live.human.0"
BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
WEEK = timedelta(weeks=1)


def player(number: int) -> str:
    return f"player{number:016}"


def time(after: timedelta) -> str:
    """A time so long after the first of all tests, as the service writes it."""
    return (BEGIN + after).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ended(
    number: int,
    players: Sequence[int],
    ranks: Sequence[int],
    after: timedelta = HOUR,
    short: Sequence[int] | None = None,
) -> EndedMatch:
    """A match of these players, with numbers for ids."""
    return EndedMatch(
        match=f"match{number:017}",
        rules_version=5,
        log_head=f"{number:064x}",
        ended=time(after),
        players=tuple(map(player, players)),
        ranks=tuple(ranks),
        short=None if short is None else tuple(short),
    )


@dataclass
class Playing:
    """A ledger that grows, with the lines of its file."""

    pool: str = POOL
    ledger: Ledger = field(init=False)
    entries: list[Played | Voided | Carried] = field(default_factory=list)
    lines: list[bytes] = field(init=False)
    matches: int = 0

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.pool)
        self.lines = [*base_lines(self.ledger)]

    def play(
        self,
        players: Sequence[int],
        ranks: Sequence[int] = (),
        after: timedelta = HOUR,
        short: Sequence[int] | None = None,
    ) -> Played:
        """A match ends; without ranks, the players won in their order."""
        self.matches += 1
        match = ended(self.matches, players, ranks or range(len(players)), after, short)
        return self._take(decide(self.ledger, match))

    def void(self, seq: int, after: timedelta = HOUR) -> Voided:
        played = self.entries[seq - 1]
        assert isinstance(played, Played)
        return self._take(void(self.ledger, played, time(after), "an outage"))

    def carry(self, number: int, season: int, old: Numbers) -> Carried:
        return self._take(carry(self.ledger, player(number), season, old))

    def _take(self, entry: EntryT) -> EntryT:
        self.entries.append(entry)
        self.lines.append(entry.line)
        evolve(self.ledger, entry)
        return entry


def random_ranks(dice: random.Random, seats: int) -> list[int]:
    """Ranks with ties, of which none is left out."""
    drawn = [dice.randrange(seats) for _ in range(seats)]
    names = sorted({*drawn})
    return [names.index(rank) for rank in drawn]


def stroll(seed: str, length: int, people: int = 12) -> Playing:
    """A ledger in which all happens: ties, leavers, pairs that meet again and again, weeks without
    play, matches that are entered late, voided ones, and players from an earlier season."""
    dice = random.Random(seed)
    it, after = Playing("nim.daily.bot.2"), timedelta()
    earlier = {number: _old(dice, number) for number in range(0, people, 3)}
    voided: set[int] = set()
    while len(it.entries) < length:
        after += (
            dice.choice([HOUR / 20] * 8 + [HOUR, HOUR, 10 * HOUR, WEEK, 3 * WEEK]) * dice.random()
        )
        players = dice.sample(range(people), dice.choice([2, 2, 2, 3, 4, 5]))
        for number in players:
            if number in earlier:
                it.carry(number, dice.randrange(2), earlier.pop(number))
        late = dice.choice([timedelta()] * 9 + [3 * HOUR])
        it.play(
            players, random_ranks(dice, len(players)), after - late, _leavers(dice, len(players))
        )
        seq = dice.randrange(1, len(it.entries) + 1)
        if dice.random() < 0.1 and seq not in voided and isinstance(it.entries[seq - 1], Played):
            voided.add(seq)
            it.void(seq, after)
    return it


def _old(dice: random.Random, number: int) -> Numbers:
    it = Playing()
    for _ in range(dice.randrange(1, 20)):
        it.play([number, 99], dice.choice([[0, 1], [1, 0], [0, 0]]))
    return it.ledger.numbers(player(number))


def _leavers(dice: random.Random, seats: int) -> list[int] | None:
    if dice.random() < 0.7:
        return None
    return sorted(dice.sample(range(seats), dice.randrange(min(seats, 3))))
