"""Lists of available players, and invitations while the engine fails."""

import json
from secrets import token_urlsafe
from types import SimpleNamespace
from typing import Any, cast

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.dependencies import Dependencies
from gateway.engine_client.client import EngineClient
from gateway.errors import unavailable
from gateway.players.availability import Availability, GameOffer, Offer
from gateway.players.player import Player
from gateway.routes import availability
from redis.asyncio import Redis
from redislink.accounts import PLAYER, account

from tests.support.live import Live
from tests.support.opponents import invitations, invite
from tests.support.players import refused
from tests.support.requests import newcomer
from tests.support.stream_reader import following

pytestmark = pytest.mark.anyio


class CountingEngine(EngineClient):
    """An engine of which only numbers of matches are asked; it counts how often."""

    def __init__(self, busy: set[str]) -> None:
        self.busy = busy
        self.asked = 0

    async def count_matches(self, request: pb.CountMatchesRequest) -> pb.CountMatchesResponse:
        self.asked += 1
        active = (20 if each in self.busy else 0 for each in request.player_ids)
        return pb.CountMatchesResponse(active=active)


async def offering(redis: Redis, game: str, count: int) -> list[str]:
    """The ids of so many bots that offer the game, as they are sorted."""
    offers = Availability(redis, lambda: [game])
    ids = sorted(token_urlsafe(16) for _ in range(count))
    for each in ids:
        player = Player(each, "Rosa", "bot")
        text = json.dumps({"id": each, "displayName": "Rosa", "kind": "bot"})
        await cast(Any, redis.hset(account(each), PLAYER, text))
        await offers.put(player, Offer({game: GameOffer(20, "any")}, "", None, house=False))
    return ids


async def pages(
    redis: Redis, game: str, engine: CountingEngine, size: int
) -> list[tuple[list[str], int]]:
    """Of each page the ids, and how often the engine was asked."""
    deps = cast(
        Dependencies,
        SimpleNamespace(availability=Availability(redis, lambda: [game]), engine=engine),
    )
    found, place = list[tuple[list[str], int]](), ""
    while True:
        before = engine.asked
        listed, place = await availability._page(deps, game, ["bot"], place, size)
        found.append(([each.player.id for each in listed], engine.asked - before))
        if not place:
            return found


@pytest.mark.parametrize("size", [1, 7, 60])
async def test_every_page_takes_few_turns_and_no_player_is_left_out(
    redis: Redis, size: int
) -> None:
    game = f"game-{token_urlsafe(4)}"
    ids = await offering(redis, game, 130)
    busy = {*ids[:60], *ids[65:70], ids[129]}
    found = await pages(redis, game, CountingEngine(busy), size)
    free = [each for each in ids if each not in busy]
    assert [each for page, _ in found for each in page] == free
    assert all(len(page) == size for page, _ in found[:-1])
    assert max(asked for _, asked in found) <= 3


async def test_a_page_is_looked_for_among_two_hundred(redis: Redis) -> None:
    game = f"game-{token_urlsafe(4)}"
    ids = await offering(redis, game, 230)
    found = await pages(redis, game, CountingEngine({*ids[:210]}), 1)
    assert found[0] == ([], 4)
    assert [each for page, _ in found for each in page] == ids[210:]


def test_an_offer_of_a_later_release_is_understood() -> None:
    offer = Offer({"nim": GameOffer(3, "any")}, "Calm.", 2, house=True)
    members = json.loads(offer.dump())
    later = {
        **members,
        "games": {"nim": {**members["games"]["nim"], "seats": [2]}},
        "mood": "bright",
    }
    assert Offer.load(json.dumps(later).encode()) == offer


async def test_who_is_invited_hears_of_it_though_the_gateway_fails(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    match_id = ann.create(access="private")["id"]
    invite_player = EngineClient.invite_player

    async def invite_and_fail(
        engine: EngineClient, request: pb.InvitePlayerRequest
    ) -> pb.Invitation:
        await invite_player(engine, request)
        raise unavailable()

    with monkeypatch.context() as patch:
        patch.setattr(EngineClient, "invite_player", invite_and_fail)
        answer = ann.post(invitations(match_id), {"playerId": bob.id})
        refused(answer, 503, "unavailable")
    with following(bob, "/v1/events") as told:
        first = told.next("invited", "ping")  # a ping would come if there were nothing to tell
        assert (first.event, first.data.get("matchId")) == ("invited", match_id)


async def test_nobody_without_a_seat_makes_a_note(live: Live, redis: Redis) -> None:
    ann, bob, eve = (newcomer(live.url) for _ in range(3))
    match_id = ann.create()["id"]
    refused(eve.post(invitations(match_id), {"playerId": bob.id}), 403, "not_your_match")
    assert not await redis.exists(f"{account(bob.id)}:invitations")
    invite(ann, match_id, bob)
    assert await redis.exists(f"{account(bob.id)}:invitations")


async def test_an_engine_that_does_not_know_the_call_is_one_that_is_being_upgraded(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    match_id = ann.create()["id"]

    async def call_of_tomorrow(
        engine: EngineClient, request: pb.InvitePlayerRequest
    ) -> pb.Invitation:
        group = engine.groups[0]
        stub: Any = group._stub
        stub.Tomorrow = group._channel._current.unary_unary(
            "/croupier.v1.EngineService/Tomorrow",
            request_serializer=pb.InvitePlayerRequest.SerializeToString,
            response_deserializer=pb.Invitation.FromString,
        )
        return await engine._change("Tomorrow", request, pb.Invitation)

    monkeypatch.setattr(EngineClient, "invite_player", call_of_tomorrow)
    answer = ann.post(invitations(match_id), {"playerId": bob.id})
    refused(answer, 503, "unavailable")
    assert "being upgraded" in answer.json()["detail"]
    assert answer.headers["retry-after"] == "5"
