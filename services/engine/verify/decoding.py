"""What the file says, in the engine's terms."""

from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from engine.domain import clock as clocks
from engine.domain.match import ClockOptions, Entry, Kind, Player
from engine.domain.reducer import AnyEntry
from engine.domain.registry import Game
from engine.games.errors import RulesError
from engine.verify.errors import SHOWN, Refuted, must, printable, show
from engine.verify.schema import GivenEntry, GivenSeat, Replay

SOMEBODY = Player("", "somebody", "human")
"""Stands for a player who left again: a replay names only those who stayed."""


def options(game: Game, replay: Replay) -> Any:
    """The options, which the file gives twice, if a match can be played with them."""
    try:
        asked, shown = (
            game.wire.decode_options(_parse(game, pb.Options(), each))
            for each in (replay.options, replay.match.options)
        )
        game.rules.check_options(asked, len(replay.match.seats))
    except (Refuted, RulesError) as error:
        raise Refuted(f"options: {error}") from None
    must(asked == shown, "options and match.options are not the same.")
    return asked


def clock(replay: Replay) -> ClockOptions | None:
    """The clock, if a match can be played by it."""
    given = replay.match.clock
    if given is None:
        return None
    asked = ClockOptions(
        in_ms(given.per_move), in_ms(given.bank), in_ms(given.increment), given.on_timeout
    )
    try:
        clocks.check_options(asked)
    except RulesError as error:
        raise Refuted(f"clock: {error}") from None
    return asked


def in_ms(duration: str | None) -> int:
    """`"1.5s"` as 1500, and null as 0."""
    whole, _, part = (duration or "0s").removesuffix("s").partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0"))


def entry(game: Game, replay: Replay, given: GivenEntry) -> AnyEntry:
    """One entry; players and entropy are those of the last roster."""
    seats = replay.match.seats
    must(0 <= given.seat < len(seats), f"there is no seat {show(given.seat)}.")
    player, entropy = None, ""
    if given.kind in (Kind.CREATED, Kind.JOINED):
        player = _player(seats[given.seat])
        entropy = replay.entropy[given.seat] or ""
    move = _move(game, given)
    note = given.note or ""
    return Entry(given.version, given.kind, given.seat, given.time, move, player, entropy, note)


def _player(seat: GivenSeat) -> Player:
    given = seat.player
    return Player(given.id, given.display_name, given.kind) if given else SOMEBODY


def _move(game: Game, given: GivenEntry) -> Any:
    moves = given.kind == Kind.MOVE
    must(
        (given.move is not None) == moves,
        f"an entry of kind {given.kind} has {'a' if moves else 'no'} move.",
    )
    return game.wire.decode_move(_parse(game, pb.Move(), given.move)) if moves else None


def _parse(game: Game, envelope: Message, value: Any) -> Any:
    """The game's own message in `envelope`, read strictly by the proto3 JSON mapping."""
    try:
        return getattr(ParseDict({game.arm: value}, envelope), game.arm)
    except ParseError as error:
        why = printable(str(error).partition("\n")[0][:SHOWN])
        raise Refuted(f"{show(value)} cannot be read ({why}).") from None
