"""The next entry of a ledger: of a match that ended, one to be voided, a player's new season."""

from collections.abc import Collection, Sequence

from croupier_rating import moments, pools, recent, recipe
from croupier_rating.ended import EndedMatch
from croupier_rating.entries import Carried, Change, Played, Voided
from croupier_rating.ledger import Ledger
from croupier_rating.numbers import Numbers
from croupier_rating.recipe import RECIPE, Strength


def decide(ledger: Ledger, ended: EndedMatch) -> Played:
    """The entry of a match. That it has none yet is the caller's to know."""
    clock = ledger.at(moments.milliseconds(ended.ended))
    weight, rated = counting(ledger, ended.players, ended.short, clock)
    day = moments.day_of(clock)
    before = [ledger.numbers(player).on(day) for player in ended.players]
    after = settled(before, ended.ranks, weight, rated)
    return Played(
        ledger.seq + 1,
        RECIPE,
        ledger.head,
        match=ended.match,
        rules_version=ended.rules_version,
        log_head=ended.log_head,
        ended=ended.ended,
        weight=weight,
        short=ended.short,
        ranks=ended.ranks,
        seats=tuple(map(Change, ended.players, before, after)),
    )


def counting(
    ledger: Ledger, players: Sequence[str], short: Collection[int] | None, clock: int
) -> tuple[int, frozenset[int]]:
    """The weight of a match, and the seats whose numbers it changes."""
    weight = recent.weight(ledger.recent, players, clock)
    rated = frozenset(range(len(players)))
    if short is not None:
        # Nobody wins by it that somebody else has left, however often.
        rated = recent.patience_lost(ledger.recent, players, short, clock)
    return (weight, rated) if weight and rated else (recent.NOTHING, frozenset())


def settled(
    before: Sequence[Strength], ranks: Sequence[int], weight: int, rated: Collection[int]
) -> list[Strength]:
    """The strengths after a match that changes those of some seats."""
    if not rated:
        return [*before]
    after = recipe.rated(before, ranks, weight)
    return [after[seat] if seat in rated else old for seat, old in enumerate(before)]


def void(ledger: Ledger, played: Played, time: str, reason: str) -> Voided:
    """The entry that takes a match out: each player is given back what it changed, and keeps what
    came of later matches. That the match is not void yet is the caller's to know."""
    return Voided(
        ledger.seq + 1,
        RECIPE,
        ledger.head,
        of=played.seq,
        match=played.match,
        time=time,
        reason=reason,
        seats=tuple(_given_back(ledger, seat) for seat in played.seats),
    )


def _given_back(ledger: Ledger, seat: Change) -> Change:
    now = ledger.numbers(seat.player).strength
    without = recipe.undone(now, seat.before, seat.after) if seat.changed else now
    return Change(seat.player, now, without)


def carry(ledger: Ledger, player: str, season: int, old: Numbers) -> Carried:
    """The entry with which a player begins a season, by the numbers of an earlier one."""
    strength = carried(old.strength, pools.pool(ledger.pool).season - season)
    change = Change(player, old.strength, strength)
    return Carried(ledger.seq + 1, RECIPE, ledger.head, season, old.seq, old.counted, change)


def carried(strength: Strength, seasons: int) -> Strength:
    """The strength after so many beginnings of a season."""
    for _ in range(seasons):
        strength = recipe.next_season(strength)
    return strength
