"""Livingstone and Just4Fun in the second verifier, from `docs/fairness.md` and the rules alone.

As in `independent_verifier.py`, not a line of the engine is used; what is followed
is what chance decides: cards, dice and stones, not coins, tents and points.
"""

from collections.abc import Iterator
from typing import Any

from tests.docs.independent_verifier import Followed, below, must, shuffle

Json = dict[str, Any]

CARDS = (
    "noCostTent anyRowTent scoredRowTent twoDice market threeStones fourCoins "
    "vp2 vp3 vp4 boatBack mineCrash"
)
STONES = ["black", "clear", "blue", "red", "white"]
GEMS = STONES[1:4]
FULL = dict(zip(STONES, (29, 15, 10, 5, 1), strict=True))


def underscored(name: str) -> str:
    """noCostTent -> no_cost_tent."""
    return "".join("_" + char.lower() if char.isupper() else char for char in name)


def dice(row: Iterator[int], count: int) -> list[int]:
    return sorted(below(row, 6) + 1 for _ in range(count))


def stones(row: Iterator[int], bag: dict[str, int], count: int) -> list[str]:
    """The stones drawn, which leave the bag."""
    drawn = []
    for _ in range(min(count, sum(bag.values()))):
        number = below(row, sum(bag.values()))
        drawn.append([kind for kind in STONES for _ in range(bag[kind])][number])
        bag[drawn[-1]] -= 1
    return drawn


class Livingstone(Followed):
    """A match as its log moves it on."""

    def __init__(self, replay: Json) -> None:
        self.options, self.log = replay["options"], replay["log"]
        self.seats = len(replay["entropy"])
        self.follow(replay)

    def step(self, entry: Json, begins: bool) -> None:
        if begins:
            self.begin()
        elif entry["kind"] == "move":
            ((name, move),) = entry["move"].items()
            getattr(self, underscored(name), self.nothing)(entry["seat"], **move)

    def begin(self) -> None:
        self.starter = self.options.get("startSeat")
        if self.starter is None:
            self.starter = below(self.row, self.seats)
        counts = self.options["cardCounts"]
        self.deck = [
            underscored(name).upper() for name in CARDS.split() for _ in range(counts[name])
        ]
        shuffle(self.row, self.deck)
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.gems = [dict.fromkeys(GEMS, 0) for _ in range(self.seats)]
        self.discard: list[str] = []
        self.bag, self.aside = dict(FULL), dict.fromkeys(STONES, 0)
        self.boat = 1
        self.chest_dice: list[int] = []
        self.turn = self.starter
        self.round()

    def round(self) -> None:
        self.pool = dice(self.row, 2 * self.seats)
        self.last, self.passed = [0] * self.seats, [False] * self.seats
        self.turn = self.starter

    def nothing(self, seat: int, **move: Any) -> None:
        """Coins, which are not followed."""

    def take_die(self, seat: int, value: int) -> None:
        must(seat == self.turn, "turn")
        self.pool.remove(value)
        self.last[seat] = self.die = value

    def draw_card(self, seat: int) -> None:
        self.draw(seat)

    def draw(self, seat: int) -> None:
        if not self.deck:
            self.deck, self.discard = self.discard, []
            shuffle(self.row, self.deck)
        if not self.deck:
            return
        card = self.deck.pop()
        if card != "MINE_CRASH":
            self.hands[seat].append(card)
            return
        lost = [any(gems.values()) for gems in self.gems]
        for gems in self.gems:
            for kind in GEMS:
                self.bag[kind] += gems[kind]
                gems[kind] = 0
        drawers = [(seat + step) % self.seats for step in range(self.seats)]
        chosen = {"ALL": drawers, "DRAWER": [seat], "LOSERS": [at for at in drawers if lost[at]]}
        for drawer in chosen[self.options["mineCrashDraw"]]:
            self.draw(drawer)

    def dig(self, seat: int, count: int | None = None) -> None:
        drawn = stones(self.row, self.bag, self.die if count is None else count)
        if "white" in drawn:
            for stone in drawn:
                self.bag[stone] += 1
            for kind in STONES:
                self.bag[kind] += self.aside[kind]
            self.aside = dict.fromkeys(STONES, 0)
            return
        for stone in drawn:
            pile = self.aside if stone == "black" else self.gems[seat]
            pile[stone] += 1

    def sell_gems(self, seat: int, **gems: int) -> None:
        for kind, count in gems.items():
            self.gems[seat][kind] -= count
            self.aside[kind] += count

    def play(self, seat: int, card: str) -> None:
        must(card in self.hands[seat], f"{card} is not in the hand")
        self.hands[seat].remove(card)
        if card != "BOAT_BACK":
            self.discard.append(card)

    def play_card(self, seat: int, card: str) -> None:
        self.play(seat, card)
        if card == "THREE_STONES":
            self.dig(seat, 3)
        self.boat -= card == "BOAT_BACK"

    def play_market(self, seat: int, **gems: int) -> None:
        self.play(seat, "MARKET")
        self.sell_gems(seat, **gems)

    def play_scored_row_tent(self, seat: int, **move: Any) -> None:
        self.play(seat, "SCORED_ROW_TENT")

    def place_tent(self, seat: int, **move: Any) -> None:
        for member, card in (("noCost", "NO_COST_TENT"), ("anyRow", "ANY_ROW_TENT")):
            if move[member]:
                self.play(seat, card)

    def pass_round(self, seat: int) -> None:
        self.passed[seat] = True
        self.end_turn(seat)

    def end_turn(self, seat: int) -> None:
        for at in ((seat + step) % self.seats for step in range(1, self.seats + 1)):
            if not self.passed[at] and any(die > self.last[at] for die in self.pool):
                self.turn = at
                return
        if self.boat == 10:
            self.pool = []
            self.chest_dice = dice(self.row, 4) if self.seats == 2 else []
            return
        self.boat += 1
        self.starter = (self.starter + 1) % self.seats
        self.round()


class Just4Fun(Followed):
    """The cards of a match as its log moves them."""

    def __init__(self, replay: Json) -> None:
        self.options, self.log = replay["options"], replay["log"]
        self.seats = len(replay["entropy"])
        self.follow(replay)

    def step(self, entry: Json, begins: bool) -> None:
        if begins:
            self.begin()
        elif entry["kind"] == "move":
            cards = entry["move"].get("play", {}).get("cards")
            last = entry is self.log[-1]
            self.move(entry["seat"], cards or sorted(self.hands[entry["seat"]]), last)

    def begin(self) -> None:
        self.starter = self.options.get("startSeat")
        if self.starter is None:
            self.starter = below(self.row, self.seats)
        self.layout: list[Any] = list(range(1, 37))
        if self.options["layout"] == "RANDOM":
            shuffle(self.row, self.layout)
        self.deck: list[Any] = [*sorted([*range(1, 13)] * 4), *range(13, 20)]
        shuffle(self.row, self.deck)
        self.hands = [[self.deck.pop() for _ in range(4)] for _ in range(self.seats)]
        self.discard: list[Any] = []

    def move(self, seat: int, cards: list[int], last: bool) -> None:
        hand = self.hands[seat]
        for card in cards:
            must(card in hand, f"{card} is not in the hand")
            hand.remove(card)
            self.discard.append(card)
        while len(hand) < 4 and not last:
            hand.append(self.deck.pop())
            if not self.deck:
                self.deck, self.discard = self.discard, []
                shuffle(self.row, self.deck)
