"""Just4Fun: lines, locks and owners of fields."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from croupier_just4fun.board import LINES, LINES_OF
from croupier_just4fun.rules import apply, over, public_view, ranking, to_move
from croupier_just4fun.tests.positions import (
    ALL_FIELDS,
    CHANCE,
    RANDOM,
    SEEDS,
    P,
    R,
    Y,
    after,
    alone,
    board,
    cards,
    events_of,
    is_locked,
    legal,
    on,
    open_fields,
    owner,
    position,
    random_turns,
    written,
)
from croupier_just4fun.types import (
    DECK,
    CardsPlayed,
    FieldLocked,
    LineCompleted,
    Move,
    Options,
    State,
)

# Vectors: lines


def test_vector_14_row_wins_at_once() -> None:
    state, events = events_of(position("12 12 3 4", alone(Y, "1 14 30")), "12+12")
    assert over(state)
    assert to_move(state) == ()
    assert events == (CardsPlayed(Y, (12, 12), 24), LineCompleted(Y, (1, 14, 30, 24)))
    assert state.line == public_view(state).line == (1, 14, 30, 24)
    assert ranking(state) == ((Y,), (R,))


def test_vector_15_column_of_majorities_wins() -> None:
    stones = {11: (2, 1), 27: (1, 0), 32: (1, 0)}
    assert after(position("10 1 1 1", stones), "10").line == (11, 27, 32, 10)


def test_vector_16_tied_field_is_none_of_a_line() -> None:
    stones = {11: (2, 2), 27: (1, 0), 32: (1, 0)}
    state = after(position("10 1 1 1", stones), "10")
    assert (state.line, over(state), state.turn) == ((), False, R)


@pytest.mark.parametrize("last", range(4))
@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ("1 11 31 29", True),
        ("24 9 27 15", True),
        ("1 14 33 11", False),
        ("30 24 19 21", False),
        ("19 8 33 11", False),
    ],
    ids=["diagonal", "other_diagonal", "block", "bent", "wrapped"],
)
def test_vector_17_lines_are_straight(fields: str, line: bool, last: int) -> None:
    """Whichever of the four is played last."""
    played = cards(fields)[last]
    others = " ".join(each for each in fields.split() if int(each) != played)
    state = after(position("1 1 1 1", alone(Y, others)), written(played))
    assert over(state) == line
    assert set(state.line) == (set(cards(fields)) if line else set())


def test_vector_18_two_lines_at_once_are_one_win() -> None:
    stones = alone(Y, "1 14 30 16 20 29")
    state, events = events_of(position("12 12 3 4", stones), "12+12")
    assert [event.kind for event in events] == ["cards_played", "line_completed"]
    assert len(state.line) == 4
    assert ranking(state) == ((Y,), (R,))


def test_five_in_a_row_contain_a_four() -> None:
    state = after(position("12 12 3 4", alone(Y, "1 14 30 19 8")), "12+12")
    assert len(state.line) == 4
    assert set(state.line) < {1, 14, 30, 24, 19, 8}


def test_vector_19_tie_on_the_fourth_field_is_broken_later() -> None:
    stones = alone(R, "33 11 9") | {16: (1, 0)}
    state = after(position("16 1 1 1", stones, turn=R), "16")
    assert on(state, 16) == (1, 1)
    assert not over(state)
    state = after(replace(state, turn=R), "16")
    assert state.line == (33, 11, 9, 16)
    assert ranking(state) == ((R,), (Y,))


def test_vector_20_stone_that_ties_breaks_a_majority() -> None:
    state = after(position("13 1 1 1", alone(R, "17 25 13")), "13", "3")
    assert on(state, 13) == (1, 1)
    assert owner(state, 13) is None
    assert not over(state)


def test_vector_20_without_the_tie_it_is_a_line() -> None:
    state = after(position("1 1 1 1", alone(R, "17 25 13"), turn=R), "3")
    assert state.line == (3, 17, 25, 13)


def test_vector_21_field_of_three_players() -> None:
    state = after(position("1 1 1 1", {20: (1, 1, 0)}, seats=3, turn=P), "10+10")
    assert (on(state, 20), owner(state, 20)) == ((1, 1, 1), None)
    state = after(state, "10+10")
    assert (on(state, 20), owner(state, 20), is_locked(state, 20)) == ((2, 1, 1), Y, False)
    state = after(replace(state, turn=Y), "10+10")
    assert (on(state, 20), owner(state, 20), is_locked(state, 20)) == ((3, 0, 0), Y, True)
    assert state.removed == (0, 1, 1)


# Facts that follow from the rules, by construction and over random play


def owner_of(stones: tuple[int, ...]) -> int | None:
    """Return the seat with strictly more stones than each other."""
    for seat, own in enumerate(stones):
        if all(own > count for other, count in enumerate(stones) if other != seat):
            return seat
    return None


def leader_by_two(stones: tuple[int, ...]) -> int | None:
    for seat, own in enumerate(stones):
        if all(own >= count + 2 for other, count in enumerate(stones) if other != seat):
            return seat
    return None


def possible(stones: tuple[int, ...]) -> bool:
    """Return whether a player that leads by two is alone, as it must be."""
    leader = leader_by_two(stones)
    return leader is None or sum(stones) == stones[leader]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_stone_does_to_a_field(seats: int) -> None:
    """Every field there can be: only the mover gains the majority, and only the mover locks."""
    fields = [stones for stones in product(range(5), repeat=seats) if possible(stones)]
    for stones, seat in product(fields, range(seats)):
        state = position("9 1 1 1", {9: stones}, seats=seats, turn=seat)
        barred = any(count >= stones[seat] + 2 for count in stones)
        assert legal(state, "9") == (not barred)
        if not barred:
            then, events = apply(state, seat, Move((9,)), CHANCE)
            placed = tuple(own + (each == seat) for each, own in enumerate(stones))
            locks = leader_by_two(placed) is not None
            kept = tuple(own * (each == seat) for each, own in enumerate(placed))
            assert on(then, 9) == (kept if locks else placed)
            assert owner_of(on(then, 9)) in (seat, owner_of(stones), None)
            assert leader_by_two(placed) in (None, seat)
            assert any(event.kind == "field_locked" for event in events) == (
                locks and leader_by_two(stones) is None
            )


@RANDOM
def test_only_the_mover_gains(options: Options, seats: int) -> None:
    for seed in SEEDS:
        for turn in random_turns(options, seats, seed):
            field, shown = sum(turn.move.cards), board(turn.after)
            for each in ALL_FIELDS:
                before, now = on(turn.before, each), on(turn.after, each)
                assert before == now or each == field
                assert owner_of(now) in (owner_of(before), turn.seat, None)
                assert shown[each].owner == owner_of(now)


@RANDOM
def test_lead_of_two_is_a_lock_for_good(options: Options, seats: int) -> None:
    """So no mark is needed: the player that leads by two stays alone there."""
    for seed in SEEDS:
        locked: dict[int, int] = {}
        for turn in random_turns(options, seats, seed):
            for event in turn.events:
                if isinstance(event, FieldLocked):
                    assert event.field not in locked
                    assert (event.seat, event.field) == (turn.seat, sum(turn.move.cards))
                    locked[event.field] = event.seat
            for field, shown in board(turn.after).items():
                stones = on(turn.after, field)
                assert leader_by_two(stones) == locked.get(field)
                assert shown.locked == (field in locked)
                if field in locked:
                    assert sum(stones) == stones[locked[field]]


@RANDOM
def test_win_is_the_movers_and_through_the_field_just_played(options: Options, seats: int) -> None:
    for seed in SEEDS:
        for turn in random_turns(options, seats, seed):
            owned = [lines_of(turn.after, seat) for seat in range(seats)]
            assert bool(turn.after.line) == any(owned)
            if turn.after.line:
                assert turn.after.line in owned[turn.seat]
                assert sum(turn.move.cards) in turn.after.line
                assert not any(owned[: turn.seat] + owned[turn.seat + 1 :])
                assert turn.events[-1] == LineCompleted(turn.seat, turn.after.line)


def lines_of(state: State, seat: int) -> list[tuple[int, ...]]:
    """All lines of the seat's own fields, wherever they are."""
    lines = [tuple(state.layout[place] for place in line) for line in LINES]
    return [line for line in lines if all(owner_of(on(state, each)) == seat for each in line)]


def test_lock_completes_no_line_for_another() -> None:
    """R has three of a row; on the fourth, Y locks out R and P, which were behind."""
    stones = alone(R, "1 14 30", 3) | {24: (2, 1, 1)}
    state, events = events_of(position("12 12 3 4", stones, seats=3), "12+12")
    assert events[1] == FieldLocked(Y, 24, (0, 1, 1))
    assert (on(state, 24), state.line, over(state)) == ((3, 0, 0), (), False)


def test_lines_are_54() -> None:
    lines = set(LINES)
    steps = Counter(line[1] - line[0] for line in lines)
    assert len(LINES) == len(lines) == 54
    assert steps == {1: 18, 6: 18, 7: 9, 5: 9}
    straight = {
        tuple((row + down * step) * 6 + column + right * step for step in range(4))
        for row, column in product(range(6), repeat=2)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + 3 * down <= 5 and 0 <= column + 3 * right <= 5
    }
    assert lines == straight
    for place, through in enumerate(LINES_OF):
        assert set(through) == {line for line in lines if place in line}


@pytest.mark.parametrize("line", LINES)
def test_each_line_wins(line: tuple[int, ...]) -> None:
    """On any board, and not with three of it."""
    layout = tuple(reversed(range(1, 37)))
    options = Options(layout="custom", custom_layout=layout, start_seat=0)
    first, *others = (layout[place] for place in line)
    state = position("1 1 1 1", alone(Y, " ".join(map(str, others))), options=options)
    assert not over(state)
    assert set(after(state, written(first)).line) == {first, *others}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_least_six_fields_stay_open(seats: int) -> None:
    """The others have twenty stones each, and need two for each field that they bar."""
    stones = {}
    for field in range(1, 10 * (seats - 1) + 1):
        other = 1 + field % (seats - 1)
        stones[field] = tuple(2 * (seat == other) for seat in range(seats))
    assert sum(map(sum, stones.values())) == 20 * (seats - 1)
    state = position("1 1 1 1", stones, seats=seats, supplies=(1, *(0,) * (seats - 1)))
    assert to_move(state) == (Y,)
    assert len(open_fields(state, Y)) == 36 - 10 * (seats - 1)


@RANDOM
def test_nothing_is_made_or_lost(options: Options, seats: int) -> None:
    for seed in SEEDS:
        for turn in random_turns(options, seats, seed):
            state = turn.after
            held = [card for hand in state.hands for card in hand]
            assert Counter((*state.deck, *state.discard, *held)) == Counter(DECK)
            assert state.deck, "it is made anew as soon as it is used up"
            for seat in range(seats):
                laid = sum(stones[seat] for stones in state.stones)
                assert laid + state.supplies[seat] + state.removed[seat] == 20
            if not over(state):
                assert [len(hand) for hand in state.hands] == [4] * seats
                assert all(tuple(sorted(hand)) == hand for hand in state.hands)


@RANDOM
def test_end_comes_by_a_line_or_when_all_are_done(options: Options, seats: int) -> None:
    for seed in SEEDS:
        *_, last = random_turns(options, seats, seed)
        assert last.events[-1].kind in ("line_completed", "cards_played", "field_locked")
        if not last.after.line and options.own_locked:
            assert last.after.supplies == (0,) * seats
