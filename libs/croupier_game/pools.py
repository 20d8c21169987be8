"""Where unseen cards may be, in a game whose discards are shuffled into a new deck.

A reshuffle tells more than the table shows: a card that was in a hand at that time is not in the
new deck. So the unseen cards are kept in a pool for each deck that was shuffled, with how many
cards each hand has from which. Where a card that is shown may be from two of them, both guesses
are kept, each with its probability.

The probabilities are exact for players who choose blindly: a card that is shown is as likely any
card of the hand as any other. What the choices of players tell is left out.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import comb
from typing import Generic, NamedTuple, TypeVar

from croupier_game.chance import Chance

T = TypeVar("T")
Card = TypeVar("Card", bound=int | str)
FINE = 1 << 30
"""In so many steps the interval is divided from which one is chosen by weight."""


class Impossible(Exception):
    """Nothing fits what was seen: it is no match of these rules."""


class Guess(NamedTuple, Generic[Card]):
    """One way in which the cards can have come where they are.

    pools: for each deck, the oldest first, the cards that are unseen, with their numbers.
    hands: for each other seat, how many cards of its hand are from which deck.
    """

    pools: tuple[tuple[tuple[Card, int], ...], ...]
    hands: tuple[tuple[int, ...], ...]


class Draft(Generic[Card]):
    """A guess that is being changed."""

    def __init__(self, guess: Guess[Card], never: frozenset[Card] = frozenset()) -> None:
        self._never = never
        self.pools = [Counter(dict(pool)) for pool in guess.pools]
        self.hands = [list(hand) for hand in guess.hands]

    def holdable(self, pool: int) -> int:
        """Return how many unseen cards of a pool may be in a hand."""
        return sum(count for card, count in self.pools[pool].items() if card not in self._never)

    def next_holdable(self) -> float:
        """Return how likely the next card of the newest deck may be in a hand."""
        deck = self.pools[-1].total() - sum(hand[-1] for hand in self.hands)
        never = self.pools[-1].total() - self.holdable(-1)
        return (deck - never) / deck if deck > 0 else 0.0

    def take(self, card: Card) -> float:
        """Take the next card of the newest deck; return how likely it was this one."""
        count = self.pools[-1][card]
        if not count:
            return 0.0
        likely = self.next_holdable()
        if card in self._never:
            likely = (1 - likely) * count / (self.pools[-1].total() - self.holdable(-1))
        else:
            likely *= count / self.holdable(-1)
        self.pools[-1][card] -= 1
        return likely

    def done(self) -> Guess[Card]:
        """Return what the guess has become."""
        pools = tuple(map(_counts, self.pools))
        return Guess(pools, tuple(map(tuple, self.hands)))


Change = Callable[[Draft[Card]], Iterator[tuple[Draft[Card], float]]]


class Pools(Generic[Card]):
    """The guesses of one seat, and how likely each is."""

    def __init__(
        self, others: Sequence[int], deck: Sequence[Card], never: Sequence[Card] = ()
    ) -> None:
        """Begin with a shuffled deck and empty hands.

        `others` are the other seats; cards that are `never` in a hand stay in the deck.
        """
        self._others = {seat: place for place, seat in enumerate(others)}
        self.never = frozenset(never)
        pool = _counts(Counter(deck))
        self._guesses: Mapping[Guess[Card], float] = {
            Guess((pool,), tuple((0,) for _ in others)): 1.0
        }

    @property
    def count(self) -> int:
        """How many guesses there are."""
        return len(self._guesses)

    def guesses(self) -> Sequence[tuple[Guess[Card], float]]:
        """Return all guesses with their probabilities, in the same order for the same guesses."""
        return sorted(self._guesses.items(), key=repr)

    def draw(self, seat: int, count: int) -> None:
        """Another seat has drawn cards that were not shown."""

        def change(draft: Draft[Card]) -> Iterator[tuple[Draft[Card], float]]:
            weight = 1.0
            for _ in range(count):
                weight *= draft.next_holdable()
                draft.hands[self._others[seat]][-1] += 1
            yield draft, weight

        self._change(change)

    def reveal(self, cards: Sequence[Card]) -> None:
        """Cards of the newest deck were seen: the viewer has drawn them, or all have seen them."""

        def change(draft: Draft[Card]) -> Iterator[tuple[Draft[Card], float]]:
            weight = 1.0
            for card in cards:
                weight *= draft.take(card)
            yield draft, weight

        self._change(change)

    def show(self, seat: int, cards: Sequence[Card]) -> None:
        """Another seat has shown cards of its hand."""
        for card in cards:
            self._change(partial(self._shown, seat=seat, card=card))

    def _shown(
        self, draft: Draft[Card], seat: int, card: Card
    ) -> Iterator[tuple[Draft[Card], float]]:
        guess = draft.done()
        for pool, count in enumerate(draft.hands[self._others[seat]]):
            unseen = draft.pools[pool]
            if count and unseen[card]:
                likely = count * unseen[card] / draft.holdable(pool)
                one = Draft(guess)
                one.pools[pool][card] -= 1
                one.hands[self._others[seat]][pool] -= 1
                yield one, likely

    def reshuffle(self, cards: Sequence[Card]) -> None:
        """The cards of the discard pile have become the deck."""

        def change(draft: Draft[Card]) -> Iterator[tuple[Draft[Card], float]]:
            draft.pools.append(Counter(cards))
            for hand in draft.hands:
                hand.append(0)
            yield draft, 1.0

        self._change(change)

    def reveal_across(self, cards: Sequence[Card], old: int, pile: Sequence[Card]) -> None:
        """The viewer has drawn the last `old` cards of the deck, and the rest from the new one.

        Which of the cards are of which deck is not told.
        """
        before = self._guesses
        after: dict[Guess[Card], float] = defaultdict(float)
        for part in set(combinations(sorted(cards), old)):
            rest = list((Counter(cards) - Counter(part)).elements())
            for guess, weight in before.items():
                draft = Draft(guess)
                weight *= _hypergeometric(draft.pools[-1], part)
                draft.pools[-1].subtract(part)
                draft.pools.append(Counter(pile))
                for hand in draft.hands:
                    hand.append(0)
                weight *= _hypergeometric(draft.pools[-1], rest)
                draft.pools[-1].subtract(rest)
                if weight > 0:
                    after[draft.done()] += weight
        self._keep(after)

    def deal(self, chance: Chance) -> tuple[Mapping[int, Sequence[Card]], Sequence[Card]]:
        """Return hands of the other seats, by seat, and a deck, as likely as all that was seen."""
        pools, drawn = chosen(self._guesses, chance)
        hands: dict[int, list[Card]] = {seat: [] for seat in self._others}
        deck: Sequence[Card] = ()
        for number, pool in enumerate(pools):
            cards = sorted(card for card, count in pool for _ in range(count))
            held = list(chance.shuffle([card for card in cards if card not in self.never]))
            for seat, place in self._others.items():
                count = drawn[place][number]
                hands[seat] += held[:count]
                del held[:count]
            deck = [*held, *(card for card in cards if card in self.never)]
        return hands, chance.shuffle(deck)

    def _change(self, change: Change[Card]) -> None:
        after: dict[Guess[Card], float] = defaultdict(float)
        for guess, weight in self._guesses.items():
            for draft, likely in change(Draft(guess, self.never)):
                if likely > 0:
                    after[draft.done()] += weight * likely
        self._keep(after)

    def _keep(self, guesses: Mapping[Guess[Card], float]) -> None:
        total = sum(guesses.values())
        if total <= 0:
            raise Impossible
        self._guesses = {guess: weight / total for guess, weight in guesses.items()}


def _counts(pool: Counter[Card]) -> tuple[tuple[Card, int], ...]:
    return tuple(sorted((+pool).items()))


def chosen(weights: Mapping[T, float], chance: Chance) -> T:
    """Return one of the keys, as likely as its weight says; the same for the same chance."""
    ordered = sorted(weights.items(), key=repr)
    at = chance.below(FINE) / FINE * sum(weights.values())
    for key, weight in ordered:
        at -= weight
        if at < 0:
            return key
    return ordered[-1][0]


def _hypergeometric(pool: Counter[Card], cards: Sequence[Card]) -> float:
    """Return how likely it is that so many cards of the pool, in any order, are these."""
    ways = 1
    for card, count in Counter(cards).items():
        ways *= comb(pool[card], count)
    return ways / comb(pool.total(), len(cards)) if ways else 0.0
