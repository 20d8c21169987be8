"""Logs on standard error: text for people, or one JSON object per line for machines.

Neither has tracebacks or messages of exceptions: those could hold a card. Of the log records of
libraries only the first line is logged, without their arguments.
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
"""Fields that every line of the current request gets; see telemetry.redaction."""


def set_up(own: str, level: LogLevel, form: LogFormat) -> None:
    """Log to standard error: everything from `level` on of the logger `own`.

    Of other loggers, nothing below a warning: some libraries log what they send.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[form](own))
    minimum = getattr(logging, level.upper())
    logging.basicConfig(level=max(minimum, logging.WARNING), handlers=[handler], force=True)
    logging.getLogger(own).setLevel(minimum)


class TextFormatter(logging.Formatter):
    """Time, level, logger, message, and fields as name=value."""

    def __init__(self, own: str) -> None:
        super().__init__()
        self._own = own

    def format(self, record: logging.LogRecord) -> str:
        parts = [_time(record), record.levelname, record.name, _message(record, self._own)]
        return " ".join([*parts, *(f"{name}={value}" for name, value in _fields(record))])


class JsonFormatter(logging.Formatter):
    """The same as members of a JSON object: time, level, logger, message, and the fields."""

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


FORMATTERS: Mapping[str, Callable[[str], logging.Formatter]] = {
    "text": TextFormatter,
    "json": JsonFormatter,
}


def _time(record: logging.LogRecord) -> str:
    time = datetime.fromtimestamp(record.created, UTC)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _message(record: logging.LogRecord, own: str) -> str:
    """The message; of a library, its template's first line: arguments could hold a card."""
    if record.name.split(".")[0] == own:
        return record.getMessage()
    return str(record.msg).split("\n", 1)[0][:200]


def _fields(record: logging.LogRecord) -> Iterator[tuple[str, str | int | float]]:
    given = {name: value for name, value in record.__dict__.items() if name in SHAPES}
    # In place of a traceback, whose lines could hold values.
    if record.exc_info and record.exc_info[1]:
        given["error"] = error_location(record.exc_info[1])
    # Fields of the line itself win over those of its request.
    yield from allowed_fields({**(about.get() or {}), **given})
