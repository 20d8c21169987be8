"""Text that the engine writes is that which the gateway writes of its messages, byte for byte."""

import random
from collections.abc import Iterator
from dataclasses import replace

import orjson
import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine.domain.match import Access, ClockOptions, Deal, OnTimeout
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.rpc import encode
from engine.rpc.form import Form
from engine.rpc.shown import Shown
from gateway.contract import serializers

from tests.support.random_matches import random_match
from tests.support.seeds import SEEDS

OUTLINE = Form(omit_match=True, include_legal_moves=True)
MOVES = Form(include_legal_moves=True)
CLOCKS = (
    None,
    ClockOptions(per_move_ms=30_500),
    ClockOptions(bank_ms=300_000, increment_ms=1, on_timeout=OnTimeout.RANDOM),
)


def positions(game_id: str, seed: int) -> Iterator[AnyMatch]:
    """Versions of a random match, from before its start to its end, with every kind of clock."""
    dice, rules = random.Random(f"{game_id} {seed}"), GAMES[game_id].rules
    seats = dice.randint(rules.MIN_SEATS, rules.MAX_SEATS)
    versions = random_match(game_id, rules.Options(), seats, seed, 10_000).versions
    for number in {*range(seats + 3), *dice.sample(range(len(versions)), 9), len(versions) - 1}:
        match = versions[min(number, len(versions) - 1)]
        timed = dice.choice(CLOCKS)
        yield replace(
            sealed(match, dice) if dice.random() < 0.5 else match,
            clock=timed,
            left_ms=(12_345,) * seats if timed and match.state else (),
            access=dice.choice([*Access]),
            invite_code=dice.choice(["", "invited"]),
        )


def sealed(match: AnyMatch, dice: random.Random) -> AnyMatch:
    """The match with a sealed deal, in which some may have revealed before the start."""
    entropies = ["e" * 64 * dice.randint(match.state is not None, 1) for _ in match.seats]
    seats = tuple(
        replace(seat, seal="5" * 64 if seat.player else "", entropy=entropy)
        for seat, entropy in zip(match.seats, entropies, strict=True)
    )
    revealing = match.state is None and all(seat.player for seat in seats)
    by = "2026-01-02T03:04:05.006Z" if revealing else ""
    return replace(match, deal=Deal.SEALED, reveal_ms=20_000, seats=seats, reveal_by=by)


@pytest.mark.parametrize("game_id", GAMES)
def test_each_seat_sees_the_same_in_text_and_in_messages(game_id: str) -> None:
    for seed in SEEDS[::3]:
        for match in positions(game_id, seed):
            shown = Shown(match)
            for seat in (None, *range(len(match.seats))):
                message = pb.Change.FromString(encode.seen_change(match, seat).SerializeToString())
                sight = shown.sight(seat)
                assert sight.match == orjson.dumps(serializers.match(message.match))
                assert sight.events == orjson.dumps(serializers.events(message.events))
                short = pb.Change.FromString(
                    encode.seen_change(match, seat, OUTLINE).SerializeToString()
                )
                outline = serializers.outline(short.match, short.events)
                assert shown.sight(seat, OUTLINE).outline == orjson.dumps(outline)
                assert not shown.sight(seat, OUTLINE).match
                assert short.legal_moves == encode.legal_moves(match, seat)
                moves = orjson.dumps(serializers.legal_moves(short.legal_moves, short.match.game))
                assert shown.sight(seat, MOVES).legal_moves == moves
                assert not short.match.HasField("view")
                assert not short.match.last_events
                assert shown.deadline == message.match.clock.deadline
                assert shown.to_move == [*message.match.to_move]


def test_a_sight_is_made_once() -> None:
    match = random_match("lost-cities", GAMES["lost-cities"].rules.Options(), 2, 1, 5).last
    shown = Shown(match)
    assert shown.sight(1) is shown.sight(1)
    assert shown.sight(1) is not shown.sight(0)
    assert shown.sight(1, OUTLINE) is shown.sight(1, OUTLINE)
    assert shown.sight(1, OUTLINE) is not shown.sight(0, OUTLINE)


def test_for_an_outline_no_view_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["lost-cities"]
    match = random_match(game.rules.ID, game.rules.Options(), 2, 1, 5).last
    monkeypatch.delattr(game.rules, "view")
    assert Shown(match).sight(0, OUTLINE).outline
    with pytest.raises(AttributeError):
        Shown(match).sight(0)
