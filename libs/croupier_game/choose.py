"""Moves that are described, not listed: choose so many of these things, under these conditions.

A game whose moves are too many for a list returns `Moves` from `legal_moves`:

    Moves(Choose(Pass(()), "cards", of=hand, least=3, most=3))

What is chosen is written in the order of `of`, equal things together; in any other order it is no
move. So each choice is one move, and `moves[n]` is found by counting, without those before it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from croupier_game.errors import IllegalMove, InvalidMove, RulesError

Things: TypeAlias = tuple[Any, ...]

PLACES = 2**31
"""The most moves that are numbered, as chance draws numbers below 2**32: of more, some are."""
TRIED = 2_048
"""So many choices are tried by their conditions. If there are no more, those that fulfil them are
counted; else each place stands for the next that does, in strides, and there must be one."""
STRIDE = 1_134_903_170, 1_836_311_903
"""The share of all choices between one that is tried and the next. It is near to the golden ratio,
so those that are tried lie evenly among all."""
NO_MOVE = partial(IllegalMove, "This is none of the moves that can be made now.")
SHOWN = 40
"""Characters of a sent value that a refusal repeats."""


@dataclass(frozen=True)
class Condition:
    """What a choice must fulfil: the rule as a sentence, and whether it holds.

    Two of one sentence are the same condition.
    """

    says: str
    holds: Callable[[Things], bool] = field(compare=False)


class Fault(NamedTuple):
    """Why a move is none of those described; of several descriptions, the highest degree tells."""

    degree: int
    refusal: RulesError


@dataclass(frozen=True)
class Choose:
    """The moves that are `move` with `least` to `most` of the things as its `member`, a tuple.

    of:         what there is to choose from; a thing that is there twice can be chosen twice.
    least:      1 or more: to choose nothing is a move of its own.
    most:       all of them by default, and never more than there are.
    conditions: of these, each must hold.
    text:       thing -> how it is shown to players, each otherwise.

    Raise ValueError if this describes no moves.
    """

    move: Any
    member: str
    of: Things
    least: int = 1
    most: int = PLACES
    conditions: tuple[Condition, ...] = ()
    text: Callable[[Any], str] = field(default=str, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", tuple(self.of))
        object.__setattr__(self, "conditions", tuple(self.conditions))
        object.__setattr__(self, "most", min(self.most, len(self.of)))
        if not 1 <= self.least <= self.most:
            raise ValueError(f"{self.least} to {self.most} of {len(self.of)} cannot be chosen.")
        if getattr(self.move, self.member) != ():
            raise ValueError(f"{self.move} has {self.member} already.")
        if len({*self.texts.values()}) < len(self.texts):
            raise ValueError("Two things have the same text.")
        said = (*self.texts.values(), *(each.says for each in self.conditions))
        if not all(isinstance(each, str) for each in said):
            raise ValueError("A text, or what a condition says, is no text.")

    @cached_property
    def texts(self) -> Mapping[Any, str]:
        """How each thing is shown, in order."""
        return {thing: self.text(thing) for thing in self.counts}

    @cached_property
    def counts(self) -> Mapping[Any, int]:
        """How often each thing is there, in order."""
        return Counter(self.of)

    @cached_property
    def count(self) -> int:
        """The number of its moves; of more than TRIED choices, conditions are not counted."""
        return len(self._held) if self._is_counted else self._choices

    def at(self, place: int) -> Any:
        """Return the move of a place from 0 to `count - 1`: fewest things first, then by `of`.

        Raise ValueError if none of TRIED choices fulfils the conditions.
        """
        if self._is_counted:
            return self._made(self._held[place])
        part, whole = STRIDE
        for tried in range(TRIED):
            further = tried * self._choices * part // whole
            chosen = self._chosen((place + further) % self._choices)
            if self._unfulfilled(chosen) is None:
                return self._made(chosen)
        raise ValueError(f"None of {TRIED} choices fulfils the conditions: describe fewer.")

    def fault(self, move: Any) -> Fault | None:
        """Return why it is none of these moves; None if it is one."""
        if type(move) is not type(self.move) or replace(move, **{self.member: ()}) != self.move:
            return Fault(0, NO_MOVE())
        chosen: Things = getattr(move, self.member)
        if not chosen:
            return Fault(1, InvalidMove("Nothing is chosen."))
        counted = Counter(chosen)
        for thing, count in counted.items():
            there = self.counts.get(thing, 0)
            if not there:
                why = f"{_shown(thing)} is none of those that can be chosen now."
                return Fault(2, IllegalMove(why))
            if count > there:
                why = f"{self.texts[thing]} can be chosen {_times(there)}, not {_times(count)}."
                return Fault(3, IllegalMove(why))
        if not self.least <= len(chosen) <= self.most:
            why = f"{self.amount} must be chosen, not {len(chosen)}."
            return Fault(4, IllegalMove(why))
        ordered = tuple(thing for thing in self.counts for _ in range(counted[thing]))
        if ordered != chosen:
            order = ", ".join(self.texts[thing] for thing in ordered)
            return Fault(5, IllegalMove(f"What is chosen must be in this order: {order}."))
        broken = self._unfulfilled(chosen)
        return Fault(6, IllegalMove(broken.says)) if broken else None

    @property
    def amount(self) -> str:
        """How many must be chosen: "3", "3 or more", "1 to 3"."""
        if self.least == self.most:
            return f"{self.least}"
        return f"{self.least} {'or more' if self.most == len(self.of) else f'to {self.most}'}"

    def _made(self, chosen: Things) -> Any:
        return replace(self.move, **{self.member: chosen})

    def _unfulfilled(self, chosen: Things) -> Condition | None:
        for each in self.conditions:
            if not each.holds(chosen):
                return each
        return None

    @cached_property
    def _is_counted(self) -> bool:
        return bool(self.conditions) and self._choices <= TRIED

    @cached_property
    def _held(self) -> Sequence[Things]:
        """All choices that fulfil the conditions, where few are to be tried."""
        choices = map(self._chosen, range(self._choices))
        return [chosen for chosen in choices if self._unfulfilled(chosen) is None]

    @cached_property
    def _choices(self) -> int:
        """The number of choices without the conditions."""
        return sum(self._ways[0][self.least :])

    @cached_property
    def _ways(self) -> Sequence[Sequence[int]]:
        """In how many ways 0, 1, 2, ... can be chosen of the things from each one on."""
        ways = [[1] + [0] * self.most]
        for there in reversed([*self.counts.values()]):
            later = ways[-1]
            ways.append(
                [sum(later[max(0, size - there) : size + 1]) for size in range(self.most + 1)]
            )
        return ways[::-1]

    def _chosen(self, place: int) -> Things:
        """Return the choice of a place, conditions aside."""
        size = self.least
        while place >= self._ways[0][size]:
            place -= self._ways[0][size]
            size += 1
        chosen: list[Any] = []
        for (thing, there), later in zip(self.counts.items(), self._ways[1:], strict=True):
            count = min(there, size)
            while place >= later[size - count]:
                place -= later[size - count]
                count -= 1
            chosen += [thing] * count
            size -= count
        return tuple(chosen)


if TYPE_CHECKING:
    Base = Sequence[Any]
else:
    Base = object  # whether a list is of an abstract class takes as long as a tenth of a turn


class Moves(Base):
    """Legal moves, of which some are described: each part is a move, or the Choose of many.

    It is read as a list is. But nothing walks all of it: of many, `selected` has some. Two are
    equal if their parts are.
    """

    def __init__(self, *parts: Any) -> None:
        self.parts = parts
        self.choices = tuple(each for each in parts if isinstance(each, Choose))
        self.listed = tuple(each for each in parts if not isinstance(each, Choose))

    @cached_property
    def _count(self) -> int:
        return len(self.listed) + sum(each.count for each in self.choices)

    def __len__(self) -> int:
        return min(self._count, PLACES)

    def __getitem__(self, place: Any) -> Any:
        """Return a move by its place: those that are listed first. Raise IndexError."""
        length = len(self)
        if not -length <= place < length:
            raise IndexError(f"There are {length} moves, and none of place {place}.")
        return self._at(place % length * self._count // length)

    def _at(self, place: int) -> Any:
        if place < len(self.listed):
            return self.listed[place]
        place -= len(self.listed)
        for each in self.choices:
            if place < each.count:
                return each.at(place)
            place -= each.count
        raise AssertionError("the parts have all places")

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))

    def __contains__(self, move: object) -> bool:
        return self.refusal(move) is None

    def refusal(self, move: Any) -> RulesError | None:
        """Return what is against a move, to raise; None if it is one of these."""
        if move in self.listed:
            return None
        faults = [Fault(0, NO_MOVE())]
        for each in self.choices:
            if (fault := each.fault(move)) is None:
                return None
            faults.append(fault)
        return max(faults, key=lambda each: each.degree).refusal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __repr__(self) -> str:
        return f"Moves{self.parts!r}"


Sequence.register(Moves)


def selected(moves: Sequence[Any], most: int) -> Sequence[Any]:
    """Return moves themselves if they are listed, or at most so many; else some of them.

    These are all that are listed and, of those described, `most` at even distances from the first
    on, none twice.
    """
    if not isinstance(moves, Moves):
        return moves
    listed, length = len(moves.listed), len(moves)
    described = length - listed
    places = range(described) if length <= most else [n * described // most for n in range(most)]
    found = (moves[listed + place] for place in places)
    return [*dict.fromkeys([*moves.listed, *found])]


def refusal(moves: Sequence[Any], move: Any) -> RulesError | None:
    """Return what is against a move by the legal ones, to raise; None if it is one of them."""
    if isinstance(moves, Moves):
        return moves.refusal(move)
    return None if move in moves else NO_MOVE()


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _shown(thing: Any) -> str:
    """Return what a player has sent as a refusal repeats it."""
    return str(thing)[:SHOWN] if isinstance(thing, int | str) else "One of the things"
