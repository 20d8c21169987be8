"""Accounts and tokens."""

import asyncio
import json

import pytest
from redis.asyncio import Redis

from tests.support import raw_http
from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import (
    CANCEL,
    DELETE_ME,
    GETS,
    NEW_MATCH,
    NEW_PLAYER,
    NOBODY,
    OWN,
    POSTS,
    RENAME,
    REVOKE,
    REVOKE_OTHERS,
    ROUTES,
    STREAMS,
    TICKET,
    Route,
    call,
    code,
    newcomer,
    send,
    table,
    with_token,
)

TOKENS = "/v1/players/me/tokens"
SETTINGS: Json = {
    "research": False,
    "listed": True,
    "presence": "friends",
    "emotes": "all",
    "suspended": None,
}
"""What a new player is told of itself besides what all may see."""
OTHERS = (RENAME, DELETE_ME, REVOKE, TICKET, CANCEL)


def test_a_player_is_made_with_a_token_of_its_own(live: Live) -> None:
    made = ok(call(Client(live.url), NEW_PLAYER), 201)
    assert set(made) == {"player", "token"}
    assert set(made["player"]) == {"id", "displayName", "kind"}
    assert len(made["player"]["id"]) == 22
    assert made["token"].startswith("crp_")
    own = {**made["player"], **SETTINGS}
    assert ok(Client(live.url, made["token"]).get("/v1/players/me")) == own


def who(viewer: Client, player: Client) -> Json:
    """Who the player is, as its profile has it."""
    shown = ok(viewer.get(f"/v1/players/{player.id}"))
    return {name: shown[name] for name in player.player}


def test_everyone_may_see_the_public_part_of_a_player(live: Live) -> None:
    ann, bob = newcomer(live.url, "Ann", "bot"), newcomer(live.url, "Bob")
    public = {"id": ann.id, "displayName": "Ann", "kind": "bot"}
    for viewer in (Client(live.url), bob, ann):
        assert who(viewer, ann) == public


@pytest.mark.parametrize("player", [NOBODY, "A" * 21, "A" * 23, "A" * 21 + ".", "%00", "\u2603"])
def test_nobody_has_an_unknown_id(live: Live, player: str) -> None:
    refused(Client(live.url).get(f"/v1/players/{player}"), 404, "not_found")


def test_a_player_takes_another_name(live: Live) -> None:
    """Everywhere at once, but for the seats that it has taken."""
    ann = newcomer(live.url)
    match_id = ann.create()["id"]
    own = ok(call(ann, RENAME))
    assert own == {**ann.player, "displayName": "Bea", **SETTINGS}
    assert ok(ann.get("/v1/players/me")) == own
    answer = {**ann.player, "displayName": "Bea"}
    assert who(Client(live.url), ann) == answer
    assert ann.create()["seats"][0]["player"] == answer
    assert ann.see(match_id)["seats"][0]["player"] == ann.player


def test_a_player_consents_to_research_and_only_it_is_shown_that(live: Live) -> None:
    ann = newcomer(live.url)
    for wish in (True, True, False):
        own = {**ann.player, **SETTINGS, "research": wish}
        assert ok(call(ann, Route("PATCH", "/v1/players/me", {"research": wish}))) == own
        assert ok(ann.get("/v1/players/me")) == own
        assert who(newcomer(live.url), ann) == ann.player
    call(ann, Route("PATCH", "/v1/players/me", {"research": True}))
    assert ok(call(ann, RENAME))["research"], "another name leaves it as it is"


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"displayName": ""}, {"displayName": "B", "kind": "bot"}, {"displayName": None}),
        *({"research": None}, {"research": 1}, {"research": "true"}),
        {"displayName": "", "research": True},
    ],
)
def test_a_change_is_checked_as_a_new_player(live: Live, body: Json) -> None:
    ann = newcomer(live.url)
    assert code(call(ann, Route("PATCH", "/v1/players/me", body))) == (400, "malformed")
    assert ok(ann.get("/v1/players/me")) == {**ann.player, **SETTINGS}


def test_a_further_token_is_shown_once_and_revokes_none(live: Live) -> None:
    ann = newcomer(live.url)
    made = ok(ann.post(TOKENS, {"name": "phone"}), 201)
    assert set(made) == {"id", "name", "scopes", "token"}
    assert (made["name"], made["scopes"]) == ("phone", ["play", "read"])
    for token in (ann.token, made["token"]):
        own = ok(Client(live.url, token).get("/v1/players/me"))
        assert own == {**ann.player, **SETTINGS}


def test_tokens_are_listed_without_secrets(live: Live) -> None:
    ann = newcomer(live.url)
    made = ok(ann.post(TOKENS, {"name": "phone", "scopes": ["read"]}), 201)
    answer = ann.get(TOKENS)
    listed = ok(answer)["tokens"]
    members = {"id", "name", "scopes", "createTime", "expireTime", "current"}
    assert all(set(token) == members for token in listed)
    assert [token["current"] for token in listed] == [True, False]
    other = ok(Client(live.url, made["token"]).get(TOKENS))["tokens"]
    assert [token["current"] for token in other] == [False, True]
    last = listed[1]
    assert (last["id"], last["name"], last["scopes"]) == (made["id"], "phone", ["read"])
    for token in (ann.token, made["token"]):
        assert token not in answer.text
        assert token[-43:] not in answer.text


@pytest.mark.parametrize("route", [*GETS, *POSTS, *OTHERS], ids=str)
def test_a_revoked_token_is_invalid_everywhere_at_once(
    live: Live, match: tuple[str, list[Client]], route: Route
) -> None:
    match_id, (ann, _) = match
    made = ok(ann.post(TOKENS, {"name": "phone"}), 201)
    other = Client(live.url, made["token"], ann.player)
    ok(other.get("/v1/players/me"))
    gone = send(ann, "DELETE", f"{TOKENS}/{made['id']}")
    assert (gone.status_code, gone.content) == (204, b"")
    assert code(call(other, route, match_id)) == (401, "unauthenticated")
    ok(ann.get("/v1/players/me"))


def test_a_token_can_revoke_itself(live: Live) -> None:
    ann = newcomer(live.url)
    (own,) = ok(ann.get(TOKENS))["tokens"]
    assert send(ann, "DELETE", f"{TOKENS}/{own['id']}").status_code == 204
    assert code(ann.get("/v1/players/me")) == (401, "unauthenticated")


def test_all_tokens_but_the_own_are_revoked_at_once_with_codes_that_they_have_asked_for(
    live: Live,
) -> None:
    ann = newcomer(live.url)
    others = [
        Client(live.url, with_token(ann, *scopes).token) for scopes in (["play", "read"], ["read"])
    ]
    asked = ok(others[0].post("/v1/players/me/pairing", {}), 201)["code"]
    own = ok(ann.post("/v1/players/me/pairing", {}), 201)["code"]
    ok(others[0].post("/v1/players/me/pairing", {}), 201)
    refusal = call(others[1], REVOKE_OTHERS)
    assert code(refusal) == (403, "forbidden")
    assert call(ann, REVOKE_OTHERS).status_code == 204
    for other in others:
        assert code(other.get("/v1/players/me")) == (401, "unauthenticated")
    for each in (asked, own):
        assert code(Client(live.url).post("/v1/pairings", {"code": each})) == (404, "not_found")
    [left] = ok(ann.get(TOKENS))["tokens"]
    assert left["current"]
    assert ok(ann.get("/v1/players/me"))["displayName"] == ann.player["displayName"]


def test_a_token_is_revoked_once_and_by_its_player_only(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    made = ok(ann.post(TOKENS, {"name": "phone"}), 201)
    path = f"{TOKENS}/{made['id']}"
    assert code(send(bob, "DELETE", path)) == (404, "not_found")
    ok(Client(live.url, made["token"]).get("/v1/players/me"))
    assert send(ann, "DELETE", path).status_code == 204
    assert code(send(ann, "DELETE", path)) == (404, "not_found")
    assert code(send(ann, "DELETE", f"{TOKENS}/{NOBODY}")) == (404, "not_found")


@pytest.mark.parametrize("route", GETS, ids=str)
def test_a_token_without_read_cannot_look(match: tuple[str, list[Client]], route: Route) -> None:
    match_id, (ann, _) = match
    assert code(call(with_token(ann, "play"), route, match_id)) == (403, "forbidden")


@pytest.mark.parametrize("route", [*POSTS, RENAME, DELETE_ME], ids=str)
def test_a_token_without_play_cannot_act(match: tuple[str, list[Client]], route: Route) -> None:
    match_id, (ann, _) = match
    before = ann.see(match_id)
    assert code(call(with_token(ann, "read"), route, match_id)) == (403, "forbidden")
    assert ann.see(match_id) == before


def test_a_token_without_play_cannot_revoke(live: Live) -> None:
    ann = newcomer(live.url)
    reader = with_token(ann, "read")
    for token in ok(ann.get(TOKENS))["tokens"]:
        refusal = send(reader, "DELETE", f"{TOKENS}/{token['id']}")
        assert code(refusal) == (403, "forbidden")
    assert len(ok(ann.get(TOKENS))["tokens"]) == 2


def test_a_token_of_one_scope_can_do_what_it_is_for(live: Live) -> None:
    ann = newcomer(live.url)
    made = ok(call(with_token(ann, "play"), NEW_MATCH), 201)
    assert ok(with_token(ann, "read").get(f"/v1/matches/{made['id']}"))["yourSeat"] == 0


@pytest.mark.parametrize(
    ("wish", "status"),
    [({}, 403), ({"scopes": ["read"]}, 403), ({"scopes": ["play"]}, 201)],
)
def test_a_token_makes_none_that_can_do_more(live: Live, wish: Json, status: int) -> None:
    player = with_token(newcomer(live.url), "play")
    assert player.post(TOKENS, {"name": "phone", **wish}).status_code == status


@pytest.mark.anyio
async def test_no_secret_lies_in_the_store(live: Live, redis: Redis) -> None:
    ann = newcomer(live.url)
    made = ok(ann.post(TOKENS, {"name": "phone"}, key()), 201)
    stored = b""
    async for name in redis.scan_iter(match=f"*{ann.id}*", count=10_000):
        kind = await redis.type(name)
        value = await (redis.hgetall(name) if kind == b"hash" else redis.get(name))
        stored += name + repr(value).encode()
    assert b"phone" in stored
    for token in (ann.token, made["token"]):
        assert token.encode() not in stored
        assert token[-43:].encode() not in stored


@pytest.mark.parametrize("name", ["token", "access_token", "authorization"])
def test_a_token_in_a_url_is_worth_nothing(live: Live, name: str) -> None:
    ann = newcomer(live.url)
    answer = send(Client(live.url), "GET", f"/v1/players/me?{name}={ann.token}")
    refused(answer, 401, "unauthenticated")


@pytest.mark.parametrize("route", [route for route in GETS if route not in OWN], ids=str)
def test_without_a_token_one_looks_as_a_spectator(live: Live, route: Route) -> None:
    match_id, (ann, _) = table(live.url)
    ann.act(match_id, "resign")
    answer = call(Client(live.url, player=ann.player), route, match_id)
    assert answer.status_code == 200
    assert '"yourSeat":0' not in answer.text


def test_a_token_that_is_made_many_times_at_once_under_one_key_is_one(live: Live) -> None:
    ann = newcomer(live.url)
    request = raw_http.post(TOKENS, ann.token, {"name": "phone"}, **key())

    async def ask() -> list[raw_http.Reply]:
        async with raw_http.connected([live.url] * 16) as lines:
            return await raw_http.at_once(lines, [request] * 16)

    replies = asyncio.run(ask())
    assert sum("idempotency-replayed" not in reply.headers for reply in replies) == 1
    assert {reply.body for reply in replies} == {replies[0].body}
    assert len(ok(ann.get(TOKENS))["tokens"]) == 2


def test_a_repeat_needs_a_token_that_is_valid(live: Live) -> None:
    ann, once = newcomer(live.url), key()
    other = with_token(ann, "play", "read")
    ok(other.post(TOKENS, {"name": "phone"}, once), 201)
    for token in ok(ann.get(TOKENS))["tokens"]:
        if token["name"] == "other":
            send(ann, "DELETE", f"{TOKENS}/{token['id']}")
    refused(other.post(TOKENS, {"name": "phone"}, once), 401, "unauthenticated")


def test_every_route_of_this_list_is_one(live: Live) -> None:
    paths = json.loads(Client(live.url).get("/openapi.json").text)["paths"]
    del paths["/v1/socket"]  # which is told the token when it is open
    ours = ("/v1/", "/.well-known/")
    documented = sum(len(each) for path, each in paths.items() if path.startswith(ours))
    assert documented == len([*ROUTES, *STREAMS])


@pytest.mark.anyio
async def test_a_key_that_was_forgotten_gives_another_token(live: Live, redis: Redis) -> None:
    """A day later, the same request may not bring a revoked token back to life."""
    ann, once = newcomer(live.url), key()
    first = ok(ann.post(TOKENS, {"name": "phone"}, once), 201)
    send(ann, "DELETE", f"{TOKENS}/{first['id']}")
    assert await redis.delete(f"player:{{{ann.id}}}:key:{once['Idempotency-Key']}") == 1
    second = ok(ann.post(TOKENS, {"name": "phone"}, once), 201)
    assert second["token"] != first["token"]
    assert code(Client(live.url, first["token"]).get("/v1/players/me")) == (401, "unauthenticated")
