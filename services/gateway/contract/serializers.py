"""What the engine sends as messages, or in parts, as the JSON of the public contract.

Whatever shows a match is text that the engine has written; here are its envelopes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from orjson import Fragment, dumps

Json: TypeAlias = dict[str, Any]


def _words(enum: Any, prefix: str) -> Mapping[int, str]:
    """Return the public contract's word for each value of an enum."""
    return {number: name.removeprefix(prefix).lower() for name, number in enum.items()}


TICKET = _words(pb.TicketStatus, "TICKET_STATUS_")
INVITATION = _words(pb.InvitationStatus, "INVITATION_STATUS_")


def change(message: pb.Change, game: str) -> Json:
    """Return the answer to a move in a match of the game."""
    text = message.text
    answer = {"version": message.version, "game": game, "events": Fragment(text.events)}
    if text.match:
        answer["match"] = Fragment(text.match)
    elif text.legal_moves:
        answer["legalMoves"] = Fragment(text.legal_moves)
    return answer


def history(message: pb.ListMovesResponse) -> Json:
    return {
        "moves": [*map(Fragment, message.entries)],
        "nextAfter": message.next_after if message.HasField("next_after") else None,
    }


def replay(head: bytes, log: Iterable[bytes]) -> bytes:
    """Return a whole replay, given all but its log, and its log entries."""
    return b'%s,"log":[%s]}' % (head[:-1], b",".join(log))


def rematch(message: pb.Rematch) -> Json:
    return {"asked": list(message.asked), "matchId": message.match_id or None}


def analysis(
    state: str,
    of: int,
    strategy: str,
    unit: str,
    moves: Sequence[bytes],
    place: int | None,
    seconds_left: int | None,
) -> Json:
    return {
        "state": state,
        "done": len(moves),
        "of": of,
        "strategy": strategy,
        "unit": unit or None,
        "place": place,
        "secondsLeft": seconds_left,
        "moves": [Fragment(each) for each in moves],
    }


def analysis_task(
    match_id: str, game: str, lease: str, moves: Sequence[bytes], written: bytes
) -> bytes:
    """Return the analysis that a worker takes, with the replay that is written."""
    task = {"matchId": match_id, "game": game, "lease": lease}
    judged = [Fragment(each) for each in moves]
    return dumps({"task": {**task, "moves": judged, "replay": Fragment(written)}})


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
        "window": message.window if message.HasField("window") else None,
    }
