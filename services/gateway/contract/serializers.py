"""The engine's messages as the JSON of the public contract.

Repeated fields are sliced before they are iterated over: upb makes the slice's list at
once, which takes a third of the time of making the elements one by one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from google.protobuf.message import Message
from orjson import Fragment

from gateway.contract.durations import from_ms
from gateway.contract.proto_json import Json, writer


def _words(enum: Any, prefix: str) -> Mapping[int, str]:
    """Return the public contract's word for each value of an enum."""
    return {number: name.removeprefix(prefix).lower() for name, number in enum.items()}


STATUS = _words(pb.MatchStatus, "MATCH_STATUS_")
ACCESS = _words(pb.Access, "ACCESS_")
START = _words(pb.StartMode, "START_MODE_")
DEAL = _words(pb.Deal, "DEAL_")
UNDO = _words(pb.UndoMode, "UNDO_MODE_")
KIND = _words(pb.EntryKind, "ENTRY_KIND_")
REASON = _words(pb.OutcomeReason, "OUTCOME_REASON_")
PLAYER = _words(pb.PlayerKind, "PLAYER_KIND_")
TICKET = _words(pb.TicketStatus, "TICKET_STATUS_")
INVITATION = _words(pb.InvitationStatus, "INVITATION_STATUS_")


def match(message: pb.Match) -> Json:
    """Return the match as the engine has shown it to a viewer; null where a field is unset."""
    rendered = {
        "id": message.id,
        "game": message.game,
        "status": STATUS[message.status],
        "access": ACCESS[message.access],
        "start": START[message.start],
        "deal": DEAL[message.deal],
        "version": message.version,
        "rulesVersion": message.rules_version,
        "options": arm(message.options),
        "createTime": message.create_time,
        "updateTime": message.update_time,
        "seats": [_seat(seat) for seat in message.seats[:]],
        "yourSeat": message.your_seat if message.HasField("your_seat") else None,
        "toMove": list(message.to_move),
        "clock": _clock(message.clock) if message.HasField("clock") else None,
        "state": arm(message.view) if message.HasField("view") else None,
        "lastEvents": events(message.last_events),
        "undoMode": UNDO[message.undo_mode],
        "undo": undo(message),
        "outcome": _outcome(message.outcome) if message.HasField("outcome") else None,
        "fairness": _fairness(message.fairness),
    }
    if message.invite_code:
        rendered["inviteCode"] = message.invite_code
    if message.silent:
        rendered["talk"] = False
    return rendered


def outline(message: pb.Match, happened: Sequence[pb.Event]) -> Json:
    """Return a version without its match, as `view=none` shows it; `happened` are its events."""
    return {
        "version": message.version,
        "game": message.game,
        "events": events(happened),
        "toMove": list(message.to_move),
        "status": STATUS[message.status],
        "clock": _clock(message.clock) if message.HasField("clock") else None,
        "undo": undo(message),
        "logHead": message.fairness.log_head,
    }


def undo(message: pb.Match) -> Json | None:
    """Return the open request to take moves back; None without one."""
    if not message.HasField("undo"):
        return None
    return {
        "seat": message.undo.seat,
        "toVersion": message.undo.to_version,
        "agreed": list(message.undo.agreed),
        "needs": list(message.undo.needs),
    }


def change(message: pb.Change, game: str) -> Json:
    """Return the answer to a move in a match of the game."""
    answer: Json = {"version": message.version, "game": game}
    if message.HasField("sight"):
        return {**answer, **_in_text(message.sight)}
    answer["events"] = events(message.events)
    if message.HasField("match"):
        answer["match"] = match(message.match)
    if message.HasField("legal_moves"):
        answer.get("match", answer)["legalMoves"] = legal_moves(message.legal_moves, game)
    return answer


def _in_text(sight: pb.Sight) -> Json:
    """Return the members of a move's answer that the engine has written as text."""
    text: Json = {"events": Fragment(sight.events)}
    if sight.match:
        text["match"] = Fragment(with_legal_moves(sight.match, sight.legal_moves))
    elif sight.legal_moves:
        text["legalMoves"] = Fragment(sight.legal_moves)
    return text


def with_legal_moves(text: bytes, moves: bytes) -> bytes:
    """Return the JSON of an object with legal moves, if there are any, as its last member."""
    return b'%s,"legalMoves":%s}' % (text[:-1], moves) if moves else text


def legal_moves(message: pb.LegalMoves, game: str) -> Json:
    """Return the answer of /legal-moves of a match of the game; the seat of a spectator is null."""
    return {
        "version": message.version,
        "game": game,
        "seat": message.seat if message.HasField("seat") else None,
        "moves": [{"move": arm(each.move), "notation": each.notation} for each in message.moves[:]],
    }


def rematch(message: pb.Rematch) -> Json:
    return {"asked": list(message.asked), "matchId": message.match_id or None}


def invitation(message: pb.Invitation) -> Json:
    return {
        "id": message.id,
        "matchId": message.match_id,
        "playerId": message.player_id,
        "status": INVITATION[message.status],
        "expireTime": message.expire_time,
    }


def ticket(message: pb.Ticket) -> Json:
    return {
        "id": message.id,
        "status": TICKET[message.status],
        "matchId": message.match_id or None,
        "expireTime": message.expire_time,
    }


def history(message: pb.ListMovesResponse, game: str) -> Json:
    return {
        "moves": [_history_entry(entry, game) for entry in message.entries[:]],
        "nextAfter": message.next_after if message.HasField("next_after") else None,
    }


def replay(message: pb.Replay) -> Json:
    """Return the replay with its log, or the first page of that."""
    return {**replay_head(message), "log": replay_log(message)}


def replay_head(message: pb.Replay) -> Json:
    """Return the replay without its log, given its first page."""
    return {
        "game": message.match.game,
        "match": match(message.match),
        # The public contract has them twice; the verifier requires both to be the same.
        "options": arm(message.match.options),
        "serverSeed": message.match.fairness.server_seed,
        "entropy": [entropy or None for entropy in message.entropy],
        "audit": [as_json(entry) for entry in message.audit[:]],
    }


def replay_log(message: pb.Replay) -> list[Json]:
    """Return the log entries of a page of the replay."""
    return [_log_entry(entry) for entry in message.log[:]]


def events(messages: Sequence[pb.Event]) -> list[Json]:
    """Return the events in order."""
    return [arm(message) for message in messages[:]]


def arm(message: Message) -> Json:
    """Return the game's own message in one with an arm per game; {} if none is set."""
    name = message.WhichOneof("game")
    return as_json(getattr(message, name)) if name else {}


def as_json(message: Message) -> Json:
    """Return the proto3 JSON mapping: lowerCamelCase, enums by name, defaults printed."""
    return writer(message.DESCRIPTOR)(message)


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
        "kind": PLAYER[message.kind],
    }


def _clock(message: pb.Clock) -> Json:
    """Return the clock of a match: its options, the deadline, and the banks as of now."""
    options, by_bank = message.options, bool(message.options.bank_ms)
    return {
        "perMove": None if by_bank else from_ms(options.per_move_ms),
        "bank": from_ms(options.bank_ms) if by_bank else None,
        "increment": from_ms(options.increment_ms) if by_bank else None,
        "onTimeout": pb.OnTimeout.Name(options.on_timeout).removeprefix("ON_TIMEOUT_").lower(),
        "deadline": message.deadline or None,
        "banks": [from_ms(bank) for bank in message.banks_ms] if by_bank else None,
    }


def _outcome(message: pb.Outcome) -> Json:
    return {
        "reason": REASON[message.reason],
        "ranking": [list(rank.seats) for rank in message.ranking],
        "scores": list(message.scores),
        "winners": list(message.winners),
    }


def _fairness(message: pb.Fairness) -> Json:
    return {
        "commitment": message.commitment,
        "serverSeed": message.server_seed or None,
        "logHead": message.log_head,
        "recipe": message.recipe,
        "terms": message.terms,
        **(_sealing(message) if message.reveal_ms else {}),
    }


def _sealing(message: pb.Fairness) -> Json:
    """Return the members of a sealed deal."""
    return {
        "reveal": from_ms(message.reveal_ms),
        "seals": [seal or None for seal in message.seals],
        "toReveal": list(message.to_reveal),
        "revealBy": message.reveal_by or None,
    }


def _history_entry(message: pb.HistoryEntry, game: str) -> Json:
    return {
        "version": message.version,
        "game": game,
        "kind": KIND[message.kind],
        "seat": message.seat,
        "move": arm(message.move) if message.HasField("move") else None,
        "notation": message.notation or None,
        "time": message.time,
        "events": events(message.events),
        **_reason(message),
    }


def _log_entry(message: pb.LogEntry) -> Json:
    return {
        "version": message.version,
        "kind": KIND[message.kind],
        "seat": message.seat,
        "move": arm(message.move) if message.HasField("move") else None,
        "time": message.time,
        "prev": message.prev,
        "hash": message.hash,
        **({"seal": message.seal} if message.HasField("seal") else {}),
        **({"entropy": message.entropy} if message.HasField("entropy") else {}),
        **_reason(message),
    }


def _reason(message: pb.HistoryEntry | pb.LogEntry) -> Json:
    """Return why the match was aborted, `note` or `withheld`, or what is taken back.

    Every member of a log entry is hashed, null too.
    """
    if message.withheld:
        return {"withheld": list(message.withheld)}
    if message.HasField("to_version"):
        return _undoing(message)
    return {"note": message.note} if message.HasField("note") else {}


def _undoing(message: pb.HistoryEntry | pb.LogEntry) -> Json:
    """Return the version to return to, and the seats that have to agree, if any."""
    needs = {"needs": list(message.needs)} if message.needs else {}
    return {"to": message.to_version, **needs}
