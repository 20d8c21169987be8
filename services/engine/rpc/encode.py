"""Encoding of what is not shown as text: rosters and tickets as protobuf messages."""

from collections.abc import Sequence

from croupier.v1 import engine_service_pb2 as pb
from croupier_match import clock, decisions, sealing
from croupier_match.match import BOT, Access, AnyMatch, Status

from engine.domain.registry import GAMES
from engine.store.tickets import Ticket, TicketStatus

STATUS = {status: pb.MatchStatus.Value(f"MATCH_STATUS_{status.name}") for status in Status}
ACCESS = {access: pb.Access.Value(f"ACCESS_{access.name}") for access in Access}
TICKET = {each: pb.TicketStatus.Value(f"TICKET_STATUS_{each.name}") for each in TicketStatus}


def to_move(match: AnyMatch) -> Sequence[int]:
    """The seats that are to move; none unless the match is running."""
    if match.status != Status.ACTIVE:
        return ()
    return GAMES.of(match).rules.to_move(match.state)


def roster(match: AnyMatch, invited: bool = False) -> pb.Roster:
    """The players by seat, for the gateway; `settled` if they will not change any more."""
    return pb.Roster(
        invited=invited,
        match_id=match.id,
        game=match.game,
        rules_version=match.rules_version,
        access=ACCESS[match.access],
        player_ids=[place.player.id if place.player else "" for place in match.seats],
        # Gateways keep a settled roster for good: seats change only before the start.
        settled=match.status != Status.WAITING,
        silent=not match.talk,
        rated=match.rated,
        ended=match.ended,
        end_time=match.update_time if match.ended else "",
        version=match.version if match.ended else 0,
        gone_after_ms=match.gone_after_ms,
        deleted=[
            seat for seat, place in enumerate(match.seats) if place.player and place.player.is_gone
        ],
        bots=[
            seat
            for seat, place in enumerate(match.seats)
            if place.player and place.player.kind == BOT
        ],
    )


def listed(match: AnyMatch) -> pb.Roster:
    """Return the roster of a listed match, with its version, the seats to move and their decisions.

    Of one that other engines play, also once it has ended, only the seats to move are missing.
    """
    message = roster(match)
    message.version = match.version
    message.elsewhere = not GAMES.has_rules_of(match)
    if not message.elsewhere:
        message.to_move.extend(to_move(match))
        message.decisions.extend(decisions.since(match, seat) for seat in message.to_move)
    message.to_reveal.extend(sealing.to_reveal(match))
    return message


def ticket(ticket: Ticket, now_ms: int, replayed: bool = False) -> pb.Ticket:
    return pb.Ticket(
        id=ticket.id,
        status=TICKET[ticket.status],
        match_id=ticket.match_id,
        expire_time=clock.rfc3339_of(ticket.expires_ms),
        replayed=replayed,
        window=ticket.window(now_ms),
    )
