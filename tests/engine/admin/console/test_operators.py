"""Who gets in at the console with an ID token: who has the role, once, and nobody with another."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import jwt
import pytest
from engine.admin.argument_types import reason
from engine.admin.console.operators import has_role, named
from openid.verifying import Verified
from redis import Redis
from redislink.oidc import WANTED_S, Issuer, keys_of, wanted

from tests.support.consoles import SESSION, Console, console
from tests.support.issuers import ISSUER, Signer, claims, publish
from tools.patience import patient
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.service, pytest.mark.anyio]
CONSOLE, ROLE, NONCE = "croupier-console", "croupier-operator", "n-1"
OURS = Issuer(ISSUER, client_id=CONSOLE, name="Club", role_claim="roles")
SIGNER, OTHER = Signer(), Signer()


def now() -> int:
    return int(time.time())


@pytest.fixture
async def club(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[Console]:
    """A console whose operators have a role at an issuer, as a herald has its keys."""
    with Redis.from_url(redis_url) as redis:
        publish(redis, SIGNER)
        # Another key was looked for just before, so that nobody waits for one.
        redis.set(wanted(OURS.hash), int(time.time() * 1000) - 1000, ex=WANTED_S)
    async with console(redis_url, monkeypatch, tmp_path / "links", issuers=[OURS]) as made:
        yield made


def id_token(subject: str = "ann", signer: Signer = SIGNER, **more: Any) -> str:
    """An ID token of an operator."""
    told = {"aud": CONSOLE, "nonce": NONCE, "roles": [ROLE], "name": "Ann", **more}
    return signer.id_token(subject, **told)


async def shown(club: Console, token: str, nonce: str = NONCE) -> Any:
    return await club.browser().post(SESSION, json={"idToken": token, "nonce": nonce})


async def test_who_has_the_role_is_in_and_is_named(club: Console) -> None:
    browser = club.browser()
    answer = await browser.post(SESSION, json={"idToken": id_token(), "nonce": NONCE})
    assert (answer.status_code, answer.json()) == (201, {"by": "Ann (ann@id.example.com)"})
    assert (await browser.get("/console/api/games")).status_code == 200


@pytest.mark.parametrize(
    "roles",
    [
        None,
        [],
        "",
        "operator",
        ROLE.upper(),
        f"{ROLE} x",
        f"{ROLE}-trainee",
        [f" {ROLE}"],
        [[ROLE]],
        {ROLE: True},
        {"roles": [ROLE]},
        True,
        1,
    ],
    ids=str,
)
async def test_who_has_not_the_role_is_403_and_is_told_so(club: Console, roles: Any) -> None:
    told = await shown(club, id_token(roles=roles, groups=[ROLE], name=ROLE))
    assert (told.status_code, told.json()["code"]) == (403, "forbidden")
    for part in ("(ann@id.example.com)", "claim roles", ROLE):
        assert part in told.json()["detail"]
    assert "set-cookie" not in told.headers


@pytest.mark.parametrize("roles", [ROLE, [ROLE], ["player", ROLE, 7]], ids=str)
async def test_a_role_is_a_text_or_one_of_a_list(club: Console, roles: Any) -> None:
    assert (await shown(club, id_token(roles=roles))).status_code == 201


def resigned() -> str:
    """The claims of an operator under the signature of somebody else's token."""
    _, body, _ = id_token("eve").split(".")
    head, _, signature = id_token("bob", roles=[]).split(".")
    return f"{head}.{body}.{signature}"


def unsigned() -> str:
    told = claims(aud=CONSOLE, nonce=NONCE, roles=[ROLE])
    return jwt.encode(told, "", "none", headers={"kid": "k1"})


def by_hmac() -> str:
    told = claims(aud=CONSOLE, nonce=NONCE, roles=[ROLE])
    return jwt.encode(told, SIGNER.public["x"].ljust(64), "HS256", headers={"kid": "k1"})


FORGED: dict[str, Callable[[], str]] = {
    "of players' client": lambda: id_token(aud="table"),
    "of another client": lambda: id_token(aud="shop"),
    "of several clients": lambda: id_token(aud=[CONSOLE, "table"]),
    "for another party": lambda: id_token(aud=[CONSOLE, "table"], azp="table"),
    "an access token": lambda: SIGNER.access(roles=[ROLE], nonce=NONCE),
    "an access token for the console": lambda: SIGNER.access(
        aud=CONSOLE, roles=[ROLE], nonce=NONCE
    ),
    "another's key": lambda: id_token(signer=OTHER),
    "a key that nobody has": lambda: id_token(signer=Signer("k9")),
    "its own key": lambda: OTHER.token(
        claims(aud=CONSOLE, nonce=NONCE, roles=[ROLE]), typ="JWT", jwk=OTHER.public
    ),
    "a key by address": lambda: OTHER.token(
        claims(aud=CONSOLE, nonce=NONCE, roles=[ROLE]), typ="JWT", jku="https://evil.example/k"
    ),
    "of another issuer": lambda: id_token(iss="https://evil.example"),
    "of the issuer with a slash": lambda: id_token(iss=f"{ISSUER}/"),
    "without a signature": unsigned,
    "signed with the public key": by_hmac,
    "with claims of somebody else": resigned,
    "expired": lambda: id_token(exp=now() - 120),
    "not yet": lambda: id_token(nbf=now() + 600),
    "made an hour ago": lambda: id_token(iat=now() - 3600),
    "without a time": lambda: id_token(iat=None),
    "without an end": lambda: id_token(exp=None),
    "without a subject": lambda: id_token(sub=None),
    "without a nonce": lambda: id_token(nonce=None),
    "another nonce": lambda: id_token(nonce="n-2"),
    "a nonce in a list": lambda: id_token(nonce=[NONCE]),
    "a logout token": lambda: SIGNER.token(
        claims(aud=CONSOLE, nonce=NONCE, roles=[ROLE]), typ="logout+jwt"
    ),
    "critical": lambda: SIGNER.token(
        claims(aud=CONSOLE, nonce=NONCE, roles=[ROLE]), typ="JWT", crit=["x"], x=1
    ),
    "no token": lambda: "a.b.c",
    "nothing": lambda: "",
    "of 10 KB": lambda: id_token(more="x" * 10_000),
}


def test_there_are_twenty_at_least() -> None:
    assert len(FORGED) >= 20


@pytest.mark.parametrize("name", FORGED)
async def test_a_forged_token_signs_nobody_in(club: Console, name: str) -> None:
    told = await shown(club, FORGED[name]())
    assert (told.status_code, told.json()["code"]) == (401, "unauthenticated"), told.text
    assert "set-cookie" not in told.headers


async def test_a_token_signs_in_once(club: Console) -> None:
    token = id_token()
    assert (await shown(club, token)).status_code == 201
    told = await shown(club, token)
    assert told.status_code == 401
    assert "used before" in told.json()["detail"]
    assert (await shown(club, id_token(jti="2"))).status_code == 201


async def test_a_token_written_with_another_signature_is_the_same(club: Console) -> None:
    """Of an ECDSA signature (r, s), (r, n - s) is good as well."""
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    token = id_token()
    assert (await shown(club, token)).status_code == 201
    head, _, signature = token.rpartition(".")
    raw = jwt.utils.base64url_decode(signature)
    other = raw[:32] + (order - int.from_bytes(raw[32:])).to_bytes(32)
    twin = f"{head}.{jwt.utils.base64url_encode(other).decode()}"
    told = await shown(club, twin)
    assert "used before" in told.json()["detail"]


async def test_links_sign_nobody_in_where_there_are_issuers(club: Console) -> None:
    secret = club.links.new("olga")
    told = await club.browser().post(SESSION, json={"secret": secret})
    assert (told.status_code, told.json()["code"]) == (403, "forbidden")


async def test_the_page_is_told_of_issuers_and_may_ask_them(club: Console) -> None:
    answer = await club.browser().get("/console/api/sign-in")
    issuer = {"issuer": ISSUER, "clientId": CONSOLE, "name": "Club"}
    assert answer.json() == {"link": False, "issuers": [issuer]}
    page = await club.browser().get("/console/")
    assert f"connect-src 'self' {ISSUER};" in page.headers["content-security-policy"]


async def test_without_keys_it_is_503_and_no_wrong_sign_in(club: Console, redis_url: str) -> None:
    with Redis.from_url(redis_url) as redis:
        redis.delete(keys_of(OURS.hash), wanted(OURS.hash))
    for told in await asyncio.gather(*(shown(club, id_token()) for _ in range(11))):
        assert (told.status_code, told.json()["code"]) == (503, "unavailable")
    with Redis.from_url(redis_url) as redis:
        assert redis.exists(wanted(OURS.hash)), "heralds are told"


def verified(subject: str = "ann", issuer: str = ISSUER, **told: Any) -> Verified:
    return Verified(Issuer(issuer, client_id="c", role_claim="roles"), {"sub": subject, **told})


@pytest.mark.parametrize(
    ("name", "by"),
    [
        ("Ann", "Ann (ann@id.example.com)"),
        (None, "(ann@id.example.com)"),
        (7, "(ann@id.example.com)"),
        ("Zoë Ångström", "Zoe Angstrom (ann@id.example.com)"),
        ("安", "(ann@id.example.com)"),
        ("a\nb\tc  d", "abc d (ann@id.example.com)"),
        ("Bob (bob@id.example.com)", "Bob bobid.example.com (ann@id.example.com)"),
        ("x" * 300, f"{'x' * 179} (ann@id.example.com)"),
    ],
)
def test_operators_are_named_by_subject_and_issuer(name: Any, by: str) -> None:
    assert named(verified(name=name)) == by
    assert reason(by) == by, "audits take it"


def test_no_two_subjects_have_one_name() -> None:
    subjects = ["ann", "Ann", "änn", "ann ", "a@b", "(ann", "x" * 255, f"{'x' * 254}y", "安" * 200]
    issuers = [ISSUER, "https://id.example.com/" + "r" * 230, "https://id.example.com/a@b"]
    found = {named(verified(each, issuer)) for each in subjects for issuer in issuers}
    assert len(found) == len(subjects) * len(issuers)
    assert all(reason(each) for each in found)


def test_a_claim_may_be_an_address() -> None:
    issuer = Issuer(ISSUER, client_id="c", role_claim="https://example.com/roles")
    assert has_role(Verified(issuer, {"https://example.com/roles": [ROLE]}))
    assert not has_role(Verified(issuer, {"https://example": {"com/roles": [ROLE]}}))


async def test_while_redis_is_away_it_is_503_at_once_and_recovers(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Redis.from_url(own_server.url) as redis:
        publish(redis, SIGNER)
    async with console(own_server.url, monkeypatch, tmp_path, issuers=[OURS]) as made:
        browser = made.browser()
        shown = {"idToken": id_token(jti="before"), "nonce": NONCE}
        assert (await browser.post(SESSION, json=shown)).status_code == 201
        own_server.stop()
        began = time.monotonic()
        told = await made.browser().post(
            SESSION, json={"idToken": id_token(signer=Signer("k7")), "nonce": NONCE}
        )
        assert (told.status_code, told.json()["code"]) == (503, "unavailable"), told.text
        assert time.monotonic() - began < patient(2)
        assert (await browser.get(SESSION)).status_code == 200, "sessions need no Redis"
        shown = {"idToken": id_token(jti="away"), "nonce": NONCE}
        known = await made.browser().post(SESSION, json=shown)
        assert known.status_code == 201, "nor do keys that are known"
        own_server.start()
        shown = {"idToken": id_token(jti="after"), "nonce": NONCE}
        assert (await made.browser().post(SESSION, json=shown)).status_code == 201
