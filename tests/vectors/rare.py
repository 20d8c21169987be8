"""Replays of rare situations: matches driven into them, and what only they refute."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

from tests.vectors import (
    rare_just4fun,
    rare_livingstone,
    rare_lost_cities,
    rare_matches,
    rare_sealed,
    rare_settings,
)
from tests.vectors.driven import Lies, Plays
from tests.vectors.forged import Forgery
from tests.vectors.tables import Json

MODULES: dict[str, tuple[ModuleType, ...]] = {
    "lost-cities": (rare_lost_cities,),
    "livingstone": (rare_livingstone,),
    "just4fun": (rare_just4fun, rare_matches, rare_sealed),
}
"""By game, where its honest matches and its false ones are."""


@dataclass(frozen=True)
class Rare:
    """The wish for the file of a game."""

    game: str

    @property
    def name(self) -> str:
        return f"{self.game}-rare"


def honest(game: str) -> Iterator[tuple[str, Json]]:
    """Yield the names and replays of honest matches."""
    plays: Plays = rare_settings.honest(game)
    for module in MODULES[game]:
        plays = module.HONEST | plays
    for name, (play, seat) in plays.items():
        yield name, play().replay(seat)


def forgeries(game: str) -> tuple[Forgery, ...]:
    """Return what is changed in these."""
    return rare_settings.forged(game)


def false(game: str) -> Iterator[tuple[Forgery, Json]]:
    """Yield matches that were played against the rules, as forgeries of the honest ones beside."""
    for module in MODULES[game]:
        lies: Lies = module.FALSE
        for name, (check, of, play) in lies.items():
            _, seat = module.HONEST[of]
            yield Forgery(name, check, lambda _: None, of), play().replay(seat)
