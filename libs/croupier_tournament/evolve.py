"""What follows from entries: the only fold of a tournament."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from croupier_tournament import chain, recipe
from croupier_tournament.entries import (
    BARRING,
    Aborted,
    CheckInOpened,
    Created,
    Ended,
    Entry,
    Held,
    Left,
    Opened,
    Paired,
    Paused,
    Ranked,
    Reason,
    Registered,
    Resulted,
    Resumed,
    Returned,
    Revealed,
    Started,
    Withdrew,
)
from croupier_tournament.lots import Key
from croupier_tournament.outcomes import is_decided, losers
from croupier_tournament.pairing.arena import MOST_LAST
from croupier_tournament.pairing.entrants import balances
from croupier_tournament.settings import ARENA_PAIRS_EVERY_MS, System
from croupier_tournament.sheets import bye_points, table_points
from croupier_tournament.tournament import (
    Player,
    Presence,
    Result,
    Round,
    Status,
    Table,
    Tournament,
)

MOST_NO_SHOWS = 2
"""Who does not show up so many times in a row is withdrawn."""


def fold(tournament: Tournament, entries: Iterable[Entry]) -> Tournament:
    """The tournament after all of these entries: the same object, changed."""
    for entry in entries:
        evolve(tournament, entry)
    return tournament


def evolve(tournament: Tournament, entry: Entry) -> None:
    """Make the tournament that of after the entry, which is believed in all that it says."""
    _STEPS[type(entry)](tournament, entry)
    tournament.version = entry.version
    tournament.at = entry.at
    tournament.head = chain.hash_of(entry.line)


def _created(it: Tournament, entry: Created) -> None:
    it.settings = entry.settings
    it.commitment = it.key = entry.commitment


def _opened(it: Tournament, entry: Opened) -> None:
    it.status = Status.OPEN


def _registered(it: Tournament, entry: Registered) -> None:
    player = Player(entry.player, entry.rating, entry.seal, since=entry.version)
    it.players[entry.player] = player
    _note_joined(it, player.id)
    it.seals.add(entry.seal)
    if it.status is Status.RUNNING:
        player.presence = Presence.PLAYING
        it.order.append(player.id)


def _note_joined(it: Tournament, player_id: str) -> None:
    it.joined[player_id] = it.joined.get(player_id, 0) + 1


def _left(it: Tournament, entry: Left) -> None:
    if it.status is Status.OPEN:
        it.seals.discard(it.players.pop(entry.player).seal)
    else:
        # Who has a seal is bound by it: else leaving would be a way to choose.
        it.players[entry.player].presence = Presence.LEFT


def _check_in_opened(it: Tournament, entry: CheckInOpened) -> None:
    it.status = Status.CHECK_IN
    it.starts_at = entry.starts_at


def _revealed(it: Tournament, entry: Revealed) -> None:
    it.players[entry.player].entropy = entry.entropy


def _started(it: Tournament, entry: Started) -> None:
    it.status = Status.RUNNING
    it.started_at = it.due_at = entry.at
    it.rounds_due = entry.rounds
    for player in it.players.values():
        if player.presence is Presence.REGISTERED:
            player.presence = Presence.PLAYING if player.entropy else Presence.WITHHELD
    _drawn(it, entry.key)
    it.order = recipe.starting_order(it, entry.key)


def _drawn(it: Tournament, key: Key) -> None:
    it.key = key
    it.draws += 1


def _paired(it: Tournament, entry: Paired) -> None:
    _drawn(it, entry.key)
    tables = [Table(players) for players in entry.tables]
    for number, players in enumerate(entry.tables, 1):
        _sit_down(it, players, (entry.round, number))
    for each in entry.byes:
        it.players[each].free += 1
        it.players[each].points += bye_points(it.settings)
    it.rounds.append(
        Round(entry.round, tables, entry.byes, entry.ends_by, {*range(1, len(tables) + 1)})
    )
    if tables:
        it.open_rounds[entry.round] = it.rounds[-1]
    if it.is_arena:
        it.due_at = entry.at + ARENA_PAIRS_EVERY_MS
        for player in it.playing:
            player.waited = 0 if player.tables else player.waited + 1


def _sit_down(it: Tournament, players: Sequence[str], place: tuple[int, int]) -> None:
    for player, balance in zip(players, balances(len(players)), strict=True):
        of = it.players[player]
        # With two legs, everybody sits everywhere.
        of.balance += balance if it.settings.legs == 1 else 0
        of.tables.add(place)
        for other in players:
            if other != player:
                of.met.setdefault(other, []).append(place[0])
                of.last = (*of.last, other)[-MOST_LAST:]
    if len(players) == 2 and any(
        it.players[each].presence is not Presence.PLAYING for each in players
    ):
        it.forfeited.add(place)


def _resulted(it: Tournament, entry: Resulted) -> None:
    in_round = it.round(entry.round)
    table = in_round.table(entry.table)
    table.results.append(Result(entry.ranks, entry.absent, entry.reason))
    *_, points = table_points(table, it.settings.legs)
    for seat, player in enumerate(table.players):
        it.players[player].points += points[seat]
        _note_presence(it, it.players[player], entry, seat)
    if is_decided(it.settings, table):
        _close(it, in_round, entry.table)


def _note_presence(it: Tournament, player: Player, entry: Resulted, seat: int) -> None:
    if not entry.absent:
        player.no_shows = 0
    elif seat not in entry.absent:
        player.free += 1
    elif entry.reason is Reason.NO_SHOW:
        player.no_shows += 1
        if player.no_shows >= MOST_NO_SHOWS and player.presence is Presence.PLAYING:
            it.tired.add(player.id)


def _close(it: Tournament, in_round: Round, number: int) -> None:
    place = (in_round.number, number)
    for player in in_round.table(number).players:
        it.players[player].tables.discard(place)
    it.forfeited.discard(place)
    in_round.open_tables.discard(number)
    if not in_round.open_tables:
        del it.open_rounds[in_round.number]


def _ranked(it: Tournament, entry: Ranked) -> None:
    _drawn(it, entry.key)
    it.ranked = entry.round
    it.first = entry.first
    it.due_at = entry.at + it.settings.break_ms
    if it.settings.system is System.KNOCKOUT:
        _knock_out(it, entry)


def _knock_out(it: Tournament, entry: Ranked) -> None:
    lot_of = recipe.lots_of(it, entry.key)
    for table in it.round(entry.round).tables:
        for player in losers(it.settings, table, lot_of):
            it.players[player].lost_in = entry.round
    for each in it.players.values():
        if each.presence is Presence.WITHDRAWN and not each.lost_in:
            each.lost_in = entry.round


def _withdrew(it: Tournament, entry: Withdrew) -> None:
    player = it.players[entry.player]
    player.presence = Presence.WITHDRAWN
    player.removed = entry.reason in BARRING
    it.tired.discard(player.id)
    for number, table in player.tables:
        if len(it.round(number).table(table).players) == 2:
            it.forfeited.add((number, table))


def _returned(it: Tournament, entry: Returned) -> None:
    player = it.players[entry.player]
    player.presence = Presence.PLAYING
    player.no_shows = 0
    _note_joined(it, player.id)


def _held(it: Tournament, entry: Held) -> None:
    it.holds.append((entry.at, None))


def _paused(it: Tournament, entry: Paused) -> None:
    it.paused = True
    it.pauses += 1


def _resumed(it: Tournament, entry: Resumed) -> None:
    if entry.after == Paused.kind:
        it.paused = False
        return
    began, _ = it.holds[-1]
    it.holds[-1] = (began, entry.at)
    for each in it.open_rounds.values():
        each.ends_by += entry.at - began


def _ended(it: Tournament, entry: Ended) -> None:
    it.status = Status.FINISHED
    it.reason = entry.reason


def _aborted(it: Tournament, entry: Aborted) -> None:
    it.status = Status.ABORTED
    it.reason = entry.reason


_STEPS: dict[type, Callable[[Tournament, Any], None]] = {
    Created: _created,
    Opened: _opened,
    Registered: _registered,
    Left: _left,
    CheckInOpened: _check_in_opened,
    Revealed: _revealed,
    Started: _started,
    Paired: _paired,
    Resulted: _resulted,
    Ranked: _ranked,
    Withdrew: _withdrew,
    Returned: _returned,
    Held: _held,
    Paused: _paused,
    Resumed: _resumed,
    Ended: _ended,
    Aborted: _aborted,
}
