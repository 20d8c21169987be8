"""The stored match of Lost Cities, its values stated once more by hand.

A field that is still read but has changed its meaning shows here.
"""

from engine.domain.match import Access, Deal, Player, Status
from engine.games.lost_cities import rules, types

from tests.support.stored_matches import load, stored


def test_match_of_shape_1_is_read_as_it_was_meant() -> None:
    match = load(stored(rules.ID, shape=1))
    assert (match.version, match.status, match.access) == (120, Status.ACTIVE, Access.PRIVATE)
    assert (match.create_time, match.update_time) == (
        "2026-01-02T12:00:01.000Z",
        "2026-01-02T12:02:00.000Z",
    )
    assert [seat.player for seat in match.seats] == [
        Player("ada", "Ada", "bot"),
        Player("ben", "Ben", "bot"),
    ]
    assert [seat.entropy for seat in match.seats] == ["00", "01"]
    assert match.options == rules.Options(rounds=2, max_turns_without_deck_draw=8)
    assert match.events == (
        types.CardPlayed(0, "W6", types.DISCARD),
        types.CardDrawn(0, "B", "Bx"),
    )


def test_position_of_shape_1_is_read_as_it_was_meant() -> None:
    state = load(stored(rules.ID, shape=1)).state
    assert isinstance(state, rules.State)
    assert (state.starter, rules.to_move(state), state.idle_turns) == (1, (1,), 1)
    assert (len(state.deck), state.deck[-1]) == (17, "W10")
    assert state.hands[0] == ("R2", "R3", "Wx", "W5", "Yx", "Y2", "Bx", "Gx")
    assert state.known[1] == ("R5", "W3", "Y6")
    assert state.expeditions[0][4] == ("G2", "G4", "G7", "G9")
    assert state.discards == (("Rx", "Rx"), ("Wx", "W9", "W6"), (), ("B3", "B7", "B4"), ())
    assert rules.scores(state) == (-34, -31)
    assert [played.starter for played in state.finished] == [0]


def test_sealed_match_of_shape_2_is_read_as_it_was_meant() -> None:
    match = load(stored(rules.ID, shape=2))
    assert (match.version, match.status, match.deal) == (60, Status.ACTIVE, Deal.SEALED)
    assert (match.recipe, match.dealt_at, match.reveal_ms, match.reveal_by) == (2, 4, 20_000, "")
    assert [seat.entropy for seat in match.seats] == ["00" * 32, "01" * 32]
    assert match.seats[0].seal == "cb49cf049197f0964e7e45b779dab0325fd88c43dd1210f1e10c32c2810c169d"
