"""Profiles over HTTP: what is public of a player, and what only the player is shown."""

import random
from typing import Any

import pytest
from croupier_rating import shown
from redis import Redis
from redislink import statistics
from redislink.accounts import HIDDEN, LISTED, PLAYER, account
from redislink.statistics import Met, Record, Reliability

from tests.support.boards import a_pool, an_id
from tests.support.ledgers import Kept, a_match
from tests.support.live import Live
from tests.support.opponents import available, offer
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import NOBODY, newcomer, with_token
from tests.support.waiting import until

BEST, LAST, HIDDEN_MATCH = "best".ljust(22, "_"), "last".ljust(22, "_"), "hidden".ljust(22, "_")
FAR = 1_000_000
"""So many hours ahead no week has passed since."""
PUBLIC = Record(3, 1, 2, 5, 105, 40, -1, 2, BEST)
PRIVATE = Record(7, 0, 0, 7, 700, 100, 7, 7, HIDDEN_MATCH)
MET = Met(2, 1, 1, 1_700_000_000_000, LAST)
MET_PRIVATE = Met(5, 0, 0, 1_800_000_000_000, HIDDEN_MATCH)


def count(server: Redis, player: Client, opponent: str) -> None:
    """Have counted of the player what the constants say, of public matches and of private ones."""
    fields: dict[Any, Any] = {
        "lost-cities people": PUBLIC.dump(),
        "lost-cities people private": PRIVATE.dump(),
        "just4fun bots": Record(lost=1, streak=-1).dump(),
        statistics.RELIABILITY: Reliability("1" * 9 + "0").dump(),
    }
    server.hset(statistics.counters(player.id), mapping=fields)
    met: dict[Any, Any] = {opponent: MET.dump(), f"{opponent} private": MET_PRIVATE.dump()}
    server.hset(statistics.met(player.id), mapping=met)


def profile(viewer: Client, player: Client) -> Json:
    return ok(viewer.get(f"/v1/players/{player.id}"))


def test_a_newcomer_has_an_empty_profile(live: Live) -> None:
    ann = newcomer(live.url)
    told = profile(Client(live.url), ann)
    assert {name: told[name] for name in ("id", "displayName", "kind")} == {
        "id": ann.id, "displayName": "Ann", "kind": "human",
    }  # fmt: skip
    assert told["ratings"] == told["statistics"] == told["met"] == []
    assert told["reliability"] is None


def test_a_profile_says_how_a_player_fared(live: Live, server: Redis) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    count(server, ann, bob.id)
    told = profile(bob, ann)
    assert told["reliability"] == 90
    assert [(each["game"], each["opponents"], each["access"]) for each in told["statistics"]] == [
        ("just4fun", "bots", "public"),
        ("lost-cities", "people", "public"),
    ]
    assert told["statistics"][0]["best"] is None
    assert told["statistics"][1] == {
        "game": "lost-cities", "opponents": "people", "access": "public",
        "won": 3, "drawn": 1, "lost": 2, "scored": 5, "points": 105,
        "best": {"points": 40, "matchId": BEST}, "streak": -1, "longest": 2,
    }  # fmt: skip
    assert told["met"] == [
        {
            "player": {"id": bob.id, "displayName": "Bob", "kind": "human"},
            "access": "public", "won": 2, "drawn": 1, "lost": 1,
            "last": {"matchId": LAST, "time": "2023-11-14T22:13:20.000Z"},
        }
    ]  # fmt: skip


def test_the_player_alone_is_shown_what_is_private(live: Live, server: Redis) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    plain, eve = newcomer(live.url), newcomer(live.url)
    count(server, ann, bob.id)
    count(server, plain, bob.id)
    server.hdel(statistics.counters(plain.id), "lost-cities people private")
    server.hdel(statistics.met(plain.id), f"{bob.id} private")
    for viewer in (Client(live.url), bob, eve):
        texts = [viewer.get(f"/v1/players/{each.id}").text for each in (ann, plain)]
        assert texts[0].replace(ann.id, "") == texts[1].replace(plain.id, "").replace(
            profile(viewer, plain)["since"] or "-", profile(viewer, ann)["since"] or "-"
        )
        assert HIDDEN_MATCH not in texts[0]
    own = profile(ann, ann)
    assert [each["access"] for each in own["statistics"]] == ["public", "public", "private"]
    assert own["statistics"][2]["won"] == 7
    assert [each["access"] for each in own["met"]] == ["private", "public"]


def test_a_profile_has_the_ratings_in_all_pools_of_the_kind(
    live: Live, server: Redis, dice: random.Random
) -> None:
    pool = a_pool(dice)
    first, second = Kept(server, pool), Kept(server, pool.replace("live", "daily"))
    ann, others = newcomer(live.url), [newcomer(live.url) for _ in range(10)]
    for number in range(40):
        seats = [ann.id, dice.choice(others).id]
        first.play([a_match(dice, dice.sample(seats, 2), FAR + 25 * number)])
    second.play([a_match(dice, [others[0].id, ann.id], 1)])
    until(lambda: len(profile(Client(live.url), ann)["ratings"]) == 2)
    live_one, daily = profile(Client(live.url), ann)["ratings"]
    assert (live_one["pool"], live_one["matches"]) == (pool, 40)
    numbers = first.ledger.players[ann.id]
    assert live_one["peak"] == numbers.peak
    assert (live_one["provisional"], live_one["rank"], live_one["size"]) == (False, 1, 1)
    assert live_one["points"] == live_one["rating"] - 2 * live_one["deviation"]
    assert (daily["provisional"], daily["rank"], daily["matches"]) == (True, None, 1)
    assert daily["rating"] < 1500


def test_a_rating_fades_while_nobody_plays(live: Live, server: Redis, dice: random.Random) -> None:
    ledger, ann = Kept(server, a_pool(dice)), newcomer(live.url)
    # All in the days before 2026-03: long enough ago for a rating to be provisional again.
    for number in range(60):
        ledger.play([a_match(dice, [ann.id, an_id(dice)], number)])
    until(lambda: profile(Client(live.url), ann)["ratings"])
    (told,) = profile(Client(live.url), ann)["ratings"]
    assert told["deviation"] > (told["rating"] - told["points"]) / 2


@pytest.mark.parametrize("hiding", [(LISTED, "0"), (HIDDEN, "1")], ids=["unlisted", "hidden"])
def test_others_are_shown_nothing_of_who_is_on_no_board(
    live: Live, server: Redis, dice: random.Random, hiding: tuple[str, str]
) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    ledger = Kept(server, a_pool(dice))
    ledger.play([a_match(dice, [ann.id, bob.id], 1)])
    until(lambda: profile(Client(live.url), ann)["ratings"])
    count(server, ann, bob.id)
    count(server, bob, ann.id)
    server.hset(account(ann.id), *hiding)
    for viewer in (Client(live.url), bob):
        told = profile(viewer, ann)
        assert told["displayName"] == "Ann"
        assert told["ratings"] == told["statistics"] == told["met"] == []
        assert told["reliability"] is None
    assert profile(Client(live.url), bob)["met"] == []
    assert [each["player"]["id"] for each in profile(bob, bob)["met"]] == [ann.id, ann.id]
    against = f"/v1/players/{ann.id}/against/{bob.id}"
    assert ok(newcomer(live.url).get(against))["won"] == 0
    assert ok(bob.get(against))["won"] == 7
    own = profile(ann, ann)
    assert (len(own["ratings"]), own["reliability"]) == (1, 90)


def test_who_was_deleted_is_gone_from_what_others_remember(live: Live, server: Redis) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    count(server, ann, bob.id)
    server.hdel(account(bob.id), PLAYER)
    (met,) = profile(Client(live.url), ann)["met"]
    assert met["player"] == {"id": bob.id, "displayName": "gone", "kind": None}
    refused(Client(live.url).get(f"/v1/players/{bob.id}"), 404, "not_found")
    refused(Client(live.url).get(f"/v1/players/{ann.id}/against/{bob.id}"), 404, "not_found")


def test_two_players_against_each_other(live: Live, server: Redis) -> None:
    ann, bob, eve = newcomer(live.url), newcomer(live.url, "Bob"), newcomer(live.url)
    against = f"/v1/players/{ann.id}/against/{bob.id}"
    back = f"/v1/players/{bob.id}/against/{ann.id}"
    assert ok(eve.get(against)) == {"won": 0, "drawn": 0, "lost": 0, "last": None}
    server.hset(statistics.met(ann.id), bob.id, Met(3, 1, 2, 1_700_000_000_000, LAST).dump())
    private = Met(10, 0, 0, 1_800_000_000_000, HIDDEN_MATCH).dump()
    server.hset(statistics.met(ann.id), f"{bob.id} private", private)
    for viewer in (Client(live.url), eve):
        told = ok(viewer.get(against))
        assert (told["won"], told["drawn"], told["lost"]) == (3, 1, 2)
        assert told["last"]["matchId"] == LAST
        # Only Ann remembers Bob, who has met too many others since.
        assert (ok(viewer.get(back))["won"], ok(viewer.get(back))["lost"]) == (2, 3)
    for viewer in (ann, bob):
        told = ok(viewer.get(against))
        assert (told["won"], told["lost"]) == (13, 2)
        assert told["last"]["matchId"] == HIDDEN_MATCH
        assert ok(viewer.get(back))["lost"] == 13


def test_bad_input(live: Live) -> None:
    ann = newcomer(live.url)
    for other in (NOBODY, "%2e%2e", "<b>", "me"):
        refused(ann.get(f"/v1/players/{ann.id}/against/{other}"), 404, "not_found")
        refused(ann.get(f"/v1/players/{other}/against/{ann.id}"), 404, "not_found")
    refused(with_token(ann, "play").get(f"/v1/players/{ann.id}"), 403, "forbidden")
    assert ok(ann.get(f"/v1/players/{ann.id}/against/{ann.id}"))["won"] == 0


def test_who_can_be_had_is_listed_with_the_rating_of_the_live_pool(
    live: Live, server: Redis, dice: random.Random
) -> None:
    """In the pool of its own kind, of the last season."""
    ann, bob, robot = newcomer(live.url), newcomer(live.url), newcomer(live.url, kind="bot")
    for each in (ann, bob, robot):
        offer(each, "livingstone")
    for season in ("7", "8"):
        ledger = Kept(server, f"livingstone.live.human.{season}")
        ledger.play([a_match(dice, [ann.id, an_id(dice)], FAR)] * (int(season) - 6))

    def rating(player: Client) -> Any:
        listed = available(Client(live.url), "livingstone")
        return next(each["rating"] for each in listed if each["id"] == player.id)

    until(lambda: rating(ann) == shown.rating(ledger.ledger.players[ann.id].strength))
    assert rating(bob) is None
    assert rating(robot) is None
