"""Encoding of matches as protobuf messages, each as one seat may see it.

Nothing about a match leaves the engine but what is put into a message here, into a text by
table.py, or into either by a game from a view.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from croupier.v1 import engine_service_pb2 as pb

from engine.domain import clock, sealing
from engine.domain.hash_chain import commitment
from engine.domain.match import (
    RECIPE,
    Access,
    ClockOptions,
    Deal,
    Kind,
    OnTimeout,
    Outcome,
    Player,
    Reason,
    Seat,
    StartMode,
    Status,
    UndoMode,
    UndoRequest,
)
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES, Game
from engine.domain.terms import terms
from engine.rpc.form import MATCH, Form
from engine.service.changes import Change
from engine.service.past import MatchVersion
from engine.service.queries import LoggedEntry
from engine.store.audit import AuditEntry
from engine.store.tickets import Ticket, TicketStatus

STATUS = {status: pb.MatchStatus.Value(f"MATCH_STATUS_{status.name}") for status in Status}
ACCESS = {access: pb.Access.Value(f"ACCESS_{access.name}") for access in Access}
START = {start: pb.StartMode.Value(f"START_MODE_{start.name}") for start in StartMode}
DEAL = {deal: pb.Deal.Value(f"DEAL_{deal.name}") for deal in Deal}
KIND = {kind: pb.EntryKind.Value(f"ENTRY_KIND_{kind.name}") for kind in Kind}
UNDO = {mode: pb.UndoMode.Value(f"UNDO_MODE_{mode.name}") for mode in UndoMode}
ON_TIMEOUT = {each: pb.OnTimeout.Value(f"ON_TIMEOUT_{each.name}") for each in OnTimeout}
TICKET = {each: pb.TicketStatus.Value(f"TICKET_STATUS_{each.name}") for each in TicketStatus}
PLAYER_KIND = {
    kind: pb.PlayerKind.Value(f"PLAYER_KIND_{kind.upper()}") for kind in ("human", "bot")
}
REMEMBERED = 10_000
"""Messages of events that are kept: most events come again and again."""
REASON = {reason: pb.OutcomeReason.Value(f"OUTCOME_REASON_{reason.name}") for reason in Reason}


def match(
    match: AnyMatch,
    seat: int | None,
    last_events: Sequence[pb.Event] | None = None,
    omit_view: bool = False,
) -> pb.Match:
    """The match as `seat` may see it; None is a spectator.

    `last_events` are its events as that seat may see them, if they are encoded already.
    """
    game = GAMES.of(match)
    if last_events is None:
        last_events = events(game, match.events, seat)
    message = pb.Match(
        id=match.id,
        game=match.game,
        status=STATUS[match.status],
        access=ACCESS[match.access],
        start=START[match.start],
        # Players may invite others; spectators must not learn the code.
        invite_code=match.invite_code if seat is not None else "",
        version=match.version,
        rules_version=match.rules_version,
        options=pb.Options(**{game.arm: game.wire.encode_options(match.options)}),
        create_time=match.create_time,
        update_time=match.update_time,
        seats=[_seat(index, place) for index, place in enumerate(match.seats)],
        your_seat=seat,
        to_move=to_move(match),
        last_events=last_events,
        outcome=_outcome(match.outcome) if match.outcome else None,
        fairness=_fairness(match),
        clock=_clock(match, match.clock) if match.clock else None,
        deal=DEAL[match.deal],
        silent=not match.talk,
        undo_mode=UNDO[match.undo_mode],
        undo=_undo(match.undo.request) if match.undo and match.undo.request else None,
    )
    if match.state is not None and not omit_view:
        # State leaves the engine here only, as the view that the rules give to this seat.
        seen = game.wire.encode_view(game.rules.view(match.state, seat))
        getattr(message.view, game.arm).CopyFrom(seen)
    return message


def _undo(request: UndoRequest) -> pb.UndoRequest:
    return pb.UndoRequest(
        seat=request.seat, to_version=request.to, agreed=request.agreed, needs=request.needs
    )


def to_move(match: AnyMatch) -> Sequence[int]:
    """The seats that are to move; none unless the match is running."""
    if match.status != Status.ACTIVE:
        return ()
    return GAMES.of(match).rules.to_move(match.state)


def events(game: Game, all_events: Iterable[Any], seat: int | None) -> list[pb.Event]:
    """The events as `seat` may see them. Callers that see the same get the same messages."""
    see, name = game.rules.event_view, game.rules.ID
    return [_event(name, see(event, seat)) for event in all_events]


@lru_cache(REMEMBERED)
def _event(game: str, seen: Any) -> pb.Event:
    """An event as a viewer may see it, by which it is remembered. It must not be changed."""
    return pb.Event(**{GAMES[game].arm: GAMES[game].wire.encode_event(seen)})


def change(change: Change, form: Form = MATCH) -> pb.Change:
    """A stored change, as the player of its seat may see it."""
    seen = events(GAMES.of(change.match), change.events, change.seat)
    # A change of one version has the same events as its match: they are encoded only once.
    last = seen if len(change.events) == len(change.match.events) else None
    return pb.Change(
        version=change.match.version,
        events=seen,
        match=None if form.omit_match else match(change.match, change.seat, last),
        replayed=change.replayed,
        legal_moves=legal_moves(change.match, change.seat) if form.include_legal_moves else None,
    )


def seen_change(past: AnyMatch, seat: int | None, form: Form = MATCH) -> pb.Change:
    """A version as `seat` may see it: its events, and the match then, in this form."""
    seen, omit = events(GAMES.of(past), past.events, seat), form.omit_match
    return pb.Change(
        version=past.version,
        events=seen,
        match=match(past, seat, () if omit else seen, omit_view=omit),
        legal_moves=legal_moves(past, seat) if form.include_legal_moves else None,
    )


def moves_of(match: AnyMatch, seat: int | None) -> Sequence[Any]:
    """The legal moves of `seat` now; none unless it is to move."""
    if seat is None or seat not in to_move(match):
        return ()
    moves: Sequence[Any] = GAMES.of(match).rules.legal_moves(match.state, seat)
    return moves


def legal_moves(match: AnyMatch, seat: int | None) -> pb.LegalMoves:
    """The message of `moves_of`."""
    game = GAMES.of(match)
    return pb.LegalMoves(
        version=match.version,
        seat=seat,
        moves=[
            pb.LegalMove(move=_move(game, each), notation=game.rules.notation(each))
            for each in moves_of(match, seat)
        ],
    )


def roster(match: AnyMatch, invited: bool = False) -> pb.Roster:
    """The players by seat, for the gateway; `settled` if they will not change any more."""
    return pb.Roster(
        invited=invited,
        match_id=match.id,
        game=match.game,
        access=ACCESS[match.access],
        player_ids=[place.player.id if place.player else "" for place in match.seats],
        # Gateways keep a settled roster for good: seats change only before the start.
        settled=match.status != Status.WAITING,
        silent=not match.talk,
        ended=match.ended,
        end_time=match.update_time if match.ended else "",
    )


def listed(match: AnyMatch) -> pb.Roster:
    """Return the roster of a listed match, with its version and the seats to move.

    Raise NotPlayedHere also for one that does not run: nothing more of it can be shown here.
    """
    game, message = GAMES.of(match), roster(match)
    message.version = match.version
    if match.status == Status.ACTIVE:
        message.to_move.extend(game.rules.to_move(match.state))
    message.to_reveal.extend(sealing.to_reveal(match))
    return message


def history_entry(past: MatchVersion, seat: int | None) -> pb.HistoryEntry:
    """A version's log entry and events, as `seat` may see them."""
    game, entry = GAMES.of(past.match), past.entry
    message = pb.HistoryEntry(
        version=entry.version,
        kind=KIND[entry.kind],
        seat=entry.seat,
        time=entry.time,
        events=events(game, past.match.events, seat),
        note=entry.note or None,
        withheld=entry.withheld,
        to_version=entry.to or None,
        needs=entry.needs,
    )
    if entry.move is not None:
        # A move may hide what the others must not know, such as which card was put down.
        seen = game.rules.move_view(entry.move, entry.seat, seat)
        message.move.CopyFrom(_move(game, seen))
        message.notation = game.rules.notation(seen)
    return message


def log_entry(game: Game, logged: LoggedEntry) -> pb.LogEntry:
    """A log entry with all it hides, for the replay of a match that has ended."""
    entry = logged.entry
    return pb.LogEntry(
        version=entry.version,
        kind=KIND[entry.kind],
        seat=entry.seat,
        move=_move(game, entry.move) if entry.move is not None else None,
        time=entry.time,
        prev=logged.prev,
        hash=logged.hash,
        note=entry.note or None,
        seal=entry.seal or None,
        # That of an open deal is in the replay's list alone: no hash covers it.
        entropy=entry.entropy if entry.kind == Kind.REVEALED else None,
        withheld=entry.withheld,
        to_version=entry.to or None,
        needs=entry.needs,
    )


def audit_entry(entry: AuditEntry) -> pb.AuditEntry:
    """An entry of the audit, without the operator's name: that is for operators only."""
    return pb.AuditEntry(
        time=entry.time, version=entry.version, act=entry.act.value, reason=entry.reason
    )


def ticket(ticket: Ticket, replayed: bool = False) -> pb.Ticket:
    return pb.Ticket(
        id=ticket.id,
        status=TICKET[ticket.status],
        match_id=ticket.match_id,
        expire_time=clock.rfc3339_of(ticket.expires_ms),
        replayed=replayed,
    )


def game(game: Game) -> pb.Game:
    rules = game.rules
    return pb.Game(
        id=rules.ID,
        name=rules.NAME,
        min_seats=rules.MIN_SEATS,
        max_seats=rules.MAX_SEATS,
        default_options=pb.Options(**{game.arm: game.wire.encode_options(rules.Options())}),
        rules=game.page,
    )


def _move(game: Game, move: Any) -> pb.Move:
    return pb.Move(**{game.arm: game.wire.encode_move(move)})


def _seat(index: int, seat: Seat) -> pb.Seat:
    player = _player(seat.player) if seat.player else None
    return pb.Seat(index=index, player=player, resigned=seat.resigned)


def _player(player: Player) -> pb.Player:
    return pb.Player(
        id=player.id,
        display_name=player.display_name,
        kind=PLAYER_KIND[player.kind],
    )


def _outcome(outcome: Outcome) -> pb.Outcome:
    return pb.Outcome(
        reason=REASON[outcome.reason],
        ranking=[pb.Ranks(seats=rank) for rank in outcome.ranking],
        scores=outcome.scores,
        winners=outcome.winners,
    )


def _clock(match: AnyMatch, options: ClockOptions) -> pb.Clock:
    due = clock.deadline(match)
    return pb.Clock(
        options=pb.ClockOptions(
            per_move_ms=options.per_move_ms,
            bank_ms=options.bank_ms,
            increment_ms=options.increment_ms,
            on_timeout=ON_TIMEOUT[options.on_timeout],
        ),
        deadline="" if due is None else clock.rfc3339_of(due),
        banks_ms=clock.banks(match),
    )


def _fairness(match: AnyMatch) -> pb.Fairness:
    """The commitment and the log head; the seed too, once the match has ended."""
    message = pb.Fairness(
        commitment=commitment(match.seed),
        # All future cards follow from the seed, so it stays secret until the end.
        server_seed=match.seed if match.ended else "",
        log_head=match.log_head,
        recipe=RECIPE,
        terms=terms(match),
    )
    if match.deal == Deal.SEALED:
        # What was revealed stays secret like the seed: only that it was is told.
        message.seals.extend(seat.seal for seat in match.seats)
        message.to_reveal.extend(sealing.to_reveal(match))
        message.reveal_by, message.reveal_ms = match.reveal_by, match.reveal_ms
    return message
