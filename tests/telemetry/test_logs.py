"""Lines of a log, for people and for machines: what they have, and what they leave out."""

import json
import logging
import sys
from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
from telemetry import logs
from telemetry.logs import JsonFormatter, TextFormatter

ID = "m" * 22
Formatter: TypeAlias = type[TextFormatter] | type[JsonFormatter]
SECRET = "Y7 Rx G10"  # noqa: S105 - a hand


@pytest.fixture(autouse=True)
def _nothing_going_on() -> Iterator[None]:
    token = logs.about.set(None)
    yield
    logs.about.reset(token)


def line(message: str, *args: Any, name: str = "engine", **fields: Any) -> str:
    return JsonFormatter("engine").format(record(message, *args, name=name, **fields))


def record(message: str, *args: Any, name: str = "engine", **fields: Any) -> logging.LogRecord:
    caught = fields.pop("exc_info", None)
    made = logging.LogRecord(name, logging.ERROR, "a.py", 1, message, args, caught)
    made.__dict__.update(fields)
    return made


def caught() -> Any:
    try:
        raise ValueError(SECRET)
    except ValueError:
        return sys.exc_info()


def test_a_line_for_machines_is_an_object() -> None:
    members = json.loads(line("%s failed", "GetMatch", match_id=ID, milliseconds=1.5))
    assert members.pop("time").endswith("Z")
    assert members == {
        "level": "error",
        "logger": "engine",
        "message": "GetMatch failed",
        "match_id": ID,
        "milliseconds": 1.5,
    }


def test_a_line_for_people_has_the_same() -> None:
    told = TextFormatter("engine").format(record("%s failed", "GetMatch", match_id=ID))
    assert told.split(" ", 1)[1] == f"ERROR engine GetMatch failed match_id={ID}"


def test_what_is_going_on_is_told_with_every_line() -> None:
    logs.about.set({"request_id": "r", "match_id": ID, "trace_id": "a" * 32})
    members = json.loads(line("done", match_id="n" * 22))
    assert (members["request_id"], members["trace_id"]) == ("r", "a" * 32)
    assert members["match_id"] == "n" * 22


@pytest.mark.parametrize("form", [TextFormatter, JsonFormatter])
def test_of_an_exception_there_are_type_and_place_only(
    form: Formatter,
) -> None:
    told = form("engine").format(record("failed", exc_info=caught()))
    assert "ValueError at " in told
    assert __file__ in told
    assert SECRET not in told
    assert "Traceback" not in told


@pytest.mark.parametrize("form", [TextFormatter, JsonFormatter])
def test_others_may_not_say_what_they_put_into_a_message(
    form: Formatter,
) -> None:
    foreign = record("lost: %s\nfuture: " + SECRET, SECRET, name="asyncio")
    told = form("engine").format(foreign)
    assert "lost: %s" in told
    assert SECRET not in told


def test_only_the_own_logger_tells_less_than_warnings() -> None:
    """Debugging must not have libraries log what they send."""
    root, own, other = logging.getLogger(), logging.getLogger("own"), logging.getLogger("other")
    before = root.level, [*root.handlers]
    try:
        logs.set_up("own", "debug", "json")
        assert own.isEnabledFor(logging.DEBUG)
        assert not other.isEnabledFor(logging.INFO)
        assert other.isEnabledFor(logging.WARNING)
    finally:
        root.handlers[:] = before[1]
        root.setLevel(before[0])
