"""What a match, a void entry and a season do to a ledger."""

import hashlib
import json
import random
from datetime import timedelta
from itertools import pairwise

import pytest
from croupier_rating import (
    NEWCOMER,
    EndedMatch,
    Ledger,
    Numbers,
    Played,
    Reason,
    Strength,
    concerning,
    decide,
    entry_of,
    evolve,
    fold,
    recipe,
)
from croupier_rating.recipe import START, UNIT

from tests.croupier_rating.playing import HOUR, POOL, WEEK, Playing, ended, player, stroll

MINUTE = HOUR / 60
DAY = 24 * HOUR


@pytest.fixture
def it() -> Playing:
    return Playing()


def test_both_numbers_of_each_player_change(it: Playing) -> None:
    entry = it.play([7, 8])
    assert [seat.before for seat in entry.seats] == [START, START]
    assert [seat.after for seat in entry.seats] == recipe.rated([START, START], [0, 1])
    assert [it.ledger.numbers(player(each)).matches for each in (7, 8)] == [1, 1]
    assert it.ledger.numbers(player(7)).seq == 1
    assert entry.reason is None


def test_a_pair_counts_in_full_three_times_a_day_then_by_half_then_not(it: Playing) -> None:
    weights = [it.play([1, 2], after=number * MINUTE).weight for number in range(8)]
    assert weights == [100, 100, 100, 50, 50, 50, 0, 0]
    assert it.entries[-1].seats[0].after == it.entries[-1].seats[0].before  # type: ignore[union-attr]
    assert it.play([1, 3], after=HOUR).weight == 100


def test_matches_that_do_not_count_do_not_keep_a_pair_from_playing(it: Playing) -> None:
    """Six a day count, however many are played."""
    for number in range(48):
        it.play([1, 2], after=number * HOUR)
    weights = [entry.weight for entry in it.entries if isinstance(entry, Played)]
    assert [sum(weight > 0 for weight in day) for day in (weights[:24], weights[24:])] == [6, 6]


def test_a_day_is_24_hours_to_the_millisecond(it: Playing) -> None:
    for _ in range(3):
        it.play([1, 2], after=timedelta())
    late = DAY - timedelta(milliseconds=1)
    assert decide(it.ledger, ended(99, [1, 2], [0, 1], late)).weight == 50
    assert decide(it.ledger, ended(99, [1, 2], [0, 1], DAY)).weight == 100


def test_at_larger_tables_the_pair_that_met_most_decides(it: Playing) -> None:
    for _ in range(3):
        it.play([1, 2])
    assert it.play([3, 1, 4, 2]).weight == 50


def test_a_match_that_is_entered_late_counts_as_of_now(it: Playing) -> None:
    """Or storage would have to know what had happened before any match that may still come."""
    for _ in range(3):
        it.play([1, 2], after=2 * DAY)
    assert it.play([1, 2], after=timedelta()).weight == 50
    assert it.ledger.numbers(player(1)).counted == it.ledger.clock // 86_400_000


def test_a_match_that_was_too_short_counts_for_nobody_twice(it: Playing) -> None:
    for _ in range(2):
        entry = it.play([1, 2], short=[1])
        assert (entry.weight, entry.reason) == (0, Reason.TOO_SHORT)
    assert it.ledger.numbers(player(2)) == NEWCOMER


def test_the_third_time_a_day_it_is_lost_for_who_left_and_won_by_nobody(it: Playing) -> None:
    it.play([1, 2], short=[1])
    it.play([3, 2], short=[1])
    third = it.play([4, 2], short=[1])
    assert third.weight == 100
    assert third.seats[1].after == recipe.rated([START, START], [0, 1])[1]
    assert not third.seats[0].changed
    assert it.ledger.numbers(player(2)).matches == 1
    assert it.play([4, 2], after=HOUR + DAY, short=[1]).weight == 0


def test_who_did_not_leave_so_often_loses_nothing(it: Playing) -> None:
    it.play([1, 2], short=[1])
    it.play([1, 2], short=[1])
    third = it.play([1, 2, 3], [0, 1, 1], short=[1, 2])
    assert [seat.changed for seat in third.seats] == [False, True, False]


def test_a_match_that_was_over_early_is_nobodys_fault(it: Playing) -> None:
    for _ in range(5):
        assert it.play([1, 2], short=[]).reason == Reason.TOO_SHORT
    assert it.ledger.recent == {}


def test_weeks_without_play_make_a_rating_less_sure(it: Playing) -> None:
    first = it.play([1, 2])
    second = it.play([1, 2], after=HOUR + 3 * WEEK)
    assert second.seats[0].before == recipe.idle(first.seats[0].after, 3)


def test_matches_that_do_not_count_keep_nobody_on_a_board(it: Playing) -> None:
    first = it.play([1, 2])
    for week in range(1, 4):
        it.play([1, 3], after=week * WEEK, short=[])
    later = it.play([1, 3], after=HOUR + 4 * WEEK)
    assert later.seats[0].before == recipe.idle(first.seats[0].after, 4)


def test_the_most_points_are_kept(it: Playing) -> None:
    for number in range(12):
        it.play([1, 10 + number])
    best = it.ledger.numbers(player(1)).peak
    it.play([30, 1])
    assert it.ledger.numbers(player(1)).peak == best > NEWCOMER.peak


def test_void_gives_back_what_a_match_changed(it: Playing) -> None:
    first = it.play([1, 2])
    it.void(1)
    for each in (1, 2):
        numbers = it.ledger.numbers(player(each))
        assert (numbers.strength, numbers.matches, numbers.seq) == (START, 0, 2)
    assert first.seq == 1
    assert it.ledger.recent == {}


def test_void_leaves_what_came_of_later_matches(it: Playing) -> None:
    first = it.play([1, 2])
    later = it.play([1, 3])
    it.void(1)
    gained = first.seats[0].after.mu - START.mu
    assert it.ledger.numbers(player(1)).strength.mu == later.seats[0].after.mu - gained
    assert it.ledger.numbers(player(3)).matches == 1


def test_a_void_match_is_no_meeting_and_no_leaving(it: Playing) -> None:
    for _ in range(3):
        it.play([1, 2])
    it.play([3, 4], short=[1])
    it.play([3, 4], short=[1])
    it.void(2)
    it.void(4)
    assert it.play([1, 2]).weight == 100
    assert it.play([3, 4], short=[1]).weight == 0


def test_a_season_begins_with_the_numbers_of_an_earlier_one() -> None:
    it = Playing("nim.live.human.3")
    old = Numbers(Strength(41 * UNIT, 3 * UNIT), 40, 777, 20_500, 1_700)
    entry = it.carry(1, 1, old)
    once = recipe.next_season(old.strength)
    assert entry.seat.after == recipe.next_season(once)
    numbers = it.ledger.numbers(player(1))
    assert (numbers.matches, numbers.counted, numbers.seq) == (0, 20_500, 1)
    played = it.play([1, 2])
    assert played.seats[0].before == recipe.idle(numbers.strength, 1)


def test_each_entry_is_bound_to_the_one_before_and_to_the_pool(it: Playing) -> None:
    for number in range(3):
        it.play([1, 2], after=number * HOUR)
    other = Playing("lost-cities.live.human.1")
    assert other.play([1, 2]).prev != it.entries[0].prev
    assert all(later.prev != earlier.prev for earlier, later in pairwise(it.entries))
    assert it.entries[0].line != other.entries[0].line


def test_an_entry_comes_back_from_its_line() -> None:
    it = stroll("lines", 200)
    assert [entry_of(json.loads(entry.line)) for entry in it.entries] == it.entries


@pytest.mark.parametrize("seed", range(5))
def test_the_fold_of_the_entries_is_what_was_carried_along(seed: int) -> None:
    it = stroll(f"fold {seed}", 200)
    assert fold(Ledger(it.pool), it.entries) == it.ledger


@pytest.mark.parametrize("seed", range(5))
def test_the_next_entry_needs_no_more_than_what_it_concerns(seed: int) -> None:
    """So storage reads the numbers of a few players, and not the ledger."""
    whole, dice = stroll(f"parts {seed}", 100).ledger, random.Random(seed)
    for number in range(100):
        players = dice.sample(range(14), dice.randrange(2, 5))
        short = dice.choice([None, None, [0]])
        match = ended(10_000 + number, players, range(len(players)), number * 2 * HOUR, short)
        part = part_of(whole, match)
        entry = decide(part, match)
        assert entry == decide(whole, match)
        evolve(part, entry)
        evolve(whole, entry)
        assert part == part_of(whole, match)


def part_of(whole: Ledger, match: EndedMatch) -> Ledger:
    players, keys = concerning(match)
    return Ledger(
        whole.pool,
        whole.seq,
        whole.head,
        whole.clock,
        {each: whole.players[each] for each in players if each in whole.players},
        {key: whole.recent[key] for key in keys if key in whole.recent},
    )


def test_the_ledger_of_a_pool_begins_with_its_name() -> None:
    label = b"croupier ratings v1" + bytes(1) + POOL.encode()
    assert Ledger(POOL).head == hashlib.sha256(label).hexdigest()
