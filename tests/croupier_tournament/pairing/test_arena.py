"""Pairings of an arena: nobody against one of the last two, and nobody waits for ever."""

import random

import pytest
from croupier_game.kit.seeds import SEEDS
from croupier_tournament.pairing.arena import arena

from tests.croupier_tournament.pairing.entrants import entrant, shown


def test_the_last_two_opponents_are_barred() -> None:
    order = [entrant(name) for name in "abcd"]
    last = {"a": ("b", "c"), "b": ("a",), "c": ("a",), "d": ()}
    assert shown(arena(order, last, {}, 9).tables) == ["ad", "bc"]


def test_of_very_few_none_is_barred_for_long() -> None:
    pair = [entrant("a"), entrant("b")]
    last = {"a": ("b", "b"), "b": ("a", "a")}
    assert shown(arena(pair, last, {}, 2).tables) == ["ab"]
    assert arena(pair, last, {}, 3).tables == ()  # somebody else is about to come


def test_who_has_waited_longer_plays() -> None:
    order = [entrant("a", 9), entrant("b", 8), entrant("c")]
    assert shown(arena(order, {}, {"c": 1}, 9).tables) == ["ac"]


def test_as_many_as_can_be_are_paired() -> None:
    """Of three, `a` and `b` have just met: one of them plays `c`."""
    order = [entrant("a"), entrant("b"), entrant("c")]
    last = {"a": ("b",), "b": ("a",)}
    assert shown(arena(order, last, {}, 9).tables) == ["ac"]
    triangle = {"b": ("c", "d"), "c": ("b", "d"), "d": ("b", "c")}
    assert shown(arena([entrant(name) for name in "bcda"], triangle, {}, 9).tables) == ["ab"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", range(2, 9))
def test_nobody_waits_for_ever(seed: int, players: int) -> None:
    """Matches take a while; whoever waits plays within a few rounds of all others."""
    dice = random.Random(f"arena {seed} {players}")
    last: dict[str, tuple[str, ...]] = {}
    busy: dict[str, int] = {}
    waited: dict[str, int] = {}
    since = {f"{at}": 0 for at in range(players)}
    for now in range(300):
        waiting = [each for each in since if busy.get(each, 0) <= now]
        dice.shuffle(waiting)
        tables = arena([entrant(each) for each in waiting], last, waited, players).tables
        for one, two in tables:
            ends = now + dice.randrange(1, 6)
            for each, other in ((one, two), (two, one)):
                busy[each], since[each] = ends, ends
                last[each] = (*last.get(each, ()), other)[-2:]
        for each in waiting:
            waited[each] = 0 if busy.get(each, 0) > now else waited.get(each, 0) + 1
        assert all(now - began < 40 for began in since.values()), (now, since)
