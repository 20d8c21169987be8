"""The one table of refusals: the gRPC status of each public code."""

import logging

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.errors import IllegalMove, RulesError
from croupier_match import refusals
from croupier_match.refusals import Code
from croupier_tournament import refusals as tournaments
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2
from telemetry.redaction import error_location

from engine.domain import errors
from engine.domain.errors import EngineCode

DOMAIN = "croupier"

log = logging.getLogger("engine")

REFUSALS = (refusals.Refusal, RulesError, tournaments.Refusal)
STATUS: dict[str, grpc.StatusCode] = {
    Code.GAME_FAILED: grpc.StatusCode.INTERNAL,
    Code.NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    Code.NOT_YOUR_MATCH: grpc.StatusCode.PERMISSION_DENIED,
    Code.FORBIDDEN: grpc.StatusCode.PERMISSION_DENIED,
    Code.VERSION_MISMATCH: grpc.StatusCode.ABORTED,
    Code.NOT_YOUR_TURN: grpc.StatusCode.FAILED_PRECONDITION,
    Code.UNDO_REFUSED: grpc.StatusCode.FAILED_PRECONDITION,
    Code.MATCH_NOT_ACTIVE: grpc.StatusCode.FAILED_PRECONDITION,
    Code.MATCH_ACTIVE: grpc.StatusCode.FAILED_PRECONDITION,
    Code.MATCH_FULL: grpc.StatusCode.FAILED_PRECONDITION,
    Code.CONFLICT: grpc.StatusCode.FAILED_PRECONDITION,
    Code.INVALID_MOVE: grpc.StatusCode.INVALID_ARGUMENT,
    Code.ILLEGAL_MOVE: grpc.StatusCode.FAILED_PRECONDITION,
    Code.INVALID_OPTIONS: grpc.StatusCode.INVALID_ARGUMENT,
    tournaments.Code.NOT_OPEN: grpc.StatusCode.FAILED_PRECONDITION,
    tournaments.Code.FULL: grpc.StatusCode.FAILED_PRECONDITION,
    tournaments.Code.NOT_RUNNING: grpc.StatusCode.FAILED_PRECONDITION,
    # For gateways only, which then fetch the roster again (docs/decisions/secrecy.md).
    Code.ROSTER_CHANGED: grpc.StatusCode.ABORTED,
    # For gateways only, which then ask another engine.
    Code.NOT_PLAYED_HERE: grpc.StatusCode.ABORTED,
    # For gateways only, which then ask no other engine.
    EngineCode.NOT_PLAYED: grpc.StatusCode.ABORTED,
    EngineCode.IDEMPOTENCY_MISMATCH: grpc.StatusCode.INVALID_ARGUMENT,
    EngineCode.MALFORMED: grpc.StatusCode.INVALID_ARGUMENT,
    EngineCode.SUSPENDED: grpc.StatusCode.PERMISSION_DENIED,
    # Not UNAVAILABLE, which gateways try again at once.
    EngineCode.OVERLOADED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    EngineCode.UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
}
TOLD_AS: dict[str, str] = {EngineCode.OVERLOADED: EngineCode.UNAVAILABLE}
"""What callers are told of the codes that tell them too much."""


def code_of(error: BaseException) -> str:
    """The name of the error's gRPC status."""
    code = _refused(error)
    return STATUS[code].name if code in STATUS else "INTERNAL"


def reason_of(error: BaseException) -> str:
    """The error's code in the public API, in lower case."""
    code = _refused(error)
    return str(TOLD_AS.get(code, code)) if code in STATUS else "internal"


def status_of(error: Exception) -> status_pb2.Status:
    """The status of a refusal, with one ErrorInfo. Raise KeyError for any other error."""
    code = STATUS[_refused(error)]
    info = error_details_pb2.ErrorInfo(
        reason=reason_of(error).upper(), domain=DOMAIN, metadata=_metadata(error)
    )
    detail = AnyMessage()
    detail.Pack(info)
    return status_pb2.Status(code=code.value[0], message=str(error), details=[detail])


def refusal(error: BaseException, method: str, request_id: str, **fields: str) -> pb.Refusal:
    """The refusal of one item of a batch. Unexpected errors are logged and become INTERNAL.

    `fields` are those of the log line.
    """
    if _refused(error) not in STATUS:
        report(error, method, request_id=request_id or "-", **fields)
        return pb.Refusal(reason="INTERNAL", message="internal")
    reason = reason_of(error).upper()
    return pb.Refusal(reason=reason, message=str(error), metadata=_metadata(error))


def report(error: BaseException, method: str, **fields: str) -> None:
    """Log an unexpected error: its type and place, not its message, which could hold a card."""
    log.error("%s failed: %s", method, error_location(error), extra={"rpc": method, **fields})


def _refused(error: BaseException) -> str:
    """The code of a refusal; "" for anything else."""
    return error.code if isinstance(error, tournaments.Refusal) else refusals.code_of(error)


def _metadata(error: BaseException) -> dict[str, str]:
    """Details for the caller: the rule that forbids a move, the current version, when to retry.

    For gateways, which rules others have to have.
    """
    if isinstance(error, IllegalMove | refusals.UndoRefused):
        return {"rule": str(error)}
    if isinstance(error, refusals.VersionMismatch):
        return {"version": str(error.version)}
    if isinstance(error, refusals.NotPlayedHere):
        return {"rules": error.rules}
    if isinstance(error, errors.NotPlayed) and error.gone:
        return {"gone": "true"}
    if isinstance(error, errors.Suspended):
        return {"until": error.until, "reason": error.reason}
    if isinstance(error, errors.InMaintenance):
        return {"retryAfter": str(error.retry_after_s)}
    return {}
