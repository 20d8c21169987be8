"""Rated matches of the house: among itself, one at a time in all houses together, or none."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from bots import league
from bots.characters import RATED
from bots.league import NEWCOMER, Rating, shown
from tests.bots.test_house import house
from tests.support.live import Live
from tests.support.older import make_older
from tests.support.players import Client, Json, ok, register
from tests.support.waiting import until

NAMES = {each.name for each in RATED}


def rated(url: str, status: str = "finished") -> list[Json]:
    """The rated matches that all may see, oldest first."""
    found = ok(Client(url).get("/v1/matches", status=status, pageSize=100))["matches"]
    return [each for each in reversed(found) if each.get("rated")]


def names(match: Json) -> set[str]:
    return {seat["player"]["displayName"] for seat in match["seats"]}


def at_home(url: str, houses: int) -> Callable[[], bool]:
    """Whether those of so many houses who can be invited are there; the others come along."""

    def there() -> bool:
        found = ok(Client(url).get("/v1/players", available="just4fun"))["players"]
        return len(found) == 6 * houses

    return there


@pytest.mark.full  # two houses, whose bots think
def test_two_houses_play_rated_among_themselves_one_match_at_a_time(
    quiet: Live, tmp_path: Path
) -> None:
    human = register(quiet.url)
    make_older(quiet.redis_url, human.id)
    rules = {"deal": "sealed", "undo": "never", "rated": True, "clock": {"bank": "300s"}}
    ticket = ok(human.post("/v1/tickets", {"game": "just4fun", "seal": "0" * 64, **rules}), 201)
    with (
        house(quiet.url, tmp_path / "one", BOTS_RATED_S="1"),
        house(quiet.url, tmp_path / "two", BOTS_RATED_S="1"),
    ):
        until(at_home(quiet.url, 2), 60)
        make_older(quiet.redis_url)
        until(lambda: len(rated(quiet.url)) >= 3, 120)
        assert ok(human.get(f"/v1/tickets/{ticket['id']}"))["status"] == "searching"
    played = rated(quiet.url)
    assert all(names(each) <= NAMES and each["deal"] == "sealed" for each in played)
    assert all(one["updateTime"] <= other["createTime"] for one, other in pairwise(played))


@pytest.mark.anyio
async def test_a_house_that_may_not_plays_none() -> None:
    await asyncio.wait_for(league.League(0, NAMES).run(), 1)


def test_the_numbers_of_a_player_are_those_of_the_latest_season_of_bots() -> None:
    told = [
        Rating("just4fun.live.bot.9", 1600, 100),
        Rating("just4fun.live.bot.10", 1650, 90),
        Rating("just4fun.daily.bot.11", 1, 1),
        Rating("lost-cities.live.bot.12", 2, 2),
    ]
    assert shown(told, "just4fun") == (1650, 90)
    assert shown(told, "livingstone") == NEWCOMER


def test_who_is_known_least_meets_who_is_about_as_strong_and_was_not_met_three_times() -> None:
    playing = league.League(1, NAMES)
    board = {"Rosa": (1500, 300), "Hugo": (1900, 100), "Otto": (1480, 100), "Lotte": (1450, 100)}
    assert playing.first(board) == "Rosa"
    assert playing.second("just4fun", board, "Rosa") == "Otto"
    for _ in range(league.FULL):
        playing.met("just4fun", "Otto", "Rosa")
    assert playing.second("just4fun", board, "Rosa") == "Lotte"
    assert playing.second("lost-cities", board, "Rosa") == "Otto"


def test_who_has_met_all_as_often_as_counts_leaves_the_others_their_turn() -> None:
    playing = league.League(1, NAMES)
    board = {"Rosa": (1500, 300), "Hugo": (1700, 170), "Otto": (1480, 100)}
    for other in ("Hugo", "Otto"):
        for _ in range(league.MOST):
            playing.met("just4fun", "Rosa", other)
    assert playing.unsure("just4fun", board) == ("Hugo", "Otto")
    for _ in range(league.MOST):
        playing.met("just4fun", "Hugo", "Otto")
    assert playing.unsure("just4fun", board) is None
