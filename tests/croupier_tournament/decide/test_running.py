"""Rounds, results, holds and pauses."""

from typing import Any

import pytest
from croupier_tournament import Status, System, commands, due
from croupier_tournament.entries import (
    Aborted,
    End,
    Ended,
    Paired,
    Ranked,
    Reason,
    Resulted,
    Withdrawal,
)
from croupier_tournament.refusals import (
    Conflict,
    Forbidden,
    InvalidSettings,
    NotRunning,
    TooOften,
)
from croupier_tournament.verify import verify

from tests.croupier_tournament.playing import MINUTE, SECOND, Playing, player, settings


def test_a_round_follows_the_last_after_a_break() -> None:
    it = Playing(settings(rounds=2)).started(4)
    it.pair()
    it.play_round()
    told = it.entries[-1]
    assert isinstance(told, Ranked)
    assert due(it.it) == told.at + it.settings.break_ms
    it.now = told.at + it.settings.break_ms - 1
    assert it.do(commands.Proceed()) == []
    it.now += 1
    assert isinstance(it.do(commands.Proceed())[0], Paired)


@pytest.mark.parametrize(
    ("members", "legs"), [({}, 1), ({"legs": 2}, 2), ({"system": System.KNOCKOUT}, 2)]
)
def test_a_round_ends_by_arithmetic(members: dict[str, Any], legs: int) -> None:
    system = members.pop("system", System.SWISS)
    wish = settings(system, reveal_ms=60 * SECOND, match_ms=10 * MINUTE, **members)
    it = Playing(wish).started(4)
    assert it.pair().ends_by == it.now + legs * 11 * MINUTE


def test_rounds_that_are_open_at_once_end_together() -> None:
    it = Playing(settings(System.ROUND_ROBIN, all_at_once=True, match_ms=9 * MINUTE)).started(4)
    assert it.pair().ends_by == it.it.started_at + 3 * 10 * MINUTE


def test_a_pause_lets_no_round_begin() -> None:
    it = Playing(settings(rounds=2)).started(4)
    it.pair()
    it.do(commands.Pause())
    assert it.do(commands.Pause()) == []
    it.play_round()
    assert due(it.it) is None
    it.do(commands.Resume("paused"))
    assert it.do(commands.Resume("paused")) == []
    assert due(it.it) is not None


def test_results_still_come_while_it_is_held() -> None:
    it = Playing(settings(rounds=2)).started(4)
    it.pair()
    it.do(commands.Hold())
    assert it.do(commands.Hold()) == []
    it.play_round()
    assert isinstance(it.entries[-1], Ranked)
    assert due(it.it) is None
    with pytest.raises(InvalidSettings):
        it.do(commands.Resume("opened"))


@pytest.mark.parametrize(
    ("reason", "ranks", "absent"),
    [
        (Reason.COMPLETED, (0,), ()),
        (Reason.COMPLETED, (1, 1), ()),
        (Reason.COMPLETED, (0, 2), ()),
        (Reason.COMPLETED, (0, 1, 2), ()),
        (Reason.COMPLETED, (0, -1), ()),
        (Reason.COMPLETED, (0, 1), (1,)),
        (Reason.NO_SHOW, (), ()),
        (Reason.NO_SHOW, (), (1, 0)),
        (Reason.NO_SHOW, (), (0, 0)),
        (Reason.NO_SHOW, (), (2,)),
        (Reason.NO_SHOW, (), (-1,)),
        (Reason.OVERDUE, (0, 0), ()),
        (Reason.WITHDREW, (0, 1), ()),
        (Reason.HELD, (0, 0), ()),
    ],
)
def test_results_of_no_match_are_refused(
    reason: Reason, ranks: tuple[int, ...], absent: tuple[int, ...]
) -> None:
    it = Playing(settings()).started(4)
    it.pair()
    with pytest.raises(InvalidSettings):
        it.do(commands.Report(1, 1, 1, reason, it.now, ranks, absent))


def test_a_match_has_not_ended_tomorrow() -> None:
    it = Playing(settings()).started(4)
    it.pair()
    with pytest.raises(InvalidSettings):
        it.do(commands.Report(1, 1, 1, Reason.COMPLETED, it.now + 1, (0, 1)))


def test_leaving_before_the_own_first_move_is_a_loss_here() -> None:
    it = Playing(settings()).started(4)
    it.pair()
    result = it.report(1, 1, [1, 0], reason=Reason.LEFT)[0]
    assert isinstance(result, Resulted)
    assert (result.ranks, result.reason) == ((1, 0), Reason.LEFT)


def test_two_legs_are_played_one_after_the_other() -> None:
    it = Playing(settings(rounds=1, legs=2)).started(2)
    table = it.pair().table(1)
    assert table.seats(1) == table.players
    assert table.seats(2) == table.players[::-1]
    assert it.do(commands.Report(1, 1, 2, Reason.COMPLETED, it.now, (0, 1))) == []
    it.report(1, 1, [0, 1])
    assert it.it.open_rounds
    it.report(1, 1, [1, 0])
    assert it.it.status is Status.FINISHED
    assert {each.balance for each in it.it.players.values()} == {0}


def test_who_is_absent_loses_both_legs() -> None:
    it = Playing(settings(rounds=1, legs=2)).started(2)
    first, second = it.pair().table(1).players
    it.report(1, 1, absent=[1])
    assert it.it.players[first].points == 2 * it.it.players[second].points + 96
    assert it.it.status is Status.FINISHED


def test_who_withdraws_from_a_larger_table_does_not_end_it() -> None:
    it = Playing(settings(rounds=1, seats=4, least_seats=3)).started(4)
    players = it.pair().table(1).players
    it.do(commands.Withdraw(players[0]))
    assert it.it.open_rounds
    it.report(1, 1, [3, 0, 1, 2], reason=Reason.RESIGNED)
    assert it.it.players[players[0]].points == 0


def test_it_ends_once_too_few_are_left() -> None:
    it = Playing(settings(rounds=3)).started(6)
    it.pair()
    it.play_round()
    for number in range(5):
        it.do(commands.Withdraw(player(number)))
    ended = it.entries[-1]
    assert isinstance(ended, Ended)
    assert ended.reason is End.TOO_FEW
    assert it.it.taking_part == 6
    with pytest.raises(NotRunning):
        it.do(commands.Withdraw(player(5)))


def test_a_knockout_ends_with_one_who_is_left() -> None:
    it = Playing(settings(System.KNOCKOUT)).started(8)
    it.pair()
    it.play_round()
    for each in it.it.playing:
        if it.it.status is Status.RUNNING and not each.lost_in and each.id != player(0):
            it.do(commands.Withdraw(each.id))
    assert isinstance(it.entries[-1], Ended)


def test_an_arena_ends_with_its_last_table() -> None:
    it = Playing(settings(System.ARENA, minutes=1)).started(4)
    it.pair()
    it.now = it.it.arena_ends_at
    assert it.do(commands.Proceed()) == []
    it.play_round()
    assert [each.kind for each in it.entries[-2:]] == ["standings", "ended"]


def test_an_arena_pairs_those_who_wait_every_three_seconds() -> None:
    it = Playing(settings(System.ARENA, minutes=1)).started(4)
    it.pair()
    began = it.now
    it.report(1, 1, [0, 1])
    it.report(1, 2, [0, 1])
    it.pair()
    assert it.now == began + 3 * SECOND


def test_an_arena_in_which_nobody_was_paired_is_aborted() -> None:
    it = Playing(settings(System.ARENA, minutes=1)).started(4)
    it.do(commands.Pause())
    assert due(it.it) == it.it.arena_ends_at
    assert isinstance(it.proceed()[-1], Aborted)


@pytest.mark.parametrize("reason", ["", "\u00e9", "x" * 201, "a\nb"])
def test_a_reason_is_a_line_of_ascii(reason: str) -> None:
    with pytest.raises(InvalidSettings):
        Playing(settings()).do(commands.Abort(reason))


def test_it_may_be_called_off_while_it_runs() -> None:
    it = Playing(settings()).started(4)
    (entry,) = it.do(commands.Abort("the power is out"))
    assert isinstance(entry, Aborted)
    assert it.it.status is Status.ABORTED
    assert due(it.it) is None


def test_what_is_so_already_changes_nothing() -> None:
    it = Playing(settings()).started(4)
    assert it.do(commands.Return(player(0))) == []
    it.do(commands.Withdraw(player(0)))
    assert it.do(commands.Withdraw(player(0))) == []


def test_only_results_withdraw_somebody_for_not_coming() -> None:
    it = Playing(settings()).started(4)
    with pytest.raises(InvalidSettings):
        it.do(commands.Withdraw(player(0), Withdrawal.NO_SHOW))


def test_nobody_returns_to_a_bracket() -> None:
    it = Playing(settings(System.KNOCKOUT)).started(8)
    it.pair()
    it.do(commands.Withdraw(player(0)))
    with pytest.raises(Conflict):
        it.do(commands.Return(player(0)))


def test_who_has_withdrawn_can_still_be_removed_and_does_not_return() -> None:
    it = Playing(settings()).started(4)
    it.do(commands.Withdraw(player(0)))
    assert len(it.do(commands.Withdraw(player(0), Withdrawal.REMOVED))) == 1
    assert it.do(commands.Withdraw(player(0), Withdrawal.DELETED)) == []
    with pytest.raises(Forbidden):
        it.do(commands.Return(player(0)))
    assert verify(it.lines).finding is None


def test_nobody_leaves_and_returns_for_ever() -> None:
    it = Playing(settings()).started(4)
    for _ in range(9):  # the first time was the registration
        it.do(commands.Withdraw(player(0)))
        it.do(commands.Return(player(0)))
    it.do(commands.Withdraw(player(0)))
    with pytest.raises(TooOften):
        it.do(commands.Return(player(0)))
    assert verify(it.lines).finding is None


def test_a_tournament_is_not_paused_for_ever() -> None:
    it = Playing(settings()).started(4)
    for _ in range(100):
        it.do(commands.Pause())
        it.do(commands.Resume("paused"))
    with pytest.raises(TooOften):
        it.do(commands.Pause())
    assert verify(it.lines).finding is None
