"""The strategy of each game: `choose` of the module `bot` that its package has beside its rules."""

import logging
import random
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any

log = logging.getLogger("bots")

Json = dict[str, Any]
Choose = Callable[[Json, Sequence[Json], random.Random], Json]
"""A strategy: the match as the bot sees it, its legal moves, its dice; returns one of the moves."""
GROUP = "croupier.games"
"""The entry points of games. Each names the module with the rules, as the engine reads them."""


def found(name: str = "choose") -> Iterator[tuple[str, Choose]]:
    """Yield the games of all packages that have such a strategy, by id; of kept rules, none."""
    for entry in entry_points(group=GROUP):
        if "@" in entry.name:
            continue
        try:
            choose = _choose_of(entry, name)
        except Exception:
            log.exception("%s is played at random: its bot cannot be imported", entry.name)
        else:
            if choose:
                yield entry.name, choose


def _choose_of(entry: EntryPoint, which: str) -> Choose | None:
    """Return the strategy beside the rules, which are a package themselves or lie in one."""
    rules = find_spec(entry.module)
    is_package = rules is not None and rules.submodule_search_locations is not None
    name = f"{entry.module if is_package else entry.module.rpartition('.')[0]}.bot"
    choose: Choose | None = getattr(import_module(name), which, None) if find_spec(name) else None
    return choose


STRATEGIES: dict[str, Choose] = dict(found())
"""By game. Bots play other games at random."""
EASY: dict[str, Choose] = dict(found("easy"))
"""The same for those who are easy to beat."""
