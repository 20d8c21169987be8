"""How both programs start: settings, logging, garbage collection, the event loop."""

import gc
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import uvloop
from pydantic import ValidationError
from pydantic_settings import BaseSettings

from telemetry import logs
from telemetry.settings import TelemetrySettings

NEW_OBJECTS = 20_000
"""How many objects are created until the collector looks at the youngest."""

AnySettings = TypeVar("AnySettings", bound=BaseSettings)
ProgramSettings = TypeVar("ProgramSettings", bound=TelemetrySettings)


class InvalidSettings(Exception):
    """Some settings are not valid. The message names them without quoting their values."""


def run(
    program: str,
    kind: type[ProgramSettings],
    serve: Callable[[ProgramSettings], Coroutine[Any, Any, None]],
) -> None:
    """Read the settings and serve to the end; `program` is the name of its logger."""
    try:
        settings = read(kind)
    except InvalidSettings as error:
        sys.exit(str(error))
    logs.set_up(program, settings.log_level, settings.log_format)
    collect_garbage_seldom()
    uvloop.run(serve(settings))


def read(kind: type[AnySettings], **values: Any) -> AnySettings:
    """The settings: `values`, and the environment for the others. Raise InvalidSettings."""
    try:
        return kind(**values)
    except ValidationError as error:
        prefix = kind.model_config.get("env_prefix", "")
        # Without inputs and contexts: a wrong value may be a password in the wrong place.
        found = error.errors(include_url=False, include_input=False, include_context=False)
        lines = [_sentence(prefix, each["loc"], each["type"], each["msg"]) for each in found]
        raise InvalidSettings("\n".join(lines)) from None


def collect_garbage_seldom() -> None:
    """Exempt all present objects from garbage collection, and collect new ones seldom.

    Nearly all objects of a request are freed by their reference count. With Python's own
    thresholds, the collector took a twelfth of an engine's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 20)


def _sentence(prefix: str, place: tuple[int | str, ...], kind: str, message: str) -> str:
    """The variable, unless several are wrong together, and what is wrong with it."""
    # An alias is the whole name of a variable.
    variable = "".join(
        f"{name}: " if str(name).isupper() else f"{prefix}{name}: ".upper() for name in place
    )
    sentence = "must be set" if kind == "missing" else message.removeprefix("Value error, ")
    return f"{variable}{sentence.rstrip('.')}."
