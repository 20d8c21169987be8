"""Parts of requests to the engine, made from validated bodies."""

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.contract import match_requests, requests
from gateway.errors import Problem
from gateway.http import json_body
from gateway.players.player import Player

from tools.openapi import installed


def settings(**members: object) -> match_requests.MatchSettings:
    return json_body.validate({"game": "lost-cities", **members}, match_requests.MatchSettings)


def clock(**members: object) -> match_requests.Clock:
    return json_body.validate(members, match_requests.Clock)


def test_options_are_the_games_own_message_by_its_newest_rules() -> None:
    game = installed()["lost-cities"]
    body = settings(options={"rounds": 1, "carriedScores": [-1, 2]})
    packed = requests.options(body, installed())
    assert packed
    assert packed.rules_version == game.rules_version
    options = game.messages["Options"].FromString(packed.value)
    assert options.rounds == 1
    assert list(options.carried_scores) == [-1, 2]


def test_options_that_are_left_out_are_not_sent() -> None:
    version = installed()["lost-cities"].rules_version
    assert requests.options(settings(), installed()) is None
    assert requests.options(settings(options={}), installed()) == pb.Packed(rules_version=version)


def test_options_that_do_not_fit_are_malformed() -> None:
    with pytest.raises(Problem, match=r"^options\.rounds: must be ") as raised:
        requests.options(settings(options={"rounds": "3"}), installed())
    assert raised.value.code == "malformed"


def test_an_unknown_game_is_the_engines_to_refuse() -> None:
    body = settings(game="x" * 1000, options={"openings": ["e4"]})
    assert requests.options(body, installed()) == pb.Packed()
    assert requests.game(body) == "x" * 100


def test_a_clock_is_in_milliseconds() -> None:
    bank = clock(bank="600s", increment="5.5s", onTimeout="random")
    assert requests.clock(bank) == pb.ClockOptions(
        bank_ms=600_000, increment_ms=5500, on_timeout=pb.ON_TIMEOUT_RANDOM
    )
    per_move = clock(perMove="30s")
    assert requests.clock(per_move) == pb.ClockOptions(
        per_move_ms=30_000, on_timeout=pb.ON_TIMEOUT_FORFEIT
    )
    assert requests.clock(None) is None


@pytest.mark.parametrize(
    ("kind", "value"), [("human", pb.PLAYER_KIND_HUMAN), ("bot", pb.PLAYER_KIND_BOT)]
)
def test_a_player_is_the_same_player(kind: str, value: pb.PlayerKind.ValueType) -> None:
    player = requests.player(Player("p" * 22, "Ann", kind))
    assert player == pb.Player(id="p" * 22, display_name="Ann", kind=value)
