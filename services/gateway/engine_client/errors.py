"""Errors of the engine as errors of the gateway: gRPC statuses and refusals to Problems."""

import logging
from collections.abc import Mapping
from typing import Any

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from gateway.errors import NotPlayed, Problem, unavailable

log = logging.getLogger("gateway")

# CANCELLED: the engine began to stop, or the channel was replaced, just as it was called.
OUTAGES = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
)

NOT_PLAYED_HERE = "NOT_PLAYED_HERE"


class RosterChanged(Exception):
    """The seat that the engine was given is not the caller's (any more)."""


class NotPlayedHere(Exception):
    """The engine refused: it lacks the rules and has changed nothing, and another may have them.

    `rules` are the missing ones, as ID@VERSION, or a game's id alone.
    """

    def __init__(self, rules: str) -> None:
        super().__init__(rules)
        self.rules = rules


def in_maintenance(message: str, metadata: Mapping[str, str]) -> Problem:
    """Return the Problem of a request that begins a match while maintenance is on."""
    wait = {"Retry-After": metadata["retryAfter"]}
    return Problem("unavailable", message, wait, maintenance=True)


async def from_grpc(error: grpc.aio.AioRpcError) -> Exception:
    """Return the exception to raise for a gRPC call that has failed."""
    info = _error_info(error)
    if info is None:
        return _without_info(error)
    return refused(info.reason, error.details() or "", info.metadata)


def refused(reason: str, message: str, metadata: Mapping[str, str]) -> Exception:
    """Return the exception to raise for a refusal: its ErrorInfo reason, text and metadata."""
    if reason == "ROSTER_CHANGED":
        return RosterChanged()
    if reason == NOT_PLAYED_HERE:
        return NotPlayedHere(metadata.get("rules", ""))
    if reason == "NOT_PLAYED":
        return NotPlayed("gone" in metadata)
    if reason == "UNAVAILABLE":
        return in_maintenance(message, metadata) if "retryAfter" in metadata else unavailable()
    if reason == "INTERNAL":
        return Problem("internal", "Something is broken here.")
    extras: dict[str, Any] = dict(metadata)
    if "version" in extras:
        # Metadata of gRPC are texts; in the public contract a version is a number.
        extras["version"] = int(extras["version"])
    return Problem(reason.lower(), message, **extras)


def _without_info(error: grpc.aio.AioRpcError) -> Exception:
    """Return the exception for an error of gRPC itself, which has no ErrorInfo."""
    if error.code() == grpc.StatusCode.UNIMPLEMENTED:
        detail = "The service is being upgraded: a part of it cannot do this yet."
        return Problem("unavailable", detail, {"Retry-After": "5"})
    if error.code() in OUTAGES:
        return unavailable()
    log.error("a call to the engine has failed: %s", error.code().name)
    return Problem("internal", "Something is broken here.")


def _error_info(error: grpc.aio.AioRpcError) -> error_details_pb2.ErrorInfo | None:
    try:
        status = rpc_status.from_call(error)  # type: ignore[arg-type]
    except ValueError:  # gRPC itself has failed after the engine had answered
        return None
    for detail in status.details if status else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return info
    return None
