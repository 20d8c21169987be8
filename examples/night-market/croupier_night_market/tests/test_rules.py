"""The rules of The Night Market, as RULES.md has them."""

from typing import Any

import pytest
from croupier_game import IllegalMove, InvalidMove, View, replace
from croupier_game.seeded import seeded_chance

from croupier_night_market import (
    Chosen,
    Good,
    Laid,
    Move,
    NightEnded,
    Options,
    State,
    apply,
    check,
    decision_view,
    new_game,
    on_timeout,
    private_view,
    public_view,
    to_move,
)

CHANCE = seeded_chance("5eed" * 16, (), 0, "m" * 22)


def dealt(seats: int = 3, **options: Any) -> State:
    return new_game(Options(**options), seats, CHANCE)[0]


def last_turn(*stalls: tuple[Good, ...]) -> State:
    """Each seat has one tea left to choose, and these goods on its stall."""
    seats = len(stalls)
    return replace(dealt(seats, nights=1), baskets=(("tea",),) * seats, stalls=stalls)


def choose(state: State, *goods: Good) -> tuple[State, list[Any]]:
    told: list[Any] = []
    for seat, good in enumerate(goods):
        state, events = apply(state, seat, Move(good), CHANCE)
        told += events
    return state, told


def test_all_choose_at_the_same_time_and_baskets_go_on() -> None:
    before = dealt()
    firsts: list[Good] = [basket[0] for basket in before.baskets]
    state, _ = choose(before, *firsts[:2])
    assert (to_move(state), state.stalls) == ((2,), ((),) * 3)
    state, more = choose(before, *firsts)
    assert more[-1] == Laid(tuple(firsts))
    assert state.baskets[1] == before.baskets[0][1:]
    assert to_move(state) == (0, 1, 2)


@pytest.mark.parametrize(
    ("goods", "worth"),
    [
        (("lantern",) * 4, 10),
        (("tea",) * 4, 10),
        (("silk",) * 5, 10),
        (("lantern", "tea", "silk"), 6),  # with the tea that it chooses last
    ],
)
def test_what_a_stall_is_worth(goods: tuple[Good, ...], worth: int) -> None:
    _, told = choose(last_turn(goods, ("spice",)), "tea", "tea")
    assert told[-1] == NightEnded((worth, 6))


def test_the_most_spice_is_shared() -> None:
    spice: tuple[Good, ...] = ("spice", "spice")
    _, told = choose(last_turn(spice, spice, ("spice",)), "tea", "tea", "tea")
    assert told[-1] == NightEnded((3, 3, 0))


def test_what_is_no_choice_is_refused() -> None:
    state = replace(dealt(), baskets=(("tea",),) * 3)
    with pytest.raises(InvalidMove):
        check(state, 0, Move(None))
    with pytest.raises(IllegalMove):
        check(state, 0, Move("silk"))


def test_who_is_late_chooses_what_it_has_most_of() -> None:
    state = replace(dealt(), baskets=(("tea", "silk", "silk"),) * 3)
    assert on_timeout(state, 0) == Move("silk")


def test_nobody_decides_by_who_has_chosen() -> None:
    before = dealt()
    after, events = apply(before, 1, on_timeout(before, 1), CHANCE)
    assert isinstance(events[0], Chosen)
    seen = [
        decision_view(View(public_view(state), private_view(state, 0))) for state in (before, after)
    ]
    assert seen[0] == seen[1]
