"""The roster: the seats that the file shows, compared with the log."""

from croupier_match.match import AnyMatch, Deal
from croupier_match.verify.errors import must, quote
from croupier_match.verify.schema import Json, Replay


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


def check_seated(replay: Replay, match: AnyMatch, raw_fairness: Json) -> None:
    """Raise Refuted unless players and entropy are those of the seats taken at the end.

    `raw_fairness` is as written in the file.
    """
    for index, (shown, seat) in enumerate(zip(replay.match.seats, match.seats, strict=True)):
        free = seat.player is None
        must(
            (shown.player is None) == free,
            f"seats[{index}].player is {'given' if free else 'null'}, "
            f"but by the log the seat is {'free' if free else 'taken'}.",
        )
        must(
            shown.resigned == seat.resigned,
            f"seats[{index}].resigned is {quote(shown.resigned)}, "
            f"by the log it is {quote(seat.resigned)}.",
        )
        must(not (free and replay.entropy[index]), f"entropy[{index}] is that of a free seat.")
    if match.deal == Deal.SEALED:
        _check_seals(replay, match)
        _check_all_revealed(raw_fairness)


def _check_seals(replay: Replay, match: AnyMatch) -> None:
    """Raise Refuted unless seals and entropy are those of the log, and all that is left to do."""
    seals = replay.match.fairness.seals or []
    must(len(seals) == len(match.seats), f"There are {len(match.seats)} seats, {len(seals)} seals.")
    for index, seat in enumerate(match.seats):
        must(seals[index] == (seat.seal or None), f"seals[{index}] is not that of the log.")
        shown = replay.entropy[index] or ""
        must(shown == seat.entropy, f"entropy[{index}] is not what seat {index} revealed.")


def _check_all_revealed(fairness: Json) -> None:
    """Raise Refuted unless it says that all entropy was revealed."""
    must("toReveal" in fairness, "toReveal is missing.")
    must(not fairness["toReveal"], "toReveal is not empty in a match that has ended.")
    must("revealBy" in fairness, "revealBy is missing.")
    must(fairness["revealBy"] is None, "revealBy is not null in a match that has ended.")
