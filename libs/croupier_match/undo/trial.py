"""Learning: whether a move has told a viewer what its mover could not see before.

For any game, by trial: what the mover could not see is exchanged for something else, and the move
is made once more. What then happens must look the same to all who cannot see the exchange itself.
So whatever a player has learned follows from what the mover knew, and from what its move said.

What is exchanged: each part of the state that is hidden as a whole, such as a deck, all of it at
once, until each value in it has been all others; each hidden value alone; and a value that matters
and is shown, but may not be shown alone (only a sum, or which cards nobody has seen yet), together
with others. What the author of a game must know of this is in docs/adding-a-game.md.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias, TypeVar

from croupier_game.chance import Chance
from croupier_game.errors import TooSlow
from croupier_game.game import Rules, view_of

from croupier_match.entries import Moved
from croupier_match.games import Game
from croupier_match.match import AnyMatch
from croupier_match.undo.parts import Part, others, parts, put

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""What takes long, in short steps, so that others need not wait for the end; then its result."""
MOST_WORLDS = 4_000
"""How often a move is made again at most. A state with so much in it that this is not enough is
never returned to."""
FEW = 8
"""How many others a value that is shown is exchanged for, and how many of its type with it."""


class Told(NamedTuple):
    """What a move has brought about that any viewer is told, before views are told apart."""

    events: tuple[Any, ...]
    to_move: tuple[int, ...]
    over: bool


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


def told(rules: Rules, state: Any, entry: Moved[Any], chance: Chance) -> Told:
    """What the move of an entry brings about in a state."""
    after, events = rules.apply(state, entry.seat, entry.move, chance)
    return Told(tuple(events), tuple(rules.to_move(after)), rules.over(after))


def at_once(steps: Steps[T]) -> T:
    """The result of all steps, one after another."""
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]


def tells(game: Game, match: AnyMatch, entry: Moved[Any], what: Told) -> Steps[bool]:
    """Whether a viewer has learned from the move what its mover could not see.

    The move was made in this match, it has drawn nothing, and `what` is what it told. Whatever a
    move brings to light must be in its events (docs/adding-a-game.md): a view alone does not say
    what was known before, such as which cards lie under the top of a pile.

    What the rules do in a world that is none of theirs may have no end: a step that takes too long
    is taken for one that tells something.
    """
    steps, step = _tried(game, match, entry, what), game.rules.limit(next)
    while True:
        try:
            step(steps)
        except StopIteration as ended:
            return bool(ended.value)
        except TooSlow:
            return True
        yield


def _tried(game: Game, match: AnyMatch, entry: Moved[Any], what: Told) -> Steps[bool]:
    # The trial asks the rules as it begins, which is a part of the first step.
    return (yield from _Trial(game, match, entry, what).tells())


class _Trial:
    """A move that is made again and again, in other worlds than the one in which it was made."""

    def __init__(self, game: Game, match: AnyMatch, entry: Moved[Any], what: Told) -> None:
        # Bare: a world that is none of the rules' may fail anywhere.
        self.rules, self.state = game.rules.bare, match.state
        self.entry, self.mover, self.what = entry, entry.seat, what
        self.viewers: list[int | None] = [*range(len(match.seats)), None]
        self.views: dict[int | None, Any] = {}
        self.public = self._public(self.state)
        self.whole = parts(self.state, self.rules.Options)
        self.singles = [*self.whole.singles]
        self.others = others(self.whole, parts(entry.move, self.rules.Options))
        self.left = MOST_WORLDS

    def tells(self) -> Steps[bool]:
        to_all = self._shown(self.what, None)
        for seat in self.viewers:
            if seat != self.mover and self._shown(self.what, seat) != to_all:
                return True
        # What is hidden comes first, since it is what most moves tell of.
        shown: list[Part] = []
        if (yield from self._of_hidden(shown)):
            return True
        for single in shown:
            if (yield from self._of_shown(single)):
                return True
        return self.left < 0

    def _of_hidden(self, shown: list[Part]) -> Steps[bool]:
        """Whether the move tells something of what is hidden as a whole, or alone. Single values
        that the mover sees are added to `shown`.

        Large parts come before what is in them: most moves that tell something do so of a large
        one.
        """
        line: deque[tuple[Part, Sequence[int | None]]] = deque([(self.whole, self.viewers)])
        while line:
            yield
            part, viewers = line.popleft()
            rounds = self._rounds(part)
            first = next(rounds, None)
            if first is None:
                continue
            if self.mover not in viewers or not self._sees(first, self.mover):
                # Who sees the parts around it; without the mover, it is hidden from the mover.
                seeing = [
                    viewer
                    for viewer in viewers
                    if viewer != self.mover and self._sees(first, viewer)
                ]
                more = rounds if len(seeing) < len(viewers) else ()
                if (yield from self._any_differs(chain((first,), more))):
                    return True
                viewers = seeing
            elif not part.inner:
                shown.append(part)
            line.extend((each, viewers) for each in part.inner)
        return False

    def _rounds(self, part: Part) -> Iterator[Any]:
        """States with another value in all places of a part; in each place it is every other one
        once. In which order these come differs by place. At last all are the least, or the most."""
        choices = [(each.value, self.others(each)) for each in part.singles]
        for number in range(max((len(found) for _, found in choices), default=0)):
            yield self._with(part, choices, number, 7)
        if len(choices) > 1:
            yield self._with(part, choices, 0, 0)
            yield self._with(part, choices, -1, 0)

    def _with(
        self, part: Part, choices: list[tuple[Any, Sequence[Any]]], chosen: int, step: int
    ) -> Any:
        """The state in which each value of a part is the chosen one of its other values, and so
        many further with each place."""
        new = (
            found[(chosen + step * place) % len(found)] if found else value
            for place, (value, found) in enumerate(choices)
        )
        return put(self.state, part.path, part.rebuilt(new))

    def _of_shown(self, single: Part) -> Steps[bool]:
        """The same of a value that the mover sees, but perhaps not alone, or not in every case."""
        yield
        found = self.others(single)
        few = (found[-1], *found[:: 1 + len(found) // FEW])
        tried = (self._made(put(self.state, single.path, new)) for new in few)
        made = [*islice(filter(None, tried), 2)]
        if made and all(each == self.what for each in made):
            return False
        yield
        worlds = [put(self.state, single.path, new) for new in few]
        if not any(map(self._is_viewed, worlds)):
            return bool(made)
        pairs = (
            put(put(self.state, single.path, one), other.path, two)
            for other in self._partners(single)
            for one, two in _exchanged(single.value, other.value)
        )
        return (yield from self._any_differs(chain(worlds, pairs)))

    def _partners(self, single: Part) -> Iterator[Part]:
        """Other values of its type: those beside it, and some of all places."""
        alike = [each for each in self.singles if type(each.value) is type(single.value)]
        place = alike.index(single)
        near = (place + 1, place - 1, place + 2, place - 2)
        far = range(place % 3, len(alike), 1 + 2 * len(alike) // FEW)
        for each in dict.fromkeys([*near, *far]):
            if each != place and 0 <= each < len(alike):
                yield alike[each]

    def _any_differs(self, worlds: Iterable[Any]) -> Steps[bool]:
        for world in worlds:
            yield
            if self._differs(world):
                return True
        return False

    def _differs(self, world: Any) -> bool:
        """Whether the move tells something else in this world, that the mover cannot tell from the
        state, to one who cannot either. That the move fails there is something else."""
        found = self._made(world)
        if found == self.what or self._sees(world, self.mover):
            return False
        return any(
            self._shown(found, viewer) != self._shown(self.what, viewer)
            and not self._sees(world, viewer)
            for viewer in self.viewers
        )

    def _made(self, world: Any) -> Told | None:
        """What the move tells in a world; None if it fails there."""
        self.left -= 1
        if self.left < 0:
            return None
        # A world may be none of the rules', so they may fail anywhere, here and below.
        with suppress(Exception):
            return told(self.rules, world, self.entry, Silent())
        return None

    def _shown(self, what: Told | None, viewer: int | None) -> Any:
        with suppress(Exception):
            if what:
                events = tuple(self.rules.event_view(each, viewer) for each in what.events)
                return events, what.to_move, what.over
        return None

    def _sees(self, world: Any, viewer: int | None) -> bool:
        """Whether a viewer can tell this world from the state, or it can be none."""
        if viewer not in self.views:
            self.views[viewer] = view_of(self.rules, self.state, viewer)
        with suppress(Exception):
            if view_of(self.rules, world, viewer) == self.views[viewer]:
                return bool(self._public(world) != self.public)
        return True

    def _is_viewed(self, world: Any) -> bool:
        with suppress(Exception):
            view_of(self.rules, world, self.mover)
            return True
        return False

    def _public(self, state: Any) -> Any:
        """The public part of every game, shown to all beside the view."""
        return self.rules.to_move(state), self.rules.scores(state)


def _exchanged(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """Other values for two places: each has that of the other, or numbers of the same sum."""
    if one != other:
        yield other, one
    if type(one) is int:
        yield one + 1, other - 1
