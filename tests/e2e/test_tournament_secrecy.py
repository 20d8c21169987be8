"""No answer about a tournament depends on what its caller may not know, byte by byte.

The same tournament is stored with another seed, with other seals of others, as other matches, and
with another invite code, and asked about by everybody each time.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from croupier_tournament import lots
from redis import Redis
from redislink import tournaments

from tests.support.live import Live
from tests.support.players import Client, Json, ok, register
from tests.support.requests import OF_TOURNAMENT, send
from tests.support.stream_reader import following
from tests.support.tournament_clients import PATH, check_in, entropy, join, make, of
from tests.support.waiting import until

FIXED = ("X-Request-Id", "secrecy")
TIMES = ("date", "x-time")
GAME = "just4fun"
"""Of which there is no other tournament: those of other tests go on meanwhile."""
PATHS = [
    *(each.path for each in OF_TOURNAMENT if each.method == "GET"),
    *("/v1/tournaments?mine=true", f"/v1/tournaments?game={GAME}"),
]


@pytest.fixture
def store(redis_url: str) -> Iterator[Any]:
    with Redis.from_url(redis_url, decode_responses=True) as server:
        yield server


@pytest.fixture(scope="module")
def evening(live: Live) -> tuple[Json, list[Client]]:
    """A private arena whose check-in is open, with Ann and Bob, of whom Ann has checked in."""
    ann, bob = register(live.url), register(live.url, "Bob")
    arena: Json = {"system": "arena", "rounds": None, "checkIn": "3600s", "maxPlayers": 2}
    made = make(ann, game=GAME, access="private", **arena)
    for each in (ann, bob):
        join(each, made, inviteCode=made["inviteCode"])
    check_in(ann, made)
    until(lambda: of(ann, made)["status"] == "checkIn")
    return made, [ann, bob]


def told(viewer: Client, tournament: Json) -> list[Any]:
    """All that a viewer is answered."""
    answers = [
        send(viewer, "GET", path.replace("{tournament}", tournament["id"]), FIXED) for path in PATHS
    ]
    shown = [
        (each.status_code, {k: v for k, v in each.headers.items() if k not in TIMES}, each.content)
        for each in answers
    ]
    with following(viewer, f"{PATH}/{tournament['id']}/events") as reader:
        begin = [reader.next("registered"), reader.next("checkInOpened")]
    return [*shown, *begin]


def another_seed(store: Any, tournament: Json, _: list[Client]) -> None:
    store.set(tournaments.secret(tournament["id"]), "77" * 32)


def other_seals(store: Any, tournament: Json, players: list[Client]) -> None:
    key = tournaments.players(tournament["id"])
    entrant = json.loads(store.hget(key, players[1].id))
    more = {**entrant, "seals": ["88" * 32]}
    store.hset(key, players[1].id, json.dumps(more))


def other_matches(store: Any, tournament: Json, _: list[Client]) -> None:
    store.hset(tournaments.tournament(tournament["id"]), tournaments.TEMPLATE, "{}")


def another_code(store: Any, tournament: Json, _: list[Client]) -> None:
    key = tournaments.tournament(tournament["id"])
    made = json.loads(store.hget(key, tournaments.MADE))
    store.hset(key, tournaments.MADE, json.dumps({**made, "inviteCode": "ZZZZZ-ZZZZZ"}))


Change = Callable[[Any, Json, list[Client]], None]


@pytest.mark.parametrize("change", [another_seed, other_seals, other_matches, another_code])
def test_no_answer_tells_what_its_caller_may_not_know(
    live: Live, store: Any, evening: tuple[Json, list[Client]], change: Change
) -> None:
    made, players = evening
    viewers = [Client(live.url), register(live.url, "Cid")]
    viewers += [players[0]] if change is not another_code else []
    before = [told(each, made) for each in viewers]
    restore = _kept(store, made)
    change(store, made, players)
    try:
        for viewer, answers in zip(viewers, before, strict=True):
            for answer, again in zip(answers, told(viewer, made), strict=True):
                assert again == answer
    finally:
        restore()


def test_what_is_sealed_is_in_no_answer(live: Live, evening: tuple[Json, list[Client]]) -> None:
    """Neither what somebody has sealed for a table, nor for the lots before the check-in."""
    made, (ann, bob) = evening
    secrets = [entropy(bob), *(entropy(each, place) for each in (ann, bob) for place in range(3))]
    for viewer in (Client(live.url), ann, bob):
        text = repr(told(viewer, made))
        assert not [each for each in secrets if each in text]
    assert entropy(ann) in repr(told(bob, made)), "the lots are public once they are revealed"
    assert lots.seal_of(entropy(bob)) in repr(told(ann, made))


def test_only_who_is_in_it_is_shown_the_code(
    live: Live, evening: tuple[Json, list[Client]]
) -> None:
    made, (ann, bob) = evening
    for viewer in (Client(live.url), register(live.url)):
        assert made["inviteCode"] not in repr(told(viewer, made))
    for viewer in (ann, bob):
        assert ok(viewer.get(f"{PATH}/{made['id']}"))["inviteCode"] == made["inviteCode"]


def _kept(store: Any, tournament: Json) -> Callable[[], None]:
    """What stores the tournament as it is now."""
    of_it = [each(tournament["id"]) for each in (tournaments.tournament, tournaments.players)]
    hashes = {key: store.hgetall(key) for key in of_it}
    seed = store.get(tournaments.secret(tournament["id"]))

    def restore() -> None:
        for key, fields in hashes.items():
            store.hset(key, mapping=fields)
        store.set(tournaments.secret(tournament["id"]), seed)

    return restore
