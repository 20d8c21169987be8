"""Random matches that are stored and read again: what is decided about them is the same."""

from dataclasses import replace

import pytest
from croupier_match.stored import match_type
from engine.store import match_json

from tests.croupier_match.strolls import stroll
from tests.croupier_match.test_strolls import GAMES

MATCHES = 40


@pytest.mark.parametrize("game", GAMES)
def test_the_same_is_decided_about_a_match_that_was_stored(game: str) -> None:
    read = match_type(GAMES[game]).validate_json
    for number in range(MATCHES):
        for before, command, decided in stroll(GAMES[game], number):
            stored = replace(before, match=read(match_json.dumps(before.match)))
            assert list(vars(stored.match)) == list(vars(before.match)), "the order of members"
            again = stored.found(command)
            same = again == decided
            assert same or (type(again), str(again)) == (type(decided), str(decided)), command
