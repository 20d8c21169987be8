"""Decoding of a replay into the engine's types."""

from typing import Any

from croupier_game.errors import RulesError
from croupier_game.protobuf.strict_json import Unreadable, encoded
from croupier_match import absence, sealing
from croupier_match import clock as clocks
from croupier_match.chain import canonical
from croupier_match.entries import BY_KIND, Entry
from croupier_match.games import Game
from croupier_match.match import ClockOptions, Deal, Kind, Player, Restored

from engine.verify.errors import MAX_QUOTE, Refuted, must, printable, quote
from engine.verify.schema import GivenEntry, GivenMatch, GivenSeat, Replay

UNNAMED = Player("", "somebody", "human")
"""Stands for a player who has left again: a replay names only those who stayed."""
UNKNOWN = Restored[Any](None, (), 0)
"""Stands for what is restored, which no replay has."""


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


def entry(game: Game, replay: Replay, given: GivenEntry) -> Entry:
    """A log entry. Its player and entropy are those of its seat at the end.

    What an entry of kind undone restores has to be found yet.
    """
    must(0 <= given.seat < len(replay.match.seats), f"there is no seat {quote(given.seat)}.")
    sealed = replay.match.deal == Deal.SEALED
    _check_members(given, sealed)
    more: dict[str, Any] = {}
    match given.kind:
        case Kind.CREATED | Kind.JOINED:
            # The log has the entropy of a sealed deal, in which it is revealed later.
            entropy = "" if sealed else replay.entropy[given.seat] or ""
            player = _player(replay.match.seats[given.seat])
            more = {"player": player, "entropy": entropy, "seal": given.seal or ""}
        case Kind.REVEALED:
            more = {"entropy": given.entropy or ""}
        case Kind.MOVE:
            more = {"move": game.wire.read_move(_parse(game, "Move", given.move))}
        case Kind.CLAIMED:
            more = {"gone": tuple(given.gone)}
        case Kind.ABORTED:
            withheld, gone = tuple(given.withheld), tuple(given.gone)
            more = {"note": given.note or "", "withheld": withheld, "gone": gone}
        case Kind.ASKED:
            more = {"to": given.to, "needs": tuple(given.needs)}
        case Kind.UNDONE:
            more = {"to": given.to, "restored": UNKNOWN}
    made: Entry = BY_KIND[given.kind](given.version, given.seat, given.time, **more)
    return made


def _check_members(given: GivenEntry, sealed: bool) -> None:
    """Raise Refuted unless the entry has the members of its kind, and no others."""
    kind, seated = given.kind, given.kind in (Kind.CREATED, Kind.JOINED)
    must(not (seated and given.entropy is not None), f"an entry of kind {kind} has no entropy.")
    moves = kind == Kind.MOVE
    must(
        (given.move is not None) == moves,
        f"an entry of kind {kind} has {'a' if moves else 'no'} move.",
    )
    must(not given.note or kind == Kind.ABORTED, "only an entry of kind aborted has a note.")
    must(
        bool(given.seal) == (sealed and seated),
        "a seat of a sealed deal, and nothing else, is taken with a seal.",
    )
    must(
        not given.withheld or kind == Kind.ABORTED,
        "only an entry of kind aborted names seats that withheld their entropy.",
    )
    must(
        bool(given.to) == (kind in (Kind.ASKED, Kind.UNDONE)),
        "an entry of kind asked or undone, and no other, says where to return to.",
    )
    must(
        bool(given.needs) == (kind == Kind.ASKED),
        "an entry of kind asked, and no other, names the seats that have to agree.",
    )
    must(
        bool(given.gone) == (kind == Kind.CLAIMED)
        or (kind == Kind.ABORTED and not (given.note or given.withheld)),
        "an entry of kind claimed, or one by which a match is called off, names who had gone.",
    )


def _player(seat: GivenSeat) -> Player:
    given = seat.player
    return Player(given.id, given.display_name, given.kind) if given else UNNAMED


def _parse(game: Game, kind: str, value: Any) -> bytes:
    """The game's message of a kind."""
    try:
        return encoded(value, game.wire.classes[kind])
    except Unreadable as error:
        why = printable(str(error).partition("\n")[0][:MAX_QUOTE].rstrip("."))
        raise Refuted(f"{quote(value)} cannot be read ({why}).") from None
