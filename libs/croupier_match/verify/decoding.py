"""Decoding of a replay into the types of matches."""

from typing import Any

from croupier_game.errors import RulesError
from croupier_game.protobuf.strict_json import Unreadable, encoded

from croupier_match import absence, sealing
from croupier_match import clock as clocks
from croupier_match.chain import canonical
from croupier_match.entries import BY_KIND, Entry
from croupier_match.games import Game
from croupier_match.match import (
    ClockOptions,
    Deal,
    DealOf,
    Kind,
    Player,
    Restored,
    TournamentTable,
)
from croupier_match.verify.errors import MAX_QUOTE, Refuted, must, printable, quote
from croupier_match.verify.schema import GivenEntry, GivenMatch, Replay

SEATING = (Kind.CREATED, Kind.JOINED)
UNKNOWN = Restored[Any](None, (), 0)
"""Stands for the table that is restored, which no replay has."""


def options(game: Game, replay: Replay) -> Any:
    """The options. Raise Refuted if they are not possible, or their two copies differ."""
    try:
        options, copy = (
            game.wire.read_options(_encoded(game, "Options", each))
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


def clock(game: Game, replay: Replay) -> ClockOptions | None:
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
        clocks.check_timeout(game, options)
    except RulesError as error:
        raise Refuted(str(error)) from None
    return options


def tournament(match: GivenMatch) -> TournamentTable | None:
    """The table of a tournament at which it was played; None for a match that is of none."""
    given = match.tournament
    return TournamentTable(given.id, given.round, given.table) if given else None


def gone_after_ms(match: GivenMatch) -> int:
    """After how long a player is gone; 0 for never. Raise Refuted if no match can have this."""
    time = duration_ms(match.gone_after)
    must(match.gone_after is None or time > 0, "goneAfter is null where nobody is ever gone.")
    try:
        absence.check_options(time)
    except RulesError as error:
        raise Refuted(str(error)) from None
    return time


def deal_of(match: GivenMatch) -> DealOf | None:
    """The deal that it is a try of, if any."""
    given = match.deal_of
    return DealOf(given.id, clocks.ms(given.end_time)) if given else None


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
    """A log entry. Its player, and the entropy of an open deal, are those of its seat at the end.

    Members that its kind has not are left out, and what an entry of kind undone restores has to be
    found yet. Raise Refuted, which names the version.
    """
    try:
        seat = given.seat
        must(0 <= seat < len(replay.match.seats), f"there is no seat {quote(seat)}.")
        more = _more(game, replay, given)
        made: Entry = BY_KIND[given.kind](given.version, seat, given.time, **more)
    except (Refuted, RulesError) as error:
        raise Refuted(f"Version {given.version}: {printable(str(error))}") from None
    return made


def _more(game: Game, replay: Replay, given: GivenEntry) -> dict[str, Any]:
    """The members that not all kinds of entries have."""
    match given.kind:
        case Kind.CREATED | Kind.JOINED:
            return _seated(replay, given)
        case Kind.REVEALED:
            return {"entropy": given.entropy or ""}
        case Kind.MOVE:
            return {"move": game.wire.read_move(_encoded(game, "Move", given.move))}
        case Kind.TIMEOUT:
            return {"late": tuple(given.late)}
        case Kind.CLAIMED:
            return {"gone": tuple(given.gone)}
        case Kind.ABORTED:
            withheld, gone = tuple(given.withheld), tuple(given.gone)
            return {"note": given.note or "", "withheld": withheld, "gone": gone}
        case Kind.ASKED:
            return {"to": given.to or 0, "needs": tuple(given.needs)}
        case Kind.UNDONE:
            return {"to": given.to or 0, "restored": UNKNOWN, "kept": tuple(given.kept)}
    return {}


def _seated(replay: Replay, given: GivenEntry) -> dict[str, Any]:
    """The player that takes a seat, the entropy of an open deal, and the seal of a sealed one.

    A replay names those only who have stayed. Others are strangers, each another one; which entropy
    they gave does not matter.
    """
    taken = [each for each in replay.log if each.seat == given.seat and each.kind in SEATING]
    shown = replay.match.seats[given.seat].player if given is taken[-1] else None
    player = Player(f"left {given.version}", "somebody", "human")
    if shown:
        player = Player(shown.id, shown.display_name, shown.kind)
    # The log has the entropy of a sealed deal, in which it is revealed later.
    entropy = "" if replay.match.deal == Deal.SEALED else replay.entropy[given.seat] or ""
    return {"player": player, "entropy": entropy, "seal": given.seal or ""}


def _encoded(game: Game, kind: str, value: Any) -> bytes:
    """The game's message of a kind."""
    try:
        return encoded(value, game.wire.classes[kind])
    except Unreadable as error:
        why = printable(str(error).partition("\n")[0][:MAX_QUOTE].rstrip("."))
        raise Refuted(f"{quote(value)} cannot be read ({why}).") from None
