"""One bad match over HTTP: its players are told, all others go on, and strangers get no hint."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from redis.asyncio import Redis

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused, register, start_match
from tests.support.spoilt import SPOILT, spoilt
from tests.support.stream_reader import NDJSON, following, refusal

pytestmark = pytest.mark.anyio

UNKNOWN = "x" * 22


@pytest.fixture
async def fresh(live: Live, redis_url: str) -> AsyncIterator[Live]:
    """The service without any match in its memory."""
    with Live(redis_url, ticking=False) as running:
        yield running


@pytest.mark.parametrize("how", SPOILT)
async def test_a_bad_match_breaks_no_list_and_no_stream(
    live: Live, fresh: Live, redis: Redis, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    bad, (ann, bob) = start_match(live.url)
    good = str(ann.create(options={"startSeat": 0})["id"])
    bob.join(good)
    ann.url = fresh.url
    async with spoilt(redis, bad, how):
        for caller in (Client(fresh.url), register(fresh.url), ann):
            for query in ({"status": "active"}, {"game": "lost-cities"}, {"player": ann.id}):
                listed: dict[str, Any] = query
                page = ok(caller.get("/v1/matches", **listed))
                ids = [each["id"] for each in page["matches"]]
                # Tests whose clocks are ahead may fill the first page of what is not Ann's.
                assert good in ids if "player" in query else ids
                assert bad not in ids
        logged = [each.getMessage() for each in caplog.records if each.name == "engine"]
        assert all("left out" in each or "have failed" in each for each in logged), "all at once"
        with following(ann, "/v1/events", NDJSON) as events:
            assert events.next("yourTurn").data["matchId"] == good
        told = ann.get(f"/v1/matches/{bad}")
        if how.startswith("cannot"):
            refused(told, 500, "internal" if how == "cannot be read" else "game_failed")
        else:
            refused(told, 503, "unavailable")
            assert told.headers["Retry-After"] == "5"
        entries = [{"matchId": each, "notation": "??"} for each in (bad, good)]
        results = ok(ann.post("/v1/moves", {"moves": entries}))["results"]
        codes = [each["error"]["code"] for each in results]
        assert codes[0] == told.json()["code"] or how == "cannot be shown"
        assert codes[1] == "invalid_move"


@pytest.mark.parametrize("how", ["has other rules", "is of another game"])
async def test_of_a_private_match_whose_rules_are_away_a_stranger_learns_nothing(
    live: Live, fresh: Live, redis: Redis, how: str
) -> None:
    ann, bob = register(live.url), register(live.url)
    made = ann.create(access="private")
    bob.join(made["id"], inviteCode=made["inviteCode"])
    ann.url = fresh.url
    async with spoilt(redis, made["id"], how):
        for caller in (Client(fresh.url), register(fresh.url)):
            answers = zip(asked(caller, made["id"]), asked(caller, UNKNOWN), strict=True)
            for hidden, unknown in answers:
                assert comparable(hidden) == comparable(unknown)
                assert hidden.status_code in (401, 404)
        for answer in asked(ann, made["id"]):
            refused(answer, 503, "unavailable")
            assert not {"state", "seats", "inviteCode"} & answer.json().keys()


def asked(caller: Client, match_id: str) -> list[httpx.Response]:
    path = f"/v1/matches/{match_id}"
    return [
        *(caller.get(f"{path}{end}") for end in ("", "/legal-moves", "/moves")),
        refusal(caller, f"{path}/events"),
        caller.get(path, {"Accept": "text/plain"}),
        caller.get(path, atVersion=1),
        caller.post(f"{path}/moves", {"notation": "Y7+*"}),
        caller.post(f"{path}/undo", {"toVersion": 1}),
        caller.post(f"{path}/resign"),
    ]


def comparable(answer: httpx.Response) -> tuple[int, Json]:
    body: dict[str, Any] = answer.json()
    return answer.status_code, {**body, "requestId": ""}
