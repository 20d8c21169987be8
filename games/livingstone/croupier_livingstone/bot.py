"""A simple strategy for Livingstone, meant to be read and to be beaten.

It takes one decision after the other. A card that costs nothing to play is played at once.
A die is taken for the best of its uses: a tent, which earns its row now and perhaps the
row's bonus at the end; stones, valued by what is left in the bag; coins; or a card. Coins
pay for tents, and fill the chest: the player who has donated least cannot win. So at the
end of each turn the strategy donates enough to stay ahead of the poorest opponent, judged
by what that opponent owns, and in its last turn all that it has.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from croupier_game.by_worth import by_worth

Json = dict[str, Any]

LAST = 10
"""The last column of the river."""
COIN = 0.8
"""The value of a coin, in points."""
CARD = 2.0
"""The value of a card, in points."""
LEADING, TRAILING = 0.6, 0.1
"""The share of a row's bonus that a tent is worth: with the most tents there, and without."""
AGAIN = 1.0
"""The value of leaving a die that the player could take in the next turn, in points."""
SAFE = 22
"""The chest to aim at with two players, where four dice decide: nearly always it is enough."""
MARGIN = 8
"""With more players: how much more than the poorest opponent owns the chest should hold."""
DUE = 4
"""The column of the river from which on the chest is filled."""
TWO = 2
GIFTS = ("FOUR_COINS", "THREE_STONES", "TWO_DICE")
TURN = ("takeDie", "drawCard", "takeCoins", "dig", "placeTent", "endTurn")
HEAT = 1.0
"""How much worse a move may be that the easy one makes now and then."""


def choose(match: Json, moves: Sequence[Json], dice: random.Random, heat: float = 0.0) -> Json:
    """A free move, if there is one; else the best of the legal moves, by dice among equals."""
    camp = Camp(match["state"], match["yourSeat"])
    for free in camp.free(moves):
        return free
    turn = [each for each in moves if not each["move"].keys().isdisjoint(TURN)]
    return by_worth(turn, lambda each: camp.worth(each["move"]), dice, heat)


def easy(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """A move as of somebody who does not look closely: each as likely as exp(worth / HEAT) says."""
    return choose(match, moves, dice, HEAT)


class Camp:
    """The player's view of the match, and what the moves in it are worth."""

    def __init__(self, state: Json, seat: int) -> None:
        self.state, self.seat = state, seat
        self.me: Json = state["sides"][seat]
        self.boat: int = state["boat"]
        self.board = {(field["column"], field["row"]): field["tents"] for field in state["board"]}
        self.price: int = state["river"][self.boat - 1]
        self.coins: int = self.me["coins"]
        self.lacking: int = self._goal() - self.me["chest"]

    def free(self, moves: Sequence[Json]) -> Iterator[Json]:
        """The good moves that use no die. Amounts are chosen: the API lists only the highest."""
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
        """The value of a move, in points."""
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
        """The value of the best use of a die, in points."""
        tent = self._tent({"row": die}, die, self.price) if self.me["tents"] else 0.0
        return max(tent, self._dig(die), die * self._coin(), CARD)

    def _tent(self, tent: Json, points: int, price: int) -> float:
        """The value of a tent: its points now, its share of the bonus, less its cost.

        It is -1 if the coins do not suffice for the tent and the chest.
        """
        row: int = tent["row"]
        cost: int = price + sum(self.board.get((self.boat, row), ()))
        if cost > self.coins - max(self.lacking, 0):
            return -1.0
        origin = tent.get("fromField")
        loss = self._bonus(int(origin[1]), 0) if origin else 0.0
        return points + self._bonus(row, 1) - loss - cost * self._coin()

    def _bonus(self, row: int, more: int) -> float:
        """The share of the row's bonus to expect, if the player has `more` tents there."""
        counts = [0] * len(self.state["sides"])
        for (_, each), tents in self.board.items():
            if each == row:
                counts = [sum(pair) for pair in zip(counts, tents, strict=True)]
        mine = counts.pop(self.seat) + more
        return (14 - 2 * row) * (LEADING if mine >= max(counts) else TRAILING)

    def _dig(self, stones: int) -> float:
        """The expected value of digging so many stones; the white one makes all worthless."""
        bag: dict[str, int] = self.state["bag"]
        count = sum(bag.values())
        worth = stones * (bag["clear"] + 3 * bag["blue"] + 5 * bag["red"]) / count
        return worth * max(0.0, 1 - stones / count) * self._coin()

    def _coin(self) -> float:
        """The value of a coin: lower in the last round, in which little is left to pay for."""
        return COIN if self.boat < LAST else COIN / 4

    def _goal(self) -> int:
        """The number of coins that the chest should hold by now."""
        if self.boat < DUE:
            return 0
        others = (side["wealth"] for side in self.state["sides"] if side["seat"] != self.seat)
        enough: int = SAFE if len(self.state["sides"]) == TWO else min(others) + MARGIN
        if self.boat == LAST and not any(die > self.me["lastDie"] for die in self.state["pool"]):
            return max(enough, int(self.me["chest"]) + self.coins)
        return enough


def _sale(gems: Json) -> str:
    """The notation of a sale, such as `sell 2c 1r`."""
    return "sell" + "".join(
        f" {gems[gem]}{gem[0]}" for gem in ("clear", "blue", "red") if gems[gem]
    )
