"""The engine's messages as the JSON of the public contract."""

from collections.abc import Iterable
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from gateway import clocks

Json = dict[str, Any]


def match(message: pb.Match) -> Json:
    """A match as its viewer may see it: null where there is nothing."""
    rendered = {
        "id": message.id,
        "game": message.game,
        "status": _word(pb.MatchStatus.Name(message.status), "MATCH_STATUS_"),
        "access": _word(pb.Access.Name(message.access), "ACCESS_"),
        "start": _word(pb.StartMode.Name(message.start), "START_MODE_"),
        "version": message.version,
        "rulesVersion": message.rules_version,
        "options": arm(message.options),
        "createTime": message.create_time,
        "updateTime": message.update_time,
        "seats": [_seat(seat) for seat in message.seats],
        "yourSeat": message.your_seat if message.HasField("your_seat") else None,
        "toMove": list(message.to_move),
        "clock": clocks.shown(message.clock) if message.HasField("clock") else None,
        "state": arm(message.view) if message.HasField("view") else None,
        "lastEvents": events(message.last_events),
        "outcome": _outcome(message.outcome) if message.HasField("outcome") else None,
        "fairness": _fairness(message.fairness),
    }
    if message.invite_code:
        rendered["inviteCode"] = message.invite_code
    return rendered


def change(message: pb.Change) -> Json:
    """The answer to a move."""
    answer: Json = {"version": message.version, "events": events(message.events)}
    if message.HasField("match"):
        answer["match"] = match(message.match)
    return answer


def legal_moves(message: pb.LegalMoves) -> Json:
    return {
        "version": message.version,
        "seat": message.seat if message.HasField("seat") else None,
        "moves": [{"move": arm(each.move), "notation": each.notation} for each in message.moves],
    }


def rematch(message: pb.Rematch) -> Json:
    return {"asked": list(message.asked), "matchId": message.match_id or None}


def ticket(message: pb.Ticket) -> Json:
    return {
        "id": message.id,
        "status": _word(pb.TicketStatus.Name(message.status), "TICKET_STATUS_"),
        "matchId": message.match_id or None,
        "expireTime": message.expire_time,
    }


def history(message: pb.ListMovesResponse) -> Json:
    return {
        "moves": [_history_entry(entry) for entry in message.entries],
        "nextAfter": message.next_after if message.HasField("next_after") else None,
    }


def replay(message: pb.Replay) -> Json:
    return {
        "match": match(message.match),
        "options": arm(message.match.options),
        "serverSeed": message.match.fairness.server_seed,
        "entropy": [entropy or None for entropy in message.entropy],
        "log": [_log_entry(entry) for entry in message.log],
    }


def events(messages: Iterable[pb.Event]) -> list[Json]:
    return [arm(message) for message in messages]


def arm(message: Message) -> Json:
    """The one game that is set in a message with an arm per game."""
    name = message.WhichOneof("game")
    return as_json(getattr(message, name)) if name else {}


def as_json(message: Message) -> Json:
    """The proto3 JSON mapping: lowerCamelCase, enums by name, defaults printed."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)


def _seat(message: pb.Seat) -> Json:
    player = message.player if message.HasField("player") else None
    return {
        "index": message.index,
        "player": _player(player) if player else None,
        "resigned": message.resigned,
    }


def _player(message: pb.Player) -> Json:
    return {
        "id": message.id,
        "displayName": message.display_name,
        "kind": _word(pb.PlayerKind.Name(message.kind), "PLAYER_KIND_"),
    }


def _outcome(message: pb.Outcome) -> Json:
    return {
        "reason": _word(pb.OutcomeReason.Name(message.reason), "OUTCOME_REASON_"),
        "ranking": [list(rank.seats) for rank in message.ranking],
        "scores": list(message.scores),
        "winners": list(message.winners),
    }


def _fairness(message: pb.Fairness) -> Json:
    return {
        "commitment": message.commitment,
        "serverSeed": message.server_seed or None,
        "logHead": message.log_head,
    }


def _history_entry(message: pb.HistoryEntry) -> Json:
    return {
        "version": message.version,
        "kind": _kind(message.kind),
        "seat": message.seat,
        "move": arm(message.move) if message.HasField("move") else None,
        "notation": message.notation or None,
        "time": message.time,
        "events": events(message.events),
    }


def _log_entry(message: pb.LogEntry) -> Json:
    return {
        "version": message.version,
        "kind": _kind(message.kind),
        "seat": message.seat,
        "move": arm(message.move) if message.HasField("move") else None,
        "time": message.time,
        "prev": message.prev,
        "hash": message.hash,
    }


def _kind(value: pb.EntryKind.ValueType) -> str:
    return _word(pb.EntryKind.Name(value), "ENTRY_KIND_")


def _word(name: str, prefix: str) -> str:
    return name.removeprefix(prefix).lower()
