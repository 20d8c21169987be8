"""Honest matches: of each game, open and sealed, by each way into a match."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from croupier_game.seeded import ChanceSource, seeded_chance
from croupier_just4fun import rules as just4fun
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import (
    RECIPE,
    ClockOptions,
    DealOf,
    Kind,
    OnTimeout,
    StartMode,
    TournamentTable,
)
from engine.domain.registry import GAMES

from tests.vectors.tables import OPENED_MS, Json, Table

BRIEF: dict[str, Any] = {
    "lost-cities": lost_cities.Options(rounds=2, max_turns_without_deck_draw=4),
    "livingstone": livingstone.Options(card_counts=(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 2)),
    "just4fun": just4fun.Options(layout="random"),
}
"""Options for matches that reach all kinds of draws, and their end, within few moves."""
MANY = {game: rules.rules.MAX_SEATS for game, rules in GAMES.items()}
"""Two, five and four seats."""
THREE = {game: min(3, seats) for game, seats in MANY.items()}
"""Three seats, or two where there are no more."""
HURRY = ClockOptions(per_move_ms=30_000, on_timeout=OnTimeout.RANDOM)
SLOW = ClockOptions(per_move_ms=120_000)
BANK = ClockOptions(bank_ms=60_000, increment_ms=2_500)


@dataclass(frozen=True)
class Wish:
    """What a match is to be, before anybody has sat down."""

    game: str
    sealed: bool = False
    source: ChanceSource = seeded_chance

    @property
    def name(self) -> str:
        return f"{self.game}-{'sealed' if self.sealed else RECIPE}"

    def table(self, name: str, **settings: Any) -> Table:
        """The table of the vector of this name; sealed ones count for ratings."""
        settings |= {"sealed": self.sealed, "rated": self.sealed, "source": self.source}
        return Table(f"{self.name} {name}", self.game, **settings)


def joined(wish: Wish) -> Table:
    """Created and joined, and played to its end."""
    return wish.table("joined", options=BRIEF[wish.game]).seated().played()


def started(wish: Wish) -> Table:
    """Many seats; one leaves, another player comes, the creator starts; all but one resign."""
    table = wish.table("started", seats=MANY[wish.game], start=StartMode.MANUAL).seated()
    table.do(Kind.LEFT, 1).seated(1).do(Kind.STARTED, 0).revealed().played(5).resigned(1)
    for seat in range(2, table.seats):
        table.played(4).resigned(seat)
    return table


def one_resigned(wish: Wish) -> Table:
    """Three seats, of which one resigns at once, so that the server moves for it from then on."""
    table = wish.table("resigned", seats=THREE[wish.game], options=BRIEF[wish.game])
    table.seated().played(2).resigned(table.seats - 1)
    if table.match.ended or not wish.sealed:
        return table.played()
    # Once is enough for the whole length.
    return table.played(9).aborted("!")


def by_ticket(wish: Wish) -> Table:
    """All sat down at once, without entropy, to try a deal; an operator ends the match."""
    deal = DealOf(f"daily.{wish.game}.2026-03-01", OPENED_MS + 1)
    table = wish.table("ticket", options=BRIEF[wish.game], deal_of=deal).at_once(entropy=0)
    return table.played(6).aborted('He said "no" \\o/')


def by_ticket_with_entropy(wish: Wish) -> Table:
    """All sat down at once, each with entropy; in a sealed deal, at the table of a tournament."""
    at = TournamentTable("tournament000000000001", 2, 3) if wish.sealed else None
    table = wish.table("ticket with entropy", options=BRIEF[wish.game], tournament=at)
    return table.at_once().played(8).resigned(0)


def rematch(wish: Wish) -> Table:
    """A rematch that carries the standings on, where the game has any."""
    before = joined(wish)
    options = GAMES[wish.game].rules.rematch_options(before.match.state, True)
    table = wish.table("rematch", options=options, seats=THREE[wish.game]).at_once().played(5)
    return table.resigned(*range(1, table.seats))


def overdue(wish: Wish) -> Table:
    """A clock by moves, and a random move for the seat that is late."""
    table = wish.table("overdue", clock=HURRY, seats=MANY[wish.game]).seated()
    return table.played(3).late().played(2).late().played(1).late().resigned(*range(1, table.seats))


def forfeited(wish: Wish) -> Table:
    """A clock with a bank, and two seats, of which one is late."""
    return wish.table("forfeited", clock=BANK).seated().played(12).late()


def waits_for_another(table: Table) -> Table:
    """The table once another seat than the last is to move."""
    while GAMES[table.game].rules.to_move(table.state) == (table.seats - 1,):
        table.played(1)
    return table


def claimed(wish: Wish) -> Table:
    """Many seats, of which all but the last are gone one after the other, as it claims."""
    seats = MANY[wish.game]
    table = wish.table("claimed", seats=seats, clock=SLOW, gone_after_ms=60_000).seated().played(4)
    while not table.match.ended:
        waits_for_another(table).claimed(table.seats - 1)
    return table


def called_off(wish: Wish) -> Table:
    """Three seats, of which one resigns and one is gone: the last calls the match off."""
    table = wish.table("called off", seats=THREE[wish.game], gone_after_ms=90_500).seated()
    table.played(4)
    if table.seats > 2:
        table.resigned(0)
    return waits_for_another(table).claimed(table.seats - 1, Kind.ABORTED)


def left_at_once(wish: Wish) -> Table:
    """A table that a seat leaves before its first move, which nobody has lost by."""
    table = wish.table("left", seats=THREE[wish.game]).seated().played(1)
    return table.do(Kind.ABORTED, max({*range(table.seats)} - {*table.match.moved}))


def aborted(wish: Wish) -> Table:
    """The creator leaves, before anybody has come."""
    return wish.table("aborted").seated(0).aborted()


Ways: TypeAlias = dict[str, tuple[Callable[[Wish], Table], int | None]]

WAYS: Ways = {
    "joined": (joined, 0),
    "started": (started, None),
    "resigned": (one_resigned, 1),
    "ticket": (by_ticket, 1),
    "ticket with entropy": (by_ticket_with_entropy, 0),
    "rematch": (rematch, 0),
    "overdue": (overdue, None),
    "forfeited": (forfeited, 1),
    "claimed": (claimed, None),
    "called off": (called_off, 1),
    "left": (left_at_once, 0),
    "aborted": (aborted, None),
}
"""By name, how a match is played, and whose eyes see its replay."""


def withheld(wish: Wish) -> Table:
    """Many seats, of which two do not reveal; or one of two."""
    seats = MANY[wish.game]
    table = wish.table("withheld", seats=seats).bound()
    return table.revealed(0, *range(2, seats, 2)).withheld()


def ended(wish: Wish) -> Table:
    """An operator ends the match while entropy is revealed."""
    return (
        wish.table("ended", start=StartMode.MANUAL)
        .bound()
        .do(Kind.STARTED, 0)
        .revealed(1)
        .aborted("!")
    )


ODD: dict[str, Any] = {
    "lost-cities": lost_cities.Options(1, colors=6, start_seat=1, max_turns_without_deck_draw=2),
    "livingstone": livingstone.Options(
        card_counts=(1, 1, 2, 9, 1, 1, 1, 0, 0, 0, 1, 3),
        mine_crash_draw="losers",
        allow_pass=True,
        coins_public=True,
        start_seat=1,
    ),
    "just4fun": just4fun.Options(layout="custom", custom_layout=(*range(1, 37),), own_locked=False),
}
SEEDED = {"lost-cities": "", "livingstone": "19", "just4fun": "3563"}
"""What makes the odd matches those in which a verifier that is slightly wrong is found out."""


def odd(wish: Wish) -> Table:
    """Other options; in Just4Fun two lines close at once, and in Livingstone a seat for which the
    server moves owes two dice."""
    seats, name = THREE[wish.game], f"odd{SEEDED[wish.game]}"
    table = wish.table(name, seats=seats, options=ODD[wish.game]).seated()
    if wish.game == "just4fun":
        return table.played()
    table.played(1).resigned(seats - 1)
    return table if table.match.ended else table.played(62).aborted("!")


def full(wish: Wish) -> Table:
    """All seats of the largest table, by tickets, to the end."""
    table = wish.table("full", options=BRIEF[wish.game], seats=MANY[wish.game])
    return table.at_once().played()


SEALED: Ways = {"withheld": (withheld, 0), "ended": (ended, None)}


def honest(wish: Wish) -> Iterator[tuple[str, Json]]:
    """The replays of all ways, with their names."""
    more: Ways = {"odd": (odd, 0)} if not wish.sealed else {}
    if wish.sealed:
        # The largest table of two is in "joined".
        more = SEALED | ({"full": (full, 2)} if MANY[wish.game] > 2 else {})
    for name, (play, seat) in (WAYS | more).items():
        yield name, play(wish).replay(seat)
