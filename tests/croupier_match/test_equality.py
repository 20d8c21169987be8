"""The proof that a change leaves all stored bytes as they are, in small: see `equality`."""

from croupier_game.kit.games import ORACLES
from croupier_match.match import Kind

from tests.croupier_match.equality import digest, played

MATCHES = 60
SOME = {Kind.CREATED, Kind.JOINED, Kind.LEFT, Kind.STARTED, Kind.REVEALED, Kind.MOVE}
MORE = {Kind.RESIGNED, Kind.TIMEOUT, Kind.ABORTED, Kind.ASKED, Kind.UNDONE}


def test_the_matches_are_of_all_games_and_have_entries_of_most_kinds() -> None:
    tables = [*map(played, range(MATCHES))]
    assert {table.game for table in tables} == {*ORACLES}
    assert {entry.kind for table in tables for entry in table.log} >= SOME | MORE


def test_a_match_has_a_digest_of_its_own_and_the_same_again() -> None:
    digests = [digest(played(number)) for number in (0, 1, 0)]
    assert digests[0] == digests[2] != digests[1]
