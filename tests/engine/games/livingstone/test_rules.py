"""Livingstone by its rulebook: each numbered vector, then each clause, option and refusal.

Seat 0 is the vectors' A, seat 1 their B, and so on. A deck has its top at the end.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from croupier.v1 import livingstone_pb2 as pb
from engine.domain.chance import seeded_chance
from engine.games.errors import IllegalMove, InvalidMove, InvalidOptions
from engine.games.livingstone import table, wire
from engine.games.livingstone.cards import deck
from engine.games.livingstone.rules import (
    ID,
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
from engine.games.livingstone.types import (
    ANY_ROW_TENT,
    BOAT_BACK,
    CARDS,
    COLUMNS,
    FOUR_COINS,
    MARKET,
    MINE_CRASH,
    NO_COST_TENT,
    PLAIN,
    SCORED_ROW_TENT,
    THREE_STONES,
    TWO_DICE,
    CardDrawn,
    CardPlayed,
    CoinsTaken,
    DeckReshuffled,
    DieTaken,
    Donated,
    Event,
    Final,
    GemsSold,
    MatchScored,
    MineCrashed,
    Move,
    Options,
    Passed,
    RoundScored,
    RoundStarted,
    State,
    StonesDrawn,
    TentPlaced,
    TurnEnded,
)
from engine.games.proto_json import as_json
from engine.games.text import width

from tests.support.random_matches import NAMES, random_match

T = TypeVar("T")

FIRST = Options(start_seat=0)
PASSING = Options(start_seat=0, allow_pass=True)
PRICES = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6)
DONE: dict[str, Any] = {"owed": 0, "taken": True}
"""The die of this turn is taken and used."""
LAST: dict[str, Any] = {"boat": 10, "pool": "", **DONE}
"""The match ends with this turn."""
NOTHING_LEFT = "b1 a2 a3 a4 a5 a6 c1 c2 c3 c4 c5"
"""Eleven tents."""

BY_SEAT = {
    "hands",
    "tents",
    "unscored",
    "coins",
    "chests",
    "gems",
    "last",
    "points",
    "scored_rows",
    "passed",
}
WORDS = {"hands", "tents", "unscored"}
PILES = {"deck", "discard", "out_of_game"}
KINDS = ("black", "clear", "blue", "red", "white")


class Script:
    """Chance that gives these numbers, then noughts: dice of 1, and black stones.

    A shuffle changes nothing.
    """

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def below(self, bound: int) -> int:
        number = self._numbers.pop(0) if self._numbers else 0
        assert 0 <= number < bound
        return number

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


def dice(*values: int) -> Script:
    return Script(*(value - 1 for value in values))


def stones(state: State, drawn: str) -> Script:
    """Chance by which these stones are drawn from the bag, in this order."""
    left, numbers = [*state.bag, 1], []
    for kind in map(KINDS.index, drawn.split()):
        assert left[kind], "no such stone is left"
        numbers.append(sum(left[:kind]))
        left[kind] -= 1
    return Script(*numbers)


def position(
    pool: str = "123456", *, seats: int = 3, options: Options = FIRST, **changes: Any
) -> State:
    """A match that has just begun, but for these changes.

    What is kept by seat may be given for the first seats alone; cards and fields
    are words. With a `die`, it has been taken and not been used.
    """
    state, _ = new_game(options, seats, Script())
    if "die" in changes:
        changes = {**DONE, "last": (changes["die"],), **changes}
    for name in WORDS & changes.keys():
        changes[name] = tuple(tuple(text.split()) for text in changes[name])
    for name in PILES & changes.keys():
        changes[name] = tuple(changes[name].split())
    for name in BY_SEAT & changes.keys():
        changes[name] = (*changes[name], *getattr(state, name)[len(changes[name]) :])
    return replace(state, pool=tuple(map(int, pool)), **changes)


def legal(state: State, text: str) -> bool:
    """Whether the player to move may; the list and the check must agree.

    Of amounts, and of the places that a tent may be moved from, not all are listed.
    """
    move = parse(text)
    listed = move in legal_moves(state, state.turn)
    try:
        check(state, state.turn, move)
    except IllegalMove:
        assert not listed, f"{text} is listed and refused"
        return False
    amount = move.action in ("sell_gems", "donate", "play_market")
    assert listed or amount or move.origin, f"{text} is allowed and not listed"
    return True


def refusal(state: State, text: str) -> str:
    """The sentence with which the rules forbid the move, which is not listed either."""
    assert not legal(state, text)
    with pytest.raises(IllegalMove) as refused:
        check(state, state.turn, parse(text))
    return str(refused.value)


def events_of(
    state: State, text: str, luck: Script | None = None
) -> tuple[State, tuple[Event, ...]]:
    assert legal(state, text), text
    return apply(state, state.turn, parse(text), luck or Script())


def after(state: State, *texts: str, luck: Script | None = None) -> State:
    """The position after these moves, the players' in turn."""
    luck = luck or Script()
    for text in texts:
        state, _ = events_of(state, text, luck)
    return state


def dealt(options: Options, seats: int, luck: Script | None = None) -> State:
    check_options(options, seats)
    return new_game(options, seats, luck or Script())[0]


def turns(state: State, *taken: tuple[int, int], luck: Script | None = None) -> State:
    """Each (seat, die) is a turn, in this order, that takes coins."""
    for seat, die in taken:
        assert to_move(state) == (seat,)
        state = after(state, f"die {die}", "coins", "end", luck=luck)
    return state


def scored(state: State, luck: Script | None = None) -> tuple[int, ...]:
    """The points of a round that the turn of this position ends."""
    _, events = events_of(replace(state, pool=(), die=0, **DONE), "end", luck)
    (result,) = (event for event in events if isinstance(event, RoundScored))
    return result.points


def at_the_end(luck: Script | None = None, **changes: Any) -> State:
    """The position after the last turn of a match."""
    state = after(position(**{**LAST, **changes}), "end", luck=luck)
    assert over(state)
    return state


def total(state: State) -> int:
    """All stones, wherever they are; the white one is in the bag."""
    return 1 + sum(state.bag) + sum(state.aside) + sum(map(sum, state.gems))


# Set-up


def test_vector_01_set_up() -> None:
    state = dealt(Options(), 3, Script(2, 5, 0, 2, 0, 3, 3))
    assert (state.starter, state.turn, to_move(state)) == (2, 2, (2,))
    assert state.pool == (1, 1, 3, 4, 4, 6)
    assert (state.coins, state.chests, state.points) == ((3,) * 3, (0,) * 3, (0,) * 3)
    assert (state.hands, state.tents) == (((),) * 3, ((),) * 3)
    assert (sum(state.bag) + 1, sum(state.aside), len(state.deck)) == (60, 0, 27)
    assert (state.round, state.boat) == (1, 1)
    assert [side.tents for side in view(state, None).sides] == [11] * 3
    assert (state.discard, state.out_of_game, state.gems) == ((), (), ((0, 0, 0),) * 3)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_dice_per_player(seats: int) -> None:
    assert len(dealt(Options(), seats).pool) == 2 * seats


def test_bag_is_29_black_15_clear_10_blue_5_red_and_a_white_stone() -> None:
    assert dealt(Options(), 2).bag == (29, 15, 10, 5)


def test_the_27_cards() -> None:
    assert Counter(deck(Options())) == {
        "NO_COST_TENT": 3,
        "ANY_ROW_TENT": 3,
        "SCORED_ROW_TENT": 2,
        "TWO_DICE": 3,
        "MARKET": 3,
        "THREE_STONES": 3,
        "FOUR_COINS": 3,
        "VP2": 2,
        "VP3": 2,
        "VP4": 1,
        "BOAT_BACK": 1,
        "MINE_CRASH": 1,
    }


def test_cards_are_shuffled_and_dice_are_rolled_by_chance() -> None:
    chances = [seeded_chance(f"{seed:064x}", (), 1) for seed in range(2)]
    one, other = (new_game(FIRST, 5, chance)[0] for chance in chances)
    assert one.deck != other.deck
    assert one.pool != other.pool
    assert Counter(one.deck) == Counter(deck(FIRST))


def test_start_is_told() -> None:
    _, events = new_game(FIRST, 2, dice(5, 2, 2, 6))
    assert events == (RoundStarted(1, 0, 1, (2, 2, 5, 6)),)


# Dice and turns


def test_vector_02_die_is_taken_from_the_pool() -> None:
    state = after(position("113446"), "die 3")
    assert (state.pool, state.last[0], state.die) == ((1, 1, 4, 4, 6), 3, 3)


def test_vector_03_no_higher_die_and_so_skipped() -> None:
    state = position("113", seats=2, last=(3, 0))
    for die in (1, 3):
        assert not legal(state, f"die {die}")
    state = after(position("113", seats=2, turn=1, last=(3, 0), **DONE), "end")
    assert (state.turn, state.round) == (1, 1)


def test_vector_04_round_ends_with_a_die_left_over() -> None:
    state = turns(dealt(FIRST, 2, dice(2, 2, 5, 5)), (0, 2), (1, 5))
    assert state.pool == (2, 5)
    state = after(state, "die 5", "coins")
    assert (state.pool, state.round) == ((2,), 1)
    state, events = events_of(state, "end", dice(1, 2, 3, 4))
    assert [event.kind for event in events] == ["turn_ended", "round_scored", "round_started"]
    assert (state.round, state.pool) == (2, (1, 2, 3, 4))


def test_vector_05_one_player_takes_three_dice() -> None:
    state = dealt(FIRST, 3, dice(1, 2, 3, 3, 5, 6))
    state = turns(state, (0, 1), (1, 5), (2, 6), (0, 2), (0, 3))
    assert (state.round, state.boat, state.coins) == (2, 2, (3 + 6, 3 + 5, 3 + 6))


def test_vector_06_take_coins() -> None:
    state, events = events_of(position(die=4, coins=(3,)), "coins")
    assert (state.coins[0], state.die) == (7, 0)
    assert events == (CoinsTaken(0, 4),)


def test_turns_go_clockwise() -> None:
    state = dealt(Options(start_seat=2), 4, dice(1, 1, 1, 1, 2, 2, 2, 2))
    state = turns(state, (2, 1), (3, 1), (0, 1), (1, 1), (2, 2), (3, 2), (0, 2), (1, 2))
    assert state.round == 2


def test_skipped_player_is_out_for_the_round_and_in_the_next() -> None:
    state = dealt(FIRST, 3, dice(1, 2, 3, 4, 5, 6))
    state = turns(state, (0, 6), (1, 1), (2, 2), (1, 3), (2, 4), (1, 5))
    assert (state.round, state.last) == (2, (0, 0, 0))
    assert to_move(state) == (1,)


def test_e5_skipped_player_has_no_turn_and_no_free_action() -> None:
    state = position("4", last=(2, 5, 3), gems=((0, 0, 0), (2, 0, 0)), **DONE)
    assert to_move(after(state, "end")) == (2,)


@pytest.mark.parametrize("starter", range(3))
def test_next_round_is_begun_by_the_left_neighbour_of_who_began(starter: int) -> None:
    state = dealt(Options(start_seat=starter), 3)
    ended = turns(state, (starter, 1), ((starter + 1) % 3, 1), ((starter + 2) % 3, 1))
    assert (ended.starter, ended.turn) == ((starter + 1) % 3,) * 2
    assert (ended.round, ended.boat) == (2, 2)


def test_match_has_ten_rounds() -> None:
    state = dealt(FIRST, 2)
    for played in range(10):
        assert not over(state)
        assert (state.round, state.boat) == (played + 1, played + 1)
        state = turns(state, (state.turn, 1), (1 - state.turn, 1))
    assert over(state)
    assert to_move(state) == ()
    assert view(state, None).round == 10


def test_e2_taking_a_die_is_obligatory() -> None:
    state = position()
    assert parse("pass") not in legal_moves(state, 0)
    with pytest.raises(InvalidMove, match=r"^Nobody may pass in this match\.$"):
        check(state, 0, parse("pass"))
    assert not legal(state, "end")


def test_e4_free_actions_before_between_and_after() -> None:
    state = position(hands=("VP2 VP3 VP4",), gems=((1, 1, 1),), coins=(9,))
    state = after(state, "play VP2", "sell 1c", "donate 1", "die 4")
    state = after(state, "play VP3", "sell 1b", "donate 1", "coins")
    state = after(state, "play VP4", "sell 1r", "donate 1", "end")
    assert (state.points[0], state.coins[0], state.chests[0]) == (9, 9 + 9 + 4 - 3, 3)


def test_turn_is_told() -> None:
    state, events = events_of(position(), "die 4")
    assert events == (DieTaken(0, 4),)
    _, events = events_of(after(state, "coins"), "end")
    assert events == (TurnEnded(0),)


# The bag


def test_vector_07_dig() -> None:
    state = position(die=3)
    dug, events = events_of(state, "dig", stones(state, "black clear red"))
    assert dug.gems[0] == (1, 0, 1)
    assert dug.aside == (1, 0, 0, 0)
    assert sum(dug.bag) + 1 == 57
    assert (dug.die, events) == (0, (StonesDrawn(0, (1, 1, 0, 1), False),))


def test_vector_08_white_stone_sends_everything_back() -> None:
    held = ((3, 0, 0), (0, 4, 0), (0, 0, 1))
    state = position(die=4, bag=(24, 10, 6, 4), aside=(5, 2, 0, 0), gems=held)
    assert total(state) == 60
    dug, events = events_of(state, "dig", stones(state, "red white black blue"))
    assert (dug.gems, dug.aside) == (held, (0, 0, 0, 0))
    assert sum(dug.bag) + 1 == 52
    assert dug.bag == (29, 12, 6, 4)
    assert events == (StonesDrawn(0, (1, 0, 1, 1), True),)


@pytest.mark.parametrize("text", ["dig", "play THREE_STONES"])
def test_bag_with_fewer_stones_is_drawn_empty_and_so_filled_again(text: str) -> None:
    state = position(die=3, hands=("THREE_STONES",), bag=(0, 0, 1, 0), aside=(29, 15, 9, 5))
    dug, events = events_of(state, text, stones(state, "blue white"))
    assert (dug.bag, dug.aside, dug.gems[0]) == ((29, 15, 10, 5), (0, 0, 0, 0), (0, 0, 0))
    assert events[-1] == StonesDrawn(0, (0, 0, 1, 0), True)
    assert total(dug) == total(state)


def test_white_stone_alone_in_the_bag() -> None:
    state = after(position(die=1, bag=(0, 0, 0, 0), aside=(29, 15, 10, 5)), "dig")
    assert state.bag == (29, 15, 10, 5)


def test_sold_gems_come_back_with_the_white_stone() -> None:
    state = position(die=1, gems=((2, 0, 0),), bag=(29, 13, 10, 5))
    sold = after(state, "sell 2c")
    assert sold.aside == (0, 2, 0, 0)
    assert after(sold, "dig", luck=stones(sold, "white")).bag == (29, 15, 10, 5)


def test_three_stones_need_no_die() -> None:
    state = position(hands=("THREE_STONES",))
    dug, events = events_of(state, "play THREE_STONES", stones(state, "clear blue blue"))
    assert (dug.gems[0], dug.owed) == ((1, 2, 0), 1)
    assert events == (CardPlayed(0, THREE_STONES), StonesDrawn(0, (0, 1, 2, 0), False))


# Gems


def test_vector_09_sale() -> None:
    state, events = events_of(position(gems=((2, 1, 1),)), "sell 2c 1b")
    assert (state.coins[0], state.aside, state.gems[0]) == (3 + 5, (0, 2, 1, 0), (0, 0, 1))
    assert events == (GemsSold(0, (2, 1, 0), 5, 0),)
    state = after(state, "sell 1r")
    assert (state.coins[0], state.aside) == (3 + 5 + 5, (0, 2, 1, 1))
    assert scores(state) == (0, 0, 0)


def test_vector_20_market() -> None:
    state = position(hands=("MARKET",), gems=((2, 1, 1),))
    sold, events = events_of(state, "play MARKET 2c 1b 1r")
    assert (sold.coins[0], sold.points[0], sum(sold.aside)) == (3 + 7, 7, 4)
    assert (sold.hands[0], sold.discard, sold.gems[0]) == ((), (MARKET,), (0, 0, 0))
    assert events == (CardPlayed(0, MARKET), GemsSold(0, (2, 1, 1), 7, 7))
    plain = after(state, "sell 2c 1b 1r")
    assert (plain.coins[0], plain.points[0]) == (3 + 10, 0)


def test_market_takes_any_part_of_the_gems() -> None:
    state = after(position(hands=("MARKET",), gems=((2, 1, 1),)), "play MARKET 1b")
    assert (state.coins[0], state.points[0], state.gems[0]) == (5, 2, (2, 0, 1))


# Donations


def test_vector_23_donation() -> None:
    state, events = events_of(position(coins=(9,)), "donate 5")
    assert (state.coins[0], state.chests[0]) == (4, 5)
    (donated,) = events
    assert event_view(donated, 0) == Donated(0, 5)
    assert event_view(donated, 1) == event_view(donated, None) == Donated(0, None)


def test_donations_add_up_in_the_chest() -> None:
    state = after(position(coins=(9,)), "donate 5", "donate 1", "donate 3")
    assert (state.coins[0], state.chests[0]) == (0, 9)


# Tents


def test_vector_10_tent_costs_the_price_of_the_river() -> None:
    state, events = events_of(position(boat=4, die=4, coins=(3,)), "tent 4")
    assert (state.coins[0], state.points[0], state.tents[0]) == (0, 0, ("d4",))
    assert events == (TentPlaced(0, "d4", 3, (), ""),)
    assert scored(state) == (4, 0, 0)


def test_vector_11_and_a_coin_for_every_tent_on_the_field() -> None:
    """Also E3: own tents count."""
    state = position(boat=4, die=6, coins=(5,), tents=("d6 d5", "d6 c6"))
    assert after(state, "tent 6").coins[0] == 0


def test_vector_12_coins_must_suffice_and_gems_may_be_sold_first() -> None:
    state = position(boat=4, die=6, coins=(4,), tents=("d6", "d6"), gems=((0, 1, 0),))
    assert refusal(state, "tent 6") == TOO_DEAR
    assert after(state, "sell 1b", "tent 6").coins[0] == 2


def test_vector_13_no_cost_tent_pays_the_surcharge() -> None:
    state = position(boat=9, die=5, coins=(1,), tents=("", "i5"), hands=("NO_COST_TENT",))
    placed, events = events_of(state, "tent 5 free")
    assert (placed.coins[0], placed.hands[0], placed.discard) == (0, (), (NO_COST_TENT,))
    assert events == (TentPlaced(0, "i5", 1, (NO_COST_TENT,), ""),)
    assert not legal(replace(state, coins=(0, 3, 3)), "tent 5 free")


def test_vector_14_any_row_tent() -> None:
    state = position(boat=6, die=1, coins=(4,), hands=("ANY_ROW_TENT",))
    placed = after(state, "tent 6 any")
    assert (placed.coins[0], placed.tents[0], placed.discard) == (0, ("f6",), (ANY_ROW_TENT,))
    assert scored(placed) == (6, 0, 0)


def test_vector_15_both_cards_for_one_tent() -> None:
    hand = "NO_COST_TENT ANY_ROW_TENT VP2"
    state = position(boat=6, die=1, coins=(3,), tents=("f6", "f6", "f6"), hands=(hand,))
    placed, events = events_of(state, "tent 6 free any")
    assert (placed.coins[0], placed.hands[0]) == (0, ("VP2",))
    assert events == (TentPlaced(0, "f6", 3, (NO_COST_TENT, ANY_ROW_TENT), ""),)
    assert scored(placed) == (12, 6, 6)


def test_any_row_may_be_the_row_of_the_die() -> None:
    state = position(boat=1, die=3, hands=("ANY_ROW_TENT",))
    assert after(state, "tent 3 any").hands[0] == ()


@pytest.mark.parametrize("row", range(1, 7))
def test_any_row_tent_goes_to_every_row(row: int) -> None:
    state = after(position(die=3, hands=("ANY_ROW_TENT",)), f"tent {row} any")
    assert state.tents[0] == (f"a{row}",)


def test_vector_16_scored_row_tent() -> None:
    """Also E6: it goes to the boat's column."""
    state = position(boat=4, tents=("a2",), scored_rows=((2,),), hands=("SCORED_ROW_TENT",))
    placed, events = events_of(state, "play SCORED_ROW_TENT 2")
    assert (placed.coins[0], placed.tents[0], placed.owed) == (3, ("a2", "d2"), 1)
    assert (placed.hands[0], placed.discard) == ((), (SCORED_ROW_TENT,))
    assert events == (TentPlaced(0, "d2", 0, (SCORED_ROW_TENT,), ""),)
    assert scored(placed) == (0, 0, 0)


def test_vector_16_it_counts_for_the_row() -> None:
    ended = at_the_end(tents=("a2 j2", "a2"), unscored=("j2",))
    assert ended.final is not None
    assert ended.final.rows == (10, 0, 0)
    assert ended.points == (10, 0, 0)


def test_vector_17_not_to_a_row_never_scored() -> None:
    state = position(boat=4, tents=("d5",), scored_rows=((2,),), hands=("SCORED_ROW_TENT",))
    assert refusal(state, "play SCORED_ROW_TENT 5") == NOT_SCORED


def test_scored_row_tent_pays_the_surcharge_and_not_the_river() -> None:
    state = position(
        boat=10, tents=("j2", "j2"), coins=(2,), scored_rows=((2,),), hands=("SCORED_ROW_TENT",)
    )
    assert after(state, "play SCORED_ROW_TENT 2").coins[0] == 0
    assert refusal(replace(state, coins=(1, 3, 3)), "play SCORED_ROW_TENT 2") == TOO_DEAR


def test_scored_row_tent_leaves_other_tents_of_the_field_scoring() -> None:
    state = position(boat=4, tents=("d2 d2",), scored_rows=((2,),), hands=("SCORED_ROW_TENT",))
    assert scored(after(state, "play SCORED_ROW_TENT 2")) == (4, 0, 0)


def test_e8_tents_score_at_the_end_of_the_round_only() -> None:
    state = after(position("35", seats=2, die=2, coins=(9,)), "tent 2", "end")
    assert scores(state) == (0, 0)
    state = turns(state, (1, 5), (0, 3))
    assert scores(state) == (2, 0)


def test_vector_31_every_tent_of_the_column_scores() -> None:
    state = position(boat=3, tents=("c1 c4 c4 b6 d6", "c6"))
    assert scored(state) == (9, 6, 0)


def test_round_scoring_is_told_and_remembered() -> None:
    state = position(boat=3, pool="", tents=("c1 c4 c4", "c6"), points=(5,), **DONE)
    ended, events = events_of(state, "end")
    assert events[1] == RoundScored(3, (9, 6, 0))
    assert (ended.points, ended.scored_rows) == ((14, 6, 0), ((1, 4), (6,), ()))
    assert events[2] == RoundStarted(2, 1, 4, (1,) * 6)


def test_tents_of_other_columns_have_not_scored() -> None:
    ended = after(position(boat=3, pool="", tents=("c1 b2 d3",), **DONE), "end")
    assert ended.scored_rows[0] == (1,)


def test_marked_tent_has_not_scored_in_its_row() -> None:
    ended = after(position(boat=3, pool="", tents=("c1 c2",), unscored=("c2",), **DONE), "end")
    assert (ended.scored_rows[0], ended.points[0]) == ((1,), 1)


def test_scored_row_is_for_good() -> None:
    state = position(boat=5, pool="", tents=("a4",), scored_rows=((2,),), **DONE)
    assert after(state, "end").scored_rows[0] == (2,)


def test_vector_29_no_tent_left_with_three_players() -> None:
    hand = "NO_COST_TENT ANY_ROW_TENT SCORED_ROW_TENT"
    state = position(die=5, coins=(99,), tents=(NOTHING_LEFT,), scored_rows=((2,),), hands=(hand,))
    for text in ("tent 5", "tent 5 free", "tent 6 any", "play SCORED_ROW_TENT 2"):
        assert refusal(state, text) == NO_TENT_LEFT
        assert refusal(state, f"{text} from b1") == NO_TENT_LEFT


def test_eleventh_tent_is_the_last() -> None:
    state = position(die=5, coins=(99,), tents=(NOTHING_LEFT[3:],))
    assert view(after(state, "tent 5"), None).sides[0].tents == 0


# Relocation


def test_vector_28_moved_tent() -> None:
    state = position(seats=2, boat=9, die=5, coins=(5,), tents=(NOTHING_LEFT,))
    moved, events = events_of(state, "tent 5 from b1")
    assert moved.coins[0] == 0
    assert events == (TentPlaced(0, "i5", 5, (), "b1"),)
    rows = [Counter(field[1] for field in each.tents[0]) for each in (state, moved)]
    assert (rows[1]["1"] - rows[0]["1"], rows[1]["5"] - rows[0]["5"]) == (-1, 1)
    assert len(moved.tents[0]) == 11
    assert scored(moved) == (5, 0)


def test_moved_tent_pays_the_surcharge() -> None:
    state = position(seats=2, boat=3, die=5, coins=(4,), tents=(NOTHING_LEFT, "c5"))
    assert after(state, "tent 5 from b1").coins[0] == 0
    assert not legal(replace(state, coins=(3, 3)), "tent 5 from b1")


def test_cards_move_tents_too() -> None:
    hand = "NO_COST_TENT ANY_ROW_TENT SCORED_ROW_TENT"
    tents = (NOTHING_LEFT,)
    state = position(seats=2, boat=9, die=5, tents=tents, hands=(hand,), scored_rows=((2,),))
    moved = after(state, "tent 6 free any from b1", "play SCORED_ROW_TENT 2 from a3")
    assert " ".join(moved.tents[0]) == "a2 a4 a5 a6 c1 c2 c3 c4 c5 i6 i2"
    assert (moved.unscored[0], moved.coins[0], moved.hands[0]) == (("i2",), 3, ())


def test_tent_may_come_from_the_current_column_but_not_from_its_own_field() -> None:
    state = position(seats=2, boat=3, die=5, coins=(9,), tents=(NOTHING_LEFT,))
    assert legal(state, "tent 5 from c1")
    assert refusal(state, "tent 5 from c5") == OWN_FIELD


def test_all_tents_on_the_target_cannot_be_moved_to_it() -> None:
    state = position(seats=2, boat=3, die=5, coins=(99,), tents=(" ".join(["c5"] * 11),))
    assert refusal(state, "tent 5 from c5") == OWN_FIELD
    assert {move.action for move in legal_moves(state, 0)} & {"place_tent"} == set()


def test_places_and_tents_to_move_are_each_listed() -> None:
    hand = "NO_COST_TENT ANY_ROW_TENT SCORED_ROW_TENT"
    state = position(
        seats=2,
        boat=3,
        die=5,
        coins=(99,),
        tents=(NOTHING_LEFT,),
        hands=(hand,),
        scored_rows=((2,),),
    )
    listed = legal_moves(state, 0)
    for action, places in (("place_tent", 14), ("play_scored_row_tent", 1)):
        moves = [move for move in listed if move.action == action]
        assert len({replace(move, origin="") for move in moves}) == places
        targets = {f"c{move.number}" for move in moves}
        possible = {*state.tents[0]} - (targets if len(targets) == 1 else set())
        assert {move.origin for move in moves} == possible
        for move in moves:
            for origin in {other.origin for other in moves} - {f"c{move.number}"}:
                check(state, 0, replace(move, origin=origin))


MARKED = f"c2 {NOTHING_LEFT[3:]}"
"""Eleven tents, two of them on c2."""


def test_marked_tent_is_lifted_first() -> None:
    state = position(seats=2, boat=3, die=6, coins=(9,), tents=(MARKED,), unscored=("c2",))
    assert scored(state) == (1 + 2 + 3 + 4 + 5, 0)
    moved = after(state, "tent 6 from c2")
    assert moved.unscored[0] == ()
    assert scored(moved) == (1 + 2 + 3 + 4 + 5 + 6, 0)


def test_unmarked_tent_is_lifted_where_none_is_marked() -> None:
    state = position(seats=2, boat=3, die=6, coins=(9,), tents=(MARKED,), unscored=("c1",))
    moved = after(state, "tent 6 from c2")
    assert moved.unscored[0] == ("c1",)
    assert scored(moved) == (2 + 3 + 4 + 5 + 6, 0)


def test_scored_row_tent_marks_the_tent_that_is_moved() -> None:
    state = position(
        seats=2, boat=3, tents=(MARKED,), unscored=("c1",), scored_rows=((3,),),
        coins=(9,), hands=("SCORED_ROW_TENT",),
    )  # fmt: skip
    moved = after(state, "play SCORED_ROW_TENT 3 from c1")
    assert moved.unscored[0] == ("c3",)
    assert scored(moved) == (2 + 2 + 3 + 4 + 5, 0)


def test_tent_scored_before_it_was_moved_leaves_its_row_scored() -> None:
    state = position(
        seats=2, boat=9, die=5, coins=(9,), tents=(NOTHING_LEFT,), scored_rows=((1,),),
        hands=("SCORED_ROW_TENT",),
    )  # fmt: skip
    assert legal(after(state, "tent 5 from b1"), "play SCORED_ROW_TENT 1 from c1")


def test_mark_ends_with_the_round_whatever_column_is_scored() -> None:
    """Also E7: the tent scores when its column comes again."""
    state = position(boat=4, pool="", tents=("d2",), unscored=("d2",), hands=("BOAT_BACK",), **DONE)
    state, events = events_of(after(state, "play BOAT_BACK"), "end")
    assert events[1] == RoundScored(3, (0, 0, 0))
    assert (state.boat, state.unscored) == (4, ((), (), ()))
    assert scored(state) == (2, 0, 0)


def test_e7_marked_tent_scores_when_its_column_comes_back() -> None:
    state = position(boat=4, pool="", tents=("d2",), unscored=("d2",), **DONE)
    state = after(state, "end")
    assert (state.points, state.boat) == ((0, 0, 0), 5)
    state = replace(state, hands=((), (BOAT_BACK,), ()))
    assert scored(after(state, "play BOAT_BACK")) == (2, 0, 0)


# Cards


def test_card_is_drawn_from_the_top() -> None:
    state = position(die=1, deck="VP2 VP3 TWO_DICE", hands=("VP4",))
    drawn, events = events_of(state, "card")
    assert (drawn.hands[0], drawn.deck, drawn.die) == ((TWO_DICE, "VP4"), ("VP2", "VP3"), 0)
    assert events == (CardDrawn(0, TWO_DICE),)


def test_card_may_be_played_in_the_turn_in_which_it_is_drawn() -> None:
    assert after(position(die=1, deck="VP4"), "card", "play VP4").points[0] == 4


@pytest.mark.parametrize(("card", "points"), [("VP2", 2), ("VP3", 3), ("VP4", 4)])
def test_points_on_cards(card: str, points: int) -> None:
    state, events = events_of(position(hands=(f"{card} {card}",)), f"play {card}")
    assert (state.points, state.hands[0], state.discard) == ((points, 0, 0), (card,), (card,))
    assert events == (CardPlayed(0, card),)


def test_four_coins() -> None:
    state = after(position(hands=("FOUR_COINS",)), "play FOUR_COINS")
    assert (state.coins, state.discard) == ((7, 3, 3), (FOUR_COINS,))


def test_any_number_of_cards_in_a_turn() -> None:
    state = position(hands=("FOUR_COINS FOUR_COINS VP2 VP3",))
    state = after(state, "play FOUR_COINS", "play VP2", "play FOUR_COINS", "play VP3")
    assert (state.coins[0], state.points[0], state.hands[0]) == (11, 5, ())


def test_hand_has_no_limit() -> None:
    assert len(after(position(die=1, hands=("VP2 " * 40,)), "card").hands[0]) == 41


def test_vector_18_boat_back() -> None:
    state = position(boat=4, seats=2, die=2, tents=("c2 c6", "d1"), hands=("BOAT_BACK",))
    state, events = events_of(state, "play BOAT_BACK")
    assert (state.boat, events) == (3, (CardPlayed(0, BOAT_BACK),))
    assert (state.discard, state.out_of_game) == ((), (BOAT_BACK,))
    state = after(replace(state, pool=(3,)), "coins", "end", "die 3", "tent 3")
    assert state.tents[1] == ("d1", "c3")
    state, told = events_of(state, "end")
    assert told[1] == RoundScored(3, (8, 3))
    assert (state.boat, state.round) == (4, 2)
    assert scored(state) == (0, 1)


def test_vector_19_boat_back_from_the_first_column() -> None:
    assert refusal(position(hands=("BOAT_BACK",)), "play BOAT_BACK") == FIRST_COLUMN


def test_vector_19_boat_back_from_the_last_column() -> None:
    state = position(**LAST, round=10, tents=("i4 j5",), hands=("BOAT_BACK",))
    state, events = events_of(after(state, "play BOAT_BACK"), "end")
    assert events[1:] == (RoundScored(9, (4, 0, 0)), RoundStarted(11, 1, 10, (1,) * 6))
    assert not over(state)
    assert over(after(replace(state, pool=(), **DONE), "end"))


def test_boat_back_after_the_die_moves_the_place_of_the_tent() -> None:
    state = position(boat=4, die=3, hands=("BOAT_BACK",))
    assert after(state, "play BOAT_BACK", "tent 3").tents[0] == ("c3",)


def test_several_boats_back_in_a_round() -> None:
    state = position(boat=2, hands=("BOAT_BACK BOAT_BACK",))
    back = after(state, "play BOAT_BACK")
    assert back.boat == 1
    assert refusal(back, "play BOAT_BACK") == FIRST_COLUMN
    assert after(replace(state, boat=10), "play BOAT_BACK", "play BOAT_BACK").boat == 8


def test_boat_never_comes_back_into_the_deck() -> None:
    state = position(boat=4, die=3, deck="", discard="VP2", hands=("BOAT_BACK",))
    drawn, events = events_of(after(state, "play BOAT_BACK"), "card")
    assert events == (DeckReshuffled(1), CardDrawn(0, "VP2"))
    assert drawn.out_of_game == (BOAT_BACK,)


# TWO_DICE


def test_vector_21_two_dice() -> None:
    state = after(position("356", last=(2,), hands=("TWO_DICE",)), "play TWO_DICE")
    assert state.owed == 2
    for first in (3, 5):
        assert legal(state, f"die {first}")
    assert refusal(state, "die 6") == CHAIN_BROKEN
    for second in (5, 6):
        assert legal(after(state, "die 3", "coins"), f"die {second}")
    assert refusal(after(state, "die 5", "coins"), "die 3") == NOT_HIGHER


def test_vector_21_two_cards() -> None:
    state = position("356", last=(2,), hands=("TWO_DICE TWO_DICE",))
    state = after(state, "play TWO_DICE", "play TWO_DICE")
    assert state.owed == 3
    for first in (5, 6):
        assert refusal(state, f"die {first}") == CHAIN_BROKEN
    state = after(state, "die 3", "coins")
    assert not legal(state, "die 6")
    state = after(state, "die 5", "dig", "die 6", "coins")
    assert (state.pool, state.owed, state.coins[0]) == ((), 0, 3 + 3 + 6)
    assert legal(state, "end")


def test_vector_21_equal_dice_are_no_chain() -> None:
    state = position("66", last=(2,), hands=("TWO_DICE",))
    assert refusal(state, "play TWO_DICE") == TOO_FEW_DICE


def test_third_die_needs_a_third_value() -> None:
    state = after(position("3566", hands=("TWO_DICE " * 3,)), "play TWO_DICE", "play TWO_DICE")
    assert refusal(state, "play TWO_DICE") == TOO_FEW_DICE


def test_two_dice_after_the_first_die() -> None:
    state = position("36", last=(5,), hands=("TWO_DICE TWO_DICE",), **DONE)
    state = after(state, "play TWO_DICE")
    assert state.owed == 1
    assert refusal(state, "play TWO_DICE") == TOO_FEW_DICE
    assert refusal(state, "end") == DIE_OWED
    assert after(state, "die 6", "coins").coins[0] == 9
    none = replace(state, hands=((TWO_DICE,), (), ()), pool=(3, 5), owed=0)
    assert refusal(none, "play TWO_DICE") == TOO_FEW_DICE


def test_two_dice_while_a_die_is_in_hand() -> None:
    state = after(position("46", die=3, hands=("TWO_DICE",)), "play TWO_DICE")
    assert refusal(state, "die 4") == DIE_UNUSED
    assert after(state, "coins", "die 4").die == 4


def test_further_die_exceeds_the_last_and_not_the_first_one() -> None:
    state = turns(dealt(FIRST, 2, dice(1, 3, 2, 6)), (0, 3), (1, 1))
    assert refusal(state, "die 2") == NOT_HIGHER
    state = position("46", last=(2, 9, 9), hands=("TWO_DICE",))
    state = after(state, "play TWO_DICE", "die 4", "coins", "die 6", "coins", "end")
    assert state.round == 2


# Reshuffle


def test_e11_empty_deck_is_made_of_the_discards() -> None:
    state = position(die=1, deck="", discard="VP2 VP3 VP4", out_of_game="MINE_CRASH BOAT_BACK")
    drawn, events = events_of(state, "card")
    assert events == (DeckReshuffled(3), CardDrawn(0, "VP4"))
    assert (drawn.deck, drawn.discard) == (("VP2", "VP3"), ())
    assert drawn.out_of_game == (MINE_CRASH, BOAT_BACK)


def test_deck_is_not_made_before_a_card_is_needed() -> None:
    state = after(position(die=1, deck="VP4", discard="VP2"), "card")
    assert (state.deck, state.discard) == ((), ("VP2",))


def test_reshuffle_is_by_chance() -> None:
    pile = " ".join(deck(replace(FIRST, card_counts=(3,) * 10 + (0, 0))))
    state = position(die=1, deck="", discard=pile)
    orders = {
        apply(state, 0, parse("card"), seeded_chance(f"{n:064x}", (), 1))[0].deck for n in (1, 2)
    }
    assert len(orders) == 2


def test_no_card_left_to_draw() -> None:
    state = position(die=1, deck="", out_of_game="MINE_CRASH", hands=("VP2",))
    assert refusal(state, "card") == NO_CARD_LEFT
    assert legal(after(state, "play VP2"), "card")


# MINE_CRASH


def crashed(draws: str, cards: str, **changes: Any) -> tuple[State, tuple[Event, ...]]:
    """A draws MINE_CRASH, which lies upon these cards."""
    options = replace(FIRST, mine_crash_draw=draws)  # type: ignore[arg-type]
    state = position(die=1, options=options, deck=f"{cards} MINE_CRASH", **changes)
    return events_of(state, "card")


def test_vector_22_all_gems_go_into_the_bag() -> None:
    gems = ((2, 0, 1), (0, 1, 0))
    before = position(bag=(29, 3, 9, 4), aside=(0, 10, 0, 0))
    state, events = crashed("all", "", gems=gems, bag=before.bag, aside=before.aside)
    assert state.bag == (29, 5, 10, 5)
    assert state.aside == (0, 10, 0, 0)
    assert state.gems == ((0, 0, 0),) * 3
    assert events == (MineCrashed(0, (*gems, (0, 0, 0))),)
    assert state.out_of_game == (MINE_CRASH,)
    assert (state.hands, state.discard, state.die) == (((), (), ()), (), 0)


def test_e1_everyone_draws_from_the_drawer_clockwise() -> None:
    options = replace(FIRST, mine_crash_draw="all")
    state = position(turn=1, die=1, last=(0, 1), options=options, deck="VP2 VP3 VP4 MINE_CRASH")
    state, events = events_of(state, "card")
    assert events[1:] == (CardDrawn(1, "VP4"), CardDrawn(2, "VP3"), CardDrawn(0, "VP2"))
    assert state.hands == (("VP2",), ("VP4",), ("VP3",))


def test_everyone_draws_unless_agreed_otherwise() -> None:
    assert Options().mine_crash_draw == "all"


def test_drawer_alone_draws_again() -> None:
    state, _ = crashed("drawer", "VP2 VP3 VP4", gems=((0, 0, 0), (1, 0, 0)))
    assert (state.hands, state.deck) == ((("VP4",), (), ()), ("VP2", "VP3"))


@pytest.mark.parametrize(
    ("gems", "hands"),
    [
        (((0, 0, 0), (0, 1, 0), (0, 0, 1)), ((), ("VP4",), ("VP3",))),
        (((1, 0, 0), (0, 0, 0), (0, 0, 1)), (("VP4",), (), ("VP3",))),
        (((0, 0, 0), (0, 0, 0), (0, 0, 0)), ((), (), ())),
    ],
)
def test_losers_draw_again(gems: Any, hands: Any) -> None:
    assert crashed("losers", "VP2 VP3 VP4", gems=gems)[0].hands == hands


def test_gems_are_lost_before_the_replacements_are_drawn() -> None:
    _, events = crashed("all", "VP2 VP3 VP4", gems=((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert events[0] == MineCrashed(0, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert {event.kind for event in events[1:]} == {"card_drawn"}


def test_replacements_run_out() -> None:
    state, events = crashed("all", "VP2 VP3")
    assert state.hands == (("VP3",), ("VP2",), ())
    assert len(events) == 3


def test_replacements_come_from_the_discards_when_the_deck_is_empty() -> None:
    state, events = crashed("all", "", discard="FOUR_COINS VP2")
    assert events[1:] == (DeckReshuffled(2), CardDrawn(0, "VP2"), CardDrawn(1, FOUR_COINS))
    assert (state.hands[2], state.deck, state.discard) == ((), (), ())


def test_nested_crash_for_all_is_resolved_at_once() -> None:
    state, events = crashed("all", "VP2 VP2 VP3 VP3 VP4 MINE_CRASH", gems=((1, 0, 0),))
    nothing = ((0, 0, 0),) * 3
    assert events == (
        MineCrashed(0, ((1, 0, 0), (0, 0, 0), (0, 0, 0))),
        MineCrashed(0, nothing),
        *(CardDrawn(0, "VP4"), CardDrawn(1, "VP3"), CardDrawn(2, "VP3")),
        *(CardDrawn(1, "VP2"), CardDrawn(2, "VP2")),
    )
    assert state.out_of_game == (MINE_CRASH, MINE_CRASH)


def test_nested_crash_is_resolved_from_its_own_drawer() -> None:
    _, events = crashed("all", "TWO_DICE FOUR_COINS VP2 VP3 MINE_CRASH VP4")
    assert [(event.kind, getattr(event, "seat", None)) for event in events] == [
        ("mine_crashed", 0),
        ("card_drawn", 0),
        ("mine_crashed", 1),
        *(("card_drawn", 1), ("card_drawn", 2), ("card_drawn", 0)),
        ("card_drawn", 2),
    ]


def test_nested_crashes_for_the_drawer() -> None:
    state, events = crashed("drawer", "VP2 VP3 MINE_CRASH MINE_CRASH")
    assert [event.kind for event in events] == ["mine_crashed"] * 3 + ["card_drawn"]
    assert (state.hands, state.deck) == ((("VP3",), (), ()), ("VP2",))


def test_nested_crash_for_losers_finds_nothing_more_to_lose() -> None:
    state, events = crashed("losers", "VP2 VP3 MINE_CRASH", gems=((1, 0, 0), (0, 1, 0)))
    assert [event.kind for event in events] == ["mine_crashed", "mine_crashed", "card_drawn"]
    assert state.hands == ((), ("VP3",), ())


def test_nothing_but_crashes() -> None:
    options = replace(FIRST, card_counts=(0,) * 11 + (30,))
    state, events = events_of(replace(dealt(options, 5), die=1, **DONE), "card")
    assert len(events) == 30
    assert (state.deck, state.hands) == ((), ((),) * 5)
    assert refusal(replace(state, die=1), "card") == NO_CARD_LEFT


# The end


def test_vector_24_row_majorities() -> None:
    ended = at_the_end(
        tents=(
            "a1 b1 c1 a3 b3 a5 a6",
            "d1 e1 c3 d3 b5 b6",
            "e3 c5 c6 a2 b2 c2 d2",
        )
    )
    assert ended.final is not None
    assert ended.final.rows == (12 + 4 + 1, 4 + 1, 1 + 10)
    assert ended.points == ended.final.rows


def test_vector_25_who_gave_least_is_out() -> None:
    chests = (7, 4, 4, 9)
    ended = at_the_end(seats=4, chests=chests, points=(10, 99, 50, 8))
    assert eliminated(ended) == (1, 2)
    assert ranking(ended) == ((0,), (3,), (1, 2))


def test_vector_26_tie_goes_to_the_higher_donation() -> None:
    ended = at_the_end(seats=4, chests=(7, 4, 4, 9), points=(50, 99, 50, 50))
    assert ranking(ended) == ((3,), (0,), (1, 2))


def test_vector_26_donation_comes_before_tents() -> None:
    options = replace(FIRST, row_bonus=(0,) * 6)
    ended = at_the_end(options=options, chests=(7, 4, 9), points=(50, 0, 50), tents=("a1 a2",))
    assert ranking(ended) == ((2,), (0,), (1,))


def test_vector_26_then_to_more_tents() -> None:
    rows = " ".join(["a1"] * 8)
    more = " ".join(["a1"] * 10)
    options = replace(FIRST, row_bonus=(0,) * 6)
    ended = at_the_end(
        seats=4, options=options, chests=(9, 4, 4, 9), points=(50, 0, 0, 50),
        tents=(rows, "", "", more),
    )  # fmt: skip
    assert ranking(ended) == ((3,), (0,), (1, 2))


def test_tie_in_everything_is_shared() -> None:
    ended = at_the_end(seats=4, chests=(9, 4, 9, 9), points=(50, 0, 50, 30))
    assert ranking(ended) == ((0, 2), (3,), (1,))


@pytest.mark.parametrize(
    ("chests", "out", "ranks"),
    [
        ((13, 15), (0,), ((1,), (0,))),
        ((14, 14), (), ((0,), (1,))),
        ((10, 12), (0, 1), ((0, 1),)),
        ((14, 13), (1,), ((0,), (1,))),
    ],
)
def test_vector_27_two_players_and_four_dice(chests: Any, out: Any, ranks: Any) -> None:
    ended = at_the_end(dice(3, 5, 2, 4), seats=2, chests=chests, points=(99, 1))
    assert ended.final is not None
    assert sorted(ended.final.dice) == [2, 3, 4, 5]
    assert eliminated(ended) == out
    assert ranking(ended) == ranks


def test_vector_27_least_and_most_of_four_dice() -> None:
    assert eliminated(at_the_end(dice(1, 1, 1, 1), seats=2, chests=(4, 3))) == (1,)
    assert eliminated(at_the_end(dice(6, 6, 6, 6), seats=2, chests=(23, 24))) == (0,)


def test_four_dice_are_not_for_more_than_two_players() -> None:
    ended = at_the_end(dice(6, 6, 6, 6), chests=(2, 1, 3))
    assert ended.final is not None
    assert (ended.final.dice, eliminated(ended)) == ((), (1,))


def test_vector_30_gems_and_cards_in_hand() -> None:
    ended = at_the_end(gems=((1, 1, 1),), hands=("VP2 VP4 FOUR_COINS MARKET",))
    assert ended.final is not None
    assert (ended.final.gems, ended.final.cards) == ((3, 0, 0), (6, 0, 0))
    assert ended.points == (9, 0, 0)
    assert ended.coins == (3, 3, 3)


@pytest.mark.parametrize("given", [0, 5])
def test_e10_all_out_and_nobody_has_won(given: int) -> None:
    ended = at_the_end(chests=(given,) * 3, points=(9, 8, 7))
    assert eliminated(ended) == (0, 1, 2)
    assert ranking(ended) == ((0, 1, 2),)
    assert scores(ended) == (9, 8, 7)


def test_e13_the_eliminated_count_for_row_majorities() -> None:
    ended = at_the_end(chests=(0, 1, 1), tents=("a1 b1", "c1", "d6"))
    assert ended.final is not None
    assert ended.final.rows == (12, 0, 2)
    assert eliminated(ended) == (0,)


def test_e14_last_donation_is_in_the_own_last_turn() -> None:
    state = position(**LAST, coins=(3,), chests=(0, 1, 2))
    assert eliminated(after(state, "end")) == (0,)
    assert eliminated(after(state, "donate 2", "end")) == (1,)
    assert to_move(after(state, "end")) == ()


def test_last_column_is_scored_before_the_end() -> None:
    state, events = events_of(position(**LAST, tents=("j3",), chests=(1,)), "end")
    assert [event.kind for event in events] == ["turn_ended", "round_scored", "match_scored"]
    assert events[1] == RoundScored(10, (3, 0, 0))
    assert events[2] == MatchScored(Final((8, 0, 0), (0, 0, 0), (0, 0, 0), (), (1, 2)))
    assert state.points == (3 + 8, 0, 0)


def test_while_the_match_goes_on_nobody_is_out_and_chests_do_not_count() -> None:
    state = position(points=(4, 9, 4), chests=(1, 0, 8), tents=("a1",))
    assert eliminated(state) == ()
    assert ranking(state) == ((1,), (0, 2))


def test_nothing_is_left_to_take_at_the_end() -> None:
    """Also where the last turn was a pass."""
    for state in (
        at_the_end(),
        after(position(boat=10, passed=(0, 1, 1), options=PASSING), "pass"),
    ):
        shown = view(state, None)
        assert (shown.pool, shown.die, shown.dice_to_take) == ((), 0, 0)


def test_rematch_is_the_same_again() -> None:
    ended = at_the_end(options=PASSING)
    for keep in (False, True):
        assert rematch_options(ended, keep_score=keep) == PASSING


# Options


def test_e12_prices_of_the_river_and_bonuses() -> None:
    assert (Options().river, Options().row_bonus) == (PRICES, (12, 10, 8, 6, 4, 2))


@pytest.mark.parametrize("boat", range(1, 11))
def test_river(boat: int) -> None:
    assert after(position(die=2, boat=boat, coins=(9,)), "tent 2").coins[0] == 9 - PRICES[boat - 1]
    options = replace(FIRST, river=tuple(range(20, 30)))
    state = position(die=2, boat=boat, coins=(50,), options=options)
    assert after(state, "tent 2").coins[0] == 50 - (19 + boat)
    assert view(state, None).river == options.river


def test_card_counts() -> None:
    counts = (*range(1, 13),)
    cards = dealt(Options(card_counts=counts), 2).deck
    assert Counter(cards) == dict(zip(CARDS, counts, strict=True))


def test_no_card_at_all() -> None:
    state = dealt(replace(FIRST, card_counts=(0,) * 12), 2)
    assert refusal(after(state, "die 1"), "card") == NO_CARD_LEFT


def test_row_bonus() -> None:
    options = replace(FIRST, row_bonus=(1, 20, 30, 40, 50, 61))
    ended = at_the_end(options=options, tents=("a1 a2 a3", "a4 a5 a6", "a6"))
    assert ended.final is not None
    assert ended.final.rows == (51, 90 + 30, 30)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_start_seat_begins(seat: int) -> None:
    state = dealt(Options(start_seat=seat), 3)
    assert (state.starter, to_move(state)) == (seat, (seat,))


def test_without_start_seat_chance_decides() -> None:
    starters = {new_game(Options(), 3, Script(seat))[0].starter for seat in range(3)}
    assert starters == {0, 1, 2}


def test_coins_public() -> None:
    open_coins = position(options=replace(FIRST, coins_public=True), coins=(9,), chests=(4,))
    for viewer in (0, 1, None):
        assert view(open_coins, viewer).sides[0].coins == 9
    assert view(open_coins, 1).sides[0].chest is None


def test_allow_pass_before_a_die_is_taken() -> None:
    state, events = events_of(position(options=PASSING), "pass")
    assert events == (Passed(0),)
    assert (state.turn, state.passed, state.round) == (1, (True, False, False), 1)
    for taken in (position(options=PASSING, die=3), position(options=PASSING, **DONE)):
        assert refusal(taken, "pass") == TOO_LATE


def test_who_has_passed_is_out_for_the_round() -> None:
    state = dealt(PASSING, 2, dice(1, 2, 3, 4))
    state = turns(after(state, "pass"), (1, 1), (1, 2), (1, 3), (1, 4))
    assert (state.round, state.passed, state.turn) == (2, (False, False), 1)


def test_round_ends_when_all_have_passed() -> None:
    state = after(position(options=PASSING, tents=("a3",)), "pass", "pass")
    state, events = events_of(state, "pass")
    assert [event.kind for event in events] == ["passed", "round_scored", "round_started"]
    assert (state.round, state.points[0]) == (2, 3)


def test_passing_drops_what_two_dice_owed() -> None:
    state = position(options=PASSING, hands=("TWO_DICE",))
    assert after(state, "play TWO_DICE", "pass").owed == 1


RIVER = "river must have ten prices of 0 to 100."
BONUS = "rowBonus must have six numbers of 0 to 100."
COUNTS = "cardCounts must be 0 to 30 of each card."
SEAT = "startSeat must be a seat of the match: 0 to 3."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(river=(1,) * 9), RIVER),
        (Options(river=(1,) * 11), RIVER),
        (Options(river=(1,) * 9 + (101,)), RIVER),
        (Options(river=(-1,) + (1,) * 9), RIVER),
        (Options(row_bonus=(1,) * 5), BONUS),
        (Options(row_bonus=(1,) * 7), BONUS),
        (Options(row_bonus=(1,) * 5 + (101,)), BONUS),
        (Options(row_bonus=(-1,) + (1,) * 5), BONUS),
        (Options(card_counts=(31,) + (1,) * 11), COUNTS),
        (Options(card_counts=(1,) * 11 + (-1,)), COUNTS),
        (Options(start_seat=4), SEAT),
        (Options(start_seat=-1), SEAT),
    ],
)
def test_refused_options(options: Options, sentence: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        check_options(options, 4)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(river=(0,) * 9 + (100,)),
        Options(row_bonus=(100, 0, 0, 0, 0, 0)),
        Options(card_counts=(0,) * 12),
        Options(card_counts=(30,) * 12),
        Options(mine_crash_draw="drawer"),
        Options(mine_crash_draw="losers", start_seat=3),
        Options(allow_pass=True, coins_public=True, start_seat=0),
    ],
)
def test_accepted_options(options: Options) -> None:
    check_options(options, 4)
    assert wire.decode_options(wire.encode_options(options)) == options


# Refusals, each a sentence to the player

TOO_DEAR = (
    "A tent costs the river's price, unless a card saves it, and a coin for every tent "
    "on the field; you have too few coins."
)
NO_TENT_LEFT = "You have no tent left."
NOT_SCORED = "SCORED_ROW_TENT goes to a row in which a tent of yours has scored."
OWN_FIELD = "A tent cannot be moved to its own field."
SAY_WHERE_FROM = "With no tent left, one of your own must be moved: say where from."
NOT_MOVED = "A tent is moved only when none is left to place."
FIRST_COLUMN = "The boat cannot go back from the first column."
CHAIN_BROKEN = "Higher dice must remain for the card TWO_DICE that you have played."
NOT_HIGHER = "A die must be higher than your last one of this round."
TOO_FEW_DICE = "TWO_DICE needs enough dice in the pool, each higher than the last one."
DIE_OWED = "A die must be taken before the turn ends."
DIE_UNUSED = "The die you have taken must be used before another one is taken."
USE_IT = "The die you have taken must be used before the turn ends."
ONE_DIE = "You take one die in a turn, or one more with each card TWO_DICE."
NOT_IN_POOL = "A die must be in the pool to be taken."
NO_DIE = "A die must be taken first."
NO_CARD_LEFT = "There is no card left to draw."
TOO_LATE = "Who has taken a die in this turn cannot pass any more."
OTHER_ROW = "A tent goes to the row that the die shows, unless with ANY_ROW_TENT."
NOT_IN_HAND = "A card must be in your hand to be played."
NOT_YOUR_GEMS = "You can sell only gems that you have."
NOT_YOUR_COINS = "You can donate only coins that you have."
ELEVEN: dict[str, Any] = {"seats": 2, "coins": (99, 99), "tents": (NOTHING_LEFT, "f6")}


@pytest.mark.parametrize(
    ("state", "text", "sentence"),
    [
        (position(die=3), "die 4", DIE_UNUSED),
        (position(**DONE), "die 4", ONE_DIE),
        (position("1256"), "die 4", NOT_IN_POOL),
        (position(last=(4,)), "die 4", NOT_HIGHER),
        (position(last=(4,)), "die 3", NOT_HIGHER),
        (position("34", owed=2), "die 4", CHAIN_BROKEN),
        (position(), "card", NO_DIE),
        (position(), "coins", NO_DIE),
        (position(), "dig", NO_DIE),
        (position(coins=(99,)), "tent 3", NO_DIE),
        (position(**DONE), "card", NO_DIE),
        (position(**DONE), "coins", NO_DIE),
        (position(**DONE), "dig", NO_DIE),
        (position(coins=(99,), **DONE), "tent 3", NO_DIE),
        (position(die=3, coins=(99,)), "tent 4", OTHER_ROW),
        (position(die=3, coins=(99,), hands=("NO_COST_TENT",)), "tent 4 free", OTHER_ROW),
        (position(die=3, coins=(99,), hands=("ANY_ROW_TENT",)), "tent 3 free", NOT_IN_HAND),
        (position(die=3, coins=(99,), hands=("NO_COST_TENT",)), "tent 4 any", NOT_IN_HAND),
        (position(die=3, coins=(99,), hands=("ANY_ROW_TENT",)), "tent 4 free any", NOT_IN_HAND),
        (position(die=3, coins=(99,), hands=("NO_COST_TENT",)), "tent 4 free any", NOT_IN_HAND),
        (position(die=3, coins=(0,)), "tent 3", TOO_DEAR),
        (position(die=3, coins=(3,), tents=("", "a3 a3 a3")), "tent 3", TOO_DEAR),
        (position(die=3, tents=("b3",)), "tent 3 from b3", NOT_MOVED),
        (position(die=3, seats=2, tents=("b3",)), "tent 3 from b3", NOT_MOVED),
        (position(die=3, **ELEVEN), "tent 3", SAY_WHERE_FROM),
        (position(die=3, **ELEVEN), "tent 3 from f5", SAY_WHERE_FROM),
        (position(die=3, **ELEVEN), "tent 3 from f6", SAY_WHERE_FROM),
        (position(die=3, **ELEVEN), "tent 3 from a3", OWN_FIELD),
        (position(gems=((1, 1, 1),)), "sell 2c", NOT_YOUR_GEMS),
        (position(gems=((1, 1, 1),)), "sell 1c 2b", NOT_YOUR_GEMS),
        (position(gems=((1, 1, 1),)), "sell 2r", NOT_YOUR_GEMS),
        (position(gems=((0, 0, 0), (1, 0, 0))), "sell 1c", NOT_YOUR_GEMS),
        (position(gems=((1, 0, 0),), hands=("MARKET",)), "play MARKET 2c", NOT_YOUR_GEMS),
        (position(gems=((1, 0, 0),), hands=("VP2", "MARKET")), "play MARKET 1c", NOT_IN_HAND),
        (position(coins=(4,)), "donate 5", NOT_YOUR_COINS),
        (position(coins=(0, 9)), "donate 1", NOT_YOUR_COINS),
        *((position(hands=("", card)), f"play {card}", NOT_IN_HAND) for card in PLAIN),
        (position(scored_rows=((2,),)), "play SCORED_ROW_TENT 2", NOT_IN_HAND),
        (position(hands=("SCORED_ROW_TENT",)), "play SCORED_ROW_TENT 2", NOT_SCORED),
        (position(hands=("BOAT_BACK",)), "play BOAT_BACK", FIRST_COLUMN),
        (position("5", hands=("TWO_DICE",)), "play TWO_DICE", TOO_FEW_DICE),
        (position(), "end", DIE_OWED),
        (position(die=3), "end", USE_IT),
        (position("46", last=(3,), owed=1, taken=True), "end", DIE_OWED),
        (position(die=3, options=PASSING), "pass", TOO_LATE),
    ],
)
def test_refused_move(state: State, text: str, sentence: str) -> None:
    assert refusal(state, text) == sentence


def test_scored_row_tent_that_must_be_moved() -> None:
    state = position(hands=("SCORED_ROW_TENT",), scored_rows=((3,),), **ELEVEN)
    assert refusal(state, "play SCORED_ROW_TENT 3") == SAY_WHERE_FROM
    assert refusal(state, "play SCORED_ROW_TENT 3 from a3") == OWN_FIELD
    assert legal(state, "play SCORED_ROW_TENT 3 from a2")
    placed = replace(state, tents=(("a2",), ()))
    assert refusal(placed, "play SCORED_ROW_TENT 3 from a2") == NOT_MOVED


DIE_SHOWS = "A die shows 1 to 6."
ROW = "A row is 1 to 6."
FIELD = "A field is written like c2: column a to j, row 1 to 6."
SELL_ONE = "At least one gem must be sold."
DONATE_ONE = "At least one coin must be donated."
PLAYED_SO = (
    "A card that is played so is one of "
    "TWO_DICE, THREE_STONES, FOUR_COINS, VP2, VP3, VP4, BOAT_BACK."
)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move("take_die", 0), DIE_SHOWS),
        (Move("take_die", 7), DIE_SHOWS),
        (Move("place_tent", 0), ROW),
        (Move("place_tent", 7, any_row=True), ROW),
        (Move("place_tent", 3, origin="k1"), FIELD),
        (Move("place_tent", 3, origin="a7"), FIELD),
        (Move("play_scored_row_tent", 0), ROW),
        (Move("play_scored_row_tent", 7), ROW),
        (Move("play_scored_row_tent", 3, origin="c"), FIELD),
        (Move("sell_gems"), SELL_ONE),
        (Move("sell_gems", gems=(2, -1, 0)), SELL_ONE),
        (Move("play_market"), SELL_ONE),
        (Move("play_market", gems=(2, -1, 0)), SELL_ONE),
        (Move("donate"), DONATE_ONE),
        (Move("donate", -1), DONATE_ONE),
        *((Move("play_card", card=card), PLAYED_SO) for card in ("", "VP5", *CARDS[:3])),
        *((Move("play_card", card=card), PLAYED_SO) for card in (MARKET, MINE_CRASH)),
        (Move("pass_round"), "Nobody may pass in this match."),
    ],
)
@pytest.mark.parametrize("state", [position(), position(die=3, seats=2, coins=(0,))])
def test_senseless_move(state: State, move: Move, sentence: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        check(state, 0, move)
    assert str(refused.value) == sentence


# All moves that there are, by the table of the rules


def may(state: State, move: Move) -> bool:  # noqa: C901 - a clause of the table per action
    """The table of legal moves, written down once more."""
    seat = state.turn
    hand, coins = Counter(state.hands[seat]), state.coins[seat]
    free = [die for die in set(state.pool) if die > state.last[seat]]
    held = all(n <= own for n, own in zip(move.gems, state.gems[seat], strict=True))
    match move.action:
        case "take_die":
            higher = [die for die in free if die > move.number]
            return not state.die and 0 < state.owed <= len(higher) + 1 and move.number in free
        case "draw_card":
            return state.die > 0 and bool(state.deck or state.discard)
        case "take_coins" | "dig":
            return state.die > 0
        case "place_tent":
            cards = hand[NO_COST_TENT] >= move.no_cost and hand[ANY_ROW_TENT] >= move.any_row
            row = move.any_row or move.number == state.die
            river = 0 if move.no_cost else PRICES[state.boat - 1]
            return state.die > 0 and row and cards and can_place(state, move, coins - river)
        case "sell_gems":
            return held
        case "donate":
            return move.number <= coins
        case "play_market":
            return held and hand[MARKET] > 0
        case "play_scored_row_tent":
            row = move.number in state.scored_rows[seat]
            return hand[SCORED_ROW_TENT] > 0 and row and can_place(state, move, coins)
        case "play_card":
            enough = move.card != TWO_DICE or len(free) > state.owed
            return hand[move.card] > 0 and enough and (move.card != BOAT_BACK or state.boat > 1)
        case "end_turn":
            return state.taken and not state.die and not state.owed
        case "pass_round":
            return not state.taken


def can_place(state: State, move: Move, coins: int) -> bool:
    """A tent to place and the surcharge for it."""
    target = f"{COLUMNS[state.boat - 1]}{move.number}"
    own = state.tents[state.turn]
    there = sum(field == target for fields in state.tents for field in fields)
    if len(own) < 11:
        return not move.origin and there <= coins
    movable = len(state.tents) == 2 and move.origin in own and move.origin != target
    return movable and there <= coins


def every_move(state: State) -> list[Move]:
    fields = ["", "e5", *sorted(set(state.tents[state.turn]))]
    flags = (False, True)
    some_gems = [(c, b, r) for c in range(3) for b in range(3) for r in range(3)][1:]
    return [
        *(Move("take_die", value) for value in range(1, 7)),
        *(Move(each) for each in ("draw_card", "take_coins", "dig", "end_turn", "pass_round")),
        *(
            Move("place_tent", row, no_cost=no_cost, any_row=any_row, origin=field)
            for row in range(1, 7)
            for no_cost in flags
            for any_row in flags
            for field in fields
        ),
        *(Move("sell_gems", gems=gems) for gems in some_gems),
        *(Move("play_market", gems=gems) for gems in some_gems),
        *(Move("donate", amount) for amount in (1, 2, 5, 20)),
        *(Move("play_card", card=card) for card in PLAIN),
        *(Move("play_scored_row_tent", row, origin=f) for row in range(1, 7) for f in fields),
    ]


def accepted(state: State, move: Move) -> bool:
    try:
        check(state, state.turn, move)
    except IllegalMove:
        return False
    return True


def random_states(options: Options, seats: int, seed: int) -> list[State]:
    played = random_match(ID, options, seats, seed, bound=5000)
    return [match.state for match in played.dealt if isinstance(match.state, State)]


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_random_positions(seats: int, seed: int) -> None:
    states = random_states(PASSING, seats, seed)
    assert all(map(conserved, states))
    assert over(states[-1])
    for state in states[:-1:5]:
        listed = legal_moves(state, state.turn)
        assert len(set(listed)) == len(listed)
        assert all(may(state, move) and accepted(state, move) for move in listed)
        for move in every_move(state):
            assert accepted(state, move) == may(state, move), notation(move)
            assert may(state, move) == stands_for(state, move, listed), notation(move)


def conserved(state: State) -> bool:
    cards = [*state.deck, *state.discard, *state.out_of_game, *sum(state.hands, ())]
    marks = all(
        not Counter(m) - Counter(t) for m, t in zip(state.unscored, state.tents, strict=True)
    )
    least = min(*state.coins, *state.chests, *state.bag, *state.aside)
    whole = Counter(cards) == Counter(deck(state.options)) and total(state) == 60
    return whole and marks and least >= 0 and max(map(len, state.tents)) <= 11


def stands_for(state: State, move: Move, listed: Sequence[Move]) -> bool:
    """Whether the list has the move, or tells by what it has that it is legal as well."""
    same = [each for each in listed if each.action == move.action]
    if move.action in ("sell_gems", "play_market"):
        return any(all(map(int.__le__, move.gems, each.gems)) for each in same)
    if move.action == "donate":
        return any(move.number <= each.number for each in same)
    if not move.origin:
        return move in same
    places = {replace(each, origin="") for each in same if each.origin}
    named = move.origin in {each.origin for each in same}
    own_field = move.origin == f"{COLUMNS[state.boat - 1]}{move.number}"
    return replace(move, origin="") in places and named and not own_field


def test_amounts_are_listed_by_the_least_and_the_most() -> None:
    state = position(coins=(7,), gems=((3, 1, 0),), hands=("MARKET",))
    texts = {notation(move) for move in legal_moves(state, 0) if move.action != "take_die"}
    gems = {"1c", "3c", "1b", "3c 1b"}
    assert texts == {
        *(f"sell {each}" for each in gems),
        *(f"play MARKET {each}" for each in gems),
        *("donate 1", "donate 7"),
    }


def test_moves_of_a_player_who_has_nothing() -> None:
    state = position(coins=(0,), deck="")
    assert {notation(move) for move in legal_moves(state, 0)} == {f"die {n}" for n in range(1, 7)}
    state = after(state, "die 4")
    assert {notation(move) for move in legal_moves(state, 0)} == {"coins", "dig"}
    state = after(replace(state, coins=(0, 3, 3)), "dig")
    assert {notation(move) for move in legal_moves(state, 0)} == {"end"}


# Notation


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("die 4", Move("take_die", 4)),
        ("card", Move("draw_card")),
        ("coins", Move("take_coins")),
        ("dig", Move("dig")),
        ("tent 4", Move("place_tent", 4)),
        ("tent 4 free", Move("place_tent", 4, no_cost=True)),
        ("tent 4 any", Move("place_tent", 4, any_row=True)),
        ("tent 4 from c2", Move("place_tent", 4, origin="c2")),
        (
            "tent 6 free any from j6",
            Move("place_tent", 6, no_cost=True, any_row=True, origin="j6"),
        ),
        ("sell 2c", Move("sell_gems", gems=(2, 0, 0))),
        ("sell 2c 10b 1r", Move("sell_gems", gems=(2, 10, 1))),
        ("sell 1b 1r", Move("sell_gems", gems=(0, 1, 1))),
        ("donate 50", Move("donate", 50)),
        *((f"play {card}", Move("play_card", card=card)) for card in PLAIN),
        ("play MARKET 1c 3r", Move("play_market", gems=(1, 0, 3))),
        ("play SCORED_ROW_TENT 3", Move("play_scored_row_tent", 3)),
        ("play SCORED_ROW_TENT 3 from a1", Move("play_scored_row_tent", 3, origin="a1")),
        ("end", Move("end_turn")),
        ("pass", Move("pass_round")),
    ],
)
def test_notation(text: str, move: Move) -> None:
    assert notation(move) == text
    assert parse(text) == move
    message = wire.encode_move(move)
    assert wire.decode_move(type(message).FromString(message.SerializeToString())) == move


def test_notation_and_wire_tell_all_moves_apart() -> None:
    moves = [*every_move(position()), *every_move(position(tents=(NOTHING_LEFT,)))]
    for move in moves:
        assert parse(notation(move)) == move
        assert wire.decode_move(wire.encode_move(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "die",
        "die ",
        "die 0",
        "die 04",
        "die -4",
        "die  4",
        "die 4 ",
        " die 4",
        "die 4\n",
        "Die 4",
        "die \uff14",
        "die four",
        "die 1234567890",
        "card 1",
        "cards",
        "coins 4",
        "dig 3",
        "tent",
        "tent free",
        "tent c4",
        "tent 4 any free",
        "tent 4 free free",
        "tent 4 from",
        "tent 4 from k1",
        "tent 4 from a7",
        "tent 4 from C2",
        "tent 4 from c2 any",
        "sell",
        "sell ",
        "sell c",
        "sell 0c",
        "sell 1r 1c",
        "sell 1c 1c",
        "sell 1c,1b",
        "sell 1000c",
        "donate",
        "donate 0",
        "donate -1",
        "donate ?",
        "play",
        "play VP5",
        "play vp2",
        "play VP2 VP3",
        "play NO_COST_TENT",
        "play ANY_ROW_TENT",
        "play MINE_CRASH",
        "play MARKET",
        "play MARKET 0c",
        "play SCORED_ROW_TENT",
        "play SCORED_ROW_TENT 2 free",
        "end turn",
        "passes",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"^A move is written like one of these: die 4, card"):
        parse(text)


# On the wire

HIDDEN = re.compile(r"\b(41|58)\b")
"""The coins and the chest of `wealthy`; together 99."""


def wealthy(coins: int = 41, **changes: Any) -> State:
    return position(coins=(coins,), chests=(99 - coins,), hands=("VP2 MARKET", "VP3"), **changes)


def test_default_options() -> None:
    assert wire.decode_options(pb.LivingstoneOptions()) == Options()
    assert Options() == Options(
        river=PRICES,
        card_counts=(3, 3, 2, 3, 3, 3, 3, 2, 2, 1, 1, 1),
        row_bonus=(12, 10, 8, 6, 4, 2),
        mine_crash_draw="all",
        allow_pass=False,
        coins_public=False,
        start_seat=None,
    )


def test_options_on_the_wire() -> None:
    pb_options = pb.LivingstoneOptions
    counts = pb_options.CardCounts(vp4=0, mine_crash=5)
    message = pb_options(card_counts=counts, start_seat=0, mine_crash_draw=pb_options.LOSERS)
    options = wire.decode_options(message)
    assert options.card_counts == (3, 3, 2, 3, 3, 3, 3, 2, 2, 0, 1, 5)
    assert (options.start_seat, options.mine_crash_draw) == (0, "losers")
    assert not wire.encode_options(Options()).HasField("start_seat")
    assert wire.encode_options(options).HasField("start_seat")


@pytest.mark.parametrize("draw", ["all", "drawer", "losers"])
def test_mine_crash_draw_on_the_wire(draw: Any) -> None:
    message = wire.encode_options(Options(mine_crash_draw=draw))
    assert as_json(message)["mineCrashDraw"] == draw.upper()
    assert wire.decode_options(message).mine_crash_draw == draw


def test_unknown_mine_crash_draw() -> None:
    message = pb.LivingstoneOptions(mine_crash_draw=4)  # type: ignore[arg-type]
    with pytest.raises(InvalidOptions, match=r"^mineCrashDraw must be ALL, DRAWER or LOSERS\.$"):
        wire.decode_options(message)


def test_river_of_the_wrong_length_is_refused() -> None:
    options = wire.decode_options(pb.LivingstoneOptions(river=[1, 2]))
    with pytest.raises(InvalidOptions, match="ten prices"):
        check_options(options, 2)


def test_no_move_at_all() -> None:
    with pytest.raises(InvalidMove, match=r"^A move is one of takeDie, drawCard"):
        wire.decode_move(pb.LivingstoneMove())


@pytest.mark.parametrize("card", [0, 12, 13, 99, -1])
def test_unknown_card_is_none_that_can_be_played(card: int) -> None:
    pb_move = pb.LivingstoneMove
    move = wire.decode_move(pb_move(play_card=pb_move.PlayCard(card=card)))  # type: ignore[arg-type]
    with pytest.raises(InvalidMove) as refused:
        check(position(), 0, move)
    assert str(refused.value) == PLAYED_SO


@pytest.mark.parametrize("arm", ["take_die", "place_tent", "sell_gems", "donate", "play_card"])
def test_empty_move_of_a_kind(arm: str) -> None:
    message = pb.LivingstoneMove()
    getattr(message, arm).SetInParent()
    with pytest.raises(InvalidMove):
        check(position(die=3), 0, wire.decode_move(message))


def test_numbers_as_large_as_the_wire_takes() -> None:
    pb_move, most = pb.LivingstoneMove, 2**32 - 1
    gems = pb.LivingstoneGems(clear=most, blue=most, red=most)
    for message in (
        pb_move(take_die=pb_move.TakeDie(value=most)),
        pb_move(place_tent=pb_move.PlaceTent(row=most, from_field="c2" * 1000)),
        pb_move(play_scored_row_tent=pb_move.PlayScoredRowTent(row=most)),
        pb_move(sell_gems=gems),
        pb_move(play_market=gems),
        pb_move(donate=pb_move.Donate(amount=most)),
    ):
        with pytest.raises((InvalidMove, IllegalMove)):
            check(position(die=3), 0, wire.decode_move(message))


def test_amount_of_a_donation_is_the_donors_alone() -> None:
    move = parse("donate 41")
    assert move_view(move, 0, 0) == move
    for viewer in (1, 2, None):
        seen = move_view(move, 0, viewer)
        assert seen == Move("donate")
        assert notation(seen) == "donate"
        assert as_json(wire.encode_move(seen)) == {"donate": {}}
    assert as_json(wire.encode_move(move)) == {"donate": {"amount": 41}}


def test_all_other_moves_are_public() -> None:
    for move in every_move(position(tents=(NOTHING_LEFT,))):
        if move.action != "donate":
            assert {move_view(move, 0, viewer) for viewer in (0, 1, None)} == {move}


def test_donation_is_told_without_its_amount() -> None:
    for viewer in (1, 2, None):
        seen = wire.encode_event(event_view(Donated(0, 41), viewer))
        assert as_json(seen) == {"donated": {"seat": 0}}
    own = wire.encode_event(event_view(Donated(0, 41), 0))
    assert as_json(own) == {"donated": {"seat": 0, "amount": 41}}


def test_card_drawn_is_told_to_its_owner_alone() -> None:
    for viewer in (1, 2, None):
        seen = event_view(CardDrawn(0, "VP4"), viewer)
        assert seen == CardDrawn(0, None)
        assert as_json(wire.encode_event(seen)) == {"cardDrawn": {"seat": 0}}
    own = wire.encode_event(event_view(CardDrawn(0, "VP4"), 0))
    assert as_json(own) == {"cardDrawn": {"seat": 0, "card": "VP4"}}


FINAL = Final((12, 0), (1, 2), (3, 4), (1, 2, 3, 4), (0,))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            RoundStarted(2, 1, 3, (1, 6)),
            {"roundStarted": {"round": 2, "starter": 1, "boat": 3, "dice": [1, 6]}},
        ),
        (DieTaken(1, 5), {"dieTaken": {"seat": 1, "value": 5}}),
        (DeckReshuffled(9), {"deckReshuffled": {"cards": 9}}),
        (
            MineCrashed(1, ((1, 2, 3), (0, 0, 0))),
            {
                "mineCrashed": {
                    "seat": 1,
                    "lost": [
                        {"clear": 1, "blue": 2, "red": 3},
                        {"clear": 0, "blue": 0, "red": 0},
                    ],
                }
            },
        ),
        (CoinsTaken(1, 6), {"coinsTaken": {"seat": 1, "coins": 6}}),
        (
            StonesDrawn(1, (1, 2, 3, 4), True),
            {
                "stonesDrawn": {
                    "seat": 1,
                    "stones": {"black": 1, "clear": 2, "blue": 3, "red": 4, "white": 1},
                }
            },
        ),
        (
            TentPlaced(1, "c2", 3, ("NO_COST_TENT",), "a1"),
            {
                "tentPlaced": {
                    "seat": 1,
                    "field": "c2",
                    "paid": 3,
                    "cards": ["NO_COST_TENT"],
                    "fromField": "a1",
                }
            },
        ),
        (
            GemsSold(1, (1, 2, 3), 14, 0),
            {
                "gemsSold": {
                    "seat": 1,
                    "gems": {"clear": 1, "blue": 2, "red": 3},
                    "coins": 14,
                    "points": 0,
                }
            },
        ),
        (CardPlayed(1, "VP2"), {"cardPlayed": {"seat": 1, "card": "VP2"}}),
        (TurnEnded(1), {"turnEnded": {"seat": 1}}),
        (Passed(1), {"passed": {"seat": 1}}),
        (RoundScored(4, (1, 2)), {"roundScored": {"boat": 4, "points": [1, 2]}}),
        (
            MatchScored(FINAL),
            {
                "matchScored": {
                    "rows": [12, 0],
                    "gems": [1, 2],
                    "cards": [3, 4],
                    "dice": [1, 2, 3, 4],
                    "eliminated": [0],
                }
            },
        ),
    ],
)
def test_public_events(event: Event, told: dict[str, Any]) -> None:
    for viewer in (0, 1, None):
        seen = event_view(event, viewer)
        assert seen == event
        assert as_json(wire.encode_event(seen)) == told


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_e9_coins_and_chest_of_others_change_nothing_that_is_seen(viewer: int | None) -> None:
    one, other = (view(wealthy(coins), viewer) for coins in (41, 7))
    assert one == other
    assert (one.sides[0].coins, one.sides[0].chest, one.sides[0].wealth) == (None, None, 99)
    assert wire.encode_view(one) == wire.encode_view(other)
    side = as_json(wire.encode_view(one))["sides"][0]
    assert side["wealth"] == 99
    assert {"coins", "chest"} & side.keys() == set()
    assert one.hand == (("VP3",) if viewer == 1 else ())


def test_owner_sees_coins_and_chest() -> None:
    own = as_json(wire.encode_view(view(wealthy(), 0)))
    assert [own["sides"][0][name] for name in ("coins", "chest", "wealth")] == [41, 58, 99]
    assert own["hand"] == ["VP2", "MARKET"]
    poor = as_json(wire.encode_view(view(position(coins=(0,)), 0)))["sides"][0]
    assert (poor["coins"], poor["chest"]) == (0, 0)


@pytest.mark.parametrize("viewer", [1, None])
def test_at_the_end_chests_are_opened_and_coins_stay_hidden(viewer: int | None) -> None:
    seen = view(after(wealthy(**LAST), "end"), viewer)
    assert [side.chest for side in seen.sides] == [58, 0, 0]
    assert seen.sides[0].coins is None
    side = as_json(wire.encode_view(seen))["sides"][0]
    assert (side["chest"], "coins" in side) == (58, False)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_order_of_the_deck_and_hands_of_others_are_hidden(viewer: int | None) -> None:
    cards = " ".join(deck(FIRST))
    one = wealthy(deck=cards)
    other = replace(one, deck=one.deck[::-1])
    swapped = (("VP4", "VP4"), ("TWO_DICE",), ())
    hands = (own if seat == viewer else swapped[seat] for seat, own in enumerate(one.hands))
    other = replace(other, hands=tuple(hands))
    assert view(one, viewer) == view(other, viewer)
    assert view(one, viewer).deck_size == 27
    assert [side.hand_size for side in view(one, viewer).sides] == [2, 1, 0]


def test_view_on_the_wire() -> None:
    state = position(
        "1246", boat=3, die=5, tents=("c2 c2 a6", "c2"), unscored=("c2",), gems=((1, 2, 3),),
        scored_rows=((6,),), discard="VP2", out_of_game="BOAT_BACK", aside=(4, 3, 2, 1),
        points=(6,), deck="VP3 VP4",
    )  # fmt: skip
    shown = as_json(wire.encode_view(view(state, None)))
    assert shown["board"] == [
        {"field": "a6", "column": 1, "row": 6, "tents": [1, 0, 0], "unscored": [0, 0, 0]},
        {"field": "c2", "column": 3, "row": 2, "tents": [2, 1, 0], "unscored": [1, 0, 0]},
    ]
    assert shown["sides"][0] == {
        "seat": 0,
        "score": 6,
        "wealth": 3,
        "gems": {"clear": 1, "blue": 2, "red": 3},
        "tents": 8,
        "handSize": 0,
        "lastDie": 5,
        "passed": False,
        "scoredRows": [6],
    }
    assert (shown["boat"], shown["die"], shown["diceToTake"], shown["deckSize"]) == (3, 5, 0, 2)
    assert (shown["pool"], shown["river"]) == ([1, 2, 4, 6], [*PRICES])
    assert (shown["discard"], shown["outOfGame"]) == (["VP2"], ["BOAT_BACK"])
    assert shown["bag"] == {"black": 29, "clear": 15, "blue": 10, "red": 5, "white": 1}
    assert shown["aside"] == {"black": 4, "clear": 3, "blue": 2, "red": 1, "white": 0}
    assert "final" not in shown


def test_final_on_the_wire() -> None:
    ended = at_the_end(dice(1, 2, 3, 4), seats=2, chests=(10, 9), gems=((1, 0, 0),))
    assert as_json(wire.encode_view(view(ended, None)))["final"] == {
        "rows": [0, 0],
        "gems": [1, 0],
        "cards": [0, 0],
        "dice": [1, 2, 3, 4],
        "eliminated": [1],
    }


def test_messages_are_small() -> None:
    played = random_match(ID, PASSING, 5, 7, bound=5000)
    states = [match.state for match in played.dealt if isinstance(match.state, State)]
    views = [wire.encode_view(view(state, 0)) for state in states]
    assert views[0].ByteSize() < 200
    assert max(each.ByteSize() for each in views) < 1500
    told = [
        sum(wire.encode_event(event_view(event, 0)).ByteSize() for event in match.events)
        for match in played.dealt
    ]
    assert max(told) < 300
    moves = every_move(position(tents=(NOTHING_LEFT,)))
    assert max(wire.encode_move(move).ByteSize() for move in moves) < 16


# The table as text


def text_of(state: State, viewer: int | None) -> str:
    return table.render(view(state, viewer), NAMES, viewer)


def test_table_hides_numbers() -> None:
    for viewer in (1, 2, None):
        text = text_of(wealthy(), viewer)
        line = next(line for line in text.splitlines() if line.startswith("A  Ada"))
        assert line.split()[2:6] == ["0", "99", "?", "?"]
        assert not HIDDEN.search(text)
        assert text == text_of(wealthy(7), viewer)


def test_table_shows_the_own_numbers() -> None:
    text = text_of(wealthy(), 0)
    line = next(line for line in text.splitlines() if line.startswith("A  Ada"))
    assert " ".join(line.split()[2:]) == "(you) 0 99 41 58 0 0 0 11 2 ."
    assert re.search(r"^your hand  VP2 MARKET$", text, re.MULTILINE)
    assert "your hand" not in text_of(wealthy(), None)


def test_table_at_the_end() -> None:
    ended = at_the_end(
        dice(1, 2, 3, 4), seats=2, coins=(41,), chests=(58, 9), tents=("a1",), hands=("VP2",)
    )
    text = text_of(ended, None)
    assert "A  Ada" in text
    assert re.search(r"^A  Ada +14 +99 +41 +58 ", text, re.MULTILINE)
    assert "Dice" not in text
    assert re.search(r"^A  Ada +12 +0 +2$", text, re.MULTILINE)
    assert re.search(r"^B  Ben +0 +0 +0 +out: gave too little$", text, re.MULTILINE)
    assert re.search(r"^chests +dice 1 2 3 4: who gave less than 10 is out$", text, re.MULTILINE)


def test_table_draws_tents_and_boat() -> None:
    state = position(
        "1246", boat=3, die=5, tents=("c2 c2 a6", "c2"), unscored=("c2",), passed=(0, 1)
    )
    lines = text_of(state, None).splitlines()
    rows = {line.split()[1]: line.split()[2:] for line in lines if line.startswith("row ")}
    assert [*rows] == ["6", "5", "4", "3", "2", "1"]
    assert rows["2"] == [".", ".", "AaB", *"......."]
    assert rows["6"] == ["A", *"........."]
    river, boat, columns, legend = lines[9:13]
    assert legend.startswith("A2a: small letters do not score this round; tents: left to place")
    assert river.split() == ["river", *map(str, PRICES)]
    assert boat.index("<boat>") == columns.index(" c ") + 1
    assert lines[:2] == [
        "Round 1, begun by Ada",
        "Dice in the pool: 1 2 4 6; taken: 5; still to take in this turn: 0",
    ]
    assert re.search(r"^B  Ben .* passed$", "\n".join(lines), re.MULTILINE)


@pytest.mark.parametrize("viewer", [0, None])
def test_table_is_100_columns_wide(viewer: int | None) -> None:
    names = ["\u6f22" * 30, *(name * 20 for name in NAMES[:4])]
    last = random_states(FIRST, 5, 3)[-1]
    text = table.render(view(last, viewer), names, viewer)
    assert max(map(width, text.splitlines())) <= 100
    assert ("(you)" in text) == (viewer is not None)
