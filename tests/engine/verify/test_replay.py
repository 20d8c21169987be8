"""Recomputing a match from its replay, and which versions drew from its chance."""

from collections.abc import Callable

import pytest
from engine.domain.registry import GAMES
from engine.games.lost_cities import rules
from engine.verify.errors import Refuted
from engine.verify.replay import recompute
from engine.verify.schema import parse

from tests.engine.verify.replays import ENTROPY, SHORT, Json, Table, put, rehash

GAME = GAMES[rules.ID]


def test_the_match_is_that_of_the_server() -> None:
    table = Table(21, SHORT).seated(*ENTROPY).played()
    match, _ = recompute(GAME, parse(table.replay()))
    assert match == table.match


@pytest.mark.parametrize("rounds", [1, 2])
def test_versions_that_deal_are_those_that_draw(rounds: int) -> None:
    """So nobody who knows the seed can time any draw of a match of one round."""
    table = Table(22, rules.Options(rounds=rounds)).seated().played()
    dealt = [past.entry.version for past in table.past() if "RoundStarted" in str(past.match)]
    assert len(dealt) == rounds
    assert recompute(GAME, parse(table.replay()))[1] == dealt


def test_an_impossible_entry_is_named_by_its_version() -> None:
    replay = Table(23, SHORT).seated().played().replay()
    put("log.2.seat", 7)(replay)
    rehash(replay)
    with pytest.raises(Refuted, match=r"^Version 3: there is no seat 7\.$"):
        recompute(GAME, parse(replay))


@pytest.mark.parametrize(
    "changed",
    [
        lambda options: options.pop("carriedScores"),
        lambda options: options.update(rounds="1"),
        lambda options: options.update(startSeat=None),
    ],
    ids=["a default left out", "a text", "null"],
)
def test_options_are_written_as_the_server_writes_them(changed: Callable[[Json], None]) -> None:
    """What they mean is the same, and the terms are others."""
    replay = Table(24, SHORT).seated().played().replay()
    for options in (replay["options"], replay["match"]["options"]):
        changed(options)
    rehash(replay)
    with pytest.raises(Refuted, match=r"^match: the options or the clock are not written as"):
        recompute(GAME, parse(replay))


def test_an_entry_is_written_as_the_server_writes_it() -> None:
    replay = Table(24, SHORT).seated().played().replay()
    move = replay["log"][2]["move"]
    move["place"] = ("", "EXPEDITION", "DISCARD").index(move["place"])
    rehash(replay)
    with pytest.raises(Refuted, match=r"^Version 3: the entry is not written as the server"):
        recompute(GAME, parse(replay))
