"""What every game owes of its messages, apart from matches."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from croupier_match.match import AnyMatch
from google.protobuf.json_format import Parse
from pydantic import TypeAdapter

from croupier_game.errors import InvalidMove, RulesError
from croupier_game.example_pb2 import example
from croupier_game.game import view_of
from croupier_game.kit.described import some_of
from croupier_game.kit.games import GAMES, ORACLES, chosen, folder, tables
from croupier_game.kit.messages import Messages, as_json
from croupier_game.kit.random_matches import random_match


@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_default_and_bounded_options_can_be_played(game_id: str, seats: int) -> None:
    game = GAMES[game_id]
    for options in (game.rules.Options(), *ORACLES[game_id].options):
        game.rules.check_options(options, seats)
        messages = Messages(game.wire)
        assert messages.decode_options(messages.encode_options(options)) == options
        stored: TypeAdapter[object] = TypeAdapter(game.rules.Options)
        assert stored.validate_json(stored.dump_json(options)) == options


@pytest.mark.parametrize("game_id", chosen())
def test_rated_tables_can_be_played_and_rematches_are_rated_again(game_id: str) -> None:
    game, oracle = GAMES[game_id], ORACLES[game_id]
    for each in game.rules.RATED:
        game.rules.check_options(each.options, each.seats)
        bound = oracle.bound(each.options, each.seats)
        state = random_match(game_id, each.options, each.seats, 0, bound).last.state
        again = game.wire.options_json(game.rules.rematch_options(state, False))
        assert again == game.wire.options_json(each.options), "its rematch is at another table"


@pytest.mark.parametrize("game_id", chosen())
def test_options_left_out_on_the_wire_are_the_defaults(game_id: str) -> None:
    game = GAMES[game_id]
    assert game.wire.read_options(b"") == game.rules.Options()


@pytest.mark.parametrize("game_id", chosen())
def test_examples_of_the_messages_are_valid(game_id: str) -> None:
    """The option `example`, which the documentation of the API shows."""
    rules, wire = GAMES[game_id].rules, Messages(GAMES[game_id].wire)
    options, move = wire.pb.Options(), wire.pb.Move()
    of_options, of_move = (
        each.DESCRIPTOR.GetOptions().Extensions[example] for each in (options, move)
    )
    chosen_options = wire.decode_options(Parse(of_options.json or "{}", options))
    rules.check_options(chosen_options, of_options.seats or rules.MIN_SEATS)
    if of_move.json:
        assert wire.decode_move(Parse(of_move.json, move)) == rules.parse(of_move.notation)


@pytest.mark.parametrize("game_id", chosen())
def test_empty_move_makes_no_sense_in_any_game(game_id: str) -> None:
    game, options = GAMES[game_id], GAMES[game_id].rules.Options()
    dealt = random_match(game_id, options, game.rules.MIN_SEATS, 0, 0).last
    (seat, *_) = game.rules.to_move(dealt.state)
    with pytest.raises(InvalidMove):
        game.rules.check(dealt.state, seat, game.wire.read_move(b""))
    with pytest.raises(InvalidMove):
        game.rules.parse("")


@pytest.mark.parametrize("game_id", chosen())
def test_numbers_of_derived_messages_are_locked(game_id: str) -> None:
    """Whether they fit is found out when the game is loaded."""
    package = folder(game_id)
    assert (package / "wire.py").exists() or (package / "wire.lock").exists(), (
        f"{package} has no wire.lock, so the numbers of messages change with the order of members: "
        "write it with `croupier lock-wire`"
    )


@pytest.mark.parametrize("game_id", chosen())
def test_bytes_that_are_no_message_are_refused(game_id: str) -> None:
    """By a ValueError, or as what makes no sense; no other error reaches the caller."""
    wire = GAMES[game_id].wire
    for message in (b"\xff", b"\x0a\xff", b"\x08"):
        for read in (wire.read_move, wire.read_options):
            with pytest.raises((ValueError, RulesError)):
                read(message)


@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_a_whole_match_is_the_same_in_json_and_in_messages(game_id: str, seats: int) -> None:
    """Byte for byte: what the wire makes as JSON, and what protobuf makes of its messages.

    The members of a view are in another order: it is made of two parts.
    """
    game, options = GAMES[game_id], GAMES[game_id].rules.Options()
    messages, bound = Messages(game.wire), ORACLES[game_id].bound(options, seats)
    for match in random_match(game_id, options, seats, 7, bound).versions:
        for kind, value in shown(match):
            of_view = kind == "view"
            make = messages.view_json if of_view else getattr(game.wire, f"{kind}_json")
            message = as_json(getattr(messages, f"encode_{kind}")(value))
            order = orjson.OPT_SORT_KEYS if of_view else None
            assert orjson.dumps(make(value), None, order) == orjson.dumps(message, None, order), (
                kind,
                value,
            )


def shown(match: AnyMatch) -> Iterator[tuple[str, Any]]:
    """What is shown of a version to the seats to move and to a spectator, and of which kind."""
    rules = GAMES[match.game].rules
    yield "options", match.options
    moving = rules.to_move(match.state) if match.state else ()
    for seat in (None, *moving):
        if match.state:
            yield "view", view_of(rules, match.state, seat)
        yield from (("event", rules.event_view(event, seat)) for event in match.events)
    for seat in moving:
        yield from (("move", move) for move in some_of(rules.legal_moves(match.state, seat)))
