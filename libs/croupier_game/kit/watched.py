"""A game that is watched: which of its functions change what they are given, or look elsewhere.

A state that a function has changed is the same object ever after, so no comparison of states that
were played finds it: it must be written down before each call.
"""

import random
import sys
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from datetime import date
from functools import partial
from inspect import isfunction
from pathlib import Path
from types import FrameType
from typing import Any

from croupier_match.games import Game

from croupier_game.game import Rules
from croupier_game.installed import Package
from croupier_game.kit.games import tell_why

CHANGED = (
    "{name} changes the {kind} that it is given: let it make another one, with `replace`, and keep "
    "tuples instead of lists"
)
ELSEWHERE = (
    "{name} calls {called} in {file}, line {line}: what happens must follow from what is given, on "
    "every machine and at every time. Draw from `chance`, and keep in State what is needed later"
)
FORBIDDEN = frozenset(
    {"asyncio", "io", "os", "pathlib", "posix", "random", "secrets", "socket", "subprocess"}
    | {"_io", "_random", "_socket", "tempfile", "threading", "time", "urllib", "uuid"}
)
"""Modules that have luck, a clock, files, or what else is not the same everywhere."""
FUNCTIONS = {name for name, each in vars(Rules).items() if isfunction(each) and name[0] != "_"}
BUILTINS = frozenset({id, input, open})
NOW = frozenset({"now", "today", "utcnow"})


class Watched:
    """Notes in `found`, by the function's name, what the functions of a package do beside."""

    def __init__(self, package: Package, note: Callable[["Watched", str, Any], Any]) -> None:
        self.found: dict[str, str] = {}
        self.folder = str(Path(package.rules.module.__file__ or "").parent)
        rules = copy(package.rules)
        for name in vars(rules).keys() & FUNCTIONS:
            setattr(rules, name, partial(note, self, name, getattr(package.rules, name)))
        self.game = Game.of(replace(package, rules=rules), failed=tell_why)

    def note(self, name: str, sentence: str, **words: object) -> None:
        self.found.setdefault(name, sentence.format(name=name, **words))


def changes(watched: Watched, name: str, function: Callable[..., Any], *given: Any) -> Any:
    """Call the function, and note whether it has changed what it was given."""
    before = [*map(repr, given)]
    try:
        return function(*given)
    finally:
        for value, was in zip(given, before, strict=True):
            if repr(value) != was:
                watched.note(name, CHANGED, kind=type(value).__name__)


def looks_elsewhere(watched: Watched, name: str, function: Callable[..., Any], *given: Any) -> Any:
    """Call the function, and note what it calls that is not the same everywhere."""

    def see(frame: FrameType, event: str, called: Any) -> None:
        caller: FrameType | None = frame if event == "c_call" else frame.f_back
        if event not in ("call", "c_call") or not caller:
            return
        if not caller.f_code.co_filename.startswith(watched.folder):
            return
        if found := _builtin(called) if event == "c_call" else _function(frame):
            file = Path(caller.f_code.co_filename).name
            watched.note(name, ELSEWHERE, called=found, file=file, line=caller.f_lineno)

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        return function(*given)
    finally:
        sys.setprofile(before)


def _builtin(called: Any) -> str:
    """Return the name of a function in C that must not be called; "" of all others."""
    owner, name = getattr(called, "__self__", None), called.__name__
    module = called.__module__ or type(owner).__module__
    if isinstance(owner, type) and issubclass(owner, date) and name in NOW:
        return f"{owner.__name__}.{name}"
    if isinstance(owner, random.Random):
        return f"random.{name}"
    if called in BUILTINS:
        return str(name)
    return f"{module.lstrip('_')}.{name}" if module.partition(".")[0] in FORBIDDEN else ""


def _function(frame: FrameType) -> str:
    """Return the same of a function in Python that is called."""
    module = frame.f_globals.get("__name__", "")
    if module.partition(".")[0] in FORBIDDEN:
        return f"{module}.{frame.f_code.co_name}"
    if module in ("_collections_abc", "collections.abc"):
        mapping = frame.f_locals.get("self")
        return "os.environ" if type(mapping).__module__ == "os" else ""
    return ""
