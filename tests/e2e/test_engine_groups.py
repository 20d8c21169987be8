"""A game with engines of its own is played like any other, and when they fall, it falls alone."""

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from engine.verify import verify
from gateway.engine_client.group import WAITING
from redis import Redis

from tests.e2e.test_not_played_here import check_alike, everything
from tests.e2e.test_stack import is_called
from tests.support.patience import PATIENT
from tests.support.players import Client, Json, key, ok, play_words, refused, register
from tests.support.stream_reader import events_path, following, versions
from tests.support.waiting import Stopwatch, until
from tools.stack import Stack, free_port

pytestmark = pytest.mark.full

GAME, OTHER, OTHERS = "livingstone", "lost-cities", "lost-cities, just4fun"
TIMEOUT_S = 3.0
"""How long a gateway waits for an engine here: by default 1.2 s, which a busy machine may need."""
AWAY_S = TIMEOUT_S + 0.8
"""Within this time a game is refused whose engines do not answer: by default 2 s."""
AT_ONCE_S = 0.5
"""The same once they are known to be away."""
CROWD = 3 * WAITING
METRICS = f"127.0.0.1:{free_port()}"
START = {"startSeat": 0}


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The service with an engine for all games but one, and another one for that."""
    data = tmp_path_factory.mktemp("groups")
    settings: dict[str, Any] = {**PATIENT, "GATEWAY_ENGINE_TIMEOUT_S": str(TIMEOUT_S)}
    settings |= {"CROUPIER_GAMES": OTHERS, "GATEWAY_RATE_LIMITS": "off"}
    settings |= {"GATEWAY_METRICS_ADDRESS": METRICS}
    with Stack(data, groups=[GAME], **settings) as stack:
        until(lambda: all(map(is_called, stack.engine_addresses)))
        until(lambda: GAME in games(Client(stack.url)))
        yield stack


@contextmanager
def killed(stack: Stack) -> Iterator[None]:
    """The service while the engine of the group is dead."""
    engine = stack.engines[1]
    engine.kill()
    try:
        yield
    finally:
        engine.start()
        engine.wait()


@contextmanager
def hanging(stack: Stack) -> Iterator[None]:
    """Stop the group's engine within the block, as if its rules looped."""
    os.kill(stack.engines[1].pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(stack.engines[1].pid, signal.SIGCONT)


FALLEN = {"killed": killed, "hanging": hanging}


def table(stack: Stack, game: str = GAME, **wish: object) -> tuple[str, Client, Client]:
    """A match that has begun, and its players."""
    ann, bob = register(stack.url), register(stack.url, "Bob")
    made = ann.create(game=game, **wish)
    code = {name: made[name] for name in ("inviteCode",) if name in made}
    bob.join(made["id"], **code)
    return str(made["id"]), ann, bob


def test_a_game_of_a_group_is_played_like_any_other(stack: Stack) -> None:
    assert games(Client(stack.url)) == ["just4fun", "livingstone", "lost-cities"]
    match_id, ann, bob = table(stack, options=START)
    with following(Client(stack.url), events_path(match_id)) as events:
        assert events.next("snapshot").data["game"] == GAME
        answers = [*everything(ann, bob, match_id)]
        assert {each.status_code for each in answers} == {200}
        assert "error" not in answers[-1].json()["results"][0]
        mover, (move, *_) = next(
            (each, moves) for each in (ann, bob) if (moves := each.legal_moves(match_id))
        )
        before = ann.see(match_id)["version"]
        moved = mover.move(match_id, move["notation"])
        assert moved["match"]["version"] == before + 1
        ok(bob.post(f"/v1/matches/{match_id}/resign", {}, key()))
        assert versions(events.rest())[-1:] == [before + 2]
    replay = ok(ann.get(f"/v1/matches/{match_id}/replay"))
    assert verify(replay)
    # The engines of other games list this one once they have heard of it, seconds after it began.
    until(lambda: match_id in own(ann))


def test_a_turn_of_a_group_is_taken_back(stack: Stack) -> None:
    match_id, ann, bob = table(stack, options=START)
    play_words(match_id, ann, "die", "coins", "end")
    play_words(match_id, bob, "die")
    path = f"/v1/matches/{match_id}/undo"
    ok(ann.post(path, {"toVersion": 4}))
    assert ok(bob.post(path, {"toVersion": 4}))["toMove"] == [0]


def test_tickets_of_a_group_find_each_other(stack: Stack) -> None:
    ann, bob = register(stack.url), register(stack.url)
    tickets = [ok(each.post("/v1/tickets", {"game": GAME}), 201)["id"] for each in (ann, bob)]
    until(lambda: ok(ann.get(f"/v1/tickets/{tickets[0]}"))["status"] == "matched")
    match_id = ok(ann.get(f"/v1/tickets/{tickets[0]}"))["matchId"]
    assert ann.see(match_id)["game"] == GAME


def test_lists_and_feeds_have_the_matches_of_all_groups(stack: Stack) -> None:
    ann = register(stack.url)
    bob = register(stack.url)
    ids = [str(ann.create(game=game, options=wish)["id"]) for game, wish in both()]
    for match_id in ids:
        bob.join(match_id)
    assert own(ann) == {*ids}
    assert waiting_for(ann) | waiting_for(bob) == {*ids}


def games(anyone: Client) -> list[str]:
    return [game["id"] for game in ok(anyone.get("/v1/games"))["games"]]


def both() -> list[tuple[str, Json]]:
    return [(GAME, START), (OTHER, {})]


def own(player: Client) -> set[str]:
    return {each["id"] for each in ok(player.get("/v1/matches", player="me"))["matches"]}


def waiting_for(player: Client) -> set[str]:
    """Return the matches in which the player is to move, as its stream begins with them."""
    with following(player, "/v1/events") as events:
        waiting = set[str]()
        while (event := events.next("yourTurn", "ping")).event != "ping":
            waiting.add(event.data["matchId"])
    return waiting


@pytest.mark.parametrize("how", FALLEN)
def test_a_group_that_falls_takes_no_other_game_along(stack: Stack, how: str) -> None:
    """Its matches are refused in time, and go on as soon as it is back."""
    match_id, ann, bob = table(stack, options=START)
    hidden, _, _ = table(stack, access="private")
    other_id, cora, dora = table(stack, OTHER)
    eve = register(stack.url)
    both_id = str(ann.create(game=OTHER)["id"])
    version = ann.see(match_id)["version"]
    (move, *_) = ann.legal_moves(match_id)
    path = f"/v1/matches/{match_id}"
    told, others = Counter[int](), Counter[int]()

    def bother(number: int) -> None:
        """Ask for what the group plays."""
        answer = (
            ann.post(f"{path}/moves", {"notation": move["notation"], "expectedVersion": version})
            if number % 2
            else bob.get(path)
        )
        told[answer.status_code] += 1

    with FALLEN[how](stack):
        with ThreadPoolExecutor(CROWD) as crowd:
            bothered = [crowd.submit(bother, number) for number in range(CROWD)]
            while not all(each.done() for each in bothered) or others.total() < CROWD:
                play_on(other_id, (cora, dora), others)
        assert {*others} == {200}, others
        for number, limit_s in enumerate((AWAY_S, AWAY_S, AT_ONCE_S, AT_ONCE_S)):
            watch = Stopwatch()
            bother(number)
            assert not watch.exceeds(limit_s)
        assert told == {503: CROWD + 4}
        refused(eve.post("/v1/matches", {"game": GAME}), 503, "unavailable")
        assert own(ann) == {both_id}
        assert waiting_for(ann) == set()
        assert GAME in games(eve)
        for stranger in (eve, Client(stack.url)):
            check_alike(stranger, hidden)
    until(lambda: bob.get(path).status_code == 200)
    assert ann.see(match_id)["version"] in (version, version + 1)  # a hanging engine has got it
    until(lambda: match_id in own(ann))
    until(lambda: match_id in waiting_for(ann) | waiting_for(bob))


def play_on(match_id: str, players: tuple[Client, Client], told: Counter[int]) -> None:
    """Make a move by the player whose turn it is, and count the statuses of all answers."""
    for player in players:
        legal = player.get(f"/v1/matches/{match_id}/legal-moves")
        told[legal.status_code] += 1
        if legal.status_code == 200 and (moves := legal.json()["moves"]):
            made = player.post(f"/v1/matches/{match_id}/moves", {"move": moves[0]["move"]})
            told[made.status_code] += 1
            return


def test_what_only_a_group_plays_is_kept_until_it_is_back(stack: Stack) -> None:
    """Keep the deadlines of a group's matches, whichever engines look for due ones meanwhile."""
    match_id, ann, _ = table(stack, options=START, clock={"perMove": "3600s"})
    version = ann.see(match_id)["version"]
    with killed(stack), Redis.from_url(stack.redis_url) as redis:
        redis.zadd("deadlines", {match_id: 1})
        until(lambda: (redis.zscore("deadlines", match_id) or 0) > 1)
    until(lambda: ann.get(f"/v1/matches/{match_id}").status_code == 200)
    assert ann.see(match_id)["version"] == version


def test_an_operator_is_told_since_when_a_group_does_not_answer(stack: Stack) -> None:
    """The engines of the other games go on to answer; what the alert CroupierEnginesSilent asks."""
    until(lambda: listed("") > 0 < listed(GAME), 60)
    with killed(stack):
        died = time.time()
        until(lambda: listed("") > died, 60)
        assert listed(GAME) < died
    until(lambda: listed(GAME) > died, 60)


def listed(games: str) -> float:
    """When the group with these games has listed them last, by the metrics of the gateway."""
    told = httpx.get(f"http://{METRICS}/metrics").text
    name = "croupier_gateway_games_listed_timestamp_seconds"
    (line,) = [each for each in told.splitlines() if each.startswith(f'{name}{{games="{games}"}}')]
    return float(line.rpartition(" ")[2])


def test_a_gateway_begins_without_a_group(stack: Stack) -> None:
    """And asks it as soon as it comes."""
    match_id, ann, _ = table(stack, options=START)
    with killed(stack):
        stack.gateway.stop()
        stack.gateway.start()
        stack.gateway.wait()
        for _ in range(4):
            refused(ann.get(f"/v1/matches/{match_id}"), 503, "unavailable")
        ok(ann.post("/v1/matches", {"game": OTHER}), 201)
    until(lambda: ann.get(f"/v1/matches/{match_id}").status_code == 200)
