"""Which distribution a game's id belongs to, if several bring it.

It is the one that CROUPIER_GAMES names, as in `nim=nim-of-ours`; else the one that is called
`croupier-ID`. Else it belongs to none of them.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint

OTHERS = (
    "brings the game {game}, which belongs to {owner}: uninstall {name}, or write"
    " {game}={name} in CROUPIER_GAMES"
)
NOBODY = (
    "brings the game {game}, as {others} does: uninstall all but one, or name one in"
    " CROUPIER_GAMES, as in {game}={name}"
)


def listed() -> Mapping[str, frozenset[str]]:
    """Return the ids that CROUPIER_GAMES lists, each with the distributions that it names for it.

    Several of one game have `+` between them.
    """
    found = dict[str, frozenset[str]]()
    for each in os.environ.get("CROUPIER_GAMES", "").split(","):
        game, _, owners = each.partition("=")
        if game.strip():
            found[game.strip()] = frozenset(map(_normal, owners.split("+"))) - {""}
    return found


def game_of(entry: EntryPoint) -> str:
    """Return the id of the game that an entry point brings, by some version of its rules."""
    return entry.name.partition("@")[0]


def distribution(entry: EntryPoint) -> str:
    """Return the name of the distribution that has the entry point."""
    return entry.dist.name if entry.dist else entry.value


def in_order(entries: Iterable[EntryPoint]) -> list[EntryPoint]:
    """Return them so that of two that cannot both be played, the first one is.

    Those that CROUPIER_GAMES lists come as it does, and others after those called `croupier-ID`.
    """
    places = [*listed()]

    def rank(entry: EntryPoint) -> tuple[int, bool, str, str]:
        game, name = game_of(entry), _normal(distribution(entry))
        place = places.index(game) if game in places else len(places)
        return place, name != f"croupier-{game}", entry.name, name

    return sorted(entries, key=rank)


def dispossessed(entries: Sequence[EntryPoint]) -> Mapping[EntryPoint, str]:
    """Return each entry point whose game belongs to another distribution, and why."""
    named = listed()
    found = dict[EntryPoint, str]()
    for entry in entries:
        game, name = game_of(entry), distribution(entry)
        claims = {_normal(distribution(each)) for each in entries if game_of(each) == game}
        owners = named.get(game) or _owner(game, claims)
        if not owners:
            others = " and ".join(sorted(claims - {_normal(name)}))
            found[entry] = NOBODY.format(game=game, others=others, name=name)
        elif _normal(name) not in owners:
            owner = " and ".join(sorted(owners))
            found[entry] = OTHERS.format(game=game, owner=owner, name=name)
    return found


def _owner(game: str, claims: set[str]) -> Iterable[str]:
    return claims if len(claims) == 1 else claims & {f"croupier-{game}"}


def _normal(name: str) -> str:
    """Return the name of a distribution as those are alike that pip takes for one."""
    return re.sub("[-_.]+", "-", name.strip()).lower()
