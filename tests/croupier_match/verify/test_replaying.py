"""Recomputing a match from its replay, and which versions drew from its chance."""

from collections.abc import Callable

import pytest
from croupier_game.seeded import seeded_chance
from croupier_lost_cities import rules
from croupier_match.evolve import replay
from croupier_match.match import AnyMatch
from croupier_match.verify.errors import Refuted
from croupier_match.verify.replaying import recompute
from croupier_match.verify.schema import parse
from engine.domain.registry import GAMES

from tests.croupier_match.verify.replays import Json, rehash, table

GAME = GAMES[rules.ID]


def recomputed(replay: Json) -> tuple[AnyMatch, list[int]]:
    return recompute(GAME, parse(replay), replay["log"])


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_match_is_that_of_the_server_and_versions_that_deal_are_those_that_draw(
    rounds: int,
) -> None:
    """So no draw of a match of one round can be timed by the server, which knows the seed."""
    played = table("recomputed", rules.Options(rounds=rounds)).seated().played()
    past = replay(GAMES.of(played.match), played.match, played.log, seeded_chance)
    dealt = [match.version for match in past if "RoundStarted" in str(match)]
    assert len(dealt) == rounds
    match, drawn = recomputed(played.replay())
    # The names of players are not recomputed, nor hashed.
    assert match == played.match
    assert drawn == dealt


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (lambda options: options.pop("carriedScores"), "match: the options or the clock are not"),
        (lambda options: options.update(rounds="1"), "options: .*rounds cannot be '1'"),
        (lambda options: options.update(startSeat=None), "options: .*startSeat cannot be None"),
    ],
    ids=["a default left out", "a text", "null"],
)
def test_options_are_written_as_the_server_writes_them(
    changed: Callable[[Json], None], says: str
) -> None:
    """What they mean is the same, and the terms are others."""
    replay = table("written").seated().played().replay()
    for options in (replay["options"], replay["match"]["options"]):
        changed(options)
    rehash(replay)
    with pytest.raises(Refuted, match=f"^{says}"):
        recomputed(replay)


def test_an_entry_is_written_as_the_server_writes_it() -> None:
    replay = table("written").seated().played().replay()
    replay["log"][2]["note"] = ""
    rehash(replay)
    with pytest.raises(Refuted, match=r"^Version 3: the log says `note`, which such"):
        recomputed(replay)
