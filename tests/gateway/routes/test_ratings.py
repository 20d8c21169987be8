"""Ledgers and histories of ratings over HTTP: what is downloaded can be verified by anybody."""

import copy
import json
import random
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest
from croupier_rating import shown
from croupier_rating.entries import Played
from engine.verify.ratings import verified
from redis import Redis
from redislink import ratings
from redislink.accounts import LISTED, account

from tests.support.boards import a_pool, an_id
from tests.support.ledgers import Kept, a_match
from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import NOBODY, newcomer, with_token

MATCHES = 1200


@pytest.fixture(scope="module")
def kept(dice: random.Random, server: Redis, live: Live) -> tuple[Kept, list[Client]]:
    """A ledger of many matches of four players, of which one is void; no test changes it."""
    kept = Kept(server, a_pool(dice))
    players = [newcomer(live.url, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    ids = [each.id for each in players]
    for number in range(MATCHES):
        seats = dice.sample(ids, dice.choice((2, 2, 3)))
        kept.play([a_match(dice, seats, 5 * number, [0] if dice.random() < 0.02 else None)])
    counted = [each for each in kept.entries if isinstance(each, Played) and each.weight]
    kept.void(counted[-5])
    return kept, players


def download(caller: Client, pool: str, **query: Any) -> bytes:
    answer = caller.get(f"/v1/ratings/{pool}/ledger", **query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return answer.content


def test_the_download_is_the_ledger_and_can_be_verified(
    live: Live, kept: tuple[Kept, list[Client]], tmp_path: Path
) -> None:
    ledger, _ = kept
    answer = Client(live.url).get(f"/v1/ratings/{ledger.pool}/ledger")
    assert answer.content == ledger.lines()
    assert answer.headers["ledger-seq"] == str(MATCHES + 1)
    assert answer.headers["ledger-head"] == ledger.ledger.head
    file = tmp_path / "ledger.ndjson"
    file.write_bytes(answer.content)
    assert "verified" in verified([str(file), f"--head={answer.headers['ledger-head']}"])


def test_a_download_goes_on_where_another_has_ended(
    live: Live, kept: tuple[Kept, list[Client]]
) -> None:
    ledger, _ = kept
    for after in (1, 499, 500, 501, MATCHES):
        assert download(Client(live.url), ledger.pool, after=after) == ledger.lines(after)
    for after in (MATCHES + 1, 2**53, 10**30):
        assert download(Client(live.url), ledger.pool, after=after) == b""
    assert download(Client(live.url), ledger.pool, after=-1) == ledger.lines()


def test_a_ledger_whose_beginning_was_dropped_has_a_base(
    live: Live, server: Redis, dice: random.Random, tmp_path: Path
) -> None:
    ledger = Kept(server, a_pool(dice))
    ids = [an_id(dice) for _ in range(700)]
    ledger.play(a_match(dice, dice.sample(ids, 2), number // 40) for number in range(900))
    base = copy.deepcopy(ledger.ledger)
    ledger.play(a_match(dice, dice.sample(ids, 2), 23 + number // 40) for number in range(100))
    ledger.drop(base)
    lines = download(Client(live.url), ledger.pool).splitlines()
    assert json.loads(lines[0])["seq"] == 900
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds.count("numbers") == len(base.players)
    assert kinds[-100:] == ["match"] * 100
    file = tmp_path / "ledger.ndjson"
    file.write_bytes(b"\n".join(lines))
    assert "verified" in verified([str(file), f"--head={ledger.ledger.head}"])
    assert download(Client(live.url), ledger.pool, after=900) == ledger.lines(900)
    answer = Client(live.url).get(f"/v1/ratings/{ledger.pool}/ledger", after=899)
    refused(answer, 404, "not_found")


def test_a_ledger_with_a_gap_is_not_answered_as_whole(
    live: Live, server: Redis, dice: random.Random
) -> None:
    ledger = Kept(server, a_pool(dice))
    ids = [an_id(dice) for _ in range(4)]
    ledger.play(a_match(dice, dice.sample(ids, 2), number) for number in range(20))
    server.xdel(ratings.ledger(ledger.pool), "7-0")
    answer = Client(live.url).get(f"/v1/ratings/{ledger.pool}/ledger", after=2)
    refused(answer, 503, "unavailable")


def test_a_ledger_that_has_not_gone_on_is_304(live: Live, kept: tuple[Kept, list[Client]]) -> None:
    ledger, _ = kept
    path = f"/v1/ratings/{ledger.pool}/ledger"
    known = Client(live.url).get(path).headers["etag"]
    answer = Client(live.url).get(path, {"If-None-Match": known})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["ledger-head"] == ledger.ledger.head
    assert Client(live.url).get(path, {"If-None-Match": '"1"'}).status_code == 200


def walk(caller: Client, path: str, size: int) -> list[Json]:
    found, token = list[Json](), None
    while token or not found:
        shown = ok(caller.get(path, pageSize=size, pageToken=token or ""))
        found += shown["points"]
        token = shown["nextPageToken"]
        if not shown["points"]:
            break
    return found


def test_a_history_has_each_entry_that_changed_the_player_the_last_one_first(
    live: Live, kept: tuple[Kept, list[Client]]
) -> None:
    ledger, players = kept
    for player in players:
        found = walk(Client(live.url), history(player.id, ledger.pool), 37)
        expected = [
            (entry.seq, seat)
            for entry in reversed(ledger.entries)
            for seat in entry.seats  # type: ignore[union-attr]
            if seat.player == player.id and seat.changed
        ]
        assert [each["seq"] for each in found] == [seq for seq, _ in expected]
        for point, (seq, seat) in zip(found, expected, strict=True):
            entry = ledger.entries[seq - 1]
            assert point["matchId"] == entry.match  # type: ignore[union-attr]
            assert point["rating"] == shown.rating(seat.after)
            assert point["points"] == shown.points(seat.after)
            assert {each["id"] for each in point["opponents"]} == {*entry.players} - {player.id}


def history(player: str, pool: str) -> str:
    return f"/v1/players/{player}/ratings/{pool}/history"


def test_a_point_says_what_happened(live: Live, kept: tuple[Kept, list[Client]]) -> None:
    ledger, players = kept
    voided = ledger.entries[-1]
    player = next(each for each in players if each.id == voided.players[0])
    first = ok(player.get(history(player.id, ledger.pool)))["points"][0]
    assert (first["kind"], first["rank"], first["weight"]) == ("void", None, None)
    played = next(
        each for each in reversed(ledger.entries) if isinstance(each, Played) and each.weight
    )
    winner, loser = played.players[0], played.players[-1]
    won = [
        next(
            each for each in ok(players[0].get(history(player, ledger.pool)))["points"]
            if each["seq"] == played.seq
        )
        for player in (winner, loser)
    ]  # fmt: skip
    assert [each["rank"] for each in won] == [1, len(played.players)]
    assert won[0]["change"] > 0 > won[1]["change"]
    assert won[0]["time"] == played.ended
    names = {each.id: each.player["displayName"] for each in players}
    named = won[0]["opponents"][-1]
    assert (named["id"], named["displayName"]) == (loser, names[loser])
    assert named["rating"] == shown.rating(played.seats[-1].before)


def test_a_history_of_who_has_none_is_empty(
    live: Live, server: Redis, kept: tuple[Kept, list[Client]]
) -> None:
    ledger, _ = kept
    empty: Json = {"points": [], "nextPageToken": None}
    assert ok(Client(live.url).get(history(newcomer(live.url).id, ledger.pool))) == empty


def test_others_see_nothing_of_who_is_unlisted(
    live: Live, server: Redis, dice: random.Random
) -> None:
    ledger, ann, bob = Kept(server, a_pool(dice)), newcomer(live.url), newcomer(live.url)
    ledger.play(a_match(dice, [ann.id, bob.id], number) for number in range(3))
    server.hset(account(ann.id), LISTED, "0")
    path = history(ann.id, ledger.pool)
    assert len(ok(ann.get(path))["points"]) == 3
    for other in (Client(live.url), bob):
        assert ok(other.get(path)) == {"points": [], "nextPageToken": None}
    (of_bob, *_) = ok(Client(live.url).get(history(bob.id, ledger.pool)))["points"]
    assert of_bob["opponents"][0]["displayName"] is None


def test_bad_input(
    live: Live, server: Redis, kept: tuple[Kept, list[Client]], dice: random.Random
) -> None:
    ledger, (ann, bob, *_) = kept
    other = Kept(server, a_pool(dice))
    other.play(a_match(dice, [ann.id, bob.id], number) for number in range(3))
    tokens = [
        ok(ann.get(history(player.id, pool), pageSize=1))["nextPageToken"]
        for player, pool in ((bob, ledger.pool), (ann, other.pool))
    ]
    path = history(ann.id, ledger.pool)
    for token in (*tokens, "AAAA", "%", tokens[0][:-4]):
        refused(ann.get(path, pageToken=token), 400, "malformed")
    not_hers = next(each.seq for each in ledger.entries if ann.id not in each.players)
    forged = urlsafe_b64encode(f"{ledger.pool} {ann.id} {not_hers}".encode()).decode()
    refused(ann.get(path, pageToken=forged), 400, "malformed")
    refused(ann.get(f"/v1/ratings/{ledger.pool}/ledger", after="x"), 400, "malformed")
    answer = ann.get(f"/v1/ratings/{ledger.pool}/ledger", {"Accept": "text/html"})
    refused(answer, 406, "not_acceptable")
    for pool in (
        "<b>.live.human.0",
        "chess",
        "chess.live.human.0",
        "a.live.human.9007199254740992",
    ):
        refused(ann.get(f"/v1/ratings/{pool}/ledger"), 404, "not_found")
        refused(ann.get(history(ann.id, pool)), 404, "not_found")
    for player in (NOBODY, "%2e%2e", "<b>", "me"):
        refused(ann.get(history(player, ledger.pool)), 404, "not_found")
    player_only = with_token(ann, "play")
    refused(player_only.get(path), 403, "forbidden")
    refused(player_only.get(f"/v1/ratings/{ledger.pool}/ledger"), 403, "forbidden")
    refused(Client(live.url, "x").get(path), 401, "unauthenticated")
