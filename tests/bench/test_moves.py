"""The load generator plays real matches over every way in, and what it notes adds up.

How fast anything is, is not tested here.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import uvloop
from redis import Redis

from bench import stacks, storage
from bench.generator import Generator
from bench.load import Growth, Load, Order
from bench.meter import Measured
from bench.prepare import FIRST, MOVES, Match
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


def order(stack: Stack, talk: str, moves: int = 1, streams: int = 0) -> Order:
    watched = stacks.processes({stacks.PLAIN: stack}, stacks.PLAIN)
    return Order(stack.url, talk, CLIENTS, 0.05, SECONDS, moves, streams, watched)


@pytest.mark.parametrize("talk", ["hello", "move", "view", "batch", "socket", "read", "unchanged"])
def test_every_answer_is_the_one_that_was_asked_for(stack: Stack, talk: str) -> None:
    load = Load()
    clients = 1 if talk == "batch" else CLIENTS  # who makes batches plays many matches
    wish = replace(order(stack, talk, moves=4 * MOVES), clients=clients)
    measured = uvloop.run(load.measure(wish))
    assert measured or talk == "batch", "only batches may not be there"
    if measured:
        assert measured.refused == {}
        assert measured.answers >= clients
        assert 0 < measured.p50_ms <= measured.p99_ms
        assert measured.all_done >= measured.done >= measured.answers
        assert min(measured.cpu_s[name] for name in ("gateway", "load")) > 0
    moved = sum(untouched(stack.url, match) for match in matches_of(load, stack.url))
    assert moved > 0 if measured and talk in ("move", "view", "batch", "socket") else moved == 0


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
    assert measured
    assert (measured.all_done, measured.cut_short) == (2 * MOVES, True)
    assert matches_of(load, stack.url) == []


def test_streams_are_open_while_it_measures(stack: Stack) -> None:
    measured = uvloop.run(Load().measure(order(stack, "move", moves=4 * MOVES, streams=6)))
    assert measured
    assert measured.refused == {}


def test_a_refusal_is_counted_and_told(stack: Stack) -> None:
    async def measure() -> Measured | None:
        load = Load()
        await load.measure(order(stack, "read"))
        for match in matches_of(load, stack.url):
            match.tokens = ("wrong", "wrong")
        return await load.measure(order(stack, "move"))

    with pytest.raises(RuntimeError, match=r"refused: \{'401 "):
        uvloop.run(measure())


def test_the_generator_is_a_process_that_tells_what_went_wrong(stack: Stack) -> None:
    with Generator() as generator:
        told = generator.measure(order(stack, "hello"))
        assert told
        assert told.cpu_s["load"] > 0
        with pytest.raises(RuntimeError, match="ConnectionRefusedError"):
            generator.grow(Growth("http://127.0.0.1:1", 1, 1))


def test_who_asks_a_stack_that_goes_on_again_is_not_refused(stack: Stack) -> None:
    stacks.pause(stack)
    with stacks.awake(stack):
        measured = uvloop.run(Load().measure(order(stack, "move", moves=4 * MOVES)))
    stacks.resume(stack)
    assert measured
    assert measured.refused == {}


def test_a_crowd_is_of_copies_under_other_ids(stack: Stack) -> None:
    with Generator() as generator, Redis.from_url(stack.redis_url) as redis:
        before = redis.dbsize()
        storage.crowd(stack, generator, 30)
        grown = redis.dbsize() - before
        assert grown >= 60, "a match has a hash and a log, at least"
        memory = storage.measure_memory(stack, generator, 50)
        assert 1000 < memory.plain < memory.keyed < 50_000
        commands = storage.count_commands(stack, generator)
        assert commands.moves == storage.LOOKED_AT * (MOVES - 2)
        assert round(sum(commands.asked.values())) == 1
        assert commands.scripts
