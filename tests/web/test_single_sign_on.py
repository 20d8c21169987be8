"""The whole way: a real provider, a herald that fetches its keys, and a gateway."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
import trustme
from herald.config import Settings
from herald.outgoing import Outgoing, Place
from herald.runner import Herald
from redis import Redis
from redislink.client import connect
from redislink.oidc import Issuer, keys_of, wanted

from tests.support import shipped_users
from tests.support.issuers import Signer, claims, issuers_file
from tests.support.live import Live
from tests.support.players import Client, ok
from tests.support.providers import HOST, ISSUER, header, provider
from tests.support.receivers import trusting

ME, SESSIONS = "/v1/players/me", "/v1/sessions"
HASH = Issuer(ISSUER).hash


@pytest.fixture
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def club(redis_url: str, tmp_path: Path) -> Iterator[Live]:
    with Redis.from_url(redis_url) as redis:
        redis.delete(keys_of(HASH), wanted(HASH))
    path = issuers_file(tmp_path, issuer=ISSUER)
    with Live(redis_url, oidc=path) as live:
        yield live


@asynccontextmanager
async def herald(live: Live, authority: trustme.CA, port: int, path: str) -> AsyncIterator[None]:
    """A herald for which the provider is a place of its operator's."""
    redis = connect(live.redis_url, 60.0, *shipped_users.login(live.redis_url, "herald"))
    settings = Settings(redis_url=live.redis_url, engines=live.engines, oidc=path)
    outgoing = Outgoing(trusting(authority), own={HOST: Place("127.0.0.1", port)})
    found = Herald(settings, redis, None, outgoing)
    found.start()
    try:
        yield
    finally:
        await found.stop()
        await redis.aclose()


def in_a_loop_of_its_own(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Return a test that has a thread of its own: Playwright's loop runs in that of others."""

    @wraps(test)
    def run(*args: Any, **fixtures: Any) -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, test(*args, **fixtures)).result()

    return run


async def apart(act: Callable[..., Any], *given: Any) -> Any:
    return await asyncio.to_thread(act, *given)


async def comes(live: Live, token: str) -> Any:
    """The player of a token, once the herald has the first keys."""
    async with asyncio.timeout(60):
        while (answer := await apart(Client(live.url, token).get, ME)).status_code == 503:
            pass
    return ok(answer)


@in_a_loop_of_its_own
async def test_somebody_signs_in_at_a_provider(
    club: Live, authority: trustme.CA, tmp_path: Path
) -> None:
    with provider(authority, Signer("k1", "RS256")) as real:
        async with herald(club, authority, real.port, str(tmp_path / "issuers.json")):
            made = await apart(real.sign_in, "ann", "n1")
            assert header(made["access_token"])["typ"] == "at+jwt"
            me = await comes(club, made["access_token"])
            body = {"idToken": made["id_token"], "nonce": "n1"}
            session = ok(await apart(Client(club.url).post, SESSIONS, body), 201)
            assert session["player"]["id"] == me["id"]
            swapped = Client(club.url, made["id_token"])
            assert (await apart(swapped.get, ME)).status_code == 401


@in_a_loop_of_its_own
async def test_keys_change_and_no_request_fails(
    club: Live, authority: trustme.CA, tmp_path: Path
) -> None:
    first, second = Signer("k1", "RS256"), Signer("k2", "RS256")
    path = str(tmp_path / "issuers.json")
    statuses = set[int]()

    def ask(*signers: Signer) -> None:
        for number in range(20):
            for signer in signers:
                token = signer.access("ann", iss=ISSUER, jti=f"{number}")
                statuses.add(Client(club.url, token).get(ME).status_code)

    with provider(authority, first) as before:
        async with herald(club, authority, before.port, path):
            made = await apart(before.sign_in, "ann", "n")
            await comes(club, made["access_token"])
            await apart(ask, first)
    with Redis.from_url(club.redis_url) as redis:
        redis.delete(wanted(HASH))  # a minute has passed since a key was asked for
    with provider(authority, second, first) as after:
        async with herald(club, authority, after.port, path):
            made = await apart(after.sign_in, "ann", "n")
            assert header(made["access_token"])["kid"] == "k2"
            assert (await apart(Client(club.url, made["access_token"]).get, ME)).status_code == 200
            await apart(ask, second, first)
    assert statuses == {200}


@in_a_loop_of_its_own
async def test_an_issuer_that_is_away_costs_known_users_nothing(
    club: Live, authority: trustme.CA, tmp_path: Path
) -> None:
    signer = Signer("k1", "RS256")
    path = str(tmp_path / "issuers.json")
    with provider(authority, signer) as real:
        async with herald(club, authority, real.port, path):
            made = await apart(real.sign_in, "ann", "n")
            me = await comes(club, made["access_token"])
            body = {"idToken": made["id_token"], "nonce": "n"}
            session = ok(await apart(Client(club.url).post, SESSIONS, body), 201)
    # Away, and the keys are from before that hour.
    with Redis.from_url(club.redis_url) as redis:
        kept = json.loads(redis.get(keys_of(HASH)) or b"")
        kept["fetchTime"] -= 2 * 60 * 60 * 1000
        redis.set(keys_of(HASH), json.dumps(kept))
    async with herald(club, authority, 1, path):
        for token in (
            made["access_token"],
            session["token"],
            signer.access("ann", iss=ISSUER),
        ):
            player = Client(club.url, token)
            assert ok(await apart(player.get, ME))["id"] == me["id"]
        match = await apart(player.post, "/v1/matches", {"game": "lost-cities"})
        assert match.status_code == 201
        newcomer = Client(club.url, signer.token(claims("bea", iss=ISSUER)))
        assert (await apart(newcomer.get, ME)).status_code == 200
