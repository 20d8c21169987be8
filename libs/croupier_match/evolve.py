"""How an entry of the log changes a match.

Live changes and replays both go through `evolve`, so a match follows from its seed,
its options and its log; the stored state is a cache of that.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, TypeAlias, TypedDict

from croupier_game.replace import replace
from croupier_game.seeded import ChanceSource

from croupier_match import clock, decisions
from croupier_match.chain import entry_hash
from croupier_match.entries import (
    Aborted,
    Agreed,
    Asked,
    Claimed,
    Created,
    Entry,
    Joined,
    Left,
    Moved,
    Refused,
    Resigned,
    Revealed,
    Started,
    TimedOut,
    Undone,
)
from croupier_match.forced import drawn, is_drawn, step_chance
from croupier_match.games import Game
from croupier_match.match import (
    AnyMatch,
    Deal,
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

Seats: TypeAlias = tuple[Seat, ...]


class Changes(TypedDict, total=False):
    """Members of a match with their new values."""

    seats: Seats
    version: int
    status: Status
    create_time: str
    update_time: str
    state: Any
    events: tuple[Any, ...]
    outcome: Outcome
    log_head: str
    moved: tuple[int, ...]
    late: tuple[int, ...]
    undo: Undo
    dealt_at: int
    reveal_by: str
    decisions: decisions.Standing


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
        rated=match.rated,
        tournament=match.tournament,
        deal_of=match.deal_of,
    )


def replay(
    game: Game, match: AnyMatch, log: Iterable[Entry], source: ChanceSource
) -> Iterator[AnyMatch]:
    """The match at each version of its log, from 1 on."""
    match = genesis(game, match)
    for entry in log:
        match = evolve(game, match, entry, source)
        yield match


def evolve(game: Game, match: AnyMatch, entry: Entry, source: ChanceSource) -> AnyMatch:
    """The match after `entry`, which must be legal and the next in order."""
    head = entry_hash(match.seed, match.log_head, entry.public(game))
    changes: Changes = {"version": entry.version, "update_time": entry.time, "log_head": head}
    changes["events"] = ()
    if not match.create_time:
        changes["create_time"] = entry.time
    if match.undo and match.undo.asks and not isinstance(entry, TALK):
        changes["undo"] = _outlived(match.undo, entry)
    changes.update(FOLDS[type(entry)](game, match, entry, source))
    state, status = changes.get("state", match.state), changes.get("status", match.status)
    changes["decisions"] = decisions.standing(game, match, entry, state, status)
    after = replace(match, **changes)
    if after.clock is None:
        return after
    # The clock is charged last: it compares who was to move before and after.
    try:
        left_ms = clock.remaining(game, match, after, entry)
        if not game.rules.has_phases:
            return replace(after, left_ms=left_ms)
        phase_left_ms = clock.phase_left(game, match, after, entry)
        return replace(after, left_ms=left_ms, phase_left_ms=phase_left_ms)
    except GameFailed:
        # A match that the rules have failed is still to be aborted.
        if not isinstance(entry, Aborted):
            raise
        return after


def _seated(game: Game, match: AnyMatch, entry: Created | Joined, source: ChanceSource) -> Changes:
    seats = _with(match.seats, entry.seat, Seat(entry.player, entry.entropy, seal=entry.seal))
    # The entry that takes the last seat deals as well, under its own version (docs/fairness.md).
    if match.start == StartMode.AUTO and all(seat.player for seat in seats):
        return _begun(game, match, entry, source, seats)
    return {"seats": seats}


def _left(game: Game, match: AnyMatch, entry: Left, source: ChanceSource) -> Changes:
    return {"seats": _with(match.seats, entry.seat, Seat())}


def _started(game: Game, match: AnyMatch, entry: Started, source: ChanceSource) -> Changes:
    return _begun(game, match, entry, source, match.seats)


def _revealed(game: Game, match: AnyMatch, entry: Revealed, source: ChanceSource) -> Changes:
    seat = replace(match.seats[entry.seat], entropy=entry.entropy)
    seats = _with(match.seats, entry.seat, seat)
    # As with seats: the entry that reveals the last deals as well.
    if not all(each.entropy for each in seats):
        return {"seats": seats}
    return {**_dealt(game, match, entry, source, seats), "reveal_by": ""}


def _moved(game: Game, match: AnyMatch, entry: Moved[Any], source: ChanceSource) -> Changes:
    rules, seat = game.rules, entry.seat
    chance = step_chance(match, entry.version, source)
    if is_drawn(match, seat):
        # It has drawn the move itself; what the move draws are the words after that.
        drawn(game, match, seat, chance)
    state, events = rules.apply(match.state, seat, entry.move, chance)
    changes: Changes = {"state": state, "events": events}
    if match.late:
        changes["late"] = _still_late(game, match, seat, state)
    if seat not in match.moved:
        changes["moved"] = (*match.moved, seat)
    if rules.over(state):
        changes.update(_finished(game, state, match.seats, Reason.COMPLETED))
    return changes


def _resigned(game: Game, match: AnyMatch, entry: Resigned, source: ChanceSource) -> Changes:
    return _withdrawn(game, match, (entry.seat,), Reason.RESIGNED)


def _timed_out(game: Game, match: AnyMatch, entry: TimedOut, source: ChanceSource) -> Changes:
    """As if they had resigned, unless the clock or the phase asks for moves, which come next."""
    in_phase = match.phase_left_ms is not None
    if match.clock and (in_phase or match.clock.on_timeout != OnTimeout.FORFEIT):
        return {"late": entry.late}
    return _withdrawn(game, match, entry.late, Reason.TIMEOUT)


def _claimed(game: Game, match: AnyMatch, entry: Claimed, source: ChanceSource) -> Changes:
    """As if the time of those who have gone had run out."""
    return _withdrawn(game, match, entry.gone, Reason.CLAIMED)


def _aborted(game: Game, match: AnyMatch, entry: Aborted, source: ChanceSource) -> Changes:
    """Nobody wins. A creator who leaves before the start frees the seat; an operator frees none,
    and neither does a deal that was withheld, or who leaves a running match."""
    stay = entry.note or entry.withheld or match.status == Status.ACTIVE
    seats = match.seats if stay else _with(match.seats, entry.seat, Seat())
    ranked = tuple(range(len(seats)))
    outcome = Outcome(Reason.ABORTED, (ranked,), (0,) * len(seats), ())
    return {"seats": seats, "status": Status.ABORTED, "outcome": outcome, "reveal_by": ""}


def _asked(game: Game, match: AnyMatch, entry: Asked, source: ChanceSource) -> Changes:
    request = UndoRequest(entry.seat, entry.to, (), entry.needs)
    return _talked(match, entry, request, (*_undo(match).asks, entry.seat))


def _agreed(game: Game, match: AnyMatch, entry: Agreed, source: ChanceSource) -> Changes:
    asked = _request(match)
    needs = tuple(seat for seat in asked.needs if seat != entry.seat)
    agreed = tuple(sorted((*asked.agreed, entry.seat)))
    request = UndoRequest(asked.seat, asked.to, agreed, needs)
    return _talked(match, entry, request, _undo(match).asks)


def _refused(game: Game, match: AnyMatch, entry: Refused, source: ChanceSource) -> Changes:
    return _talked(match, entry, None, _undo(match).asks)


def _undone(game: Game, match: AnyMatch, entry: Undone[Any], source: ChanceSource) -> Changes:
    """The table of an earlier version. The next entry has the step that was next then."""
    past, undo = entry.restored, _undo(match)
    # Without a request, this entry is the asker's own, and counts as one.
    asks = undo.asks if undo.request else (*undo.asks, entry.seat)
    return {
        "state": past.state,
        "dealt_at": past.dealt_at + entry.version - entry.to,
        "undo": Undo(asks=asks, used=True),
    }


Fold: TypeAlias = Callable[[Game, AnyMatch, Any, ChanceSource], Changes]

FOLDS: dict[type[Entry], Fold] = {
    Created: _seated,
    Joined: _seated,
    Left: _left,
    Started: _started,
    Revealed: _revealed,
    Moved: _moved,
    Resigned: _resigned,
    TimedOut: _timed_out,
    Claimed: _claimed,
    Aborted: _aborted,
    Asked: _asked,
    Agreed: _agreed,
    Refused: _refused,
    Undone: _undone,
}
"""What each class of entries changes."""
TALK = (Asked, Agreed, Refused, Undone)
"""The entries about taking back."""


def _still_late(game: Game, match: AnyMatch, mover: int, state: Any) -> tuple[int, ...]:
    """The seats for which the server has yet to move: a move may end what the others had to do,
    and with another phase nobody is late any more."""
    others = [seat for seat in match.late if seat != mover]
    if not others or game.rules.over(state) or not clock.goes_on(game, match, state, mover):
        return ()
    due = game.rules.to_move(state, len(match.seats))
    return tuple(seat for seat in others if seat in due)


def _with(seats: Seats, index: int, seat: Seat) -> Seats:
    return (*seats[:index], seat, *seats[index + 1 :])


def _begun(
    game: Game, match: AnyMatch, entry: Entry, source: ChanceSource, seats: Seats
) -> Changes:
    """With all seats taken: dealt, or with its seats to reveal their entropy."""
    if match.deal == Deal.OPEN:
        return _dealt(game, match, entry, source, seats)
    return {"seats": seats, "reveal_by": clock.later(entry.time, match.reveal_ms)}


def _dealt(
    game: Game, match: AnyMatch, entry: Entry, source: ChanceSource, seats: Seats
) -> Changes:
    chance = source(match.seed, [seat.entropy for seat in seats], 0, match.chance_id)
    state, events = game.rules.new_game(match.options, len(seats), chance)
    return {
        "seats": seats,
        "status": Status.ACTIVE,
        "state": state,
        "events": events,
        "dealt_at": entry.version,
    }


def _withdrawn(game: Game, match: AnyMatch, gone: Collection[int], reason: Reason) -> Changes:
    """Without these seats; it is finished if only one is left."""
    seats = tuple(
        replace(seat, resigned=True) if index in gone else seat
        for index, seat in enumerate(match.seats)
    )
    changes: Changes = {"seats": seats}
    staying = sum(not seat.resigned for seat in seats)
    if staying <= 1:
        # With nobody left, the rules rank those who are gone together, before who had gone earlier.
        ranked = seats if staying else match.seats
        changes.update(_finished(game, match.state, ranked, reason))
    return changes


def _finished(game: Game, state: Any, seats: Seats, reason: Reason) -> Changes:
    """With its outcome: the first rank has won, unless the rules eliminated a seat."""
    rules, count = game.rules, len(seats)
    ranking = _resigned_last(seats, rules.ranking(state, count))
    lost = rules.eliminated(state, count)
    # With all seats eliminated the first rank is theirs, and no seat has won.
    winners = tuple(seat for seat in ranking[0] if seat not in lost)
    outcome = Outcome(reason, ranking, rules.scores(state, count), winners)
    return {"status": Status.FINISHED, "outcome": outcome}


def _resigned_last(
    seats: Seats, ranking: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """The ranking with resigned seats behind all others, on one rank."""
    gone = tuple(index for index, seat in enumerate(seats) if seat.resigned)
    stayed = (tuple(seat for seat in rank if seat not in gone) for rank in ranking)
    return (*filter(None, stayed), *filter(None, [gone]))


def _talked(
    match: AnyMatch, entry: Entry, request: UndoRequest | None, asks: tuple[int, ...]
) -> Changes:
    """The same table, with what was asked or answered. It is no step: no seat gets other luck."""
    undo = Undo(request, asks, _undo(match).since or entry.version - 1, used=True)
    return {"undo": undo, "dealt_at": match.dealt_at + 1}


def _outlived(undo: Undo, entry: Entry) -> Undo:
    """The requests that count after an entry of another kind: after a move, those of its seat."""
    mover = entry.seat if isinstance(entry, Moved) else None
    asks = undo.asks if mover is None else tuple(seat for seat in undo.asks if seat == mover)
    return Undo(asks=asks, used=undo.used)


def _undo(match: AnyMatch) -> Undo:
    return match.undo or Undo()


def _request(match: AnyMatch) -> UndoRequest:
    if match.undo is None or match.undo.request is None:
        raise ValueError("Nobody has asked to take anything back.")
    return match.undo.request
