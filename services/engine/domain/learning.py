"""Learning: whether a move has told anybody what its mover could not see before.

For any game, by trial: each value of the state that the mover could not see is exchanged for
another one, and the move is made once more. What then happens must look the same to all who cannot
see the exchange itself. So whatever a player has learned follows from what the mover knew, and
from what its move said.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES, Rules
from engine.games.chance import Chance

T = TypeVar("T")
Exchange: TypeAlias = Callable[[Any], Any]
"""Gives the whole with another value in one place."""
Seen: TypeAlias = tuple[tuple[Any, ...], ...]
"""Events as the seats see them, in order, and last as a spectator does."""


class Counted:
    """Chance that counts how often it was asked."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.draws = 0

    def below(self, bound: int) -> int:
        self.draws += 1
        return self._chance.below(bound)

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        self.draws += 1
        return self._chance.shuffle(items)


class Silent:
    """Chance that is not to be asked."""

    def below(self, bound: int) -> int:
        raise ValueError("Chance was asked.")

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        raise ValueError("Chance was asked.")


def seen(rules: Rules, state: Any, entry: AnyEntry, seats: int, chance: Chance) -> Seen:
    """The events of the move of an entry, as each seat sees them, and last as a spectator does."""
    _, events = rules.apply(state, entry.seat, entry.move, chance)
    return tuple(
        tuple(rules.event_view(each, viewer) for each in events) for viewer in _viewers(seats)
    )


def tells(match: AnyMatch, entry: AnyEntry, events: Seen) -> bool:
    """Whether anybody has learned from the move what its mover could not see.

    The move was made in this match, it has drawn nothing, and `events` are what all have `seen`.
    Whatever a move brings to light must be in its events (docs/adding-a-game.md): a view alone does
    not say what was known before, such as which cards lie under the top of a pile.
    """
    if any(each != events[-1] for seat, each in enumerate(events[:-1]) if seat != entry.seat):
        return True
    rules = GAMES[match.game].rules
    worlds = _worlds(rules, match.state, entry.seat)
    return any(_differs(rules, match.state, world, entry, events) for world in worlds)


def _worlds(rules: Rules, state: Any, mover: int) -> Iterator[Any]:
    """States with one other value, in a place that the mover cannot see."""
    before = rules.view(state, mover)
    # All know the options, though they may not be in a view.
    places = [*_places(state, lambda value: value, rules.Options)]
    values: dict[type, list[Any]] = {}
    for value, _ in places:
        of_type = values.setdefault(type(value), [])
        if value not in of_type:
            of_type.append(value)
    for value, exchange in places:
        others = [each for each in values[type(value)] if each != value]
        for other in {others[0]: None, others[-1]: None} if others else ():
            world = exchange(other)
            if _viewed(rules, world, mover) != before:
                break
            yield world


def _differs(rules: Rules, state: Any, world: Any, entry: AnyEntry, events: Seen) -> bool:
    """Whether the move looks otherwise in this world to one who cannot tell it from the state.

    A move that is not even possible there does.
    """
    try:
        found = seen(rules, world, entry, len(events) - 1, Silent())
    except Exception:  # the world is none of the rules', so they may fail anywhere
        return True
    return any(
        one != other and _viewed(rules, world, viewer) == rules.view(state, viewer)
        for viewer, one, other in zip(_viewers(len(events) - 1), found, events, strict=True)
    )


def _viewed(rules: Rules, state: Any, viewer: int | None) -> Any:
    """What a viewer sees of a state that may be none of the rules'; None if that fails."""
    try:
        return rules.view(state, viewer)
    except Exception:
        return None


def _places(part: Any, whole: Exchange, known: type[Any]) -> Iterator[tuple[Any, Exchange]]:
    """Each single value in a part of a state, and what exchanges it in the whole.

    Parts of the type `known` are passed over.
    """
    if isinstance(part, known) or part is None:
        return
    if isinstance(part, tuple):
        for place, item in enumerate(part):
            yield from _places(item, partial(_with_item, whole, part, place), known)
    elif dataclasses.is_dataclass(part):
        for field in dataclasses.fields(part):
            value = getattr(part, field.name)
            yield from _places(value, partial(_with_field, whole, part, field.name), known)
    else:
        yield part, whole


def _with_item(whole: Exchange, part: tuple[Any, ...], place: int, new: Any) -> Any:
    return whole((*part[:place], new, *part[place + 1 :]))


def _with_field(whole: Exchange, part: Any, name: str, new: Any) -> Any:
    return whole(dataclasses.replace(part, **{name: new}))


def _viewers(seats: int) -> list[int | None]:
    return [*range(seats), None]
