"""Decoding of requests: what they mean, and what they cannot mean."""

from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.errors import InvalidMove
from croupier_lost_cities import rules as lost_cities
from croupier_lost_cities.types import DECK, EXPEDITION, Move
from croupier_match.admission import ANY, Caller, Expected
from croupier_match.commands import Join
from croupier_match.match import Access, ClockOptions, OnTimeout, Player, StartMode, Status
from croupier_match.refusals import NotPlayedHere
from croupier_match.sealing import NOTHING, Given
from croupier_match.settings import MatchSettings
from engine.domain.errors import Malformed
from engine.domain.registry import GAMES
from engine.rpc import decode
from engine.service.queries.pagination import Filter
from engine.store.idempotency import IdempotencyKey

from tests.support.engine_rpc import packed

LOST_CITIES = GAMES[lost_cities.ID]


def test_a_caller_without_a_seat_is_a_spectator() -> None:
    assert decode.caller(pb.Caller()) == Caller("", None)
    assert decode.caller(pb.Caller(player_id="ann", seat=0)) == Caller("ann", 0)


def test_a_player_has_an_id_and_a_kind() -> None:
    ann = pb.Player(id="ann", display_name="Ann", kind=pb.PLAYER_KIND_BOT)
    assert decode.player(ann) == Player("ann", "Ann", "bot")
    for wrong in (pb.Player(kind=pb.PLAYER_KIND_BOT), pb.Player(id="ann")):
        with pytest.raises(Malformed):
            decode.player(wrong)


def test_a_request_has_a_key_or_none() -> None:
    assert decode.key(pb.Idempotency(), "ann") is None
    message = pb.Idempotency(key="key", fingerprint="f")
    assert decode.key(message, "ann") == IdempotencyKey("ann", "key", "f")


def test_version_0_is_not_the_same_as_none() -> None:
    assert decode.expected(pb.ActRequest()) == ANY
    assert decode.expected(pb.ActRequest(expected_version=0)) == Expected(0)
    move = pb.ApplyMoveRequest(expected_version=0, expected_decision=0)
    assert decode.expected_of_move(pb.ApplyMoveRequest()) == ANY
    assert decode.expected_of_move(move) == Expected(0, 0)


def test_unspecified_settings_are_the_defaults() -> None:
    assert decode.match_settings(pb.CreateMatchRequest(game="lost-cities")) == MatchSettings(
        "lost-cities"
    )


def test_all_settings_are_decoded() -> None:
    message = pb.CreateMatchRequest(
        game="lost-cities",
        options=packed("lost-cities", "Options", {"rounds": 1}),
        seats=2,
        access=pb.ACCESS_PRIVATE,
        start=pb.START_MODE_MANUAL,
        entropy="00FF",
        clock=pb.ClockOptions(bank_ms=1, increment_ms=2, on_timeout=pb.ON_TIMEOUT_RANDOM),
    )
    assert decode.match_settings(message) == MatchSettings(
        "lost-cities",
        lost_cities.Options(rounds=1),
        2,
        Access.PRIVATE,
        StartMode.MANUAL,
        Given("00ff"),
        ClockOptions(0, 1, 2, OnTimeout.RANDOM),
        rules_version=1,
    )


def test_options_of_an_unknown_game_are_left_to_the_service() -> None:
    options = packed("lost-cities", "Options", {})
    settings = decode.match_settings(pb.CreateMatchRequest(game="chess", options=options))
    assert (settings.game, settings.options) == ("chess", None)


def test_a_ticket_is_for_a_public_match_that_starts_by_itself() -> None:
    clock = pb.ClockOptions(per_move_ms=5_000)
    message = pb.CreateTicketRequest(game="lost-cities", seats=2, clock=clock)
    settings = decode.ticket_settings(message)
    assert settings == MatchSettings("lost-cities", seats=2, clock=ClockOptions(5_000))
    assert decode.ticket_settings(pb.CreateTicketRequest(game="x")) == MatchSettings("x")


def test_seat_0_is_not_the_same_as_any() -> None:
    bob = pb.Player(id="b" * 22, kind=pb.PLAYER_KIND_HUMAN)
    caller, command = decode.joining(pb.JoinMatchRequest(player=bob, entropy="AB"))
    assert (caller, command) == (Caller(bob.id), Join(decode.player(bob), None, Given("ab")))
    message = pb.JoinMatchRequest(player=bob, seat=0, invite_code="code")
    caller, command = decode.joining(message)
    assert (caller.invite_code, command.seat, command.given) == ("code", 0, NOTHING)


@pytest.mark.parametrize("entropy", ["x", "0", "00" * 33])
def test_entropy_is_hex_of_up_to_32_bytes(entropy: str) -> None:
    with pytest.raises(Malformed, match=r"^entropy must be "):
        decode.given(pb.JoinMatchRequest(entropy=entropy))
    assert decode.given(pb.JoinMatchRequest(entropy="00" * 32)) == Given("00" * 32)


def test_a_move_is_read_as_notation_or_as_a_message() -> None:
    move = Move("Y7", EXPEDITION, DECK)
    by_notation = pb.ApplyMoveRequest(notation=lost_cities.notation(move))
    assert decode.move(by_notation)(LOST_CITIES) == move
    message = packed("lost-cities", "Move", LOST_CITIES.wire.move_json(move))
    assert decode.move(pb.ApplyMoveRequest(move=message))(LOST_CITIES) == move


def test_a_move_of_other_rules_is_left_to_other_engines() -> None:
    message = packed("lost-cities", "Move", {"card": "Y7", "place": "DISCARD", "draw": "DECK"})
    message.rules_version += 1
    with pytest.raises(NotPlayedHere):
        decode.move(pb.ApplyMoveRequest(move=message))(LOST_CITIES)


def test_no_move_at_all_is_refused() -> None:
    with pytest.raises(InvalidMove):
        decode.move(pb.ApplyMoveRequest())(LOST_CITIES)


def test_what_is_no_message_is_malformed() -> None:
    broken = pb.Packed(rules_version=LOST_CITIES.rules.VERSION, value=b"\xff")
    with pytest.raises(Malformed):
        decode.move(pb.ApplyMoveRequest(move=broken))(LOST_CITIES)


def test_a_list_is_filtered() -> None:
    message = pb.ListMatchesRequest(
        viewer_id="ann", game="lost-cities", status=pb.MATCH_STATUS_ACTIVE, player_id="bob"
    )
    assert decode.list_filter(message) == Filter("ann", "lost-cities", Status.ACTIVE, "bob")
    assert decode.list_filter(pb.ListMatchesRequest()) == Filter()


@pytest.mark.parametrize(("asked", "size"), [(0, 1), (7, 7), (100, 100), (101, 100)])
def test_pages_have_a_size(asked: int, size: int) -> None:
    assert decode.page_size(pb.ListMatchesRequest(page_size=asked)) == size


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (decode.list_filter, pb.ListMatchesRequest(status=99)),  # type: ignore[arg-type]
        (decode.clock, pb.ClockOptions(on_timeout=99)),  # type: ignore[arg-type]
        (decode.match_settings, pb.CreateMatchRequest(access=99)),  # type: ignore[arg-type]
        (decode.match_settings, pb.CreateMatchRequest(start=99)),  # type: ignore[arg-type]
    ],
)
def test_a_value_of_a_later_release_is_not_guessed_at(read: Any, message: Any) -> None:
    with pytest.raises(Malformed, match=r"^Unknown enum value: 99\.$"):
        read(message)
