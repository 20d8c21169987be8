"""Recomputing a match from its replay, and which versions drew from its chance."""

import pytest
from engine.domain import reducer
from engine.domain.chance import seeded_chance
from engine.domain.registry import GAMES
from engine.games.lost_cities import rules
from engine.verify.replay import recompute
from engine.verify.schema import parse

from tests.engine.verify.replays import table

GAME = GAMES[rules.ID]


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_match_is_that_of_the_server_and_versions_that_deal_are_those_that_draw(
    rounds: int,
) -> None:
    """So no draw of a match of one round can be timed by the server, which knows the seed."""
    played = table("recomputed", rules.Options(rounds=rounds)).seated().played()
    past = reducer.replay(played.match, played.log, seeded_chance)
    dealt = [match.version for match in past if "RoundStarted" in str(match)]
    assert len(dealt) == rounds
    match, drawn = recompute(GAME, parse(played.replay()))
    # The names of players are not recomputed, nor hashed.
    assert match == played.match
    assert drawn == dealt
