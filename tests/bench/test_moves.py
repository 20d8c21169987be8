"""The load generator plays real matches over every way in, and what it notes adds up.

How fast anything is, is not tested here.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import uvloop

from bench import stacks
from bench.clients import Client as LoadClient
from bench.clients import run
from bench.generator import Generator
from bench.load import TALKS, WATCHED, Load, Order, sit_down
from bench.memory import weigh_stream
from bench.meter import Measured, Meter, WrongAnswer
from bench.prepare import FIRST, MOVES, Match, Room
from bench.seen import ANSWER, OPPONENT, by_post
from bench.turns import STILL
from tests.support.players import Client
from tools.stack import Stack

SECONDS, CLIENTS = 0.2, 4


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    running = stacks.new_stack(tmp_path_factory.mktemp("stack"))
    try:
        running.start()
        yield running
    finally:
        running.stop()


def order(stack: Stack, talk: str, moves: int = 1) -> Order:
    watched = stacks.processes({stacks.PLAIN: stack}, stacks.PLAIN)
    return Order(stack.url, talk, CLIENTS, 0.05, SECONDS, moves, processes=watched)


@pytest.mark.parametrize("talk", [*TALKS])
def test_every_answer_is_the_one_that_was_asked_for(stack: Stack, talk: str) -> None:
    load = Load()
    measured = uvloop.run(load.measure(order(stack, talk, moves=4 * MOVES)))
    assert measured.answers >= CLIENTS
    assert 0 < measured.p50_ms <= measured.p99_ms
    assert measured.all_done >= measured.done >= measured.answers
    assert min(measured.cpu_s[name] for name in ("gateway", "load")) > 0
    moved = sum(untouched(stack.url, match) for match in matches_of(load, stack.url))
    assert moved == 0 if talk in STILL else moved > 0


@pytest.mark.parametrize("talk", ["seen", "seen-sse", "seen-socket", "watched"])
def test_a_seen_move_is_answered_and_heard_by_all(stack: Stack, talk: str) -> None:
    load, clients = Load(), 1 if talk == WATCHED else CLIENTS
    wish = replace(order(stack, talk, moves=MOVES), clients=clients)
    measured = uvloop.run(load.measure(replace(wish, spectators=5) if talk == WATCHED else wish))
    assert measured.answers >= clients
    for what in (ANSWER, OPPONENT):
        p50, p99 = measured.parts[what]
        assert 0 < p50 <= p99
        assert p50 <= measured.p50_ms, "a move has been seen when all of it has happened"
    (room,) = load.long.values()
    for match in (match for pair in room.pairs for match in pair.matches):
        seen = Client(stack.url, match.tokens[0]).see(match.id)
        assert (seen["version"], seen["status"]) == (match.version, "active")
        assert match.version > FIRST


def test_a_seen_match_is_played_to_its_end(stack: Stack) -> None:
    async def measure() -> Measured:
        room, meter = Room(stack.url), Meter({})
        await room.renew(1, 1)
        client = LoadClient(*await sit_down(room, by_post, 0), meter)
        await run([client], meter, 0.0, 60.0)
        return meter.result()

    measured = uvloop.run(measure())
    assert (measured.all_done, measured.cut_short) == (MOVES, True)


def test_a_stream_that_is_refused_is_told(stack: Stack) -> None:
    async def measure() -> None:
        load, wish = Load(), order(stack, "seen", moves=MOVES)
        await load.measure(wish)
        (room,) = load.long.values()
        for match in (match for pair in room.pairs for match in pair.matches):
            match.tokens = ("wrong", "wrong")
        await load.measure(wish)

    with pytest.raises(RuntimeError, match=r"A stream was refused: 401"):
        uvloop.run(measure())


def matches_of(load: Load, url: str) -> list[Match]:
    return [match for pair in load.rooms[url].pairs for match in pair.matches]


def untouched(url: str, match: Match) -> int:
    """How many moves were made, after a look whether the match is what its players know."""
    players = [Client(url, token) for token in match.tokens]
    seen = [player.see(match.id) for player in players]
    assert [each["version"] for each in seen] == [match.version] * 2
    assert [sorted(each["state"]["hand"]) for each in seen] == [*map(sorted, match.hands)]
    path = f"/v1/matches/{match.id}/moves"
    log = players[0].get(path, pageSize=100).json()["moves"]
    assert [entry["version"] for entry in log] == [*range(1, match.version + 1)]
    moves = [entry for entry in log if entry["kind"] == "move"]
    assert [entry["seat"] for entry in moves] == [turn % 2 for turn in range(len(moves))]
    assert len(moves) == match.version - FIRST
    return len(moves)


def test_matches_are_played_to_their_end_and_on_in_the_next_one(stack: Stack) -> None:
    load = Load()
    alone = replace(order(stack, "move", moves=2 * MOVES), clients=1, warm_up_s=0.0, seconds=60.0)
    measured = uvloop.run(load.measure(alone))
    assert (measured.all_done, measured.cut_short) == (2 * MOVES, True)
    assert matches_of(load, stack.url) == []


def test_streams_are_weighed(stack: Stack) -> None:
    assert uvloop.run(weigh_stream(stack, 100)) < 200_000


def test_the_first_refusal_ends_it_and_is_told(stack: Stack) -> None:
    async def measure() -> Measured | None:
        load = Load()
        await load.measure(order(stack, "read"))
        for match in matches_of(load, stack.url):
            match.tokens = ("wrong", "wrong")
        return await load.measure(order(stack, "move"))

    with pytest.raises(WrongAnswer, match=r"^401 "):
        uvloop.run(measure())


def test_the_generator_is_a_process_that_tells_what_went_wrong(stack: Stack) -> None:
    with Generator() as generator:
        told = generator.measure(order(stack, "hello"))
        assert told
        assert told.cpu_s["load"] > 0
        with pytest.raises(RuntimeError, match="ConnectionRefusedError"):
            generator.measure(replace(order(stack, "move"), url="http://127.0.0.1:1"))


def test_who_asks_a_stack_that_goes_on_again_is_not_refused(stack: Stack) -> None:
    stacks.pause(stack)
    with stacks.awake(stack):
        assert uvloop.run(Load().measure(order(stack, "move", moves=4 * MOVES)))
    stacks.resume(stack)
