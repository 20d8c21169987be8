"""Logs on standard error: lines for people, or a JSON object a line for machines.

Neither has a traceback, nor what an exception says: it could hold a card. Of what other
libraries log there is the first line of the message, without what they would put into it.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from telemetry.redaction import SHAPES, allowed_fields, error_location

LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
LogFormat: TypeAlias = Literal["text", "json"]

about: ContextVar[Mapping[str, Any] | None] = ContextVar("about", default=None)
"""Fields of whatever is logged in the course of a request; see SHAPES."""


def set_up(own: str, level: LogLevel, form: LogFormat) -> None:
    """Log to standard error. `own` is the logger of which everything from `level` on is told.

    Of the others, it is no less than a warning: some of them log what they send.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[form](own))
    least = getattr(logging, level.upper())
    logging.basicConfig(level=max(least, logging.WARNING), handlers=[handler], force=True)
    logging.getLogger(own).setLevel(least)


class Text(logging.Formatter):
    """Time, level, logger, message, and fields as name=value."""

    def __init__(self, own: str) -> None:
        super().__init__()
        self._own = own

    def format(self, record: logging.LogRecord) -> str:
        said = [_time(record), record.levelname, record.name, _message(record, self._own)]
        return " ".join([*said, *(f"{name}={value}" for name, value in _fields(record))])


class Json(logging.Formatter):
    """The same as members of an object: time, level, logger, message, and the fields."""

    def __init__(self, own: str) -> None:
        super().__init__()
        self._own = own

    def format(self, record: logging.LogRecord) -> str:
        members = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record, self._own),
        }
        return json.dumps({**members, **dict(_fields(record))})


FORMATTERS: Mapping[str, Callable[[str], logging.Formatter]] = {"text": Text, "json": Json}


def _time(record: logging.LogRecord) -> str:
    time = datetime.fromtimestamp(record.created, UTC)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _message(record: logging.LogRecord, own: str) -> str:
    if record.name.split(".")[0] == own:
        return record.getMessage()
    return str(record.msg).split("\n", 1)[0][:200]


def _fields(record: logging.LogRecord) -> Iterator[tuple[str, str | int | float]]:
    given = {name: value for name, value in record.__dict__.items() if name in SHAPES}
    if record.exc_info and record.exc_info[1]:
        given["error"] = error_location(record.exc_info[1])
    yield from allowed_fields({**(about.get() or {}), **given})
