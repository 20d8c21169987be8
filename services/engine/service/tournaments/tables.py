"""Which matches the log of a tournament calls for, and what each of them begins as. It is pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier_game.replace import replace
from croupier_match.evolve import genesis
from croupier_match.match import Access, AnyMatch, Player, Seat, TournamentTable
from croupier_match.sealing import Given
from croupier_tournament import Entry, Status, Tournament, match_id, seals
from croupier_tournament.entries import Aborted, Paired, Reason, Resulted

from engine.domain.ids import random_code
from engine.domain.registry import GAMES
from engine.service.matches import FullMatch

Place = tuple[int, int]
"""A round, and a table of it."""
NOTES = {
    Reason.WITHDREW: "A player of this table has withdrawn from the tournament.",
    Reason.OVERDUE: "The round of the tournament had to end.",
}
"""What a match is told that is called off, as its table was decided without it."""
ABORTED = "The tournament was called off."


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match to be made: its place in the tournament, and by seat its players, each with the place
    of the seal that is for this match."""

    tournament: str
    round: int
    table: int
    leg: int
    players: tuple[str, ...]
    seals: tuple[int, ...]

    @property
    def id(self) -> str:
        return match_id(self.tournament, self.round, self.table, self.leg)


@dataclass(frozen=True, slots=True)
class Calls:
    """The matches that are to be made, and those that are to be called off, each with a note."""

    wanted: list[Wanted] = field(default_factory=list)
    off: dict[str, str] = field(default_factory=dict)


def calls_of(it: Tournament, entries: Sequence[Entry]) -> Calls:
    """What the last of its entries call for, as the tournament stands after them."""
    calls = Calls()
    for each in entries:
        if isinstance(each, Resulted) and each.reason in NOTES:
            calls.off[each.match] = NOTES[each.reason]
        elif isinstance(each, Aborted):
            calls.off.update({_next(it, place).id: ABORTED for place in sorted(_open(it))})
    if it.status is Status.RUNNING:
        open_ = _open(it)
        calls.wanted.extend(_next(it, place) for place in _touched(entries) if place in open_)
    return calls


def _open(it: Tournament) -> set[Place]:
    """The tables that have no result yet."""
    rounds = it.open_rounds.values()
    return {(each.number, table) for each in rounds for table in each.open_tables}


def _touched(entries: Iterable[Entry]) -> Iterable[Place]:
    """The tables that were paired, or of which a match has ended, each once, in this order.

    A table whose time is over plays no other match: that would be called off at once.
    """
    places = dict[Place, None]()
    for each in entries:
        if isinstance(each, Paired):
            places.update({(each.round, table): None for table in range(1, len(each.tables) + 1)})
        elif isinstance(each, Resulted) and each.reason is Reason.OVERDUE:
            places.pop((each.round, each.table), None)
        elif isinstance(each, Resulted):
            places[each.round, each.table] = None
    return places


def _next(it: Tournament, place: Place) -> Wanted:
    """The match that an open table lacks, or has."""
    number, table_number = place
    table = it.round(number).table(table_number)
    leg = table.leg
    players = table.seats(leg)
    places = tuple(seals.place(it, number, each, leg) for each in players)
    return Wanted(it.id, number, table_number, leg, players, places)


def unsealed(wanted: Wanted, entrants: Mapping[str, Any]) -> list[str]:
    """The players of a match who have no seal for it, or only one that is another's."""
    given = _given(wanted, entrants)
    return [
        player
        for seat, player in enumerate(wanted.players)
        if not given[seat] or given[seat] in given[:seat]
    ]


def _given(wanted: Wanted, entrants: Mapping[str, Any]) -> list[str]:
    """The seal of each seat, "" for none."""
    found = (entrants[each]["seals"] if each in entrants else () for each in wanted.players)
    return [
        given[place] if place < len(given) else ""
        for given, place in zip(found, wanted.seals, strict=True)
    ]


def full_match(
    template: AnyMatch, wanted: Wanted, entrants: Mapping[str, Any], seed: str
) -> FullMatch:
    """The match with its players, of whom each has a seal for it."""
    players = [
        Player(each, entrants[each]["displayName"], entrants[each]["kind"])
        for each in wanted.players
    ]
    match = replace(
        template,
        id=wanted.id,
        seed=seed,
        # A code that nobody knows: only the players of a table come to it.
        invite_code=random_code() if template.access == Access.PRIVATE else "",
        seats=(Seat(),) * len(players),
        tournament=TournamentTable(wanted.tournament, wanted.round, wanted.table),
    )
    given = [Given(seal=each) for each in _given(wanted, entrants)]
    return FullMatch(genesis(GAMES.of(match), match), players, given)
