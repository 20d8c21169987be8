"""The one table of refusals: gRPC status and public code of each."""

import logging

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier_game import errors as rules
from croupier_match import refusals
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2
from telemetry.redaction import error_location

from engine.domain import errors

DOMAIN = "croupier"

log = logging.getLogger("engine")

STATUS: dict[type[Exception], tuple[grpc.StatusCode, str]] = {
    refusals.GameFailed: (grpc.StatusCode.INTERNAL, "GAME_FAILED"),
    errors.Malformed: (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"),
    refusals.NotFound: (grpc.StatusCode.NOT_FOUND, "NOT_FOUND"),
    refusals.NotYourMatch: (grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_MATCH"),
    refusals.Forbidden: (grpc.StatusCode.PERMISSION_DENIED, "FORBIDDEN"),
    # For gateways only, which then fetch the roster again (docs/decisions/secrecy.md).
    refusals.RosterChanged: (grpc.StatusCode.ABORTED, "ROSTER_CHANGED"),
    # For gateways only, which then ask another engine.
    refusals.NotPlayedHere: (grpc.StatusCode.ABORTED, "NOT_PLAYED_HERE"),
    # For gateways only, which then ask no other engine.
    errors.NotPlayed: (grpc.StatusCode.ABORTED, "NOT_PLAYED"),
    errors.IdempotencyMismatch: (grpc.StatusCode.INVALID_ARGUMENT, "IDEMPOTENCY_MISMATCH"),
    refusals.VersionMismatch: (grpc.StatusCode.ABORTED, "VERSION_MISMATCH"),
    refusals.NotYourTurn: (grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN"),
    refusals.UndoRefused: (grpc.StatusCode.FAILED_PRECONDITION, "UNDO_REFUSED"),
    refusals.MatchNotActive: (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_NOT_ACTIVE"),
    refusals.MatchActive: (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_ACTIVE"),
    refusals.MatchFull: (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FULL"),
    refusals.Conflict: (grpc.StatusCode.FAILED_PRECONDITION, "CONFLICT"),
    refusals.Revealing: (grpc.StatusCode.FAILED_PRECONDITION, "CONFLICT"),
    rules.InvalidMove: (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_MOVE"),
    rules.IllegalMove: (grpc.StatusCode.FAILED_PRECONDITION, "ILLEGAL_MOVE"),
    rules.InvalidOptions: (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_OPTIONS"),
    # Not UNAVAILABLE, which gateways try again at once.
    errors.Overloaded: (grpc.StatusCode.RESOURCE_EXHAUSTED, "UNAVAILABLE"),
    errors.StoreUnavailable: (grpc.StatusCode.UNAVAILABLE, "UNAVAILABLE"),
    errors.DamagedMatch: (grpc.StatusCode.UNAVAILABLE, "UNAVAILABLE"),
    errors.InMaintenance: (grpc.StatusCode.UNAVAILABLE, "UNAVAILABLE"),
}


def code_of(error: BaseException) -> str:
    """The name of the error's gRPC status."""
    # By its very type: NotYourTurn is a Conflict, too, and has a code of its own.
    known = STATUS.get(type(error))  # type: ignore[arg-type]
    return known[0].name if known else "INTERNAL"


def reason_of(error: BaseException) -> str:
    """The error's code in the public API, in lower case."""
    known = STATUS.get(type(error))  # type: ignore[arg-type]
    return known[1].lower() if known else "internal"


def status_of(error: Exception) -> status_pb2.Status:
    """The status of a refusal, with one ErrorInfo. Raise KeyError for any other error."""
    code, reason = STATUS[type(error)]
    info = error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=_metadata(error))
    detail = AnyMessage()
    detail.Pack(info)
    return status_pb2.Status(code=code.value[0], message=str(error), details=[detail])


def refusal(error: BaseException, method: str, request_id: str, **fields: str) -> pb.Refusal:
    """The refusal of one item of a batch. Unexpected errors are logged and become INTERNAL.

    `fields` are those of the log line.
    """
    known = STATUS.get(type(error))  # type: ignore[arg-type]
    if known is None:
        report(error, method, request_id=request_id or "-", **fields)
        return pb.Refusal(reason="INTERNAL", message="internal")
    return pb.Refusal(reason=known[1], message=str(error), metadata=_metadata(error))


def report(error: BaseException, method: str, **fields: str) -> None:
    """Log an unexpected error: its type and place, not its message, which could hold a card."""
    log.error("%s failed: %s", method, error_location(error), extra={"rpc": method, **fields})


def _metadata(error: BaseException) -> dict[str, str]:
    """Details for the caller: the rule that forbids a move, the current version, when to retry.

    For gateways, which rules others have to have.
    """
    if isinstance(error, rules.IllegalMove | refusals.UndoRefused):
        return {"rule": str(error)}
    if isinstance(error, refusals.VersionMismatch):
        return {"version": str(error.version)}
    if isinstance(error, refusals.NotPlayedHere):
        return {"rules": error.rules}
    if isinstance(error, errors.InMaintenance):
        return {"retryAfter": str(error.retry_after_s)}
    return {}
