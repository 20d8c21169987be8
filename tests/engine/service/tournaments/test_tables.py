"""Which matches the log of a tournament calls for, and which it calls off."""

from collections.abc import Sequence

from croupier_tournament import commands, match_id
from croupier_tournament.entries import Entry
from engine.service.tournaments.tables import ABORTED, Calls, calls_of, unsealed

from tests.croupier_tournament.playing import Playing, settings


def begun(legs: int = 1) -> Playing:
    """A tournament whose first round is paired."""
    it = Playing(settings(legs=legs)).started(4)
    it.pair()
    return it


def called(it: Playing, entries: Sequence[Entry]) -> Calls:
    return calls_of(it.it, entries)


def legs(calls: Calls) -> list[tuple[int, int, int]]:
    return [(each.round, each.table, each.leg) for each in calls.wanted]


def test_a_pairing_calls_for_the_first_match_of_each_table() -> None:
    it = begun()
    calls = called(it, it.entries)
    assert legs(calls) == [(1, 1, 1), (1, 2, 1)]
    assert [each.id for each in calls.wanted] == [match_id(it.id, 1, 1), match_id(it.id, 1, 2)]
    assert calls.off == {}


def test_a_result_calls_for_the_next_leg_with_seats_turned() -> None:
    it = begun(legs=2)
    calls = called(it, it.report(1, 2, (0, 1)))
    assert legs(calls) == [(1, 2, 2)]
    (wanted,) = calls.wanted
    assert wanted.players == it.it.round(1).table(2).players[::-1]
    assert wanted.seals == (1, 1)
    assert called(it, it.report(1, 2, (0, 1))).wanted == []


def test_what_was_said_by_now_counts() -> None:
    """Whoever comes late makes no match of a table that has been decided meanwhile."""
    it = begun(legs=2)
    for _ in range(2):
        it.report(1, 1, (0, 1))
    it.report(1, 2, (0, 1))
    assert legs(called(it, it.entries)) == [(1, 2, 2)]


def test_a_table_whose_time_is_over_plays_no_other_match() -> None:
    """Only the log knows whether the next entry ends it."""
    it = begun(legs=2)
    since = len(it.entries)
    overdue = it.proceed()
    assert len(overdue) == 1
    assert 1 in it.it.round(1).open_tables
    calls = called(it, overdue)
    assert calls.wanted == []
    assert [*calls.off] == [match_id(it.id, 1, 1)]
    assert legs(called(it, it.entries[since - 1 :])) == [(1, 2, 1)]


def test_a_withdrawal_calls_off_the_match_that_is_played() -> None:
    it = begun(legs=2)
    first, _ = it.it.round(1).table(1).players
    it.report(1, 1, (0, 1))
    calls = called(it, it.do(commands.Withdraw(first)))
    assert [*calls.off] == [match_id(it.id, 1, 1, 2)]
    assert calls.wanted == []


def test_who_calls_off_a_tournament_calls_off_its_open_matches() -> None:
    it = begun(legs=2)
    it.report(1, 1, (0, 1))
    calls = called(it, it.do(commands.Abort("no electricity")))
    assert calls.off == {match_id(it.id, 1, 1, 2): ABORTED, match_id(it.id, 1, 2): ABORTED}


def test_a_seal_is_one_seats_alone() -> None:
    it = begun()
    (wanted, _) = called(it, it.entries).wanted
    one, other = wanted.players
    both = {one: {"seals": ["aa" * 32]}, other: {"seals": ["bb" * 32]}}
    assert unsealed(wanted, both) == []
    assert unsealed(wanted, both | {other: both[one]}) == [other]
    assert unsealed(wanted, both | {one: {"seals": []}}) == [one]
    assert unsealed(wanted, {}) == [one, other]
