"""The players of an arena by their names.

random, rosa, hugo, ida, emil   built in; ida:rollouts=500 is in a hurry, hugo:heat=2 is careless
mybot:Percy                  what Percy() of the module mybot returns, with a method `choose`
mybot:Percy:depth=3          the same by Percy(depth=3); built-in players take arguments as well
exec:./mybot --fast          a program, in any language (see program.py)
@Hugo                        with --url, a bot of the service, which is invited
"""

import inspect
import json
import os
import random
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from croupier_game.game import package_of
from croupier_game.installed import find
from croupier_game.search import CannotSearch
from croupier_game.searches import search_of

from croupier_client.arena.contest import BadContest
from croupier_client.arena.program import Program
from croupier_client.base import plain
from croupier_client.ida import Emil, Ida
from croupier_client.turns import Choice, Strategy
from croupier_client.types import Turn

REMOTE = "@"
PROGRAM = "exec:"
MADE_OF = ("game", "dice", "name")
"""What a factory is given besides its arguments, if it has parameters of these names."""


class Random:
    """Any of the legal moves."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def choose(self, turn: Turn) -> Choice:
        """Return one of the moves, each equally likely."""
        return self._dice.choice(turn.moves)


class Hugo:
    """The strategy that a game's package has beside its rules, as Hugo of the house plays it."""

    strategy = "choose"

    def __init__(self, game: str, dice: random.Random, **settings: float) -> None:
        """With settings, such as `heat`, that the game's strategy takes. Raise ValueError."""
        if wrong := [each for each in settings.values() if not isinstance(each, (int, float))]:
            raise ValueError(f"{wrong[0]!r} is no number.")
        self._choose = partial(_bot_of(game, self.strategy), **settings)
        self._dice = dice

    def choose(self, turn: Turn) -> Choice:
        """Return the move that the game's strategy does."""
        shown: Any = turn
        match = {"state": plain(shown.state), "yourSeat": turn.seat}
        chosen = self._choose(match, plain(shown.moves), self._dice)
        return str(chosen["notation"])


class Rosa(Hugo):
    """The strategy for those who are easy to beat, as Rosa of the house plays it."""

    strategy = "easy"

    def __init__(self, game: str, dice: random.Random) -> None:
        super().__init__(game, dice)


BUILT_IN: Mapping[str, Callable[..., Strategy]] = {
    "random": Random,
    "rosa": Rosa,
    "hugo": Hugo,
    "ida": Ida,
    "emil": Emil,
}


def maker(spec: str, game: str) -> Callable[[random.Random], Strategy]:
    """Return what makes the player of this name, with its dice. Raise BadContest."""
    if spec.startswith(PROGRAM):
        command = spec.removeprefix(PROGRAM)
        return lambda dice: Program(command, dice.getrandbits(32))
    name, arguments = _parsed(spec)
    factory = _factory(name, game)
    takes = _parameters(factory, game)
    _check(spec, takes, arguments)

    def make(dice: random.Random) -> Strategy:
        given = {"game": game, "dice": dice, "name": spec}
        given = {each: given[each] for each in MADE_OF if takes is None or each in takes}
        try:
            made: Strategy = factory(**(given if takes is not None else {}), **arguments)
        except (TypeError, ValueError) as error:
            if name in BUILT_IN:  # by its arguments
                raise BadContest(f"{spec}: {error}") from error
            raise
        if not callable(getattr(made, "choose", None)):
            raise BadContest(f"{spec} makes {made!r}, which has no method choose(self, turn).")
        return made

    return make


def _parsed(spec: str) -> tuple[str, Mapping[str, Any]]:
    """Return the name of a player, and the arguments behind it: "ida:rollouts=200"."""
    name, colon, last = spec.rpartition(":")
    if not colon or "=" not in last:
        return spec, {}
    pairs = (each.partition("=") for each in last.split(","))
    return name, {key.strip(): _value(text) for key, _, text in pairs}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _factory(name: str, game: str) -> Callable[..., Strategy]:
    if name in BUILT_IN:
        built_in = BUILT_IN[name]
        if isinstance(built_in, type) and issubclass(built_in, Hugo):
            _bot_of(game, built_in.strategy)
        if built_in in (Ida, Emil):
            _check_worlds(name, game)
        return built_in
    module, colon, attribute = name.partition(":")
    if not colon:
        known = ", ".join(BUILT_IN)
        raise BadContest(
            f"No player is called {name!r}: take one of {known}, module:factory for a bot in"
            " Python, or exec:./program."
        )
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        loaded = import_module(module)
    except Exception as error:
        raise BadContest(f"{name} cannot be loaded, {type(error).__name__}: {error}") from error
    factory = getattr(loaded, attribute, None)
    if not callable(factory):
        made = ", ".join(each for each in vars(loaded) if _is_made_there(loaded, each)) or "none"
        raise BadContest(
            f"{name} is no bot: name a class with a method choose(self, turn). What {module} has"
            f" of its own: {made}."
        )
    return factory  # type: ignore[no-any-return]


def _is_made_there(module: ModuleType, name: str) -> bool:
    each = getattr(module, name)
    return callable(each) and getattr(each, "__module__", "") == module.__name__


def _check_worlds(name: str, game: str) -> None:
    try:
        search_of(game)
    except CannotSearch as error:
        raise BadContest(f"{name} searches in worlds: {error}") from error


def _parameters(
    factory: Callable[..., Strategy], game: str
) -> Mapping[str, inspect.Parameter] | None:
    """Return the parameters by name; None if they cannot be known."""
    try:
        takes = dict(inspect.signature(factory).parameters)
    except ValueError:
        return None
    if factory is Hugo:
        # Its settings are what the game's strategy takes besides a match, its moves and the dice.
        del takes["settings"]
        takes |= [*inspect.signature(_bot_of(game, Hugo.strategy)).parameters.items()][3:]
    return takes


def _check(
    spec: str, takes: Mapping[str, inspect.Parameter] | None, arguments: Mapping[str, Any]
) -> None:
    """Raise BadContest if the factory does not take the arguments, or wants others."""
    if takes is None or any(each.kind is each.VAR_KEYWORD for each in takes.values()):
        return
    if unknown := arguments.keys() - takes.keys():
        raise BadContest(f"{spec}: there is no argument {', '.join(sorted(unknown))}.")
    wanted = [
        name
        for name, each in takes.items()
        if each.default is each.empty
        and each.kind is not each.VAR_POSITIONAL
        and name not in {*arguments, *MADE_OF}
    ]
    if wanted:
        raise BadContest(f"{spec}: say {', '.join(f'{name}=...' for name in wanted)} as well.")


@cache
def _bot_of(game: str, strategy: str) -> Callable[..., Mapping[str, Any]]:
    """Return this function of the module `bot` beside the rules. Raise BadContest."""
    found, why = find({game}), "no package of that game is installed."
    for package in found.games:
        name = f"{package_of(package.rules.module)}.bot"
        if not find_spec(name):
            why = f"its package has no bot.py, in which a function {strategy} would be."
        elif chosen := getattr(import_module(name), strategy, None):
            return chosen  # type: ignore[no-any-return]
        else:
            why = f"{name} has no function {strategy}."
    who = "rosa" if strategy == Rosa.strategy else "hugo"
    raise BadContest(f"{who} does not play {game!r}: {' '.join(found.refused) or why}")
