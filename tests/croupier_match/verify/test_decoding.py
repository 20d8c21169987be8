"""Decoding of replays: durations, clocks and entries."""

from typing import Any

import pytest
from croupier_lost_cities import rules
from croupier_match.entries import Created, Joined, Moved
from croupier_match.match import ClockOptions, Kind, OnTimeout, Player, StartMode
from croupier_match.verify import decoding
from croupier_match.verify.errors import Refuted
from croupier_match.verify.schema import Replay, parse
from engine.domain.registry import GAMES

from tests.croupier_match.verify.replays import Json, put, table, tampered_with

LOST_CITIES = GAMES[rules.ID]


def parsed(change: Any = None) -> Replay:
    replay: Json = tampered_with()
    if change:
        change(replay)
    return parse(replay)


@pytest.mark.parametrize(
    ("duration", "milliseconds"),
    [(None, 0), ("0s", 0), ("1.5s", 1_500), ("90s", 90_000), ("0.001s", 1), ("0.25s", 250)],
)
def test_durations_are_in_milliseconds(duration: str | None, milliseconds: int) -> None:
    assert decoding.duration_ms(duration) == milliseconds


def test_a_clock_is_decoded_and_must_be_possible() -> None:
    shown = {
        "perMove": None,
        "bank": "60s",
        "increment": "1.5s",
        "onTimeout": "random",
        "deadline": None,
        "deadlines": [None, None],
        "banks": None,
    }
    expected = ClockOptions(0, 60_000, 1_500, OnTimeout.RANDOM)
    assert decoding.clock(LOST_CITIES, parsed(put("match.clock", shown))) == expected
    assert decoding.clock(LOST_CITIES, parsed()) is None
    with pytest.raises(Refuted, match=r"^clock: perMove or bank must be "):
        decoding.clock(
            LOST_CITIES, parsed(put("match.clock", shown | {"bank": None, "increment": None}))
        )
    with pytest.raises(Refuted, match=r"^clock: onTimeout must be forfeit or random in "):
        decoding.clock(LOST_CITIES, parsed(put("match.clock", shown | {"onTimeout": "rules"})))


def test_entries_of_players_have_player_and_entropy() -> None:
    replay = parsed()
    created, joined, move = (decoding.entry(LOST_CITIES, replay, each) for each in replay.log[:3])
    first, second = (seat.player.id for seat in replay.match.seats if seat.player)
    assert isinstance(created, Created)
    assert (created.player.id, created.entropy) == (first, replay.entropy[0])
    assert isinstance(joined, Joined)
    assert (joined.player.id, joined.entropy) == (second, replay.entropy[1])
    assert isinstance(move, Moved)
    assert isinstance(move.move, rules.Move)


def test_players_who_have_left_are_not_named() -> None:
    """Of two players who join a seat, one after the other, it is the last; each is another one."""
    played = table("left", start=StartMode.MANUAL).seated().do(Kind.LEFT, 1).seated(1)
    last = played.match.seats[1].player
    left = played.do(Kind.STARTED, 0).resigned(1).replay()
    replay = parse(left)
    players = [who(replay, place) for place in (0, 1, 3)]
    assert players == [played.match.seats[0].player, Player("left 2", "somebody", "human"), last]
    first, second = left["match"]["seats"]
    free = [first, second | {"player": None}]
    waiting = parse(left | {"match": left["match"] | {"seats": free}})
    assert who(waiting, 3) == Player("left 4", "somebody", "human")


def who(replay: Replay, place: int) -> Any:
    """The player of the entry at a place of the log."""
    return getattr(decoding.entry(LOST_CITIES, replay, replay.log[place]), "player", None)
