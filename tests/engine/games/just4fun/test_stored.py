"""The stored match of Just4Fun, its values stated once more by hand.

A field that is still read but has changed its meaning shows here.
"""

from engine.domain.match import Status
from engine.games.just4fun import rules, types

from tests.support.stored_matches import load, stored


def test_match_of_shape_1_is_read_as_it_was_meant() -> None:
    match = load(stored(rules.ID, shape=1))
    assert (match.version, match.status, len(match.seats)) == (63, Status.ACTIVE, 4)
    assert match.options == rules.Options(own_locked=False, start_seat=2)
    assert match.events == (
        types.CardsPlayed(0, (7, 15), 22),
        types.FieldLocked(0, 22, (0, 0, 0, 0)),
        types.CardsDrawn(0, 2, (5, 8)),
    )


def test_position_of_shape_1_is_read_as_it_was_meant() -> None:
    state = load(stored(rules.ID, shape=1)).state
    assert isinstance(state, rules.State)
    assert (state.starter, rules.to_move(state), state.layout) == (2, (1,), types.ORIGINAL)
    assert (len(state.deck), state.deck[-1]) == (25, 19)
    assert state.hands == ((1, 5, 5, 8), (1, 3, 4, 10), (3, 6, 8, 10), (1, 9, 12, 17))
    assert (len(state.discard), state.discard[-2:]) == (14, (7, 15))
    assert (state.stones[18 - 1], state.stones[20 - 1]) == ((1, 0, 1, 2), (0, 0, 3, 0))
    assert (state.supplies, state.removed, state.line) == ((5, 6, 5, 5), (2, 1, 0, 1), ())
    assert rules.scores(state) == (78, 115, 120, 86)
