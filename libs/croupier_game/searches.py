"""Which search a game has: by its rules over arrays, by its guide, or by chance alone."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from croupier_game.game import Rules, package_of
from croupier_game.search import Blind, CannotSearch, GuidedSearch, Search

GROUP = "croupier.games"
"""The entry points of games."""


@cache
def search_of(game: str, rules_version: int | None = None, library: str = "numpy") -> Search:
    """Return what searches in the worlds of a game by its id, by default with its newest rules.

    library: what plays on in arrays, "numpy" or "jax"; both make the same choices.
    Raise CannotSearch.
    """
    why = "it is not installed here"
    for name in (game, f"{game}@{rules_version}"):
        for entry in entry_points(group=GROUP, name=name):
            try:
                rules = Rules(entry.load())
                found = _search_with(rules, library)
            except CannotSearch:
                raise
            except Exception as error:  # of the game's package
                said = f"{type(error).__name__}: {error}"
                raise CannotSearch(f"{game!r} cannot be searched, {said}") from error
            if rules_version not in (None, rules.VERSION):
                why = f"version {rules_version} of its rules is not installed here"
            elif found:
                return found
            else:
                why = "its package has no worlds.py beside its rules"
    raise CannotSearch(f"{game!r} cannot be searched: {why}.")


def _search_with(rules: Rules, library: str) -> Search | None:
    if not (worlds := _beside(rules, "worlds")):
        return None
    if not find_spec(f"{package_of(rules.module)}.arrays"):
        return GuidedSearch(rules, worlds.Worlds, _beside(rules, "search") or Blind(rules))
    try:
        from croupier_game.arrays.search import array_search
    except ImportError as error:
        raise CannotSearch(
            f"{rules.ID!r} is searched in arrays: pip install croupier-game[arrays], {error}"
        ) from error
    return array_search(rules, worlds.Worlds, library)


def is_guided(game: str) -> bool:
    """Whether a game by its id says how to search in its worlds."""
    try:
        found = search_of(game)
        return not (isinstance(found, GuidedSearch) and isinstance(found.guide, Blind))
    except CannotSearch:
        return False


def _beside(rules: Rules, name: str) -> Any:
    full_name = f"{package_of(rules.module)}.{name}"
    return import_module(full_name) if find_spec(full_name) else None
