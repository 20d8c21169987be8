"""While slots have no node, what lies in others is shown all the same."""

import json
import random
from collections.abc import Iterator

import pytest
from redis import Redis
from redislink import ratings, reports
from redislink.accounts import account

from tests.gateway.routes.test_profiles import count
from tests.redis.servers import One
from tests.support.boards import a_pool
from tests.support.ledgers import Kept, a_match
from tests.support.live import Live
from tests.support.opponents import available, offer
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer
from tests.support.waiting import until

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[One]:
    with One(tmp_path_factory.mktemp("cluster")) as one:
        yield one


@pytest.fixture(scope="module")
def table(one: One) -> Iterator[Live]:
    with Live(one.url) as live:
        yield live


@pytest.fixture
def gone(one: One) -> Iterator["Gone"]:
    gone = Gone(one)
    yield gone
    gone.come_back()


class Gone:
    """The slots that no node has."""

    def __init__(self, one: One) -> None:
        self._node, self._slots = one.node, list[int]()

    def take(self, *keys: str) -> None:
        for key in keys:
            slot = self._node.ask("CLUSTER KEYSLOT", key)
            self._node.ask("CLUSTER DELSLOTS", slot)
            self._slots.append(slot)

    def come_back(self) -> None:
        if self._slots:
            self._node.ask("CLUSTER ADDSLOTS", *self._slots)
            self._slots.clear()


def rated(one: One, players: list[Client]) -> list[str]:
    """Three pools in which the players have played, the first of which is lost in the tests."""
    dice = random.Random()
    with Redis.from_url(one.node.address) as server:
        pools = sorted(a_pool(dice) for _ in range(3))
        for pool in pools:
            Kept(server, pool).play([a_match(dice, [each.id for each in players], 1)])
        count(server, players[0], players[1].id)
    return pools


def profile(viewer: Client, player: Client) -> Json:
    return ok(viewer.get(f"/v1/players/{player.id}"))


def own_data(player: Client) -> list[Json]:
    answer = player.get("/v1/players/me/data")
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_pool_that_is_away_is_left_out(one: One, table: Live, gone: Gone) -> None:
    ann, bob = newcomer(table.url), newcomer(table.url, "Bob")
    lost, *others = rated(one, [ann, bob])
    until(lambda: len(profile(bob, ann)["ratings"]) == 3)
    assert profile(bob, ann)["complete"]
    assert "missing" not in [each["what"] for each in own_data(ann)]
    gone.take(ratings.head(lost))
    for viewer in (bob, ann, Client(table.url)):
        told = profile(viewer, ann)
        assert [each["pool"] for each in told["ratings"]] == others
        assert not told["complete"]
        assert told["met"]
        assert told["statistics"]
    lines = own_data(ann)
    assert [each["pool"] for each in lines if each["what"] == "rating"] == others
    assert {"what": "missing", "of": "rating"} in lines
    assert lines[-1] == {"what": "end"}
    for each in others:
        assert ok(bob.get(f"/v1/leaderboards/{each}"))["seq"] == 1
        assert ok(bob.get(f"/v1/players/{ann.id}/ratings/{each}/history"))["points"]
    sizes = {each["pool"]: each["seq"] for each in ok(bob.get("/v1/leaderboards"))["leaderboards"]}
    assert [sizes[each] for each in (lost, *others)] == [None, 1, 1]
    for path in (f"leaderboards/{lost}", f"players/{ann.id}/ratings/{lost}/history"):
        refused(bob.get(f"/v1/{path}"), 503, "unavailable")


def test_without_the_names_of_pools_all_else_is_shown(one: One, table: Live, gone: Gone) -> None:
    ann, bob = newcomer(table.url), newcomer(table.url, "Bob")
    pools = rated(one, [ann, bob])
    offer(ann, "livingstone")
    gone.take(ratings.POOLS)
    # A gateway that has not read them yet.
    with Live(one.url) as fresh:
        told = ok(Client(fresh.url).get(f"/v1/players/{ann.id}"))
        assert (told["ratings"], told["complete"], len(told["met"])) == ([], False, 1)
        eyes = Client(fresh.url, ann.token, ann.player)
        assert {"what": "missing", "of": "rating"} in own_data(eyes)
        assert ann.id in [each["id"] for each in available(eyes, "livingstone")]
        assert ok(eyes.get(f"/v1/leaderboards/{pools[0]}"))["entries"] == []
        assert ok(eyes.get(f"/v1/players/{ann.id}/against/{bob.id}"))["won"] == 7
        refused(eyes.get("/v1/leaderboards"), 503, "unavailable")


def test_an_opponent_whose_account_is_away_has_no_name(one: One, table: Live, gone: Gone) -> None:
    ann, bob = newcomer(table.url), newcomer(table.url, "Bob")
    (pool, *_) = rated(one, [ann, bob])
    gone.take(account(bob.id))
    told = profile(Client(table.url), ann)
    assert [each["player"] for each in told["met"]] == [
        {"id": bob.id, "displayName": None, "kind": None}
    ]
    (point,) = ok(ann.get(f"/v1/players/{ann.id}/ratings/{pool}/history"))["points"]
    assert [each["displayName"] for each in point["opponents"]] == [None]
    assert own_data(ann)[-1] == {"what": "end"}
    refused(ann.get(f"/v1/players/{ann.id}/against/{bob.id}"), 503, "unavailable")


def test_lists_of_players_go_on_without_those_who_are_away(table: Live, gone: Gone) -> None:
    ann, bob, eve = (newcomer(table.url, name) for name in ("Ann", "Bob", "Eve"))
    for other in (bob, eve):
        ok(ann.put(f"/v1/players/me/friends/{other.id}"))
    blocker = newcomer(table.url)
    for other in (bob, eve):
        ok(blocker.put(f"/v1/players/me/blocks/{other.id}"))
    gone.take(account(bob.id))
    asked, blocked = ok(ann.get("/v1/players/me/friends")), ok(blocker.get("/v1/players/me/blocks"))
    for told in (asked["asked"], blocked["blocks"]):
        assert [each["id"] for each in told] == [eve.id]
    assert asked["complete"] is blocked["complete"] is False
    gone.come_back()
    assert len(ok(ann.get("/v1/players/me/friends"))["asked"]) == 2
    assert len(ok(blocker.get("/v1/players/me/blocks"))["blocks"]) == 2


def test_own_data_says_that_reports_are_missing(table: Live, gone: Gone) -> None:
    ann = newcomer(table.url)
    match_id = str(ann.create()["id"])
    gone.take(reports.RECORDS)
    lines = own_data(ann)
    assert {"what": "missing", "of": "report"} in lines
    assert match_id in [each["id"] for each in lines if each["what"] == "match"]
    assert lines[-1] == {"what": "end"}
