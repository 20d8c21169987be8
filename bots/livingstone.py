"""A sensible little strategy for Livingstone, to be read and to be beaten.

It takes one decision after the other. Cards that simply give are played at once.
A die is taken for the best that can be done with it: a tent, which earns its row
now and perhaps the row's bonus at the end; stones, as many as the bag promises;
coins; a card. Coins are for tents, and for the chest: whoever gives least cannot
win. So at the end of each turn it gives what is due by then, going by what the
poorest of the others owns, and at the very end all it has.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]

LAST = 10
"""The last column of the river."""
COIN = 0.8
"""What a coin is worth, in points."""
CARD = 2.0
"""What a card is worth."""
LEADING, TRAILING = 0.6, 0.1
"""The part of a row's bonus that a tent is worth to who has most tents there, or has not."""
AGAIN = 1.0
"""What it is worth to leave a die that could be taken in the next turn."""
SAFE = 18
"""With two players four dice decide: so much is enough, most of the time."""
MARGIN = 8
"""With more, so much more than the poorest of the others owns."""
DUE = 4
"""The column from which on this is due."""
TWO = 2
GIFTS = ("FOUR_COINS", "THREE_STONES", "TWO_DICE")
TURN = ("takeDie", "drawCard", "takeCoins", "dig", "placeTent", "endTurn")


def choose(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """What is free and good; else the best of the legal moves; among equals, the dice decide."""
    camp = Camp(match["state"], match["yourSeat"])
    for free in camp.free(moves):
        return free
    turn = [each for each in moves if not each["move"].keys().isdisjoint(TURN)]
    return max(turn, key=lambda each: (camp.worth(each["move"]), dice.random()))


class Camp:
    """What a player sees, and makes of it."""

    def __init__(self, state: Json, seat: int) -> None:
        self.state, self.seat = state, seat
        self.me: Json = state["sides"][seat]
        self.boat: int = state["boat"]
        self.board = {(field["column"], field["row"]): field["tents"] for field in state["board"]}
        self.price: int = state["river"][self.boat - 1]
        self.coins: int = self.me["coins"]
        self.lacking: int = self._goal() - self.me["chest"]

    def free(self, moves: Sequence[Json]) -> Iterator[Json]:
        """What to do beside the dice. Of amounts the listing has the most; less will do as well."""
        gems = self.me["gems"]
        for each in moves:
            move = each["move"]
            if move.get("playCard", {}).get("card") in GIFTS:
                yield each
            if "playMarket" in move and move["playMarket"] == gems:
                yield each
            if "playScoredRowTent" in move and self._tent(move["playScoredRowTent"], 0, 0) > 0:
                yield each
        sale = gems if self.lacking > self.coins else gems | {"clear": 0}
        if any(sale.values()) and "MARKET" not in self.state["hand"]:
            yield {"move": {"sellGems": sale}, "notation": _sale(sale)}
        amount = min(self.coins, self.lacking)
        if amount > 0 and any("endTurn" in each["move"] for each in moves):
            yield {"move": {"donate": {"amount": amount}}, "notation": f"donate {amount}"}

    def worth(self, move: Json) -> float:
        """What a move is worth, in points."""
        if "takeDie" in move:
            value: int = move["takeDie"]["value"]
            return self._use(value) + AGAIN * any(die > value for die in self.state["pool"])
        if "placeTent" in move:
            tent = move["placeTent"]
            price = 0 if tent["noCost"] else self.price
            cards: int = tent["noCost"] + tent["anyRow"]
            return self._tent(tent, tent["row"], price) - cards * CARD / 2
        die: int = self.state["die"]
        uses = {"takeCoins": die * self._coin(), "dig": self._dig(die), "drawCard": CARD}
        return max(uses.get(name, 0.0) for name in move)

    def _use(self, die: int) -> float:
        """The best that can be done with a die."""
        tent = self._tent({"row": die}, die, self.price) if self.me["tents"] else 0.0
        return max(tent, self._dig(die), die * self._coin(), CARD)

    def _tent(self, tent: Json, points: int, price: int) -> float:
        """A tent's points in this round and hope for the bonus, less what it costs."""
        row: int = tent["row"]
        cost: int = price + sum(self.board.get((self.boat, row), ()))
        if cost > self.coins - max(self.lacking, 0):
            return -1.0
        origin = tent.get("fromField")
        loss = self._bonus(int(origin[1]), 0) if origin else 0.0
        return points + self._bonus(row, 1) - loss - cost * self._coin()

    def _bonus(self, row: int, more: int) -> float:
        """The hope that a tent in the row carries, with so many more tents there."""
        counts = [0] * len(self.state["sides"])
        for (_, each), tents in self.board.items():
            if each == row:
                counts = [sum(pair) for pair in zip(counts, tents, strict=True)]
        mine = counts.pop(self.seat) + more
        return (14 - 2 * row) * (LEADING if mine >= max(counts) else TRAILING)

    def _dig(self, stones: int) -> float:
        """What so many stones from the bag sell for, unless the white one is among them."""
        bag: dict[str, int] = self.state["bag"]
        count = sum(bag.values())
        worth = stones * (bag["clear"] + 3 * bag["blue"] + 5 * bag["red"]) / count
        return worth * max(0.0, 1 - stones / count) * self._coin()

    def _coin(self) -> float:
        """What a coin is worth: little in the last round, when there is not much left to pay."""
        return COIN if self.boat < LAST else COIN / 4

    def _goal(self) -> int:
        """What the chest should hold by now."""
        if self.boat < DUE:
            return 0
        others = (side["wealth"] for side in self.state["sides"] if side["seat"] != self.seat)
        enough: int = SAFE if len(self.state["sides"]) == TWO else min(others) + MARGIN
        if self.boat == LAST and not any(die > self.me["lastDie"] for die in self.state["pool"]):
            return max(enough, int(self.me["chest"]) + self.coins)
        return enough


def _sale(gems: Json) -> str:
    return "sell" + "".join(
        f" {gems[gem]}{gem[0]}" for gem in ("clear", "blue", "red") if gems[gem]
    )
