"""The stored match of Livingstone, its values stated once more by hand.

A field that is still read but has changed its meaning shows here.
"""

from engine.domain.match import Status
from engine.games.livingstone import rules, types

from tests.support.stored_matches import load, stored


def test_match_of_shape_1_is_read_as_it_was_meant() -> None:
    match = load(stored(rules.ID, shape=1))
    assert (match.version, match.status, len(match.seats)) == (275, Status.ACTIVE, 5)
    assert match.options == rules.Options(mine_crash_draw="losers", coins_public=True)
    assert match.events == (types.Donated(0, 2),)


def test_position_of_shape_1_is_read_as_it_was_meant() -> None:
    state = load(stored(rules.ID, shape=1)).state
    assert isinstance(state, rules.State)
    assert (state.round, state.starter, state.boat) == (9, 4, 9)
    assert (rules.to_move(state), state.taken, state.die, state.owed) == ((0,), True, 0, 0)
    assert (state.pool, state.last) == ((1, 1, 1, 2, 3, 4, 6, 6), (4, 0, 0, 0, 1))
    assert (len(state.deck), state.deck[-1], len(state.discard)) == (9, "VP2", 15)
    assert state.hands == ((), (), ("TWO_DICE",), (), ("MARKET",))
    assert (state.out_of_game, state.bag, state.aside) == (
        ("MINE_CRASH",),
        (24, 11, 9, 3),
        (5, 3, 1, 2),
    )
    assert (state.coins, state.chests) == ((0, 6, 14, 0, 0), (27, 24, 33, 17, 18))
    assert (state.gems[0], state.tents[3]) == ((1, 0, 0), ("c3", "f3", "h5"))
    assert (state.scored_rows[3], rules.scores(state)) == ((3, 5), (9, 9, 6, 11, 5))
