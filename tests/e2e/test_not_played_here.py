"""Two engines behind one gateway, as in a rolling update: one lacks a game, or has other rules.

Callers must not notice. What only the engine can play that is away waits for it: a 503, and no
loss.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from engine.verify import verify
from redis import Redis

from tests.e2e.test_stack import is_called
from tests.support.patience import PATIENT
from tests.support.players import Client, Json, key, ok, refused, register
from tests.support.stream_reader import following, refusal
from tests.support.waiting import until
from tools.stack import Stack

pytestmark = pytest.mark.full

GAME, OTHER, OTHERS = "lost-cities", "livingstone", "livingstone, just4fun"
UNKNOWN = "x" * 22
OFTEN = 12
"""Requests in a row, of which half go to the wrong engine first."""


@contextmanager
def two_engines(data: Path, **differs: str) -> Iterator[Stack]:
    """The service with an engine of this release, and another one."""
    stack = Stack(data, engines=2, GATEWAY_RATE_LIMITS="off", **PATIENT)
    stack.engines[1].module = "tests.support.other_engine"
    stack.engines[1].environment.update(differs)
    with stack:
        until(lambda: all(map(is_called, stack.engine_addresses)))
        yield stack


@pytest.fixture(scope="module")
def lacking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with two_engines(tmp_path_factory.mktemp("lacking"), CROUPIER_GAMES=OTHERS) as stack:
        yield stack


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with two_engines(tmp_path_factory.mktemp("changed"), CHANGED=GAME) as stack:
        yield stack


@contextmanager
def without(stack: Stack, place: int) -> Iterator[None]:
    """The service while one of its engines is stopped."""
    engine = stack.engines[place]
    engine.stop()
    try:
        yield
    finally:
        engine.start()
        engine.wait()
        until(lambda: is_called(stack.engine_addresses[place]))


class Asking(Client):
    """A player who asks again for what was refused for a moment, and notes each status."""

    def __init__(self, player: Client) -> None:
        super().__init__(player.url, player.token, player.player)
        self.told: list[int] = []

    def get(self, path: str, headers: Json | None = None, **query: Any) -> httpx.Response:
        return self._answered(lambda: super(Asking, self).get(path, headers, **query))

    def post(
        self, path: str, body: Any = None, headers: Json | None = None, **query: Any
    ) -> httpx.Response:
        return self._answered(lambda: super(Asking, self).post(path, body, headers, **query))

    def _answered(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        answers = list[httpx.Response]()

        def is_answered() -> bool:
            answers.append(ask())
            self.told.append(answers[-1].status_code)
            return answers[-1].status_code != 503

        until(is_answered)
        return answers[-1]


def everything(player: Client, other: Client, match_id: str) -> Iterator[httpx.Response]:
    """The answers to all that a player may ask for in a running match."""
    path = f"/v1/matches/{match_id}"
    yield player.get(path)
    yield player.get(path, {"Accept": "text/plain"})
    yield player.get(path, include="legalMoves", atVersion=1)
    yield player.get(f"{path}/legal-moves")
    yield player.get(f"{path}/moves")
    mover, (move, *_) = next(
        (each, moves) for each in (player, other) if (moves := each.legal_moves(match_id))
    )
    yield mover.post(f"{path}/moves", {"move": move["move"]}, dryRun="true")
    yield mover.post(f"{path}/moves", {"move": move["move"]})
    mover, (move, *_) = next(
        (each, moves) for each in (player, other) if (moves := each.legal_moves(match_id))
    )
    entry = {"matchId": match_id, "notation": move["notation"]}
    yield mover.post("/v1/moves", {"moves": [entry]}, key())


@pytest.mark.parametrize("stack", ["lacking", "changed"])
def test_nobody_notices_that_one_of_two_engines_cannot_play(
    stack: str, request: pytest.FixtureRequest
) -> None:
    service: Stack = request.getfixturevalue(stack)
    url = service.url
    told = Counter[int]()
    with without(service, 1):
        creators = [register(url) for _ in range(3 * OFTEN)]
        ids = [str(begun(each)["id"]) for each in creators]

    def play(number: int) -> None:
        ann, bob, match_id = Asking(creators[number]), Asking(register(url)), ids[number]
        bob.join(match_id)
        *_, batch = everything(ann, bob, match_id)
        assert "error" not in batch.json()["results"][0]
        ann.act(match_id, "resign")
        ok(ann.get(f"/v1/matches/{match_id}/replay"))
        told.update([*ann.told, *bob.told])

    for number in range(OFTEN):
        play(number)
    assert set(told) <= {200, 201}, told
    with ThreadPoolExecutor(8) as crowd:  # now the engines are not asked by turns any more
        list(crowd.map(play, range(OFTEN, 3 * OFTEN)))
    assert set(told) <= {200, 201, 503}, told
    assert told[503] <= told.total() / 100, told


def begun(player: Client, path: str = "/v1/matches", **wish: Any) -> Json:
    """Begin something of the game as soon as engines that lack it are known to be gone."""
    answers = list[httpx.Response]()

    def begins() -> bool:
        answers.append(player.post(path, {"game": GAME, **wish}))
        return answers[-1].status_code != 503

    until(begins)
    return ok(answers[-1], 201)


@pytest.mark.parametrize("stack", ["lacking", "changed"])
def test_nothing_begins_that_an_engine_cannot_play(
    stack: str, request: pytest.FixtureRequest
) -> None:
    """Whichever engine is asked; what was begun before is answered as at first."""
    service: Stack = request.getfixturevalue(stack)
    ann, bob, same = register(service.url), register(service.url), key()
    with without(service, 1):
        match_id = begun(ann)["id"]
        first = ok(ann.post("/v1/matches", {"game": GAME}, same), 201)["id"]
        bob.join(match_id)
        ok(bob.post(f"/v1/matches/{match_id}/resign"))
    new = {"game": GAME}
    until(lambda: all(ann.post("/v1/matches", new).status_code == 503 for _ in range(4)))
    for _ in range(OFTEN):
        for begins in (
            ann.post("/v1/matches", {"game": GAME}),
            ann.post("/v1/matches", {"game": GAME}, key()),
            ann.post("/v1/tickets", {"game": GAME}),
            ann.post(f"/v1/matches/{match_id}/rematch", {}),
        ):
            problem = refused(begins, 503, "unavailable")
            assert (problem["maintenance"], begins.headers["Retry-After"]) == (True, "5")
        repeated = ann.post("/v1/matches", {"game": GAME}, same)
        assert ok(repeated, 201)["id"] == first
    for player in (ann, bob):
        ok(player.post("/v1/tickets", {"game": OTHER}), 201)
    with without(service, 1):
        for player in (ann, bob):
            begun(player, "/v1/tickets")


def test_lists_and_feeds_have_what_only_one_engine_plays(lacking: Stack) -> None:
    """Whichever engine makes the list."""
    ids, ann, _ = matches_of_the_first(lacking)
    for _ in range(OFTEN):
        assert own(ann) == {*ids}
        assert {ids[0]} <= {each["id"] for each in ok(ann.get("/v1/matches", game=GAME))["matches"]}
    for _ in range(OFTEN):
        with following(ann, "/v1/events") as events:
            waiting = list[str]()
            while (event := events.next("yourTurn", "ping")).event != "ping":
                waiting.append(event.data["matchId"])
        assert sorted(waiting) == sorted(ids)


def test_a_game_that_nobody_knows_is_no_outage(lacking: Stack) -> None:
    ann = register(lacking.url)
    for _ in range(4):
        refused(ann.post("/v1/matches", {"game": "lost-citys"}), 422, "invalid_options")
        refused(ann.post("/v1/tickets", {"game": "lost-citys"}), 422, "invalid_options")


def away(answer: httpx.Response) -> None:
    """Check that the rules are not here, and that no part of a match is told."""
    problem = refused(answer, 503, "unavailable")
    assert answer.headers["Retry-After"] == "5"
    told = {"type", "title", "status", "detail", "code", "requestId"}
    assert problem.keys() == told
    assert problem["detail"].endswith("no part of it has the rules of this match now.")


def requests(player: Client, match_id: str) -> list[httpx.Response]:
    """What a player may ask of a match while its rules are away."""
    path = f"/v1/matches/{match_id}"
    return [
        player.get(path),
        player.get(path, {"Accept": "text/plain"}),
        player.get(path, atVersion=1),
        player.get(f"{path}/legal-moves"),
        player.get(f"{path}/moves"),
        refusal(player, f"{path}/events"),
        player.post(f"{path}/moves", {"notation": "Y7+*"}),
        player.post(f"{path}/moves", {"notation": "Y7+*"}, dryRun="true"),
        player.post(f"{path}/undo", {"toVersion": 1}),
        player.post(f"{path}/resign"),
    ]


@pytest.mark.parametrize(("stack", "creates"), [("lacking", 503), ("changed", 201)])
def test_what_only_an_engine_plays_that_is_away_waits_for_it(
    stack: str, creates: int, request: pytest.FixtureRequest
) -> None:
    service: Stack = request.getfixturevalue(stack)
    ids, ann, bob = matches_of_the_first(service)
    versions = [ann.see(each)["version"] for each in ids]
    with without(service, 0):
        until(lambda: ann.post("/v1/matches", {"game": GAME}).status_code == creates)
        for match_id in ids:
            for answer in requests(ann, match_id):
                away(answer)
            entry = {"matchId": match_id, "notation": "Y7+*"}
            (result,) = ok(ann.post("/v1/moves", {"moves": [entry]}))["results"]
            assert result["error"]["code"] == "unavailable"
        assert not {*ids} & own(ann)
        played = str(ann.create(game=OTHER)["id"])
        assert played in own(ann)
        with Redis.from_url(service.redis_url) as redis:
            # Its time is over, and nobody who may say so is here.
            redis.zadd("deadlines", dict.fromkeys(ids, 1))
            until(lambda: all((redis.zscore("deadlines", each) or 0) > 1 for each in ids))
    until(lambda: ann.get(f"/v1/matches/{ids[0]}").status_code == 200)
    until(lambda: {*ids} <= own(ann))
    assert [ann.see(each)["version"] for each in ids] == versions
    for match_id in ids:
        ok(bob.post(f"/v1/matches/{match_id}/resign"))
        replay = ok(ann.get(f"/v1/matches/{match_id}/replay"))
        assert verify(replay)  # it is what its log makes of it


def matches_of_the_first(service: Stack) -> tuple[list[str], Client, Client]:
    """A public and a private match by the rules of this release, and their players."""
    ann, bob = register(service.url), register(service.url)
    with without(service, 1):
        ids = []
        for access in ("public", "private"):
            made = begun(ann, access=access, clock={"perMove": "3600s"}, options={"startSeat": 0})
            bob.join(made["id"], **{name: made[name] for name in ("inviteCode",) if name in made})
            ids.append(str(made["id"]))
    return ids, ann, bob


def own(player: Client) -> set[str]:
    """Return the ids of the player's matches, as they are listed."""
    return {each["id"] for each in ok(player.get("/v1/matches", player="me"))["matches"]}


@pytest.mark.parametrize("stack", ["lacking", "changed"])
def test_of_a_private_match_a_stranger_learns_no_more_than_of_none(
    stack: str, request: pytest.FixtureRequest
) -> None:
    service: Stack = request.getfixturevalue(stack)
    (_, hidden), _, _ = matches_of_the_first(service)
    callers = (register(service.url), Client(service.url))
    for caller in callers:
        check_alike(caller, hidden)
    with without(service, 0):
        for caller in callers:
            check_alike(caller, hidden)


def check_alike(caller: Client, hidden: str) -> None:
    """Check that whichever engine answers tells the same of the match as of an id of none."""
    for _ in range(2):
        told = [comparable(each) for each in requests(caller, hidden)]
        assert told == [comparable(each) for each in requests(caller, UNKNOWN)]
        assert {status for status, _ in told} <= {401, 404}


def comparable(answer: httpx.Response) -> tuple[int, Json]:
    return answer.status_code, {**answer.json(), "requestId": ""}
