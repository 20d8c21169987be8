"""Leaderboards over HTTP: pages that hold still while players move, around somebody, friends."""

import json
import random
from typing import Any

import pytest
from redis import Redis
from redislink import relations
from redislink.accounts import HIDDEN, LISTED, PLAYER, account

from tests.support.boards import Board, a_pool, an_id
from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import NOBODY, newcomer, with_token
from tests.support.waiting import until

PLAYERS = 1000


@pytest.fixture(scope="module")
def crowd(dice: random.Random, server: Redis) -> tuple[Board, dict[str, int]]:
    """A board of 1,000 players with many ties, which no test changes."""
    board, points = Board(server, a_pool(dice)), {}
    for _ in range(PLAYERS):
        points[an_id(dice)] = dice.randrange(1000, 1100)
    board.put(points, seq=7)
    return board, points


def page(caller: Client, pool: str, **query: Any) -> Json:
    return ok(caller.get(f"/v1/leaderboards/{pool}", **query))


def ids(of: Json) -> list[str]:
    return [each["player"]["id"] for each in of["entries"]]


def in_order(points: dict[str, int]) -> list[str]:
    """The ids as a board has them: Python's strings compare as bytes do, if these are ASCII."""
    return sorted(points, key=lambda each: (points[each], each), reverse=True)


def rank(points: dict[str, int], player: str) -> int:
    return 1 + sum(other > points[player] for other in points.values())


def test_the_first_page_says_all(live: Live, crowd: tuple[Board, dict[str, int]]) -> None:
    board, points = crowd
    shown = page(Client(live.url), board.pool)
    assert (shown["pool"], shown["size"], shown["seq"]) == (board.pool, PLAYERS, 7)
    assert shown["head"] == f"{7:064x}"
    assert ids(shown) == in_order(points)[:50]
    first = shown["entries"][0]
    name = board.names[first["player"]["id"]]
    assert first["player"] == {"id": ids(shown)[0], "displayName": name, "kind": "human"}
    assert (first["rank"], first["points"], first["matches"]) == (1, max(points.values()), 9)
    assert first["rating"] == first["points"] + 200
    assert first["deviation"] > 100, "it has not played for long"


def test_all_pages_have_all_players_with_their_ranks(
    live: Live, crowd: tuple[Board, dict[str, int]]
) -> None:
    board, points = crowd
    found, token = list[Json](), None
    while token or not found:
        shown = page(Client(live.url), board.pool, pageSize=97, pageToken=token or "")
        found += shown["entries"]
        token = shown["nextPageToken"]
    assert [each["player"]["id"] for each in found] == in_order(points)
    assert [each["rank"] for each in found] == [rank(points, each) for each in in_order(points)]


def test_a_walk_while_all_move_has_nobody_twice_and_misses_nobody_who_stays(
    live: Live, server: Redis, dice: random.Random
) -> None:
    board = Board(server, a_pool(dice))
    points = {an_id(dice): dice.randrange(1000, 1100) for _ in range(PLAYERS)}
    board.put(points)
    stay = {each for each in points if dice.random() < 0.5}
    found, token, seq = list[str](), None, 1
    while token or not found:
        shown = page(Client(live.url), board.pool, pageSize=50, pageToken=token or "")
        found += ids(shown)
        token, seq = shown["nextPageToken"], seq + 1
        moved = {each: dice.randrange(1000, 1100) for each in points.keys() - stay}
        board.put(moved, seq)
        gone = dice.choice([*(points.keys() - stay)])
        server.zrem(f"{{rating:{board.pool}}}:order", gone)
    staying = [each for each in found if each in stay]
    assert staying == [each for each in in_order(points) if each in stay]


@pytest.mark.parametrize("some", [True, pytest.param(False, marks=pytest.mark.full)])
def test_around_each_of_all_positions(
    live: Live, crowd: tuple[Board, dict[str, int]], dice: random.Random, some: bool
) -> None:
    """Each of the first and the last ones, and of those in between `some`, or each too."""
    board, points = crowd
    order, size = in_order(points), 11
    ends = {*range(size), *range(PLAYERS - size, PLAYERS)}
    between = dice.sample(range(PLAYERS), size if some else PLAYERS)
    for place in sorted({*ends, *between}):
        shown = page(Client(live.url), board.pool, around=order[place], pageSize=size)
        first = max(0, min(place - size // 2, PLAYERS - size))
        assert ids(shown) == order[first : first + size], place
        ranks = [each["rank"] for each in shown["entries"]]
        assert ranks == [rank(points, each) for each in ids(shown)], place
        assert (shown["nextPageToken"] is None) == (first + size == PLAYERS)


def test_a_page_around_somebody_is_gone_on_from(
    live: Live, crowd: tuple[Board, dict[str, int]]
) -> None:
    board, points = crowd
    order = in_order(points)
    shown = page(Client(live.url), board.pool, around=order[500], pageSize=10)
    token = shown["nextPageToken"]
    follows = page(Client(live.url), board.pool, around=order[500], pageSize=10, pageToken=token)
    assert ids(shown) + ids(follows) == order[496:516]


def test_around_me_and_around_those_who_are_not_there(
    live: Live, server: Redis, dice: random.Random
) -> None:
    board, ann = Board(server, a_pool(dice)), newcomer(live.url)
    board.put({an_id(dice): 1200, an_id(dice): 1100})
    assert page(ann, board.pool, around="me")["entries"] == []
    board.names[ann.id] = "Ann"
    board.put({ann.id: 1150})
    shown = page(ann, board.pool, around="me", pageSize=3)
    assert ids(shown)[1] == ann.id
    assert shown["entries"][1]["player"]["displayName"] == "Ann"
    assert page(ann, board.pool, around=NOBODY)["entries"] == []
    refused(
        Client(live.url).get(f"/v1/leaderboards/{board.pool}", around="me"), 401, "unauthenticated"
    )


def test_a_board_of_friends_has_ranks_among_all(
    live: Live, server: Redis, dice: random.Random
) -> None:
    board, ann = Board(server, a_pool(dice)), newcomer(live.url)
    points = {an_id(dice): dice.randrange(1000, 1100) for _ in range(500)}
    board.put(points)
    board.names[ann.id] = "Ann"
    board.put({ann.id: 1050})
    points[ann.id] = 1050
    friends = dice.sample([*points], 200)
    asked = [each for each in points if each not in friends][:50]
    states: dict[Any, Any] = dict.fromkeys(friends, relations.FRIEND) | {NOBODY: relations.FRIEND}
    states |= dict.fromkeys(asked, relations.ASKED)
    states.pop(ann.id, None)
    server.hset(relations.friends(ann.id), mapping=states)
    circle = {each: points[each] for each in {*friends, ann.id}}
    found, token = list[Json](), None
    while token or not found:
        shown = page(ann, board.pool, friends="true", pageSize=30, pageToken=token or "")
        assert shown["size"] == len(circle)
        found += shown["entries"]
        token = shown["nextPageToken"]
    assert [each["player"]["id"] for each in found] == in_order(circle)
    assert [each["rank"] for each in found] == [rank(points, each) for each in in_order(circle)]
    path = f"/v1/leaderboards/{board.pool}"
    refused(Client(live.url).get(path, friends="true"), 401, "unauthenticated")


def test_who_is_hidden_or_deleted_is_left_out(
    live: Live, server: Redis, dice: random.Random
) -> None:
    board = Board(server, a_pool(dice))
    shown, unlisted, hidden, gone = (an_id(dice) for _ in range(4))
    board.put({shown: 1000, unlisted: 1001, hidden: 1002, gone: 1003})
    server.hset(account(unlisted), LISTED, "0")
    server.hset(account(hidden), HIDDEN, "1")
    server.hdel(account(gone), PLAYER)
    assert ids(page(Client(live.url), board.pool)) == [shown]
    assert ids(page(Client(live.url), board.pool, around=shown)) == [shown]


def test_an_answer_is_304_until_it_is_another_one(
    live: Live, server: Redis, dice: random.Random
) -> None:
    board, path = Board(server, a_pool(dice)), "/v1/leaderboards/"
    first, second = an_id(dice), an_id(dice)
    board.put({first: 1000, second: 900})
    caller = Client(live.url)
    before = caller.get(path + board.pool, pageSize=9)
    tag = {"If-None-Match": before.headers["etag"]}
    assert caller.get(path + board.pool, tag, pageSize=9).status_code == 304
    board.put({second: 950}, seq=2)
    after = caller.get(path + board.pool, tag, pageSize=9)
    assert after.status_code == 200
    assert after.json()["seq"] == 2
    told = {"id": first, "displayName": "B", "kind": "human"}
    server.hset(account(first), PLAYER, json.dumps(told))
    tag = {"If-None-Match": after.headers["etag"]}
    assert caller.get(path + board.pool, tag, pageSize=9).status_code == 200, "another name"


def test_the_list_has_each_pool_with_its_seasons(
    live: Live, server: Redis, dice: random.Random
) -> None:
    old = a_pool(dice)
    game = old.partition(".")[0]
    for pool in (f"{game}.daily.human.3", f"{game}.live.bot.0", f"{game}.live.human.1", old):
        Board(server, pool).put({an_id(dice): 1000}, seq=5)

    def listed() -> list[Json]:
        every = ok(Client(live.url).get("/v1/leaderboards"))["leaderboards"]
        return [each for each in every if each["game"] == game]

    until(lambda: len(listed()) == 4)
    assert [each["pool"].removeprefix(game) for each in listed()] == [
        ".live.human.1", ".live.human.0", ".live.bot.0", ".daily.human.3",
    ]  # fmt: skip
    assert [each["current"] for each in listed()] == [True, False, True, True]
    assert {(each["size"], each["seq"]) for each in listed()} == {(1, 5)}
    first = listed()[1]
    assert (first["timeClass"], first["kind"], first["season"]) == ("live", "human", 0)


def test_another_season_is_another_pool(live: Live, server: Redis, dice: random.Random) -> None:
    pool, player = a_pool(dice), an_id(dice)
    Board(server, pool).put({player: 1000})
    later = pool.removesuffix("0") + "1"
    Board(server, later).put({player: 1100}, seq=4)
    caller = Client(live.url)
    assert page(caller, pool, season=1)["pool"] == later
    assert page(caller, later, season=0)["entries"][0]["points"] == 1000
    for season in ("2", str(2**53), "-1", "1000000"):
        refused(caller.get(f"/v1/leaderboards/{pool}", season=season), 404, "not_found")


@pytest.mark.parametrize(
    "name",
    ["chess", "lost-cities", "<b>.live.human.0", "a.live.human.00", "a.live.human.0%0A", "%2e%2e",
     "a.live.people.0", "A.live.human.0", "a.live.human.9999999", "nothing-yet.live.human.0"],
)  # fmt: skip
def test_there_is_no_such_pool(live: Live, name: str) -> None:
    refused(Client(live.url).get(f"/v1/leaderboards/{name}"), 404, "not_found")
    reader = with_token(newcomer(live.url), "play")
    refused(reader.get(f"/v1/leaderboards/{name}"), 404, "not_found")


def test_bad_input_is_malformed(
    live: Live, server: Redis, dice: random.Random, crowd: tuple[Board, dict[str, int]]
) -> None:
    board, _ = crowd
    other = Board(server, a_pool(dice))
    other.put({an_id(dice): 1, an_id(dice): 2})
    token = page(Client(live.url), other.pool, pageSize=1)["nextPageToken"]
    ann = newcomer(live.url)
    for query in (
        {"pageToken": token},
        {"pageToken": "AAAA"},
        {"pageToken": "%00"},
        {"around": "../"},
        {"around": "<b>"},
        {"around": "x" * 23},
        {"around": "me", "friends": "true"},
        {"friends": "perhaps"},
        {"season": "x"},
        {"season": "1.5"},
        {"pageSize": "many"},
    ):
        refused(ann.get(f"/v1/leaderboards/{board.pool}", **query), 400, "malformed")
    # Whoever asks with a token is told of the first thing that is wrong.
    answer = Client(live.url, "no token").get(f"/v1/leaderboards/{board.pool}", around="../")
    refused(answer, 400, "malformed")
    refused(Client(live.url, "no token").get("/v1/leaderboards/chess"), 401, "unauthenticated")
    reader = with_token(ann, "play")
    refused(reader.get(f"/v1/leaderboards/{board.pool}"), 403, "forbidden")
