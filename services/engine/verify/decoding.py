"""Decoding of a replay into the engine's types."""

from typing import Any

from croupier_game.errors import RulesError
from croupier_game.protobuf.strict_json import Unreadable, encoded
from croupier_match import absence, sealing
from croupier_match import clock as clocks
from croupier_match.chain import canonical
from croupier_match.games import Game
from croupier_match.match import AnyEntry, ClockOptions, Deal, Entry, Kind, Player

from engine.verify.errors import MAX_QUOTE, Refuted, must, printable, quote
from engine.verify.schema import GivenEntry, GivenMatch, GivenSeat, Replay

UNNAMED = Player("", "somebody", "human")
"""Stands for a player who has left again: a replay names only those who stayed."""


def options(game: Game, replay: Replay) -> Any:
    """The options. Raise Refuted if they are not possible, or their two copies differ."""
    try:
        options, copy = (
            game.wire.read_options(_parse(game, "Options", each))
            for each in (replay.options, replay.match.options)
        )
        game.rules.check_options(options, len(replay.match.seats))
    except (Refuted, RulesError) as error:
        raise Refuted(f"options: {error}") from None
    # As they are written: 1 and "1" are decoded alike, and so is what is left out.
    must(
        options == copy and canonical(replay.options) == canonical(replay.match.options),
        "options and match.options differ.",
    )
    return options


def clock(replay: Replay) -> ClockOptions | None:
    """The clock, if there is one. Raise Refuted if no match can be played by it."""
    given = replay.match.clock
    if given is None:
        return None
    # The server writes null, and no zero, for what a clock has not.
    must(
        given.per_move is None or given.bank is None,
        "clock: either perMove or bank must be given, not both.",
    )
    must(
        given.increment is None or given.bank is not None,
        "clock: an increment needs a bank.",
    )
    options = ClockOptions(
        duration_ms(given.per_move),
        duration_ms(given.bank),
        duration_ms(given.increment),
        given.on_timeout,
    )
    try:
        clocks.check_options(options)
    except RulesError as error:
        raise Refuted(str(error)) from None
    return options


def gone_after_ms(match: GivenMatch) -> int:
    """After how long a player is gone; 0 for never. Raise Refuted if no match can have this."""
    time = duration_ms(match.gone_after)
    must(match.gone_after is None or time > 0, "goneAfter is null where nobody is ever gone.")
    try:
        absence.check_options(time)
    except RulesError as error:
        raise Refuted(str(error)) from None
    return time


def reveal_ms(match: GivenMatch) -> int:
    """How long seats have to reveal; 0 in an open deal. Raise Refuted if none can be dealt so."""
    time = duration_ms(match.fairness.reveal)
    try:
        sealing.check_options(match.deal, time)
    except RulesError as error:
        raise Refuted(str(error)) from None
    return time


# gateway.contract.durations has the same: neither program imports the other.
def duration_ms(duration: str | None) -> int:
    """A duration such as "1.5s" in milliseconds; None is 0."""
    whole, _, part = (duration or "0s").removesuffix("s").partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0"))


def entry(game: Game, replay: Replay, given: GivenEntry) -> AnyEntry:
    """A log entry. Its player and entropy are those of its seat at the end."""
    seats = replay.match.seats
    must(0 <= given.seat < len(seats), f"there is no seat {quote(given.seat)}.")
    player, entropy = None, given.entropy or ""
    if given.kind in (Kind.CREATED, Kind.JOINED):
        must(given.entropy is None, f"an entry of kind {given.kind} has no entropy.")
        player = _player(seats[given.seat])
        # The log has that of a sealed deal, in which it is revealed later.
        entropy = (replay.entropy[given.seat] or "") if replay.match.deal == Deal.OPEN else ""
    return Entry(
        given.version,
        given.kind,
        given.seat,
        given.time,
        _move(game, given),
        player,
        entropy,
        given.note or "",
        given.seal or "",
        tuple(given.withheld),
        tuple(given.gone),
        given.to or 0,
        tuple(given.needs),
    )


def _player(seat: GivenSeat) -> Player:
    given = seat.player
    return Player(given.id, given.display_name, given.kind) if given else UNNAMED


def _move(game: Game, given: GivenEntry) -> Any:
    moves = given.kind == Kind.MOVE
    must(
        (given.move is not None) == moves,
        f"an entry of kind {given.kind} has {'a' if moves else 'no'} move.",
    )
    return game.wire.read_move(_parse(game, "Move", given.move)) if moves else None


def _parse(game: Game, kind: str, value: Any) -> bytes:
    """The game's message of a kind."""
    try:
        return encoded(value, game.wire.classes[kind])
    except Unreadable as error:
        why = printable(str(error).partition("\n")[0][:MAX_QUOTE].rstrip("."))
        raise Refuted(f"{quote(value)} cannot be read ({why}).") from None
