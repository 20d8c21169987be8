"""What players of other services complain of, each as it would go wrong here."""

import json

import pytest
from croupier_tournament import POINT, Presence, Status, System, commands, due, match_id, standings
from croupier_tournament.entries import Ended, Paired, Reason, Resulted, Returned, Withdrawal
from croupier_tournament.refusals import Conflict, NotFound
from croupier_tournament.verify import Rule, verify
from engine.domain.ids import derived_id

from tests.croupier_tournament.campaign import faults_of
from tests.croupier_tournament.playing import MINUTE, Playing, player, settings
from tests.vectors.forged_tournaments import rebound


def rounds_of(it: Playing) -> int:
    return sum(isinstance(each, Paired) for each in it.entries)


@pytest.mark.parametrize("players", range(4, 15))
def test_it_ended_after_five_of_seven_rounds(players: int) -> None:
    """A pairing that does not look ahead leaves two at last who have met already."""
    for seed in range(6):
        it = Playing(settings(rounds=7), f"stuck {seed}").started(players).play()
        assert rounds_of(it) == min(7, players // 2)
        assert faults_of(it) == []


def test_it_ended_since_so_many_had_left() -> None:
    """Of eight, four leave after two rounds; the others play all four, with repeats if need be."""
    it = Playing(settings(rounds=4), "left").started(8)
    for _ in range(2):
        it.pair()
        it.play_round()
    for number in range(4):
        it.do(commands.Withdraw(player(number)))
    it.play()
    assert rounds_of(it) == 4
    assert faults_of(it) == []


def test_the_pairing_is_wrong_and_nobody_can_check_it() -> None:
    """Whoever thinks so is told at which table, and who should sit there."""
    it = Playing(settings(rounds=3), "check").started(8).play()
    entries = [json.loads(line) for line in it.lines]
    tables = next(each for each in entries if each["kind"] == "paired")["tables"]
    right = [[*table] for table in tables]
    tables[0][1], tables[2][1] = tables[2][1], tables[0][1]
    finding = verify(rebound(entries)).finding
    assert finding
    assert finding.rule == Rule.PAIRING
    assert finding.says == (
        f"table 1 of round 1 is {' - '.join(tables[0])}, and has to be {' - '.join(right[0])}."
    )


def test_endless_points_by_leaving_and_returning() -> None:
    """Who leaves before each round and returns after it gets nothing for it, and no bye twice."""
    it = Playing(settings(rounds=5), "returns").started(11)
    trickster = it.it.players[player(0)]
    for _ in range(4):
        it.do(commands.Withdraw(trickster.id))
        it.pair()
        it.play_round()
        if it.it.status is Status.RUNNING:
            it.do(commands.Return(trickster.id))
    it.play()
    assert sum(isinstance(each, Returned) for each in it.entries) == 4
    byes = sum(trickster.id in each.byes for each in it.it.rounds)
    assert byes <= 1
    assert trickster.points <= 2 * POINT  # at most one bye, and one match that was played


def test_who_never_came_stands_above_those_who_played_and_lost() -> None:
    """One has a bye, and does not come to the next round: a point, and nothing was played."""
    it = Playing(settings(rounds=2), "absent").started(9)
    (ghost,) = it.pair().byes
    it.play_round()
    of = it.pair()
    number = next(at for at, each in enumerate(of.tables, 1) if ghost in each.players)
    it.report(2, number, absent=[of.table(number).players.index(ghost)])
    it.play_round()
    rows = standings(it.it, it.it.key)
    assert (rows[-1].player, rows[-1].points) == (ghost, POINT)
    assert min(row.points for row in rows) < POINT


def test_a_round_robin_is_unfair_once_somebody_leaves_early() -> None:
    """Before half of the matches, all that the leaver played is annulled: nobody profits."""
    it = Playing(settings(System.ROUND_ROBIN), "early").started(8)
    leaver = player(0)
    it.pair()
    it.play_round()
    before = {row.player: row for row in standings(it.it, it.it.key)}
    it.do(commands.Withdraw(leaver))
    it.play()
    rows = {row.player: row for row in standings(it.it, it.it.key)}
    assert before[leaver].points + sum(row.points for row in rows.values()) <= 28 * POINT
    assert sum(row.points for row in rows.values()) == 21 * POINT  # all matches of the seven others
    assert [*rows][-1] == leaver


def test_a_round_robin_is_unfair_once_somebody_leaves_late() -> None:
    """After half of them, the rest are lost, and what was played stays."""
    it = Playing(settings(System.ROUND_ROBIN), "late").started(8)
    for _ in range(4):
        it.pair()
        it.play_round()
    it.do(commands.Withdraw(player(0)))
    it.play()
    rows = standings(it.it, it.it.key)
    assert sum(row.points for row in rows) == 28 * POINT


def test_a_round_robin_by_correspondence_takes_a_round_at_a_time() -> None:
    """All rounds are open at once."""
    it = Playing(settings(System.ROUND_ROBIN, all_at_once=True), "daily").started(6)
    while (moment := due(it.it)) is not None and moment <= it.now:
        it.do(commands.Proceed())
    assert sorted(it.it.open_rounds) == [1, 2, 3, 4, 5]
    it.play_round()
    assert it.it.status is Status.FINISHED


@pytest.mark.parametrize("reason", [Withdrawal.OWN, Withdrawal.DELETED, Withdrawal.REMOVED])
def test_a_player_who_is_gone_holds_the_round_up(reason: Withdrawal) -> None:
    """Withdrawn, deleted or suspended: the table has its result at once."""
    it = Playing(settings(rounds=2), "gone").started(4)
    it.report(it.pair().number, 1, [0, 1])
    gone = it.it.round(1).table(2).players[1]
    result = it.do(commands.Withdraw(gone, reason))[1]
    assert isinstance(result, Resulted)
    assert (result.ranks, result.absent, result.reason) == ((0, 1), (1,), Reason.WITHDREW)
    assert not it.it.open_rounds
    assert rounds_of(it.play()) == 2


def test_a_result_that_never_comes_holds_the_round_up() -> None:
    """When the round has to end, what is open is a tie."""
    it = Playing(settings(rounds=2), "overdue").started(4)
    ends_by = it.pair().ends_by
    assert due(it.it) == ends_by
    results = it.proceed()
    assert it.now == ends_by
    assert isinstance(results[0], Resulted)
    assert results[0].reason is Reason.OVERDUE
    assert results[0].ranks == (0, 0)


def test_a_pairing_has_two_matches() -> None:
    """However often it is asked for, the id of a table's match is the same, and no other's."""
    ids = {match_id("T" * 22, number, table, leg) for number, table, leg in _places()}
    assert len(ids) == len([*_places()])
    assert all(len(each) == 22 for each in ids)
    assert match_id("tournament000000000001", 1, 1) == derived_id(
        "tournament", "tournament000000000001", *"111"
    )


def _places() -> list[tuple[int, int, int]]:
    return [(n, table, leg) for n in range(1, 13) for table in range(1, 13) for leg in (1, 2)]


def test_a_result_is_counted_twice_or_lost() -> None:
    """Ranked again, a result changes nothing; told of no table, it is refused."""
    it = Playing(settings(rounds=3), "twice").started(4)
    it.pair()
    it.report(1, 1, [0, 1])
    again = commands.Report(1, 1, 1, Reason.COMPLETED, it.now, (1, 0))
    assert it.do(again) == []
    with pytest.raises(NotFound):
        it.do(commands.Report(2, 1, 1, Reason.COMPLETED, it.now, (1, 0)))
    with pytest.raises(NotFound):
        it.do(commands.Report(1, 3, 1, Reason.COMPLETED, it.now, (1, 0)))
    assert [len(table.results) for table in it.it.round(1).tables] == [1, 0]


def test_a_match_that_was_aborted_leaves_its_players_without_points() -> None:
    it = Playing(settings(rounds=1), "aborted").started(2)
    it.pair()
    it.report(1, 1, [0, 1], reason=Reason.ABORTED)
    assert [each.points for each in it.it.players.values()] == [POINT // 2] * 2


def test_a_clock_runs_against_an_empty_chair() -> None:
    """Who does not reveal at the table has not come: the other has the point at once; and the next
    time, the one who never comes is withdrawn."""
    it = Playing(settings(rounds=4), "chair").started(8)
    for _ in range(2):
        of = it.pair()
        for table, each in enumerate(of.tables, 1):
            if player(0) in each.players:
                it.report(of.number, table, absent=[each.players.index(player(0))])
        it.play_round()
    assert it.it.players[player(0)].presence is Presence.WITHDRAWN
    it.play()
    assert faults_of(it) == []


def test_nobody_came_to_a_table() -> None:
    it = Playing(settings(rounds=1), "nobody").started(2)
    it.pair()
    it.report(1, 1, absent=[0, 1])
    assert [each.points for each in it.it.players.values()] == [0, 0]
    assert isinstance(it.entries[-1], Ended)


def test_an_outage_decides_who_wins() -> None:
    """What timed out while no engine could play is a tie, and the round ends later."""
    it = Playing(settings(rounds=1), "outage").started(4)
    ends_by = it.pair().ends_by
    it.do(commands.Hold(), MINUTE)
    during = it.now + MINUTE
    assert due(it.it) is None
    it.do(commands.Resume("held"), 5 * MINUTE)
    assert it.it.round(1).ends_by == ends_by + 5 * MINUTE
    (result, *_) = it.report(1, 1, [0, 1], reason=Reason.TIMEOUT, ended=during)
    assert isinstance(result, Resulted)
    assert (result.ranks, result.reason) == ((0, 0), Reason.HELD)
    (result, *_) = it.report(1, 2, [0, 1], reason=Reason.TIMEOUT)
    assert isinstance(result, Resulted)
    assert (result.ranks, result.reason) == ((0, 1), Reason.TIMEOUT)


def test_a_knockout_waits_for_two_who_always_tie() -> None:
    """A tie is played again once; then the lot decides, which nobody knew before."""
    it = Playing(settings(System.KNOCKOUT), "ties").started(2)
    it.pair()
    it.report(1, 1, [0, 0])
    assert it.it.open_rounds
    it.report(1, 1, [0, 0])
    assert it.it.status is Status.FINISHED
    first, second = standings(it.it, it.it.key)
    assert (first.stage, second.stage) == (2, 1)
    with pytest.raises(Conflict):
        it.do(commands.Abort("too late"))
