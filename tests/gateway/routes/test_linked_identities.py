"""Tokens of issuers: in Authorization, at the sign-in, and as identities of an account."""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from openid import key_sets
from redislink.accounts import IDENTITY, account
from redislink.oidc import Issuer, identity_of, keys_of, pointer, wanted

from tests.support.issuers import CLIENT, ISSUER, Signer, claims, issuers_file, publish
from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, problem
from tools.patience import patient

ME, SESSIONS = "/v1/players/me", "/v1/sessions"
IDENTITIES, KEYS = f"{ME}/identities", f"{ME}/passkeys"
CLOSED = "https://closed.example.com"
CONSOLE = "croupier-console"


@pytest.fixture
def signer(store: Any) -> Signer:
    """A key of both issuers, of whose subjects nobody has an account yet."""
    for key in store.scan_iter("identity:{*"):
        store.delete(key)
    made = Signer()
    for issuer in (ISSUER, CLOSED):
        store.delete(wanted(Issuer(issuer).hash))
        publish(store, made, issuer=issuer)
    return made


@pytest.fixture
def club(redis_url: str, tmp_path: Path) -> Iterator[Live]:
    """A service that takes the tokens of two issuers, one of which makes no accounts.

    The first of them has an entry for the operator's console as well.
    """
    closed = {"issuer": CLOSED, "audience": "croupier", "clientId": CLIENT, "create": False}
    console = {"issuer": ISSUER, "clientId": CONSOLE, "roleClaim": "roles"}
    path = issuers_file(tmp_path, closed, console, nameClaim="preferred_username")
    with Live(redis_url, oidc=path) as live:
        yield live


def sign_in(live: Live, token: str, nonce: str | None = None) -> Any:
    return Client(live.url).post(SESSIONS, shown(token, nonce))


def shown(token: str, nonce: str | None = None) -> Json:
    return {"idToken": token, **({"nonce": nonce} if nonce else {})}


def test_an_access_token_is_a_player_who_stays_the_same(
    club: Live, store: Any, signer: Signer
) -> None:
    ann = Client(club.url, signer.access("ann", preferred_username="Ann B."))
    me = ok(ann.get(ME))
    assert (me["displayName"], me["kind"]) == ("Ann B.", "human")
    assert store.ttl(account(me["id"])) == -1, "who has an identity is kept for good"
    again = Client(club.url, signer.access("ann", jti="2"))
    assert ok(again.get(ME))["id"] == me["id"]
    assert ok(Client(club.url, signer.access("bea")).get(ME))["id"] != me["id"]
    match = ok(ann.post("/v1/matches", {"game": "lost-cities"}), 201)
    assert match["seats"][0]["playerId"] == me["id"] if "playerId" in match["seats"][0] else match


@pytest.mark.parametrize("name", ["", "a\u200bb", "Croupier", 7, None, "x" * 300])
def test_a_name_that_can_be_none_here_makes_no_trouble(
    club: Live, signer: Signer, name: Any
) -> None:
    more = {} if name is None else {"preferred_username": name}
    me = ok(Client(club.url, signer.access(f"named {str(name)[:9]!r}", **more)).get(ME))
    assert me["displayName"] in ("Player", "7", "x" * 40)


def test_scopes_are_those_that_the_token_names(club: Live, signer: Signer) -> None:
    reader = Client(club.url, signer.access("ann", scope="openid read"))
    assert reader.get(ME).status_code == 200
    assert problem(reader.post("/v1/matches", {"game": "lost-cities"}))["code"] == "forbidden"
    player = Client(club.url, signer.access("ann", scope="openid profile"))
    assert player.post("/v1/matches", {"game": "lost-cities"}).status_code == 201


def test_what_is_not_good_is_401_and_says_why(club: Live, signer: Signer) -> None:
    for bad in (signer.access(exp=1), Signer().access(), signer.id_token(), "a.b.c", ".."):
        told = problem(Client(club.url, bad).get(ME))
        assert (told["status"], told["code"]) == (401, "unauthenticated")
    assert "audience" in problem(Client(club.url, signer.id_token()).get(ME))["detail"]


def test_without_issuers_all_are_refused(redis_url: str, signer: Signer) -> None:
    with Live(redis_url) as bare:
        refused(Client(bare.url, signer.access()).get(ME), 401, "unauthenticated")
        refused(sign_in(bare, signer.id_token()), 401, "unauthenticated")
        assert ok(Client(bare.url).get("/v1/about"))["oidc"] == []


def test_pages_are_told_with_whom_to_sign_in(club: Live) -> None:
    first, second = ok(Client(club.url).get("/v1/about"))["oidc"]
    assert first == {"issuer": ISSUER, "clientId": CLIENT, "name": "id.example.com"}
    assert second["issuer"] == CLOSED


def test_tokens_of_the_console_open_no_account(club: Live, signer: Signer) -> None:
    mallory = signer.id_token(aud=CONSOLE, roles=["croupier-operator"])
    assert "audience" in problem(sign_in(club, mallory))["detail"]
    refused(Client(club.url, signer.access(aud=CONSOLE)).get(ME), 401, "unauthenticated")


def test_an_id_token_begins_a_session(club: Live, signer: Signer) -> None:
    made = ok(sign_in(club, signer.id_token("ann", nonce="n1"), "n1"), 201)
    assert made["token"].startswith("crp_")
    assert made["expireTime"]
    again = ok(sign_in(club, signer.id_token("ann", nonce="n2"), "n2"), 201)
    assert again["player"] == made["player"]
    assert ok(Client(club.url, signer.access("ann")).get(ME))["id"] == made["player"]["id"]
    refused(sign_in(club, signer.id_token("ann", nonce="n1"), "n2"), 401, "unauthenticated")
    refused(sign_in(club, signer.id_token("ann", nonce="n1")), 401, "unauthenticated")
    refused(sign_in(club, signer.access("ann")), 401, "unauthenticated")
    assert problem(sign_in(club, ""))["status"] == 401
    body = {"recoveryCode": "0", "nonce": "n"}
    refused(Client(club.url).post(SESSIONS, body), 400, "malformed")


def test_an_issuer_may_make_no_accounts(club: Live, signer: Signer) -> None:
    token = signer.token(claims("zoe", iss=CLOSED))
    assert "no account" in problem(Client(club.url, token).get(ME))["detail"]
    id_token = signer.id_token("zoe", iss=CLOSED)
    assert problem(sign_in(club, id_token))["status"] == 401
    zoe = newcomer(club.url)
    ok(zoe.post(IDENTITIES, shown(id_token)), 201)
    assert ok(Client(club.url, token).get(ME))["id"] == zoe.id
    assert ok(sign_in(club, id_token), 201)["player"]["id"] == zoe.id


def test_a_guest_keeps_the_account_by_an_identity(club: Live, store: Any, signer: Signer) -> None:
    ann = newcomer(club.url)
    made = ok(ann.post(IDENTITIES, shown(signer.id_token("ann", nonce="n"), "n")), 201)
    assert (made["id"], made["issuer"]) == (identity_of(ISSUER, "ann"), ISSUER)
    assert store.ttl(account(ann.id)) == -1
    access = ok(ann.get(KEYS))
    assert access["identities"] == [made]
    assert access["events"][0]["event"] == "identityAdded"
    assert ok(Client(club.url, signer.access("ann")).get(ME))["id"] == ann.id
    bea = newcomer(club.url)
    taken = problem(bea.post(IDENTITIES, shown(signer.id_token("ann"))))
    assert (taken["code"], taken["player"]) == ("conflict", ann.id)
    bad = bea.post(IDENTITIES, shown(signer.id_token("bea", nonce="n"), "m"))
    assert "nonce" in problem(bad)["detail"]


def test_an_account_has_five_identities_at_most(club: Live, store: Any, signer: Signer) -> None:
    ann = newcomer(club.url)
    for number in range(5):
        ok(ann.post(IDENTITIES, shown(signer.id_token(f"ann{number}"))), 201)
    refused(ann.post(IDENTITIES, shown(signer.id_token("ann5"))), 409, "conflict")
    assert not store.exists(pointer(identity_of(ISSUER, "ann5")))
    first = identity_of(ISSUER, "ann0")
    assert ann.delete(f"{IDENTITIES}/{first}").status_code == 204
    ok(ann.post(IDENTITIES, shown(signer.id_token("ann5"))), 201)


def test_an_identity_that_was_removed_opens_nothing(club: Live, store: Any, signer: Signer) -> None:
    ann = newcomer(club.url)
    made = ok(ann.post(IDENTITIES, shown(signer.id_token("zoe", iss=CLOSED))), 201)
    by_token = Client(club.url, signer.token(claims("zoe", iss=CLOSED)))
    assert ok(by_token.get(ME))["id"] == ann.id
    assert ann.delete(f"{IDENTITIES}/{made['id']}").status_code == 204
    assert by_token.get(ME).status_code == 401
    assert not store.exists(pointer(made["id"]))
    refused(ann.delete(f"{IDENTITIES}/{made['id']}"), 404, "not_found")
    refused(ann.delete(f"{IDENTITIES}/x"), 404, "not_found")


def test_the_last_way_in_is_not_removed(club: Live, signer: Signer) -> None:
    ann = Client(club.url, signer.access("ann"))
    ok(ann.get(ME))
    path = f"{IDENTITIES}/{identity_of(ISSUER, 'ann')}"
    refused(ann.delete(path), 409, "conflict")
    ok(ann.post(IDENTITIES, shown(signer.id_token("ann2"))), 201)
    assert ann.delete(path).status_code == 204


def test_identities_go_with_their_account(club: Live, store: Any, signer: Signer) -> None:
    ann = Client(club.url, signer.access("ann"))
    first = ok(ann.get(ME))["id"]
    assert ann.delete(ME).status_code == 204
    assert not store.exists(pointer(identity_of(ISSUER, "ann")))
    assert not store.hgetall(account(first))
    assert ok(ann.get(ME))["id"] != first, "whoever comes again is somebody new"


def test_what_leads_to_a_deleted_account_is_no_obstacle(
    club: Live, store: Any, signer: Signer
) -> None:
    """Such as of a Redis that was restored: the pointer is there, and no account has it."""
    store.set(pointer(identity_of(ISSUER, "ann")), "A" * 22)
    me = ok(Client(club.url, signer.access("ann")).get(ME))
    assert store.get(pointer(identity_of(ISSUER, "ann"))) == me["id"]


def test_two_who_come_at_the_same_moment_are_one(club: Live, store: Any, signer: Signer) -> None:
    for number in range(5):
        subject, begin, found = f"twin{number}", Event(), set[str]()

        def come(jti: str, subject: str = subject, begin: Any = begin, found: Any = found) -> None:
            client = Client(club.url, signer.access(subject, jti=jti))
            begin.wait()
            found.add(ok(client.get(ME))["id"])

        threads = [Thread(target=come, args=(str(each),)) for each in range(4)]
        for each in threads:
            each.start()
        begin.set()
        for each in threads:
            each.join()
        assert len(found) == 1
        holders = [
            key
            for key in store.scan_iter("player:{*}")
            if store.type(key) == "hash"
            and store.hexists(key, f"{IDENTITY}{identity_of(ISSUER, subject)}")
        ]
        assert [key for key in holders if store.ttl(key) == -1] == [account(*found)]


def test_everything_else_ends_identities_as_well(club: Live, store: Any, signer: Signer) -> None:
    ann = newcomer(club.url)
    ok(ann.post(IDENTITIES, shown(signer.id_token("thief"))), 201)
    assert ann.delete(f"{ME}/tokens").status_code == 204
    assert not store.exists(pointer(identity_of(ISSUER, "thief")))
    assert ok(Client(club.url, signer.access("thief")).get(ME))["id"] != ann.id
    bea = Client(club.url, signer.access("bea"))
    ok(bea.post(f"{ME}/tokens", {"name": "bot"}), 201)
    assert bea.delete(f"{ME}/tokens").status_code == 204
    assert ok(bea.get(f"{ME}/tokens"))["tokens"] == []
    assert ok(bea.get(KEYS))["identities"], "that by which this was asked stays"


def test_a_device_is_paired_by_an_access_token(club: Live, signer: Signer) -> None:
    ann = Client(club.url, signer.access("ann"))
    code = ok(ann.post(f"{ME}/pairing", {}), 201)["code"]
    made = ok(Client(club.url).post("/v1/pairings", {"code": code}), 201)
    assert ok(Client(club.url, made["token"]).get(ME))["id"] == ok(ann.get(ME))["id"]


def test_a_key_that_is_not_known_is_asked_for_once_a_minute(
    club: Live, store: Any, signer: Signer
) -> None:
    new = Signer("k2")
    answers: list[Any] = []
    asking = Thread(target=lambda: answers.append(Client(club.url, new.access()).get(ME)))
    asking.start()
    issuer_hash = Issuer(ISSUER).hash
    while not store.exists(wanted(issuer_hash)):
        pass
    publish(store, signer, new)
    asking.join()
    assert answers[0].status_code == 200
    began = time.monotonic()
    assert Client(club.url, Signer("k3").access()).get(ME).status_code == 401
    assert time.monotonic() - began < patient(key_sets.WAIT_S), "it was looked for just now"


def test_an_issuer_without_keys_is_503_and_nothing_else_is(club: Live, store: Any) -> None:
    store.delete(keys_of(Issuer(ISSUER).hash))
    began = time.monotonic()
    told = problem(Client(club.url, Signer().access()).get(ME))
    assert (told["status"], told["code"]) == (503, "unavailable")
    assert time.monotonic() - began < patient(2.0)
    assert ok(newcomer(club.url).get(ME))


def test_known_keys_are_good_for_a_day(club: Live, store: Any, signer: Signer) -> None:
    publish(store, signer, age_s=23 * 3600)
    assert Client(club.url, signer.access()).get(ME).status_code == 200
    old = Signer("old")
    publish(store, old, issuer=CLOSED, age_s=25 * 3600)
    assert Client(club.url, old.token(claims(iss=CLOSED))).get(ME).status_code == 503
