"""Just4Fun: its options."""

from collections import Counter

import pytest
from croupier_game.errors import InvalidOptions
from croupier_game.seeded import seeded_chance

from croupier_just4fun.rules import check_options, new_game, public_view, rematch_options, to_move
from croupier_just4fun.tests.messages import wire
from croupier_just4fun.tests.positions import ALL_FIELDS, CHANCE, board, dealt
from croupier_just4fun.types import ORIGINAL, MatchStarted, Options


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
    chances = [seeded_chance(f"{seed:064x}", (), 2, "") for seed in range(8)]
    layouts = [new_game(Options(layout="random"), 2, chance)[0].layout for chance in chances]
    assert all(sorted(layout) == [*ALL_FIELDS] for layout in layouts)
    assert len(set(layouts)) == 8
    assert ORIGINAL not in layouts


def test_custom_board() -> None:
    layout = tuple(reversed(ALL_FIELDS))
    state = dealt(Options(layout="custom", custom_layout=layout))
    assert state.layout == layout
    assert [field.number for field in public_view(state).board] == [*layout]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start_seat_begins(seats: int) -> None:
    for seat in range(seats):
        state = dealt(Options(start_seat=seat), seats)
        assert (state.starter, to_move(state)) == (seat, (seat,))
        assert public_view(state).starter == seat


def test_without_start_seat_chance_decides() -> None:
    chances = [seeded_chance(f"{seed:064x}", (), 2, "") for seed in range(60)]
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
