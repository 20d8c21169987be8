"""Matches, with the decision of each seat at each version: docs/decision-vectors.json."""

import json
from collections.abc import Callable

from croupier_match.commands import Ask, Move, Refuse, Resign
from croupier_match.decisions import decision_of
from croupier_match.match import ClockOptions, OnTimeout, UndoMode

from tests.croupier_match.games.rounds import Move as Bid
from tests.croupier_match.playing import NIM, ROUNDS, Playing, reading, table_of
from tests.vectors.files import FOLDER
from tests.vectors.tables import Json

FILE = FOLDER.with_name("decision-vectors.json")
ABOUT = (
    "yourDecision of each seat, in seat order, at each version since the deal. In rounds, all "
    "seats bid in secret in each round, in any order; their bids are shown when the last one has "
    "bid. In nim, seats take turns."
)
AT_RANDOM = ClockOptions(per_move_ms=5_000, on_timeout=OnTimeout.RANDOM)


def bid(it: Playing, *seats: int, count: int = 2) -> Playing:
    for seat in seats:
        it.do(Move(seat, reading(Bid(count))))
    return it


def at_the_same_time() -> Playing:
    """Each has the decision of the deal until it bids, and all a new one when bids are shown."""
    return bid(table_of(ROUNDS, 4), 2, 0, 3, 1, 1, 0, 2, 3)


def resignation() -> Playing:
    """It changes nothing for who is still to bid, nor does the move that the server makes then."""
    return bid(bid(table_of(ROUNDS, 3), 0).resigned(1), 2)


def time_out() -> Playing:
    """Nor does a time-out, and the server's move."""
    return bid(table_of(ROUNDS, 3, clock=AT_RANDOM), 1).late()


def in_turn() -> Playing:
    """Moves in turn, each a new decision for the seat that is next."""
    return table_of(NIM, 2).play(3)


def talk() -> Playing:
    """A request to take something back, and a refusal, leave the decision as it is."""
    it = table_of(NIM, 2, undo=UndoMode.CONSENT).play(2)
    it.do(Ask(0, it.match.version - 2))
    it.do(Refuse(1))
    return it.play()


def taken_back() -> Playing:
    """What is taken back is decided anew."""
    it = table_of(NIM, 2, undo=UndoMode.CONSENT).play(2)
    to = it.match.version - 2
    it.do(Ask(0, to))
    it.do(Ask(1, to))
    return it.play()


def the_end() -> Playing:
    """No seat has a decision after the end."""
    it = bid(table_of(ROUNDS, 2), 0)
    it.do(Resign(1))
    return it


PLAYED: tuple[Callable[[], Playing], ...] = (
    *(at_the_same_time, resignation, time_out, in_turn),
    *(talk, taken_back, the_end),
)


def vector(play: Callable[[], Playing]) -> Json:
    it = play()
    seats = range(len(it.match.seats))
    return {
        "name": play.__name__.replace("_", " "),
        "about": play.__doc__,
        "game": it.match.game,
        "versions": [
            {
                "version": match.version,
                "kind": entry.kind,
                "seat": entry.seat,
                "decisions": [decision_of(it.game, match, seat) for seat in seats],
            }
            for match, entry in it.past
            if match.was_dealt
        ],
    }


def text() -> str:
    """Return the file, a line for each version."""
    parts = []
    for each in map(vector, PLAYED):
        versions = ",\n  ".join(map(json.dumps, each.pop("versions")))
        parts.append(f'{json.dumps(each)[:-1]}, "versions": [\n  {versions}\n ]}}')
    matches = ",\n ".join(parts)
    return f'{{"about": {json.dumps(ABOUT)},\n"matches": [\n {matches}\n]}}\n'
