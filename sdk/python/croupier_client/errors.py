"""What goes wrong: refusals of the service, and no answer at all."""

import os
import re
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from croupier_client.effects import Answer

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
ID = re.compile(r"[\w-]{1,64}", re.ASCII)
"""What is given as an id must not lead to another path; the service knows how long ids are."""


class Decodes(Protocol[T_co]):
    """What reads JSON."""

    def decode(self, data: bytes | msgspec.Raw, /) -> T_co: ...


class CroupierError(Exception):
    """The root of all errors of this package."""


class Unreachable(CroupierError):
    """No answer came for as long as the client was to wait. The request may have had its effect."""


class BadChoice(CroupierError):
    """A bot has chosen what is no legal move, or options that its matches cannot have."""


class NotUnderstood(CroupierError):
    """The service says what this version of the client cannot read."""


class NotProven(CroupierError):
    """A replay, or a deal that is to be revealed, is not what the service has promised."""


class Refused(CroupierError):
    """A refusal. Each code of the contract has a subclass, such as `NotYourTurn`."""

    by_code: ClassVar[dict[str, type["Refused"]]] = {}

    def __init_subclass__(cls, code: str) -> None:
        Refused.by_code[code] = cls

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(problem.get("detail") or f"The service answered {status}.")
        self.status = status
        self.problem = problem
        self.code: str = problem.get("code", "")
        self.rule: str | None = problem.get("rule")
        self.version: int | None = problem.get("version")
        self.request_id: str | None = problem.get("requestId")


def reason_of(error: object) -> str:
    """Why there is no answer, as the system says it if it does: "connection refused"."""
    cause, said = error, str(error or "") or type(error).__name__
    while isinstance(cause, BaseException):
        if isinstance(cause, OSError) and cause.errno:
            said = os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)
        cause = cause.__cause__ or cause.__context__
    return said[:1].lower() + said[1:]


def decoded(decoder: Decodes[T], data: bytes | msgspec.Raw) -> T:
    """What it says. Raise NotUnderstood if it says something else."""
    try:
        return decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise NotUnderstood(str(error)) from error


def refusal(status: int, problem: Mapping[str, Any]) -> Refused:
    """The problem as an exception of its code's class."""
    return Refused.by_code.get(str(problem.get("code")), Refused)(status, problem)


def checked_id(text: str) -> str:
    """An id, for a path. Raise NotFound, as the service would, for what has not the form of ids."""
    if ID.fullmatch(text):
        return text
    raise refusal(404, {"code": "not_found", "detail": f"{text[:100]!r} is no id."})


def refusal_of(answer: Answer) -> Refused:
    """The answer as an exception; a proxy's own page has no members."""
    try:
        problem = msgspec.json.decode(answer.body, type=dict[str, Any])
    except msgspec.DecodeError:
        problem = {}
    return refusal(answer.status, problem)
