"""The reducer: how an entry of the log changes a match.

Live changes and replays both go through `evolve`, so a match follows from its seed,
its options and its log; the stored state is a cache of that.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from croupier_game.replace import replace
from croupier_game.seeded import ChanceSource

from croupier_match import clock, sealing
from croupier_match.chain import entry_hash
from croupier_match.forced import drawn, is_forced, step_chance
from croupier_match.games import Game
from croupier_match.match import (
    AnyEntry,
    AnyMatch,
    Deal,
    Kind,
    Match,
    OnTimeout,
    Outcome,
    Reason,
    Seat,
    StartMode,
    Status,
    Undo,
    UndoRequest,
)
from croupier_match.refusals import GameFailed
from croupier_match.terms import terms

CACHED_MOVES = 10_000
"""Moves whose JSON is cached: most are made again and again."""


def genesis(game: Game, match: AnyMatch) -> AnyMatch:
    """The match before its first entry: version 0, all seats free, and its terms as log head."""
    return Match(
        id=match.id,
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        access=match.access,
        start=match.start,
        invite_code=match.invite_code,
        seed=match.seed,
        seats=(Seat(),) * len(match.seats),
        log_head=terms(game, match),
        clock=match.clock,
        gone_after_ms=match.gone_after_ms,
        undo=Undo() if match.undo else None,
        deal=match.deal,
        reveal_ms=match.reveal_ms,
        talk=match.talk,
    )


def replay(
    game: Game, match: AnyMatch, log: Iterable[AnyEntry], source: ChanceSource
) -> Iterator[AnyMatch]:
    """The match at each version of its log, from 1 on."""
    match = genesis(game, match)
    for entry in log:
        match = evolve(game, match, entry, source)
        yield match


def evolve(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    """The match after `entry`, which must be legal and the next in order."""
    before = match
    match = replace(
        match,
        version=entry.version,
        update_time=entry.time,
        create_time=match.create_time or entry.time,
        log_head=entry_hash(match.seed, match.log_head, public_entry(game, entry)),
        events=(),
    )
    if match.undo and match.undo.asks and entry.kind not in TALK:
        match = replace(match, undo=_outlived(match.undo, entry))
    # The clock is charged last: it compares who was to move before and after.
    after = STEPS[entry.kind](game, match, entry, source)
    try:
        return (
            replace(after, left_ms=clock.remaining(game, before, after, entry))
            if after.clock
            else after
        )
    except GameFailed:
        # A match that the rules have failed is still to be aborted.
        if entry.kind != Kind.ABORTED:
            raise
        return after


def public_entry(game: Game, entry: AnyEntry) -> dict[str, Any]:
    """The entry as a replay shows it and as it is hashed, without `prev` and `hash`."""
    # Only what there is: docs/fairness.md names the members of each kind of entry.
    more: dict[str, Any] = {"note": entry.note} if entry.note else {}
    if entry.seal:
        more["seal"] = entry.seal
    if entry.kind == Kind.REVEALED:
        more["entropy"] = entry.entropy
    if entry.gone:
        more["gone"] = list(entry.gone)
    if entry.withheld:
        more["withheld"] = list(entry.withheld)
    if entry.to:
        more["to"] = entry.to
    if entry.kind == Kind.ASKED:
        more["needs"] = list(entry.needs)
    return more | {
        # No player, and no entropy of an open deal: who played is not in the hashed log.
        "version": entry.version,
        "kind": entry.kind.value,
        "seat": entry.seat,
        "move": None if entry.move is None else _move_json(game, entry.move),
        "time": entry.time,
    }


@lru_cache(CACHED_MOVES)
def _move_json(game: Game, move: Any) -> dict[str, Any]:
    """The move as JSON. All callers get the same object: it must not be changed."""
    shown: dict[str, Any] = game.wire.move_json(move)
    return shown


def _seated(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    seat = Seat(entry.player, entry.entropy, seal=entry.seal)
    match = match.with_seat(entry.seat, seat)
    # The entry that takes the last seat deals as well, under its own version (docs/fairness.md).
    if match.full and match.start == StartMode.AUTO:
        return _started(game, match, entry, source)
    return match


def _started(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    """The match with all seats taken: dealt, or with its seats to reveal their entropy."""
    if match.deal == Deal.OPEN:
        return _dealt(game, match, entry, source)
    return replace(match, reveal_by=clock.later(entry.time, match.reveal_ms))


def _revealed(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    seat = replace(match.seats[entry.seat], entropy=entry.entropy)
    match = match.with_seat(entry.seat, seat)
    # As with seats: the entry that reveals the last deals as well.
    if sealing.to_reveal(match):
        return match
    return _dealt(game, replace(match, reveal_by=""), entry, source)


def _left(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    return match.with_seat(entry.seat, Seat())


def _dealt(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    match = replace(match, dealt_at=entry.version)
    state, events = game.rules.new_game(
        match.options, len(match.seats), step_chance(match, entry.version, source)
    )
    return replace(match, status=Status.ACTIVE, state=state, events=events)


def _moved(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    rules = game.rules
    chance = step_chance(match, entry.version, source)
    if is_forced(match, entry.seat):
        # It has drawn the move itself; what the move draws are the words after that.
        drawn(game, match, entry.seat, chance)
    state, events = rules.apply(match.state, entry.seat, entry.move, chance)
    moved = match.moved if entry.seat in match.moved else (*match.moved, entry.seat)
    match = replace(match, state=state, events=events, late=None, moved=moved)
    if not rules.over(state):
        return match
    return _finished(game, match, Reason.COMPLETED)


def _resigned(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    return _withdraw(game, match, (entry.seat,), Reason.RESIGNED)


def _timed_out(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    """As a resignation, unless the clock asks for a random move, which is the next entry."""
    if match.clock and match.clock.on_timeout == OnTimeout.RANDOM:
        return replace(match, late=entry.seat)
    return _withdraw(game, match, (entry.seat,), Reason.TIMEOUT)


def _claimed(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    """As if the time of those who have gone had run out."""
    return _withdraw(game, match, entry.gone, Reason.CLAIMED)


def _withdraw(game: Game, match: AnyMatch, gone: Collection[int], reason: Reason) -> AnyMatch:
    """The match without these seats; it is finished if only one is left."""
    for seat in gone:
        match = match.with_seat(seat, replace(match.seats[seat], resigned=True))
    if sum(not each.resigned for each in match.seats) > 1:
        return match
    return _finished(game, match, reason)


def _aborted(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    """The match without a winner. A creator who leaves before the start frees the seat; an operator
    frees none, and neither does a deal that was withheld, or who leaves a running match."""
    stay = entry.note or entry.withheld or match.status == Status.ACTIVE
    match = match if stay else match.with_seat(entry.seat, Seat())
    seats = tuple(range(len(match.seats)))
    outcome = Outcome(Reason.ABORTED, (seats,), (0,) * len(seats), ())
    return replace(match, status=Status.ABORTED, outcome=outcome, reveal_by="")


def _asked(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    request = UndoRequest(entry.seat, entry.to, (), entry.needs)
    return _talked(match, entry, request, (*_undo(match).asks, entry.seat))


def _agreed(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    asked = _request(match)
    needs = tuple(seat for seat in asked.needs if seat != entry.seat)
    agreed = tuple(sorted((*asked.agreed, entry.seat)))
    request = UndoRequest(asked.seat, asked.to, agreed, needs)
    return _talked(match, entry, request, _undo(match).asks)


def _refused(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    return _talked(match, entry, None, _undo(match).asks)


def _talked(
    match: AnyMatch, entry: AnyEntry, request: UndoRequest | None, asks: tuple[int, ...]
) -> AnyMatch:
    """The same table, with what was asked or answered. It is no step: no seat gets other luck."""
    undo = Undo(request, asks, _undo(match).since or entry.version - 1, used=True)
    return replace(match, undo=undo, dealt_at=match.dealt_at + 1)


def _undone(game: Game, match: AnyMatch, entry: AnyEntry, source: ChanceSource) -> AnyMatch:
    """The table of an earlier version. The next entry has the step that was next then."""
    past, undo = entry.restored, _undo(match)
    if past is None:
        raise ValueError("An entry of kind undone needs the table that it restores.")
    # Without a request, this entry is the asker's own, and counts as one.
    asks = undo.asks if undo.request else (*undo.asks, entry.seat)
    return replace(
        match,
        state=past.state,
        dealt_at=past.dealt_at + entry.version - entry.to,
        undo=Undo(asks=asks, used=True),
    )


def _outlived(undo: Undo, entry: AnyEntry) -> Undo:
    """The requests that count after an entry of another kind: after a move, those of its seat."""
    mover = entry.seat if entry.kind == Kind.MOVE else None
    asks = undo.asks if mover is None else tuple(seat for seat in undo.asks if seat == mover)
    return Undo(asks=asks, used=undo.used)


def _undo(match: AnyMatch) -> Undo:
    return match.undo or Undo()


def _request(match: AnyMatch) -> UndoRequest:
    if match.undo is None or match.undo.request is None:
        raise ValueError("Nobody has asked to take anything back.")
    return match.undo.request


def _finished(game: Game, match: AnyMatch, reason: Reason) -> AnyMatch:
    """The match with its outcome: the first rank has won, unless the rules eliminated a seat."""
    rules, seats = game.rules, len(match.seats)
    ranking = _resigned_last(match, rules.ranking(match.state, seats))
    lost = rules.eliminated(match.state, seats)
    # With all seats eliminated the first rank is theirs, and no seat has won.
    winners = tuple(seat for seat in ranking[0] if seat not in lost)
    outcome = Outcome(reason, ranking, rules.scores(match.state, seats), winners)
    return replace(match, status=Status.FINISHED, outcome=outcome)


def _resigned_last(
    match: AnyMatch, ranking: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """The ranking with resigned seats behind all others, on one rank."""
    gone = tuple(index for index, seat in enumerate(match.seats) if seat.resigned)
    stayed = (tuple(seat for seat in rank if seat not in gone) for rank in ranking)
    return (*filter(None, stayed), *filter(None, [gone]))


Step: TypeAlias = Callable[[Game, AnyMatch, AnyEntry, ChanceSource], AnyMatch]

STEPS: dict[Kind, Step] = {
    Kind.CREATED: _seated,
    Kind.JOINED: _seated,
    Kind.LEFT: _left,
    Kind.STARTED: _started,
    Kind.REVEALED: _revealed,
    Kind.MOVE: _moved,
    Kind.RESIGNED: _resigned,
    Kind.TIMEOUT: _timed_out,
    Kind.ABORTED: _aborted,
    Kind.ASKED: _asked,
    Kind.AGREED: _agreed,
    Kind.REFUSED: _refused,
    Kind.UNDONE: _undone,
    Kind.CLAIMED: _claimed,
}
TALK = frozenset({Kind.ASKED, Kind.AGREED, Kind.REFUSED, Kind.UNDONE})
"""The kinds of entries about taking back."""
