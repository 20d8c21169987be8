"""The roster: the seats that the file shows, compared with the log."""

from engine.domain.reducer import AnyMatch
from engine.verify.errors import must, quote
from engine.verify.schema import Replay


def check_roster(replay: Replay) -> None:
    """Raise Refuted unless seats are numbered, players differ, and each seat has an entropy."""
    given = replay.match
    for due, seat in enumerate(given.seats):
        must(seat.index == due, f"seats[{due}].index is {quote(seat.index)}.")
    players = [seat.player.id for seat in given.seats if seat.player]
    must(len(set(players)) == len(players), "One player has two seats.")
    must(
        len(replay.entropy) == len(given.seats),
        f"There are {len(given.seats)} seats, but entropy of {len(replay.entropy)}.",
    )


def check_seated(replay: Replay, match: AnyMatch) -> None:
    """Raise Refuted unless players and entropy are those of the seats taken at the end."""
    for index, (shown, seat) in enumerate(zip(replay.match.seats, match.seats, strict=True)):
        free = seat.player is None
        must(
            (shown.player is None) == free,
            f"seats[{index}].player is {'given' if free else 'null'}, "
            f"but by the log the seat is {'free' if free else 'taken'}.",
        )
        must(
            shown.resigned in (None, seat.resigned),
            f"seats[{index}].resigned is {quote(shown.resigned)}, "
            f"by the log it is {quote(seat.resigned)}.",
        )
        must(not (free and replay.entropy[index]), f"entropy[{index}] is that of a free seat.")
