"""What pools say of hidden cards is exact: it is compared with all deals there are."""

import random
import secrets
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple

import pytest
from croupier_game.kit.twins import Dealer
from croupier_game.pools import Impossible, Pools

NEVER = "X"
OTHERS = (1, 2)
DEALS = 4_000


class Deal(NamedTuple):
    """One way in which everything can lie: cards are numbered, so equal ones differ."""

    deck: tuple[tuple[str, int], ...]
    hands: tuple[frozenset[tuple[str, int]], ...]


Change = Callable[[Deal], list[tuple[Deal, float]]]


class Exact:
    """All deals that fit, with their probabilities, for players who choose blindly."""

    def __init__(self, deck: str) -> None:
        cards = [(card, number) for number, card in enumerate(deck)]
        orders = list(permutations(cards))
        empty = tuple(frozenset[tuple[str, int]]() for _ in OTHERS)
        self.deals = {Deal(order, empty): 1 / len(orders) for order in orders}
        self.pile: list[tuple[str, int]] = []

    def draw(self, seat: int) -> None:
        self._each(lambda deal: [(_held(deal, seat, deal.deck[0]), 1.0)], never=NEVER)

    def reveal(self, card: str) -> None:
        self._each(lambda deal: [(deal._replace(deck=deal.deck[1:]), 1.0)], must=card)

    def show(self, seat: int, card: str) -> None:
        def shown(deal: Deal) -> list[tuple[Deal, float]]:
            hand = deal.hands[seat - 1]
            return [(_dropped(deal, seat, each), 1 / len(hand)) for each in hand if each[0] == card]

        self._each(shown)

    def reshuffle(self, cards: str) -> None:
        pile = [(card, 100 + number) for number, card in enumerate(cards)]
        orders = list(permutations(pile))
        self._each(lambda deal: [(deal._replace(deck=each), 1 / len(orders)) for each in orders])

    def hands(self) -> dict[tuple[str, ...], float]:
        found: dict[tuple[str, ...], float] = defaultdict(float)
        for deal, weight in self.deals.items():
            found[tuple("".join(sorted(card for card, _ in hand)) for hand in deal.hands)] += weight
        return found

    def _each(self, change: Change, never: str = "", must: str = "") -> None:
        after: dict[Deal, float] = defaultdict(float)
        for deal, weight in self.deals.items():
            if (never and deal.deck[0][0] == never) or (must and deal.deck[0][0] != must):
                continue
            for changed, likely in change(deal):
                after[changed] += weight * likely
        total = sum(after.values())
        self.deals = {deal: weight / total for deal, weight in after.items()}


def _held(deal: Deal, seat: int, card: tuple[str, int]) -> Deal:
    hands = list(deal.hands)
    hands[seat - 1] |= {card}
    return Deal(deal.deck[1:], tuple(hands))


def _dropped(deal: Deal, seat: int, card: tuple[str, int]) -> Deal:
    hands = list(deal.hands)
    hands[seat - 1] -= {card}
    return Deal(deal.deck, tuple(hands))


@pytest.mark.parametrize("number", range(12))
def test_hands_are_as_likely_as_in_all_deals_that_fit(number: int) -> None:
    seed = secrets.randbelow(1 << 32)
    print(f"seed {seed}")  # noqa: T201
    dice = random.Random(seed + number)
    deck = "".join(dice.choice("AABBCX") for _ in range(6))
    exact, pools = Exact(deck), Pools(OTHERS, deck, NEVER)
    shown = ""
    for _ in range(9):
        deal = dice.choices(list(exact.deals), list(exact.deals.values()))[0]
        seat = dice.choice(OTHERS)
        if not deal.deck:
            if not shown:
                break
            exact.reshuffle(shown)
            pools.reshuffle(shown)
            shown = ""
        elif deal.hands[seat - 1] and dice.random() < 0.5:
            card = dice.choice(sorted(deal.hands[seat - 1]))[0]
            exact.show(seat, card)
            pools.show(seat, [card])
            shown += card if len(shown) < 4 else ""
        elif deal.deck[0][0] == NEVER or dice.random() < 0.4:
            exact.reveal(deal.deck[0][0])
            pools.reveal([deal.deck[0][0]])
        else:
            exact.draw(seat)
            pools.draw(seat, 1)
    counted: Counter[tuple[str, ...]] = Counter()
    for each in range(DEALS):
        hands, _ = pools.deal(Dealer((), f"{seed} {each}"))
        counted[tuple("".join(sorted(hands[seat])) for seat in OTHERS)] += 1
    for hand, likely in exact.hands().items():
        spread = 5 * (likely * max(1 - likely, 0) / DEALS) ** 0.5 + 0.002
        assert abs(counted[hand] / DEALS - likely) < spread, (deck, hand)
    assert set(counted) <= set(exact.hands())


def test_what_cannot_be_is_refused() -> None:
    pools = Pools(OTHERS, "AB")
    pools.reveal("A")
    with pytest.raises(Impossible):
        pools.reveal("A")
