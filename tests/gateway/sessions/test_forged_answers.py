"""Answers of an authenticator that lies: each is refused, and for what is wrong with it."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import cbor2
import pytest
from gateway.errors import Problem
from gateway.players.player import Player
from gateway.players.tokens import random_id
from gateway.sessions.authenticators import Site
from gateway.sessions.challenges import LIFE_S, Challenges
from gateway.sessions.passkeys import Passkeys
from gateway.sessions.refused import Reason, Refused
from redis.asyncio import Redis
from redislink.accounts import PASSKEY, account
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from tests.support.authenticator import (
    ATTESTED,
    EDDSA,
    ORIGIN,
    PRESENT,
    RP,
    RS256,
    VERIFIED,
    Authenticator,
    Json,
)

pytestmark = pytest.mark.anyio

SITE = Site(RP, [ORIGIN])


@dataclass
class Hall:
    """Two players, each with a key, and the service."""

    redis: Any
    keys: Passkeys
    ann: Player
    bob: Player
    device: Authenticator
    other: Authenticator
    """Bob's."""

    async def creation(self, player: Player | None = None) -> Json:
        return await self.keys.creation_options(player or self.ann)

    async def register(self, answer: Json, player: Player | None = None) -> Json:
        return await self.keys.add(player or self.ann, answer, "key")

    async def sign_in(self, answer: Any) -> str:
        """The id of the player whose account it opens; what is stored of the key follows."""
        proof = await self.keys.prove(answer)
        await self.redis.hset(account(proof.player_id), proof.opener, proof.after)
        return proof.player_id

    async def answer(self, **lies: Any) -> Json:
        return self.device.get(await self.keys.request_options(), **lies)


async def a_player(redis: Any, name: str) -> Player:
    player = Player(random_id(), name, "human")
    stored = {"id": player.id, "displayName": name, "kind": "human"}
    await redis.hset(account(player.id), "player", json.dumps(stored))
    return player


@pytest.fixture
async def hall(redis: Redis) -> Hall:
    keys = Passkeys(redis, Challenges(redis), SITE)
    ann, bob = await a_player(redis, "Ann"), await a_player(redis, "Bob")
    made = Hall(redis, keys, ann, bob, Authenticator(), Authenticator())
    await made.register(made.device.create(await made.creation()))
    await made.register(made.other.create(await made.creation(bob)), bob)
    return made


@pytest.mark.parametrize("algorithm", [-7, EDDSA, RS256])
async def test_a_key_of_each_algorithm_opens_the_account(hall: Hall, algorithm: int) -> None:
    device = Authenticator(algorithm)
    await hall.register(device.create(await hall.creation()))
    assert await hall.sign_in(device.get(await hall.keys.request_options())) == hall.ann.id


Forge = Callable[[Hall], Awaitable[Any]]


def get(**lies: Any) -> Forge:
    """A sign-in with these lies."""

    async def forge(hall: Hall) -> Any:
        return await hall.sign_in(await hall.answer(**lies))

    return forge


def create(**lies: Any) -> Forge:
    """A further key with these lies."""

    async def forge(hall: Hall) -> Any:
        return await hall.register(Authenticator().create(await hall.creation(), **lies))

    return forge


async def replayed(hall: Hall) -> Any:
    answer = await hall.answer()
    assert await hall.sign_in(answer) == hall.ann.id
    return await hall.sign_in(answer)


async def expired(hall: Hall) -> Any:
    options = await hall.keys.request_options()
    challenge = base64url_to_bytes(options["challenge"])
    key = f"challenge:{{{hashlib.sha256(challenge).hexdigest()}}}"
    assert 0 < await hall.redis.ttl(key) <= LIFE_S
    await hall.redis.delete(key)
    return await hall.sign_in(hall.device.get(options))


async def for_a_creation(hall: Hall) -> Any:
    return await hall.sign_in(hall.device.get(await hall.creation()))


async def by_another_key(hall: Hall) -> Any:
    options = await hall.keys.request_options()
    lie = {"key_id": hall.device.key_id, "user": hall.device.user}
    return await hall.sign_in(hall.other.get(options, **lie))


async def with_anothers_handle(hall: Hall) -> Any:
    return await hall.sign_in(await hall.answer(user=base64url_to_bytes(hall.bob.id)))


async def with_changed_client_data(hall: Hall) -> Any:
    options = await hall.keys.request_options()
    told = {"type": "webauthn.get", "challenge": options["challenge"], "origin": ORIGIN, "x": 1}
    return await hall.sign_in(hall.device.get(options, swapped=json.dumps(told).encode()))


async def of_no_json(hall: Hall) -> Any:
    return await hall.sign_in(
        {"id": "AA", "response": {"clientDataJSON": bytes_to_base64url(b"{")}}
    )


async def without_an_id(hall: Hall) -> Any:
    return await hall.sign_in({**await hall.answer(), "id": None})


async def of_a_removed_key(hall: Hall) -> Any:
    answer = await hall.answer()
    assert await hall.keys.remove(hall.ann, hall.device.id)
    return await hall.sign_in(answer)


async def of_a_deleted_account(hall: Hall) -> Any:
    answer = await hall.answer()
    await hall.redis.delete(account(hall.ann.id))
    return await hall.sign_in(answer)


async def registered_twice(hall: Hall) -> Any:
    answer = Authenticator().create(await hall.creation())
    await hall.register(answer)
    return await hall.register(answer)


async def registered_for_another(hall: Hall) -> Any:
    return await hall.register(Authenticator().create(await hall.creation(hall.bob)))


async def registered_by_a_sign_in(hall: Hall) -> Any:
    options = {**await hall.creation(), **await hall.keys.request_options()}
    return await hall.register(Authenticator().create(options))


HS256 = cbor2.dumps({1: 4, 3: 5, -1: b"x"})
OFF_CURVE = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})
SHORT_RSA = cbor2.dumps({1: 3, 3: -257, -1: b"\xff" * 64, -2: b"\1\0\1"})
PLACES: dict[str, str] = {
    "another site": "https://evil.example",
    "a sub-domain": "http://x.localhost:8080",
    "another port": "http://localhost:1",
    "https for http": "https://localhost:8080",
    "no origin": "null",
}
FORGED: dict[str, tuple[Forge, Reason]] = {
    "a sign-in replayed": (replayed, Reason.CHALLENGE),
    "a sign-in too late": (expired, Reason.CHALLENGE),
    "an invented challenge": (get(challenge=bytes_to_base64url(bytes(32))), Reason.CHALLENGE),
    "a challenge for a creation": (for_a_creation, Reason.CHALLENGE),
    **{f"from {name}": (get(origin=each), Reason.ORIGIN) for name, each in PLACES.items()},
    "for another RP": (get(rp="evil.example"), Reason.RP_ID),
    "typed as a creation": (get(type="webauthn.create"), Reason.TYPE),
    "from a foreign frame": (get(cross_origin=True), Reason.FRAME),
    "from below another page": (get(told={"topOrigin": "https://evil.example"}), Reason.FRAME),
    "with nobody there": (get(flags=VERIFIED), Reason.PRESENCE),
    "of somebody not verified": (get(flags=PRESENT), Reason.VERIFICATION),
    "signed by another key": (by_another_key, Reason.SIGNATURE),
    "with another's handle": (with_anothers_handle, Reason.UNKNOWN),
    "with no handle": (get(user=None), Reason.MALFORMED),
    "with an empty signature": (get(signature=b"\0"), Reason.SIGNATURE),
    "with changed client data": (with_changed_client_data, Reason.SIGNATURE),
    "of an unknown key": (get(key_id=bytes(32)), Reason.UNKNOWN),
    "whose ids differ": (get(raw_id=bytes(32)), Reason.CREDENTIAL_ID),
    "of a password": (get(kind="password"), Reason.MALFORMED),
    "of no JSON": (of_no_json, Reason.MALFORMED),
    "without an id": (without_an_id, Reason.MALFORMED),
    "of a removed key": (of_a_removed_key, Reason.UNKNOWN),
    "of a deleted account": (of_a_deleted_account, Reason.UNKNOWN),
    "a key registered twice": (registered_twice, Reason.CHALLENGE),
    "a key for another player": (registered_for_another, Reason.CHALLENGE),
    "a key by a sign-in": (registered_by_a_sign_in, Reason.CHALLENGE),
    "a key from another site": (create(origin="https://evil.example"), Reason.ORIGIN),
    "a key from a foreign frame": (create(cross_origin=True), Reason.FRAME),
    "a key for another RP": (create(rp="evil.example"), Reason.RP_ID),
    "a key typed as a sign-in": (create(type="webauthn.get"), Reason.TYPE),
    "an attested key": (create(fmt="packed", stmt={"alg": -7, "sig": b""}), Reason.ATTESTATION),
    "a key that says more": (create(stmt={"alg": -7, "sig": b"0"}), Reason.ATTESTATION),
    "an id of 2,000 bytes": (create(key_id=bytes(2000)), Reason.CREDENTIAL_ID),
    "a symmetric key": (create(public_key=HS256), Reason.MALFORMED),
    "a point off its curve": (create(public_key=OFF_CURVE), Reason.KEY),
    "an RSA key of 512 bits": (create(public_key=SHORT_RSA), Reason.KEY),
    "a key with nobody there": (create(flags=VERIFIED | ATTESTED), Reason.PRESENCE),
    "a key of somebody unknown": (create(flags=PRESENT | ATTESTED), Reason.VERIFICATION),
    "CBOR that claims too much": (create(attested=b"\x9b" + b"\xff" * 8), Reason.MALFORMED),
    "CBOR of 10,000 levels": (create(attested=b"\x81" * 10_000 + b"\0"), Reason.MALFORMED),
    "bytes behind the key": (
        create(public_key=Authenticator().public_key() + b"\0"),
        Reason.MALFORMED,
    ),
}


@pytest.mark.parametrize("name", FORGED)
async def test_a_forged_answer_is_refused_for_what_is_wrong_with_it(hall: Hall, name: str) -> None:
    forge, reason = FORGED[name]
    before = await hall.keys.of(hall.bob.id)
    with pytest.raises(Refused) as refusal:
        await forge(hall)
    assert refusal.value.reason == reason
    assert await hall.keys.of(hall.bob.id) == before


async def test_a_forged_answer_has_used_its_challenge_up(hall: Hall) -> None:
    options = await hall.keys.request_options()
    forged, good = hall.device.get(options, rp="evil.example"), hall.device.get(options)
    for answer, reason in ((forged, Reason.RP_ID), (good, Reason.CHALLENGE)):
        with pytest.raises(Refused) as refusal:
            await hall.sign_in(answer)
        assert refusal.value.reason == reason


async def test_another_players_key_in_ones_own_account_opens_ones_own_only(hall: Hall) -> None:
    """Without attestation, nobody proves to have the private key that belongs to a public one."""
    thief = await a_player(hall.redis, "Eve")
    options = await hall.creation(thief)
    user = hall.other.user
    await hall.register(hall.other.create(options), thief)
    hall.other.user = user
    assert await hall.sign_in(hall.other.get(await hall.keys.request_options())) == hall.bob.id


async def test_an_app_may_be_named_as_an_origin(hall: Hall) -> None:
    """One for Android says the hash of its certificate, and is refused unless it is named."""
    app = f"android:apk-key-hash:{'a' * 43}"
    with pytest.raises(Refused):
        await hall.sign_in(await hall.answer(origin=app))
    hall.keys.site = Site(RP, [ORIGIN, app])
    assert await hall.sign_in(await hall.answer(origin=app)) == hall.ann.id


async def test_a_copy_of_a_key_is_let_in_and_told_of(hall: Hall) -> None:
    hall.device.count = 7
    await hall.sign_in(await hall.answer())
    assert (await hall.keys.of(hall.ann.id))[hall.device.id].copyTime is None
    hall.device.count = 2
    proof = await hall.keys.prove(await hall.answer())
    assert json.loads(proof.event)["event"] == "passkeyCopied"
    assert json.loads(proof.after)["copyTime"]
    assert json.loads(proof.after)["count"] == 8


async def test_a_synced_key_counts_nothing(hall: Hall) -> None:
    for _ in "ab":
        proof = await hall.keys.prove(await hall.answer(count=0))
        assert (proof.event, "copyTime" in json.loads(proof.after)) == ("", False)


async def test_answers_of_odd_types_are_refused(hall: Hall) -> None:
    odd: tuple[Any, ...] = (None, 1, [], {}, "x", "\u2603", True, 1e400, [[]], {"a": None})
    for each in odd:
        for answer in ({"id": each}, {"response": each}, {"response": {"clientDataJSON": each}}):
            with pytest.raises(Refused):
                await hall.sign_in(answer)
            with pytest.raises(Refused):
                await hall.register(answer)
    whole, made = await hall.answer(), Authenticator().create(await hall.creation())
    for use, one in ((hall.sign_in, whole), (hall.register, made)):
        for name in ("id", "rawId", "type", "response", *one["response"]):
            for each in odd:
                options = await hall.keys.request_options()
                fresh = hall.device.get(options) if use == hall.sign_in else None
                fresh = fresh or Authenticator().create(await hall.creation())
                place = fresh["response"] if name in fresh["response"] else fresh
                place[name] = each
                with pytest.raises(Refused):
                    await use(fresh)


async def test_an_account_keeps_ten_keys(hall: Hall) -> None:
    for _ in range(9):
        await hall.register(Authenticator().create(await hall.creation()))
    with pytest.raises(Problem) as refusal:
        await hall.register(Authenticator().create(await hall.creation()))
    assert refusal.value.code == "conflict"
    stored = await hall.redis.hkeys(account(hall.ann.id))
    assert sum(each.startswith(PASSKEY.encode()) for each in stored) == 10
