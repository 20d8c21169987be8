"""Standings: tie-breaks as numbers that a player can compute."""

from collections.abc import Sequence

from croupier_tournament import POINT, Standing, commands, standings

from tests.croupier_tournament.playing import Playing, player, settings


def rows_of(it: Playing) -> dict[str, Standing]:
    return {row.player: row for row in standings(it.it, it.it.key)}


def played(rounds: Sequence[Sequence[Sequence[int]]], players: int) -> Playing:
    """A Swiss whose first of each table wins; the tables are put there by hand."""
    it = Playing(settings(rounds=len(rounds))).started(players)
    for tables in rounds:
        paired = it.pair()
        for table, pair in zip(paired.tables, tables, strict=False):
            table.players = tuple(map(player, pair))
        for table_number in range(1, len(tables) + 1):
            it.report(paired.number, table_number, [0, 1])
    return it


def test_buchholz_is_the_points_of_the_opponents() -> None:
    """0 beats 1 and 2; 1 loses to 0 and beats 3; 2 beats 3, and loses to 0."""
    it = played([[[0, 1], [2, 3]], [[0, 2], [1, 3]]], 4)
    rows = rows_of(it)
    assert [row.points // POINT for row in map(rows.get, map(player, range(4))) if row] == [
        *(2, 1, 1, 0)
    ]
    assert rows[player(0)].buchholz == 2 * POINT
    assert rows[player(1)].buchholz == 2 * POINT
    assert rows[player(3)].buchholz == 2 * POINT
    assert rows[player(1)].buchholz_cut1 == 2 * POINT  # less the opponent without points
    assert rows[player(0)].buchholz_cut1 == 1 * POINT
    assert rows[player(0)].sonneborn_berger == 2 * POINT
    assert rows[player(1)].sonneborn_berger == 0
    assert rows[player(0)].wins == 2


def test_a_round_that_was_not_played_counts_as_a_tie_with_an_equal() -> None:
    it = Playing(settings(rounds=1)).started(3)
    bye = it.pair().byes[0]
    it.report(1, 1, [0, 1])
    row = rows_of(it)[bye]
    assert (row.points, row.buchholz, row.sonneborn_berger) == (POINT, POINT, POINT // 2)
    assert row.wins == 0  # nobody was beaten


def test_a_missing_seat_counts_likewise() -> None:
    """So nobody has less of Buchholz for having sat at a smaller table."""
    it = Playing(settings(rounds=1, seats=4, least_seats=3)).started(3)
    it.pair()
    it.report(1, 1, [0, 1, 2])
    first = it.it.round(1).table(1).players[0]
    row = rows_of(it)[first]
    assert row.buchholz == POINT // 2 + 0 + row.points


def test_the_direct_encounter_counts_among_equals_who_have_all_met() -> None:
    """Of 0 and 1, who are equal in all before it, 1 has beaten 0."""
    it = played([[[1, 0], [2, 3]], [[0, 2], [3, 1]]], 4)
    rows = rows_of(it)
    one, other = rows[player(0)], rows[player(1)]
    equal = (one.points, one.buchholz_cut1, one.buchholz)
    assert equal == (other.points, other.buchholz_cut1, other.buchholz)
    group = [row for row in rows.values() if (row.points, row.buchholz_cut1, row.buchholz) == equal]
    if len(group) == 2:
        assert (one.direct, other.direct) == (0, POINT)
        assert [*rows].index(player(1)) < [*rows].index(player(0))
    else:
        assert all(row.direct == 0 for row in group)


def test_everything_counts_before_the_lot_and_the_lot_decides() -> None:
    it = Playing(settings(rounds=1)).started(8)
    it.pair()
    for table in range(1, 5):
        it.report(1, table, [0, 0])
    rows = standings(it.it, it.it.key)
    assert len({row[1:] for row in rows}) == 1
    assert rows == standings(it.it, it.it.key)
    other_key = standings(it.it, "ab" * 32)
    assert rows != other_key
    assert sorted(rows) == sorted(other_key)


def test_who_was_removed_is_still_in_them() -> None:
    it = Playing(settings(rounds=2)).started(4)
    it.pair()
    it.play_round()
    it.do(commands.Withdraw(player(0)))
    assert player(0) in rows_of(it.play())
