"""Decoding of replays: durations, clocks, options and entries."""

from typing import Any

import pytest
from engine.domain.match import ClockOptions, Kind, OnTimeout
from engine.domain.registry import GAMES
from engine.games.lost_cities import rules
from engine.verify import decoding
from engine.verify.errors import Refuted
from engine.verify.schema import Replay, parse

from tests.engine.verify.replays import ANN, BOB, Json, put, rejoined, tampered_with

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
        "banks": None,
    }
    expected = ClockOptions(0, 60_000, 1_500, OnTimeout.RANDOM)
    assert decoding.clock(parsed(put("match.clock", shown))) == expected
    assert decoding.clock(parsed()) is None
    with pytest.raises(Refuted, match=r"^clock: perMove or bank must be "):
        decoding.clock(parsed(put("match.clock", shown | {"bank": None, "increment": None})))


def test_options_must_be_the_same_in_both_places() -> None:
    assert decoding.options(LOST_CITIES, parsed()) == rules.Options(rounds=1)
    with pytest.raises(Refuted, match=r"^options and match.options differ"):
        decoding.options(LOST_CITIES, parsed(put("options.colors", 6)))
    with pytest.raises(Refuted, match=r"^options: rounds must be"):
        decoding.options(LOST_CITIES, parsed(put("options.rounds", 12)))


def test_entries_of_players_have_player_and_entropy() -> None:
    replay = parsed()
    created, joined, move = (decoding.entry(LOST_CITIES, replay, each) for each in replay.log[:3])
    assert (created.kind, created.player, created.entropy) == (Kind.CREATED, ANN, "")
    assert (joined.kind, joined.player, joined.entropy) == (Kind.JOINED, BOB, "c0ffee")
    assert move.player is None
    assert isinstance(move.move, rules.Move)


def test_a_player_who_has_left_is_not_named() -> None:
    """The seat of the first two joins is that of Carl, who came last."""
    left = rejoined(3).do(Kind.RESIGNED, 1).replay()
    replay = parse(left)
    players = [decoding.entry(LOST_CITIES, replay, each).player for each in replay.log]
    assert [player.display_name for player in players if player] == ["Ann", "Carl", "Carl"]
    waiting = parse(left | {"match": left["match"] | {"seats": _freed(left)}})
    assert decoding.entry(LOST_CITIES, waiting, waiting.log[1]).player == decoding.UNNAMED


def _freed(replay: Json) -> list[Json]:
    first, second = replay["match"]["seats"]
    return [first, second | {"player": None}]


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("log.2.seat", 2, "there is no seat 2."),
        ("log.2.move", None, "an entry of kind move has a move."),
        ("log.7.move", {"card": "Y7"}, "an entry of kind resigned has no move."),
        ("log.2.move.place", "NOWHERE", "{"),
    ],
)
def test_an_entry_that_makes_no_sense_is_refuted(path: str, value: Any, sentence: str) -> None:
    replay = parsed(put(path, value))
    entry = replay.log[int(path.split(".")[1])]
    with pytest.raises(Refuted) as refuted:
        decoding.entry(LOST_CITIES, replay, entry)
    assert str(refuted.value).startswith(sentence)
