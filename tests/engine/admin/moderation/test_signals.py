"""Signals of collusion: what a week of a ledger has to look like to be told."""

from collections.abc import Sequence

import pytest
from croupier_rating import EndedMatch, Ledger, Played, decide, evolve
from engine.admin.moderation.signals import Signal, signals

POOL = "nim.live.human.0"
ANN, BEN, CLEO, DAN, EVE = (f"{name:-<22}" for name in ("ann", "ben", "cleo", "dan", "eve"))
HOUR = 3_600_000


class Week:
    """A ledger that matches are entered into, one every few hours."""

    def __init__(self) -> None:
        self.ledger = Ledger(POOL)
        self.played: list[Played] = []

    def play(
        self, *players: str, ranks: Sequence[int] = (), short: Sequence[int] | None = None
    ) -> None:
        number = len(self.played)
        day, hour = divmod(number * 9, 24)
        ended = EndedMatch(
            match=f"match{number:017}",
            rules_version=1,
            log_head="0" * 64,
            ended=f"2026-05-{day + 1:02}T{hour:02}:00:00.000Z",
            players=players,
            ranks=tuple(ranks or range(len(players))),
            short=None if short is None else tuple(short),
        )
        entry = decide(self.ledger, ended)
        evolve(self.ledger, entry)
        self.played.append(entry)

    def told(self, kind: str) -> list[Signal]:
        return [each for each in signals(POOL, self.played) if each.kind == kind]


@pytest.fixture
def week() -> Week:
    return Week()


def test_points_that_come_from_one_other_player_are_told(week: Week) -> None:
    for _ in range(6):
        week.play(ANN, BEN)
    (found,) = week.told("points")
    assert found.players == (ANN, BEN)
    assert len(found.matches) == 6
    assert found.says.startswith(f"{ANN} has 100% of its ")
    assert found.says.endswith(f" points from {BEN}, in 6 matches")


def test_points_that_come_from_several_are_not(week: Week) -> None:
    for other in (BEN, CLEO, DAN) * 5:
        week.play(ANN, other)
    assert week.told("points") == []


def test_points_of_a_table_are_those_of_all_who_did_worse(week: Week) -> None:
    for _ in range(6):
        week.play(ANN, BEN, CLEO, DAN)
    assert [each.players for each in week.told("points")] == [(CLEO, DAN)]


def test_few_matches_say_nothing(week: Week) -> None:
    for _ in range(4):
        week.play(ANN, BEN)
    assert week.told("points") == []


def test_who_leaves_early_again_and_again_is_told(week: Week) -> None:
    week.play(ANN, BEN, short=[1])
    week.play(CLEO, BEN)
    for other in (ANN, CLEO, DAN):
        week.play(other, BEN, short=[1])
    week.play(ANN, DAN, short=[0])
    week.play(ANN, DAN)
    week.play(ANN, DAN, short=[0])
    week.play(ANN, DAN, short=[0])
    (found,) = week.told("left")
    assert (found.players, len(found.matches)) == ((BEN,), 3)
    assert found.says == f"{BEN} has left 3 matches in a row too early"


def test_two_who_always_tie_are_told(week: Week) -> None:
    for _ in range(4):
        week.play(BEN, ANN, ranks=(0, 0))
        week.play(CLEO, DAN, ranks=(0, 0))
        week.play(EVE, ANN, ranks=(0, 0))
    week.play(DAN, CLEO)
    assert [each.players for each in week.told("ties")] == [(ANN, BEN), (ANN, EVE)]
    assert week.told("ties")[0].says == f"{ANN} and {BEN} have tied in all of their 4 matches"


def test_a_quiet_week_has_no_signals(week: Week) -> None:
    players = [ANN, BEN, CLEO, DAN, EVE]
    for number in range(40):
        one, other = players[number % 5], players[(number + 1 + number // 5 % 4) % 5]
        week.play(*((one, other) if number % 3 else (other, one)))
    assert [*signals(POOL, week.played)] == []
