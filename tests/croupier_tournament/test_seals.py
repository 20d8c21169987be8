"""Each match that may come has a seal of its own, and none is asked for that nobody needs."""

from collections.abc import Iterator
from typing import Any

import pytest
from croupier_tournament import System, seals

from tests.croupier_tournament.playing import Playing, player, settings


@pytest.mark.parametrize(
    ("system", "members", "needed"),
    [
        (System.SWISS, {"rounds": 5}, 5),
        (System.SWISS, {"rounds": 5, "legs": 2}, 10),
        (System.SWISS, {"rounds": 7, "seats": 4}, 7),
        (System.ROUND_ROBIN, {"most_players": 10}, 9),
        (System.ROUND_ROBIN, {"most_players": 9, "legs": 2}, 18),
        (System.KNOCKOUT, {"most_players": 16}, 8),
        (System.KNOCKOUT, {"most_players": 17, "legs": 2}, 15),
        (System.ARENA, {}, 32),
    ],
)
def test_as_many_are_needed_as_matches_may_come(
    system: System, members: dict[str, Any], needed: int
) -> None:
    assert seals.needed(settings(system, **members)) == needed


@pytest.mark.parametrize(
    ("system", "members"),
    [
        (System.SWISS, {"legs": 2}),
        (System.ROUND_ROBIN, {"most_players": 6, "all_at_once": True}),
        (System.KNOCKOUT, {"most_players": 6, "legs": 2}),
    ],
)
def test_all_matches_of_a_player_have_places_of_their_own(
    system: System, members: dict[str, Any]
) -> None:
    it = Playing(settings(system, **members)).started(6).play()
    given = range(seals.needed(it.settings))
    for number in range(6):
        places = [*_places(it, player(number))]
        assert len({*places}) == len(places)
        assert {*places} <= {*given}


def _places(it: Playing, of: str) -> Iterator[int]:
    for each in it.it.rounds:
        for table in each.tables:
            if of in table.players:
                for leg in range(1, it.settings.matches_per_round + 1):
                    yield seals.place(it.it, each.number, of, leg)


def test_in_an_arena_they_are_used_in_order() -> None:
    """Whoever waited for a pairing, or sat out, has missed no seal."""
    it = Playing(settings(System.ARENA, minutes=1)).started(5).play()
    assert len(it.it.rounds) > 5
    for number in range(5):
        places = [*_places(it, player(number))]
        assert places == [*range(len(places))]
