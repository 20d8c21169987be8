"""The cost of JSON from the engine's messages: `python -m bench.render`.

In the middle of a match of random moves, of each game: the match as its mover sees it,
the answer to a move, and the list of legal moves, from the message to the bytes. Each is
made in turn by the compiled functions of `gateway.json_mapping` and by protobuf's own
`MessageToDict`, all else being the same; a ratio is of two rounds next to each other.
Times are of the processor, so that what else happens on the machine counts less.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from time import thread_time
from typing import Any, TypeAlias

import orjson
from croupier.v1 import engine_service_pb2 as pb
from engine.domain.match import Access, Kind, Match, Seat, StartMode
from engine.domain.reducer import AnyMatch, genesis
from engine.domain.registry import GAMES
from engine.rpc import encode
from gateway.contract import serializers
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from tests.support.matches import SEED, Step, fresh_id, person, step

DICE = 20261121
ROUNDS, ROUND_S = 25, 0.02
QUICK_ROUNDS, QUICK_ROUND_S = 5, 0.005
CALLS = 10
"""Between two looks at the clock."""
TABLES = (
    ("lost-cities", 2),
    ("livingstone", 2),
    ("livingstone", 5),
    ("just4fun", 2),
    ("just4fun", 4),
)

Make: TypeAlias = Callable[[], Any]


@dataclass
class Answer:
    """How an answer is rendered, and the parts of that to measure by themselves."""

    name: str
    make: Make
    parts: dict[str, Make] = field(default_factory=dict)


@dataclass
class Cost:
    """Microseconds per round, of the whole and of each part."""

    before: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)
    parts: dict[str, list[float]] = field(default_factory=dict)

    @property
    def ratio(self) -> float:
        """How many times longer rendering takes with protobuf's own functions."""
        return median(map(float.__truediv__, self.before, self.now))

    def share(self, part: str) -> float:
        return median(map(float.__truediv__, self.parts[part], self.now))


def play(game_id: str, seats: int, dice: random.Random) -> Iterator[Step]:
    """Play random legal moves under default options until the match is over."""
    rules, match = GAMES[game_id].rules, genesis(_empty(game_id, seats))
    for seat in range(seats):
        match, entry = step(match, Kind.JOINED if seat else Kind.CREATED, seat, player=person())
        yield match, entry
    while not match.ended:
        seat = rules.to_move(match.state)[0]
        move = dice.choice(rules.legal_moves(match.state, seat))
        match, entry = step(match, Kind.MOVE, seat, move=move)
        yield match, entry


def _empty(game_id: str, seats: int) -> AnyMatch:
    rules = GAMES[game_id].rules
    return Match(
        id=fresh_id(),
        game=game_id,
        rules_version=rules.VERSION,
        options=rules.Options(),
        access=Access.PUBLIC,
        start=StartMode.AUTO,
        invite_code="",
        seed=SEED,
        seats=(Seat(),) * seats,
    )


def by_the_book(message: Message) -> dict[str, Any]:
    """`render.as_json`, as protobuf itself does it."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)


@contextmanager
def as_before() -> Iterator[None]:
    """Make the gateway render with protobuf's own functions inside the block."""
    compiled = serializers.as_json
    serializers.as_json = by_the_book
    try:
        yield
    finally:
        serializers.as_json = compiled


def answers(game_id: str, seats: int) -> list[Answer]:
    """The answers to measure, from the middle of a match, with messages as a call returns them."""
    steps = list(play(game_id, seats, random.Random(DICE)))
    match, entry = steps[len(steps) // 2]
    change = pb.Change.FromString(encode.seen_change(match, entry.seat).SerializeToString())
    legal = encode.legal_moves(match, encode.to_move(match)[0])
    listed = pb.LegalMoves.FromString(legal.SerializeToString())
    shown = change.match
    parts: dict[str, Make] = {
        "view": lambda: serializers.arm(shown.view),
        "last events": lambda: serializers.events(shown.last_events),
        "options": lambda: serializers.arm(shown.options),
    }
    events = {"events": lambda: serializers.events(change.events)}
    return [
        Answer("match", lambda: serializers.match(shown), parts),
        Answer("move", lambda: serializers.change(change, shown.game), parts | events),
        Answer("legal moves", lambda: serializers.legal_moves(listed, shown.game)),
    ]


def measure(answer: Answer, rounds: int, round_s: float) -> Cost:
    made, cost = answer.make(), Cost()
    parts: dict[str, Make] = {**answer.parts, "dicts to text": lambda: orjson.dumps(made)}
    for _ in range(rounds):
        with as_before():
            cost.before.append(_us(lambda: orjson.dumps(answer.make()), round_s))
        cost.now.append(_us(lambda: orjson.dumps(answer.make()), round_s))
        for name, part in parts.items():
            cost.parts.setdefault(name, []).append(_us(part, round_s))
    return cost


def _us(make: Make, seconds: float) -> float:
    """Processor time of one call in microseconds, from as many as fit in these seconds."""
    calls, start = 0, thread_time()
    while (spent := thread_time() - start) < seconds:
        for _ in range(CALLS):
            make()
        calls += CALLS
    return spent / calls * 1e6


def line(answer: Answer, cost: Cost) -> str:
    shares = ", ".join(f"{part} {cost.share(part):.0%}" for part in cost.parts)
    return (
        f"{cost.ratio:>6.1f}  {median(cost.before):>6.1f} us  {median(cost.now):>6.1f} us  "
        f"{len(orjson.dumps(answer.make())):>6,}  {answer.name} ({shares})"
    )


def main() -> None:
    quick = os.environ.get("QUICK", "0") not in ("", "0")
    how = (QUICK_ROUNDS, QUICK_ROUND_S) if quick else (ROUNDS, ROUND_S)
    print(f"{'ratio':>6}  {'before':>9}  {'now':>9}  {'bytes':>6}  (shares are of now)")
    for game_id, seats in TABLES:
        print(f"{game_id}, {seats} seats")
        for answer in answers(game_id, seats):
            print(line(answer, measure(answer, *how)))


if __name__ == "__main__":
    main()
