"""Just4Fun by its rule sheet: each numbered vector, then each clause, option and refusal.

Seats 0 to 3 are the vectors' Y, R, P and W. Stones are written by field, the
counts in seat order: {12: (2, 1, 0)}. The deck has its top at the end, as the
state has it.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest
from croupier.v1 import just4fun_pb2 as pb
from engine.domain.chance import seeded_chance
from engine.games.errors import IllegalMove, InvalidMove, InvalidOptions
from engine.games.just4fun import table, wire
from engine.games.just4fun.board import LINES
from engine.games.just4fun.rules import (
    apply,
    check,
    check_options,
    eliminated,
    event_view,
    legal_moves,
    move_view,
    new_game,
    notation,
    over,
    parse,
    ranking,
    rematch_options,
    scores,
    to_move,
    view,
)
from engine.games.just4fun.types import (
    DECK,
    FIELDS,
    ORIGINAL,
    BoardField,
    CardsDrawn,
    CardsPlayed,
    DeckReshuffled,
    Event,
    FieldLocked,
    HandExchanged,
    LineCompleted,
    MatchStarted,
    Move,
    Options,
    State,
)
from google.protobuf import text_format

Y, R, P, W = range(4)
CHANCE = seeded_chance("07" * 32, (), 1)
NAMES = ("Ada", "Ben", "Cleo", "Dan")
PLAIN = Options(start_seat=0)
SHUT = Options(start_seat=0, own_locked=False)
EXCHANGE = Move()
ALL_FIELDS = range(1, FIELDS + 1)

Stones = Mapping[int, tuple[int, ...]]


def position(
    hand: str,
    stones: Stones | None = None,
    *,
    seats: int = 2,
    turn: int = Y,
    supplies: tuple[int, ...] = (),
    deck: str = "1 2 3 4 5 6 7",
    discard: str = "",
    options: Options = PLAIN,
) -> State:
    """`turn` is to move, with this hand; the others hold nothing but nines."""
    held = [cards("9 9 9 9")] * seats
    held[turn] = cards(hand)
    there = dict(stones or {})
    return State(
        options=options,
        starter=0,
        turn=turn,
        layout=options.custom_layout or ORIGINAL,
        deck=cards(deck),
        hands=tuple(held),
        discard=cards(discard),
        stones=tuple(there.get(field, (0,) * seats) for field in ALL_FIELDS),
        supplies=supplies or (20,) * seats,
        removed=(0,) * seats,
    )


def ended(stones: Stones, seats: int = 2) -> State:
    """All stones are placed, and these are on the board."""
    return position("1 2 3 4", stones, seats=seats, supplies=(0,) * seats)


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def alone(seat: int, fields: str, seats: int = 2) -> dict[int, tuple[int, ...]]:
    """One stone of the seat on each of the fields."""
    stones = tuple(int(each == seat) for each in range(seats))
    return dict.fromkeys(cards(fields), stones)


def legal(state: State, text: str) -> bool:
    """Whether the player to move may; the list and the check must agree."""
    move = parse(text)
    listed = move in legal_moves(state, state.turn)
    try:
        check(state, state.turn, move)
    except IllegalMove:
        assert not listed, f"{text} is listed and refused"
        return False
    assert listed, f"{text} is allowed and not listed"
    return True


def refusal(state: State, text: str) -> str:
    """The sentence with which the rules forbid the move."""
    with pytest.raises(IllegalMove) as refused:
        check(state, state.turn, parse(text))
    return str(refused.value)


def events_of(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    assert legal(state, text)
    return apply(state, state.turn, parse(text), CHANCE)


def after(state: State, *turns: str) -> State:
    """The position after these turns, each by whoever is to move; the cards come from nowhere."""
    for text in turns:
        hand = parse(text).cards
        held = [*state.hands]
        held[state.turn] = tuple(sorted((*hand, *(1,) * (4 - len(hand)))))
        state, _ = events_of(replace(state, hands=tuple(held)), text)
    return state


def on(state: State, field: int) -> tuple[int, ...]:
    return state.stones[field - 1]


def board(state: State) -> dict[int, BoardField]:
    """The fields as everyone sees them, by number."""
    return {field.number: field for field in view(state, None).board}


def owner(state: State, field: int) -> int | None:
    return board(state)[field].owner


def is_locked(state: State, field: int) -> bool:
    return board(state)[field].locked


def reachable(state: State) -> set[int]:
    """The fields that the player to move can play; each list and check agree."""
    moves = legal_moves(state, state.turn)
    for move in moves:
        check(state, state.turn, move)
    return {sum(move.cards) for move in moves}


def dealt(options: Options = PLAIN, seats: int = 2) -> State:
    check_options(options, seats)
    return new_game(options, seats, CHANCE)[0]


def written(field: int) -> str:
    """Cards that add up to the field."""
    tens, rest = divmod(field - 1, 10)
    return "+".join(["10"] * tens + [str(rest + 1)])


class Turn(NamedTuple):
    before: State
    seat: int
    move: Move
    after: State
    events: tuple[Event, ...]


@cache
def random_turns(options: Options, seats: int, seed: int) -> tuple[Turn, ...]:
    """A match of random moves, turn by turn."""
    return tuple(_random_turns(options, seats, seed))


def _random_turns(options: Options, seats: int, seed: int) -> Iterator[Turn]:
    dice = random.Random(f"{options}{seats}{seed}")
    key = f"{seed:064x}"
    state, _ = new_game(options, seats, seeded_chance(key, (), 0))
    version = 0
    while not over(state):
        version += 1
        (seat,) = to_move(state)
        move = dice.choice(legal_moves(state, seat))
        check(state, seat, move)
        then, events = apply(state, seat, move, seeded_chance(key, (), version))
        yield Turn(state, seat, move, then, events)
        state = then


RANDOM = pytest.mark.parametrize(
    ("options", "seats"),
    [
        (Options(layout=layout, own_locked=own_locked), seats)
        for seats in (2, 3, 4)
        for own_locked in (True, False)
        for layout in ("original", "random")
    ],
)
SEEDS = range(4)


# Vectors: set-up, turns and locks


@pytest.mark.parametrize(("seats", "deck"), [(2, 47), (3, 43), (4, 39)])
def test_vector_01_set_up(seats: int, deck: int) -> None:
    state = dealt(PLAIN, seats)
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert len(state.deck) == deck
    assert state.supplies == (20,) * seats
    assert state.discard == ()
    assert state.stones == ((0,) * seats,) * 36
    assert state.removed == (0,) * seats
    assert Counter((*state.deck, *(card for hand in state.hands for card in hand))) == Counter(DECK)


def test_vector_02_cards_add_up_to_the_field() -> None:
    state, events = events_of(position("5 9 11 13"), "5+11+13")
    assert on(state, 29) == (1, 0)
    assert sum(map(sum, state.stones)) == 1
    assert state.supplies == (19, 20)
    assert events[0] == CardsPlayed(Y, (5, 11, 13), 29)


def test_vector_03_field_is_barred_to_who_is_two_behind_one_other() -> None:
    stones = {12: (2, 1, 0)}
    may = [legal(position("12 1 1 1", stones, seats=3, turn=seat), "12") for seat in (Y, R, P)]
    assert may == [True, True, False]


def test_vector_04_lead_of_two_over_all_locks() -> None:
    state, events = events_of(position("12 1 1 1", {12: (2, 1, 0)}, seats=3), "12")
    assert on(state, 12) == (3, 0, 0)
    assert is_locked(state, 12)
    assert events[1] == FieldLocked(Y, 12, (0, 1, 0))
    assert (state.removed, state.supplies) == ((0, 1, 0), (19, 20, 20))
    for seat in (R, P):
        assert not legal(
            replace(state, turn=seat, hands=(cards("12 1 1 1"),) * 3),
            "12",
        )


def test_vector_05_lead_of_one_is_no_lock() -> None:
    state, events = events_of(position("12 1 1 1", {12: (1, 1, 0)}, seats=3), "12")
    assert on(state, 12) == (2, 1, 0)
    assert not is_locked(state, 12)
    assert [event.kind for event in events] == ["cards_played", "cards_drawn"]


def test_vector_06_second_stone_locks_against_nobody() -> None:
    state, events = events_of(position("7 1 1 1", {7: (1, 0)}), "7")
    assert on(state, 7) == (2, 0)
    assert is_locked(state, 7)
    assert events[1] == FieldLocked(Y, 7, (0, 0))
    assert not is_locked(position("7 1 1 1", {7: (1, 0)}), 7)


@pytest.mark.parametrize(
    ("hand", "fields"),
    [
        pytest.param(
            "15 8 7 3", "3 7 8 10 11 15 18 22 23 25 26 30 33", id="vector_08_of_handelsblatt"
        ),
        pytest.param("12 18 2 7", "2 7 9 12 14 18 19 20 21 25 27 30 32", id="vector_09_of_siegen"),
        pytest.param(
            "2 5 8 12", "2 5 7 8 10 12 13 14 15 17 19 20 22 25 27", id="vector_10_of_famspiele"
        ),
        pytest.param("19 18 17 16", "16 17 18 19 33 34 35 36", id="vector_11_high_cards"),
        pytest.param("1 1 1 1", "1 2 3 4", id="vector_12_four_ones"),
        pytest.param("12 12 12 12", "12 24 36", id="vector_13_four_twelves"),
    ],
)
def test_fields_of_a_hand(hand: str, fields: str) -> None:
    assert reachable(position(hand)) == set(cards(fields))


@pytest.mark.parametrize("fourth", range(1, 20))
def test_vector_07_three_cards_and_any_other(fourth: int) -> None:
    assert reachable(position(f"3 8 12 {fourth}")) >= set(cards("3 8 11 12 15 20 23"))


@pytest.mark.parametrize(
    ("hand", "play"),
    [
        pytest.param("12 18 2 7", "7+12+18", id="vector_09_37"),
        pytest.param("12 18 2 7", "2+7+12+18", id="vector_09_39"),
        pytest.param("19 18 17 16", "18+19", id="vector_11_37"),
        pytest.param("12 12 12 12", "12+12+12+12", id="vector_13_48"),
    ],
)
def test_sum_beyond_the_board(hand: str, play: str) -> None:
    assert not legal(position(hand), play)


def test_vector_12_exchange_when_nothing_can_be_played() -> None:
    locked = dict.fromkeys(range(1, 5), (0, 2))
    state = position("1 1 1 1", locked, discard="17")
    assert legal_moves(state, Y) == (EXCHANGE,)
    then, events = events_of(state, "exchange")
    assert (then.hands[Y], then.discard) == (cards("4 5 6 7"), cards("17 1 1 1 1"))
    assert (then.supplies, then.stones, then.turn) == (state.supplies, state.stones, R)
    assert events == (HandExchanged(Y, (1, 1, 1, 1)), CardsDrawn(Y, 4, (4, 5, 6, 7)))


def test_vector_12_whoever_can_play_must() -> None:
    state = position("1 1 1 1", dict.fromkeys(range(1, 4), (0, 2)))
    assert legal_moves(state, Y) == (Move((1, 1, 1, 1)),)
    assert not legal(state, "exchange")
    assert on(after(state, "1+1+1+1"), 4) == (1, 0)


# Vectors: lines


def test_vector_14_row_wins_at_once() -> None:
    state, events = events_of(position("12 12 3 4", alone(Y, "1 14 30")), "12+12")
    assert over(state)
    assert to_move(state) == ()
    assert events == (CardsPlayed(Y, (12, 12), 24), LineCompleted(Y, (1, 14, 30, 24)))
    assert state.line == view(state, R).line == (1, 14, 30, 24)
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


# Vectors: the deck (E2: the discard pile follows as soon as it is used up)


@pytest.mark.parametrize(("seats", "discard", "deck"), [(4, 38, 39), (3, 42, 43), (2, 46, 47)])
def test_vector_22_reshuffle_in_the_middle_of_a_draw(seats: int, discard: int, deck: int) -> None:
    state = position("1 2 3 4", seats=seats, deck="19", discard="5 " * discard)
    then, events = events_of(state, "1+2+3")
    assert (len(then.deck), then.discard) == (deck, ())
    assert then.hands[Y] == (4, *sorted((19, *drawn_after_the_shuffle(then, state))))
    assert [event.kind for event in events] == ["cards_played", "cards_drawn", "deck_reshuffled"]
    assert events[-1] == DeckReshuffled(discard + 3)


def drawn_after_the_shuffle(then: State, before: State) -> list[int]:
    """What left the shuffled discard pile, which the cards just played were part of."""
    shuffled = Counter((*before.discard, 1, 2, 3))
    return [*(shuffled - Counter(then.deck)).elements()]


def test_reshuffle_with_exactly_the_last_card() -> None:
    """At once, and not before the next draw."""
    state, events = events_of(position("1 2 3 4", deck="18 19", discard="7 8 9"), "1+3")
    assert (state.hands[Y], state.discard) == ((2, 4, 18, 19), ())
    assert Counter(state.deck) == Counter((1, 3, 7, 8, 9))
    assert events[1:] == (CardsDrawn(Y, 2, (18, 19)), DeckReshuffled(5))


def test_no_reshuffle_while_a_card_is_left() -> None:
    state, events = events_of(position("1 2 3 4", deck="17 18 19", discard="7"), "1+3")
    assert (state.deck, state.discard) == ((17,), (7, 1, 3))
    assert events[1:] == (CardsDrawn(Y, 2, (18, 19)),)


def test_exchanged_hand_is_shuffled_as_well() -> None:
    locked = dict.fromkeys(range(1, 5), (0, 2))
    state, events = events_of(position("1 1 1 1", locked, deck="19", discard="8 9"), "exchange")
    assert len(state.deck) == 3
    assert Counter((*state.deck, *state.hands[Y])) == Counter((1, 1, 1, 1, 8, 9, 19))
    assert events[-1] == DeckReshuffled(6)


def test_shuffle_depends_on_chance_alone() -> None:
    state = position("1 2 3 4", deck="19", discard=" ".join(map(str, range(1, 20))))
    seeds = (f"{seed:064x}" for seed in range(8))
    decks = {apply(state, Y, Move((1,)), seeded_chance(seed, (), 5))[0].deck for seed in seeds}
    assert len(decks) == 8


def test_cards_drawn_come_from_the_top() -> None:
    state = after(position("1 2 3 4", deck="15 16 17 18"), "1")
    assert (state.deck, state.hands[Y]) == ((15, 16, 17), (1, 1, 1, 18))


# Vectors: the end


def test_vector_23_most_stones_score_the_field() -> None:
    assert scores(ended({23: (3, 2, 0, 2)}, 4)) == (23, 0, 0, 0)


def test_vector_24_tie_for_the_most_empties_the_field() -> None:
    assert scores(ended({7: (1, 2, 0, 2)}, 4)) == (0, 0, 0, 0)


def test_vector_25_equal_sums_are_decided_by_the_highest_field() -> None:
    state = ended(alone(Y, "36 10") | alone(R, "25 21"))
    assert scores(state) == (46, 46)
    assert ranking(state) == ((Y,), (R,))


def test_vector_26_highest_field_counts_among_the_tied_only() -> None:
    stones = alone(Y, "34 26", 3) | alone(R, "35 25", 3) | alone(P, "36 14", 3)
    state = ended(stones, 3)
    assert scores(state) == (60, 60, 50)
    assert ranking(state) == ((R,), (Y,), (P,))


def test_vector_27_all_zero_is_a_draw() -> None:
    state = ended({5: (1, 1, 1), 30: (2, 2, 0)}, 3)
    assert scores(state) == (0, 0, 0)
    assert ranking(state) == ((Y, R, P),)


def test_equal_only_when_both_have_nothing() -> None:
    """In the middle of a ranking, too: who has nothing shares the end."""
    assert ranking(ended(alone(P, "3", 4), 4)) == ((P,), (Y, R, W))
    stones = alone(Y, "36", 4) | alone(R, "20 16", 4)
    assert ranking(ended(stones, 4)) == ((Y,), (R,), (P, W))


def test_vector_28_who_has_no_stones_is_skipped() -> None:
    state = position("1 1 1 1", turn=R, supplies=(0, 2))
    assert to_move(after(state, "9")) == (R,)
    then, events = events_of(position("9 9 9 9", turn=R, supplies=(0, 1)), "9")
    assert over(then)
    assert to_move(then) == ()
    assert [event.kind for event in events] == ["cards_played"]
    assert ranking(then) == ((R,), (Y,))


@pytest.mark.parametrize(
    ("supplies", "turn", "following"),
    [
        ((5, 5, 5, 5), Y, R),
        ((5, 5, 5, 5), W, Y),
        ((5, 0, 5, 5), Y, P),
        ((5, 0, 0, 5), Y, W),
        ((5, 0, 0, 0), Y, Y),
        ((0, 5, 5, 0), P, R),
        ((1, 0, 0, 1), W, Y),
    ],
)
def test_next_player_clockwise_with_stones(
    supplies: tuple[int, ...], turn: int, following: int
) -> None:
    state = position("5 6 7 8", seats=4, turn=turn, supplies=supplies)
    assert to_move(after(state, "5")) == (following,)


def test_vector_29_own_locked_field_may_be_played() -> None:
    state, events = events_of(position("12 1 1 1", {12: (3, 0, 0)}, seats=3), "12")
    assert on(state, 12) == (4, 0, 0)
    assert state.supplies == (19, 20, 20)
    assert [event.kind for event in events] == ["cards_played", "cards_drawn"]


# Facts that follow from the rules, by construction and over random play


def owner_of(stones: tuple[int, ...]) -> int | None:
    """Whoever has strictly more stones than each other."""
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
    """Whoever leads by two is alone."""
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
    """So no mark is needed: who leads by two is alone there, and nobody can come back."""
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
    places = {line for lines in LINES for line in lines}
    lines = [tuple(state.layout[place] for place in line) for line in places]
    return [line for line in lines if all(owner_of(on(state, each)) == seat for each in line)]


def test_lock_completes_no_line_for_another() -> None:
    """R has three of a row; on the fourth Y locks R and P out, who were behind."""
    stones = alone(R, "1 14 30", 3) | {24: (2, 1, 1)}
    state, events = events_of(position("12 12 3 4", stones, seats=3), "12+12")
    assert events[1] == FieldLocked(Y, 24, (0, 1, 1))
    assert (on(state, 24), state.line, over(state)) == ((3, 0, 0), (), False)


def test_lines_are_54() -> None:
    lines = {line for lines in LINES for line in lines}
    steps = Counter(line[1] - line[0] for line in lines)
    assert len(lines) == 54
    assert steps == {1: 18, 6: 18, 7: 9, 5: 9}
    straight = {
        tuple((row + down * step) * 6 + column + right * step for step in range(4))
        for row, column in product(range(6), repeat=2)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + 3 * down <= 5 and 0 <= column + 3 * right <= 5
    }
    assert lines == straight
    for place, through in enumerate(LINES):
        assert set(through) == {line for line in lines if place in line}


@pytest.mark.parametrize("line", sorted({line for lines in LINES for line in lines}))
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


def open_fields(state: State, seat: int) -> list[int]:
    """The fields that the seat could play with the right cards."""
    fields = []
    for field in ALL_FIELDS:
        move = parse(written(field))
        hands = tuple(move.cards for _ in state.hands)
        if move in legal_moves(replace(state, hands=hands), seat):
            fields.append(field)
    return fields


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


# Questions the rule sheet leaves open (E1 to E11), and rulings


def test_e1_own_locked_field_stays_open_unless_agreed_otherwise() -> None:
    stones = {12: (3, 0)}
    assert legal(position("12 1 1 1", stones), "12")
    assert refusal(position("12 1 1 1", stones, options=SHUT), "12") == OWN_LOCKED
    assert not legal(position("12 1 1 1", stones, options=SHUT), "12")


def test_e1_shut_are_only_locked_fields() -> None:
    state = position("12 1 1 1", {12: (1, 0)}, options=SHUT)
    assert legal(state, "12")
    assert legal(position("12 1 1 1", {12: (2, 1)}, options=SHUT), "12")
    assert is_locked(after(state, "12"), 12)


def test_e1_hand_for_own_locked_fields_alone_is_exchanged() -> None:
    stones = dict.fromkeys(range(1, 5), (2, 0))
    assert legal_moves(position("1 1 1 1", stones, options=SHUT), Y) == (EXCHANGE,)
    assert legal(position("1 1 1 1", stones, options=SHUT), "exchange")
    assert not legal(position("1 1 1 1", stones), "exchange")


def test_e3_match_lasts_until_all_stones_are_placed() -> None:
    """However many turns that takes; see vector 28 for who is done before."""
    state = position("1 1 1 1", supplies=(1, 1))
    state = after(state, "5")
    assert not over(state)
    assert over(after(state, "6"))


def test_e4_who_has_no_stones_does_not_exchange() -> None:
    """R could play nothing with these cards, and is not asked."""
    locked = dict.fromkeys(range(1, 5), (2, 0, 0))
    state = position("9 8 7 6", locked, seats=3, supplies=(5, 0, 5))
    state = replace(state, hands=(state.hands[Y], cards("1 1 1 1"), state.hands[P]))
    assert to_move(events_of(state, "9")[0]) == (P,)


def test_e5_removed_stones_stay_out() -> None:
    state = after(position("1 1 1 1", {12: (2, 1)}, supplies=(10, 7)), "12")
    assert state.removed == (0, 1)
    assert state.supplies == (9, 7)
    assert [side.removed for side in view(state, None).sides] == [0, 1]


def test_nobody_is_eliminated() -> None:
    """Not even when nobody has scored; see the vectors 26 and 27 for E6 and E7."""
    assert eliminated(ended({5: (1, 1)})) == ()


def test_e8_lock_then_line_and_no_draw() -> None:
    stones = alone(Y, "1 14 30 24")
    state, events = events_of(position("12 12 3 4", stones), "12+12")
    assert events == (
        CardsPlayed(Y, (12, 12), 24),
        FieldLocked(Y, 24, (0, 0)),
        LineCompleted(Y, (1, 14, 30, 24)),
    )
    assert state.hands[Y] == (3, 4)
    assert len(state.deck) == 7


def test_e9_unattractive_play_is_no_reason_to_exchange() -> None:
    state = position("1 1 1 1", alone(R, "1 2 3 4"))
    assert refusal(state, "exchange") == MUST_PLAY


def test_e10_which_cards_make_the_sum_is_free() -> None:
    state = position("3 5 8 8")
    assert [notation(move) for move in legal_moves(state, Y) if sum(move.cards) == 8] == [
        "8",
        "3+5",
    ]
    assert events_of(state, "3+5")[0].discard == (3, 5)
    assert events_of(state, "8")[0].discard == (8,)


def test_e11_exchanged_hand_is_seen_by_all() -> None:
    locked = dict.fromkeys(range(1, 5), (0, 2))
    state, events = events_of(position("1 1 1 1", locked), "exchange")
    assert view(state, None).discard == view(state, R).discard == (1, 1, 1, 1)
    assert event_view(events[0], None) == HandExchanged(Y, (1, 1, 1, 1))


def test_hand_is_filled_up_with_the_last_stone_while_others_play_on() -> None:
    state = after(position("1 1 1 1", supplies=(1, 1)), "5")
    assert state.supplies == (0, 1)
    assert len(state.hands[Y]) == 4
    last = after(state, "6")
    assert [len(hand) for hand in last.hands] == [4, 3]


def test_line_winner_is_first_and_all_others_second() -> None:
    stones = alone(P, "1 14 30", 4) | alone(R, "36 35 34", 4) | alone(Y, "2", 4)
    state = after(position("1 1 1 1", stones, seats=4, turn=P), "10+10+4")
    assert scores(state) == (2, 105, 69, 0)
    assert ranking(state) == ((P,), (Y, R, W))


def test_ranking_goes_by_sum() -> None:
    stones = alone(Y, "7", 4) | alone(R, "36", 4) | alone(W, "20 17", 4)
    assert ranking(ended(stones, 4)) == ((W,), (R,), (Y,), (P,))


def test_removed_stone_counts_as_placed() -> None:
    """R has one stone on the board and the supply is used up: the match is over."""
    state = replace(ended({3: (0, 1)}), removed=(0, 19))
    assert over(state)


def filled(open_fields: Stones, seats: int = 2) -> dict[int, tuple[int, ...]]:
    """All other fields are locked by Y or R, nowhere four in a line."""
    stones = {}
    for place, field in enumerate(ORIGINAL):
        row, column = divmod(place, 6)
        holder = (column + row // 2) % 2
        stones[field] = tuple(2 * (seat == holder) for seat in range(seats))
    return stones | dict(open_fields)


def test_match_ends_when_nobody_has_an_open_field() -> None:
    state = position("12 12 12 1", filled({36: (1, 0)}), options=SHUT)
    assert not over(state)
    then, events = events_of(state, "12+12+12")
    assert over(then)
    assert to_move(then) == ()
    assert then.supplies == (19, 20)
    assert [event.kind for event in events] == ["cards_played", "field_locked"]
    assert then.hands[Y] == (1,)
    assert {seat for rank in ranking(then) for seat in rank} == {Y, R}


def test_with_own_locked_fields_open_the_same_goes_on() -> None:
    then = after(position("1 1 1 1", filled({36: (1, 0)})), "12+12+12")
    assert not over(then)
    assert to_move(then) == (R,)


def test_who_has_no_open_field_is_skipped() -> None:
    """Y is two behind on the last open field; R and P are not."""
    state = position("1 1 1 1", filled({36: (0, 2, 1)}, 3), seats=3, turn=P, options=SHUT)
    assert open_fields(state, Y) == []
    assert open_fields(state, R) == open_fields(state, P) == [36]
    tied = after(state, "12+12+12")
    assert on(tied, 36) == (0, 2, 2)
    assert to_move(tied) == (R,)
    assert to_move(after(tied, "12+12+12")) == (P,)


def test_exchange_leaves_who_is_blocked_blocked() -> None:
    stones = filled({36: (0, 2, 1)}, 3)
    state = position("1 1 1 1", stones, seats=3, turn=P, options=SHUT)
    assert legal_moves(state, P) == (EXCHANGE,)
    assert to_move(events_of(state, "exchange")[0]) == (R,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_field_once_shut_never_opens(seats: int) -> None:
    """So who is skipped is skipped for good."""
    for seed in SEEDS:
        before = [set(ALL_FIELDS)] * seats
        for turn in random_turns(SHUT, seats, seed):
            now = [set(open_fields(turn.after, seat)) for seat in range(seats)]
            assert all(new <= old for new, old in zip(now, before, strict=True))
            before = now


# Options


def test_original_board_is_the_default() -> None:
    options = Options()
    assert (options.layout, options.custom_layout) == ("original", ())
    assert (options.own_locked, options.start_seat) == (True, None)
    state, events = new_game(options, 3, CHANCE)
    assert [*board(state)] == [
        *(1, 14, 30, 24, 19, 8),
        *(33, 11, 9, 16, 35, 21),
        *(6, 27, 31, 20, 3, 12),
        *(15, 32, 5, 29, 17, 26),
        *(22, 10, 18, 36, 25, 2),
        *(28, 7, 23, 4, 13, 34),
    ]
    assert events == (MatchStarted(state.starter, ORIGINAL, state.hands),)


def test_random_board_has_each_number_once() -> None:
    chances = [seeded_chance(f"{seed:064x}", (), 2) for seed in range(8)]
    layouts = [new_game(Options(layout="random"), 2, chance)[0].layout for chance in chances]
    assert all(sorted(layout) == [*ALL_FIELDS] for layout in layouts)
    assert len(set(layouts)) == 8
    assert ORIGINAL not in layouts


def test_custom_board() -> None:
    layout = tuple(reversed(ALL_FIELDS))
    state = dealt(Options(layout="custom", custom_layout=layout))
    assert state.layout == layout
    assert [field.number for field in view(state, Y).board] == [*layout]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start_seat_begins(seats: int) -> None:
    for seat in range(seats):
        state = dealt(Options(start_seat=seat), seats)
        assert (state.starter, to_move(state)) == (seat, (seat,))
        assert view(state, None).starter == seat


def test_without_start_seat_chance_decides() -> None:
    chances = [seeded_chance(f"{seed:064x}", (), 2) for seed in range(60)]
    starters = Counter(new_game(Options(), 3, chance)[0].starter for chance in chances)
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 8


CUSTOM = "customLayout must have each number from 1 to 36 once."
NEEDS_CUSTOM = "customLayout needs the layout CUSTOM."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(layout="custom"), CUSTOM),
        (Options(layout="custom", custom_layout=ORIGINAL[:-1]), CUSTOM),
        (Options(layout="custom", custom_layout=(*ORIGINAL, 1)), CUSTOM),
        (Options(layout="custom", custom_layout=(*ORIGINAL[:-1], 1)), CUSTOM),
        (Options(layout="custom", custom_layout=tuple(range(36))), CUSTOM),
        (Options(layout="custom", custom_layout=tuple(range(2, 38))), CUSTOM),
        (Options(custom_layout=ORIGINAL), NEEDS_CUSTOM),
        (Options(layout="random", custom_layout=ORIGINAL), NEEDS_CUSTOM),
        (Options(start_seat=3), "startSeat must be a seat of the match: 0 to 2."),
        (Options(start_seat=-1), "startSeat must be a seat of the match: 0 to 2."),
    ],
)
def test_refused_options(options: Options, sentence: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        check_options(options, 3)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(layout="random"),
        Options(layout="custom", custom_layout=tuple(reversed(ORIGINAL))),
        Options(own_locked=False),
        Options(start_seat=0),
        Options(start_seat=2),
    ],
)
def test_accepted_options(options: Options) -> None:
    check_options(options, 3)
    assert wire.decode_options(wire.encode_options(options)) == options
    assert rematch_options(dealt(options, 3), keep_score=False) == options
    assert rematch_options(dealt(options, 3), keep_score=True) == options


# Refusals, each a sentence to the player

NOT_IN_HAND = "A card must be in your hand to be played."
TOO_HIGH = "The cards must add up to a field: 36 at most."
BARRED = "A field is barred to you while another player has two stones more there than you."
OWN_LOCKED = "A field that you have locked takes no more stones in this match."
MUST_PLAY = "A hand can be exchanged only when nothing in it can be played."
NO_CARD = "There is no such card: they are 1 to 19."
ONE_TO_FOUR = "One to four cards can be played."


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        ("8", NOT_IN_HAND),
        ("5+5", NOT_IN_HAND),
        ("5+6+7+8", NOT_IN_HAND),
        ("12+18+7", TOO_HIGH),
        ("5", BARRED),
        ("7", OWN_LOCKED),
        ("exchange", MUST_PLAY),
    ],
)
def test_refused_move(play: str, sentence: str) -> None:
    def state() -> State:
        return position("5 7 12 18", {5: (0, 2), 7: (2, 0)}, options=SHUT)

    before = state()
    assert refusal(before, play) == sentence
    assert not legal(before, play)
    assert before == state()


def test_card_held_twice_may_be_played_twice_only() -> None:
    state = position("5 5 6 7")
    assert legal(state, "5+5")
    assert refusal(state, "5+5+5") == NOT_IN_HAND


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move((1, 1, 1, 1, 1)), ONE_TO_FOUR),
        (Move((0,)), NO_CARD),
        (Move((20,)), NO_CARD),
        (Move((5, -1)), NO_CARD),
        (Move((0, 0, 0, 0, 0)), ONE_TO_FOUR),
    ],
)
def test_move_that_makes_no_sense_anywhere(move: Move, sentence: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        check(position("1 1 1 5"), Y, move)
    assert str(refused.value) == sentence


def test_equal_cards_are_one_move() -> None:
    moves = [notation(move) for move in legal_moves(position("5 5 6 6"), Y)]
    assert moves == ["5", "6", "5+5", "5+6", "6+6", "5+5+6", "5+6+6", "5+5+6+6"]


# Notation


@pytest.mark.parametrize(
    ("text", "cards"),
    [("5", (5,)), ("5+11+13", (5, 11, 13)), ("1+1+1+1", (1, 1, 1, 1)), ("exchange", ())],
)
def test_notation(text: str, cards: tuple[int, ...]) -> None:
    assert notation(Move(cards)) == text
    assert parse(text) == Move(cards)


@pytest.mark.parametrize("text", ["13+5+11", "11+13+5", "13+11+5"])
def test_cards_may_be_written_in_any_order(text: str) -> None:
    assert parse(text) == Move((5, 11, 13))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+",
        "5+",
        "+5",
        "5++6",
        "5 + 6",
        " 5",
        "5 ",
        "5\n",
        "5,6",
        "5-6",
        "-5",
        "05",
        "0",
        "123",
        "5+123",
        "5=5",
        "five",
        "Exchange",
        "exchange ",
        "exchange\n",
        "exchange+5",
        "\uff15",
        "5+\u0665",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        parse(text)
    assert str(refused.value) == (
        "A move is written like 5+11+13: one to four cards from the hand; "
        "or it is the word exchange."
    )


def test_notation_of_cards_that_do_not_exist_is_refused_by_the_check() -> None:
    for text, sentence in (("20", NO_CARD), ("1+1+1+1+1", ONE_TO_FOUR)):
        with pytest.raises(InvalidMove) as refused:
            check(position("1 1 1 1"), Y, parse(text))
        assert str(refused.value) == sentence


# On the wire


def test_options_left_out_take_their_defaults() -> None:
    assert wire.decode_options(pb.Just4FunOptions()) == Options()
    message = wire.encode_options(Options())
    assert (message.layout, message.own_locked) == (pb.Just4FunOptions.ORIGINAL, True)
    assert not message.HasField("start_seat")
    assert wire.decode_options(pb.Just4FunOptions(own_locked=False)) == Options(own_locked=False)
    assert wire.decode_options(pb.Just4FunOptions(start_seat=0)).start_seat == 0


def test_unknown_layout_is_refused() -> None:
    with pytest.raises(InvalidOptions, match=r"^layout must be ORIGINAL, RANDOM or CUSTOM\.$"):
        wire.decode_options(pb.Just4FunOptions(layout=9))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "message",
    [pb.Just4FunMove(), pb.Just4FunMove(play=pb.Just4FunMove.Play())],
    ids=["none", "empty"],
)
def test_move_without_cards_is_none(message: pb.Just4FunMove) -> None:
    """An empty play must not pass for an exchange."""
    with pytest.raises(InvalidMove) as refused:
        wire.decode_move(message)
    assert str(refused.value) == "A move is play, with one to four cards, or exchange."


def test_cards_are_accepted_in_any_order() -> None:
    message = pb.Just4FunMove(play=pb.Just4FunMove.Play(cards=[13, 5, 11]))
    assert wire.decode_move(message) == Move((5, 11, 13))
    check(position("5 9 11 13"), Y, wire.decode_move(message))


@pytest.mark.parametrize("move", [Move(), Move((5,)), Move((5, 5, 6, 19))])
def test_move_survives_the_wire(move: Move) -> None:
    assert wire.decode_move(wire.encode_move(move)) == move
    assert move_view(move, Y, None) == move_view(move, Y, R) == move


def test_view_on_the_wire() -> None:
    stones = {1: (0, 2, 0), 14: (1, 1, 0), 30: (0, 0, 1)}
    state = position("3 5 8 8", stones, seats=3, supplies=(19, 17, 18), discard="4 2")
    message = wire.encode_view(view(replace(state, removed=(0, 0, 1)), Y))
    assert (message.starter, message.deck_size, [*message.hand], [*message.discard]) == (
        0,
        7,
        [3, 5, 8, 8],
        [4, 2],
    )
    assert [field.number for field in message.board] == [*ORIGINAL]
    first, second, third, fourth = message.board[:4]
    assert ([*first.stones], first.owner, first.locked) == ([0, 2, 0], R, True)
    assert ([*second.stones], second.HasField("owner"), second.locked) == ([1, 1, 0], False, False)
    assert ([*third.stones], third.owner, third.locked) == ([0, 0, 1], P, False)
    assert ([*fourth.stones], fourth.HasField("owner")) == ([0, 0, 0], False)
    last = message.sides[P]
    assert (last.seat, last.hand_size, last.supply, last.removed) == (P, 4, 18, 1)
    assert (last.score, last.highest_field) == (30, 30)
    assert [side.highest_field for side in message.sides] == [0, 1, 30]
    assert [*message.line] == []


def test_owner_at_seat_0_is_told_from_no_owner() -> None:
    fields = wire.encode_view(view(ended({5: (1, 0)}), None)).board
    assert [field.number for field in fields if field.HasField("owner")] == [5]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (FieldLocked(1, 12, (2, 0)), "field_locked { seat: 1 field: 12 removed: 2 removed: 0 }"),
        (LineCompleted(1, (1, 2, 3, 4)), "line_completed { seat: 1 fields: [1, 2, 3, 4] }"),
        (CardsPlayed(1, (5, 6), 11), "cards_played { seat: 1 cards: [5, 6] field: 11 }"),
        (HandExchanged(1, (5, 6)), "hand_exchanged { seat: 1 cards: [5, 6] }"),
        (CardsDrawn(1, 2, (5, 6)), "cards_drawn { seat: 1 count: 2 cards: [5, 6] }"),
        (CardsDrawn(1, 2, None), "cards_drawn { seat: 1 count: 2 }"),
        (DeckReshuffled(40), "deck_reshuffled { cards: 40 }"),
        (
            MatchStarted(1, (1, 2), (None, (5, 6))),
            "match_started { starter: 1 layout: [1, 2] hand: [5, 6] }",
        ),
        (MatchStarted(1, (1, 2), (None, None)), "match_started { starter: 1 layout: [1, 2] }"),
    ],
)
def test_event_on_the_wire(event: Event, text: str) -> None:
    assert wire.encode_event(event) == text_format.Parse(text, pb.Just4FunEvent())


# Who sees what


def other_world(state: State, seat: int | None, dice: random.Random) -> State:
    """The same position, but all cards that the viewer cannot see have changed places."""
    unseen = [*state.deck]
    for side, hand in enumerate(state.hands):
        unseen += hand if side != seat else ()
    dice.shuffle(unseen)
    hands = []
    for side, hand in enumerate(state.hands):
        hands.append(hand if side == seat else tuple(sorted(unseen.pop() for _ in hand)))
    return replace(state, hands=tuple(hands), deck=tuple(unseen))


@pytest.mark.parametrize("seat", [Y, R, P, None])
def test_unseen_cards_change_nothing_that_is_shown(seat: int | None) -> None:
    dice = random.Random(1)
    for turn in random_turns(Options(), 3, seed=4):
        other = other_world(turn.after, seat, dice)
        assert view(turn.after, seat) == view(other, seat)
        tables = {table.render(view(each, seat), NAMES, seat) for each in (turn.after, other)}
        assert len(tables) == 1
    assert other.deck != turn.after.deck


def test_table_says_what_its_letters_mean() -> None:
    state, _ = new_game(PLAIN, 3, CHANCE)
    lines = table.render(view(state, None), NAMES, None).splitlines()
    assert lines[14:17] == [
        lines[2],
        "A2B: two stones of A, one of B; #: locked",
        "",
    ]


@pytest.mark.parametrize("seat", [Y, R, P, None])
def test_own_hand_alone_is_shown(seat: int | None) -> None:
    state, (event,) = new_game(PLAIN, 3, CHANCE)
    assert view(state, seat).hand == (() if seat is None else state.hands[seat])
    shown = event_view(event, seat)
    assert isinstance(shown, MatchStarted)
    assert shown.hands == tuple(
        hand if side == seat else None for side, hand in enumerate(state.hands)
    )


def test_drawn_cards_are_shown_to_who_drew_them() -> None:
    event = CardsDrawn(Y, 2, (3, 8))
    assert event_view(event, Y) == event
    assert event_view(event, R) == event_view(event, None) == CardsDrawn(Y, 2, None)


@pytest.mark.parametrize(
    "event",
    [
        CardsPlayed(Y, (5, 6), 11),
        FieldLocked(Y, 12, (0, 2)),
        LineCompleted(Y, (1, 14, 30, 24)),
        HandExchanged(Y, (1, 1, 1, 1)),
        DeckReshuffled(40),
    ],
)
def test_what_lies_open_is_shown_to_all(event: Event) -> None:
    assert event_view(event, Y) == event_view(event, R) == event_view(event, None) == event


def test_winner_has_fewer_cards_after_the_last_move() -> None:
    state = after(position("1 1 1 1", alone(Y, "1 14 30")), "10+10+4")
    assert [side.hand_size for side in view(state, None).sides] == [1, 4]


# The table as text


def test_table() -> None:
    stones = {1: (2, 0), 14: (1, 1), 36: (0, 3), 34: (0, 1)}
    state = position("3 5 8 8", stones, supplies=(17, 15), discard="4 2 4")
    text = table.render(view(state, Y), NAMES, Y)
    assert text.startswith("Begun by Ada; deck 7, discards 3\n")
    assert "|  1 A2#  | 14 AB   | 30      | 24 " in text
    assert "| 36 B3#  | 25 " in text
    assert "| 34 B    |\n" in text
    assert "A  Ada (you)                 1 points, highest field  1, 17 stones left" in text
    assert "B  Ben                      70 points, highest field 36, 15 stones left" in text
    assert "your hand  3 5 8 8\n" in text
    assert "discards   2 4x2\n" in text
    assert "line" not in text


def test_table_of_a_spectator_has_no_hand() -> None:
    text = table.render(view(position("3 5 8 8"), None), NAMES, None)
    assert "your hand" not in text
    assert "(you)" not in text


def test_table_names_the_line() -> None:
    state = after(position("1 1 1 1", alone(R, "1 14 30"), turn=R), "10+10+4")
    assert "line       1 14 30 24, by Ben\n" in table.render(view(state, None), NAMES, None)


@RANDOM
def test_table_fits_a_terminal(options: Options, seats: int) -> None:
    for turn in random_turns(options, seats, 1):
        lines = table.render(view(turn.after, Y), ["M" * 40] * seats, Y).splitlines()
        assert max(map(len, lines)) <= 100
        assert not any(line != line.rstrip() for line in lines)
