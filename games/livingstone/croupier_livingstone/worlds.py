"""What a seat of Livingstone knows, and the states that fit it; see `croupier_game.worlds`.

Of each other player all see the wealth, which is coins and chest together. What was taken and paid
is open, so only donations are to be guessed: all amounts that a player could have given are equally
likely, and all ways to have come to the same coins are counted.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from croupier_game.chance import Chance
from croupier_game.pools import Pools, chosen
from croupier_game.worlds import told

from croupier_livingstone import types
from croupier_livingstone.cards import deck

Json = Mapping[str, Any]
DRAWS: Mapping[str, types.MineCrashDraw] = {"ALL": "all", "DRAWER": "drawer", "LOSERS": "losers"}
GEMS = ("clear", "blue", "red")
STONES = ("black", *GEMS)


class Worlds:
    """The states of a match that fit what one seat has seen."""

    def __init__(self, options: Json, seats: int, seat: int) -> None:
        self._options = _options(options)
        self._seats, self._seat = seats, seat
        self._others = [each for each in range(seats) if each != seat]
        self.pools = Pools(self._others, deck(self._options), never=(types.MINE_CRASH,))
        self._discard: list[types.Card] = []
        self._coins = {each: {types.COINS: 1.0} for each in self._others}
        self._taken = False

    def coins(self, seat: int) -> Mapping[int, float]:
        """Return what another seat may own beside its chest, and how likely each amount is."""
        return self._coins[seat]

    def see(self, events: Sequence[Json]) -> None:
        """Take in the events of the next version, as the seat is shown them."""
        told(
            events,
            {
                "cardDrawn": self._draw,
                "deckReshuffled": self._reshuffle,
                "mineCrashed": self._crash,
                "cardPlayed": self._play,
                "tentPlaced": self._place,
                "coinsTaken": lambda said: self._gain(said["seat"], said["coins"]),
                "gemsSold": lambda said: self._gain(said["seat"], said["coins"]),
                "donated": self._donate,
                "dieTaken": lambda _: self._take(True),
                "turnEnded": lambda _: self._take(False),
                "passed": lambda _: self._take(False),
                "roundStarted": lambda _: self._take(False),
            },
        )

    def world(self, view: Json, to_move: Sequence[int], chance: Chance) -> types.State:
        """Return a state that looks to the seat as the last version does."""
        sides = view["sides"]
        hands, cards = self.pools.deal(chance)
        held = {**hands, self._seat: view["hand"]}
        coins = [self._coins_of(side, chance) for side in sides]
        final = view.get("final")
        return types.State(
            options=self._options,
            round=view["round"],
            starter=view["starter"],
            turn=to_move[0] if to_move else 0,
            boat=view["boat"],
            pool=tuple(view["pool"]),
            die=view["die"],
            owed=view["diceToTake"],
            taken=self._taken,
            last=tuple(side["lastDie"] for side in sides),
            passed=tuple(side["passed"] for side in sides),
            deck=tuple(cards),
            hands=tuple(
                tuple(sorted(held[seat], key=types.CARDS.index)) for seat in range(self._seats)
            ),
            discard=tuple(view["discard"]),
            out_of_game=tuple(view["outOfGame"]),
            coins=tuple(coins),
            chests=tuple(side["wealth"] - own for side, own in zip(sides, coins, strict=True)),
            gems=tuple(tuple(side["gems"][each] for each in GEMS) for side in sides),
            bag=tuple(view["bag"][each] for each in STONES),
            aside=tuple(view["aside"][each] for each in STONES),
            tents=self._fields(view, "tents"),
            unscored=self._fields(view, "unscored"),
            scored_rows=tuple(tuple(side["scoredRows"]) for side in sides),
            points=tuple(side["score"] for side in sides),
            final=_final(final) if final else None,
        )

    def _coins_of(self, side: Json, chance: Chance) -> int:
        if side.get("coins") is not None:
            return int(side["coins"])
        if side.get("chest") is not None:  # the end opens all chests
            return int(side["wealth"] - side["chest"])
        return int(chosen(self._coins[side["seat"]], chance))

    def _fields(self, view: Json, kind: str) -> tuple[tuple[types.Field, ...], ...]:
        board = view["board"]
        return tuple(
            tuple(each["field"] for each in board for _ in range(each[kind][seat]))
            for seat in range(self._seats)
        )

    def _draw(self, said: Json) -> None:
        if said["seat"] == self._seat:
            self.pools.reveal([said["card"]])
        else:
            self.pools.draw(said["seat"], 1)

    def _reshuffle(self, _: Json) -> None:
        self.pools.reshuffle(self._discard)
        self._discard = []

    def _crash(self, _: Json) -> None:
        self.pools.reveal([types.MINE_CRASH])

    def _play(self, said: Json) -> None:
        self._show(said["seat"], [said["card"]])
        if said["card"] == types.FOUR_COINS:
            self._gain(said["seat"], 4)

    def _place(self, said: Json) -> None:
        self._show(said["seat"], said["cards"])
        self._gain(said["seat"], -said["paid"])

    def _show(self, seat: int, cards: Sequence[types.Card]) -> None:
        if seat != self._seat:
            self.pools.show(seat, cards)
        # A boat that was sent back is out of the game.
        self._discard += [card for card in cards if card != types.BOAT_BACK]

    def _gain(self, seat: int, coins: int) -> None:
        if seat in self._coins:
            had = self._coins[seat].items()
            self._coins[seat] = {each + coins: weight for each, weight in had if each + coins >= 0}

    def _donate(self, said: Json) -> None:
        if said["seat"] not in self._coins:
            return
        left: dict[int, float] = defaultdict(float)
        for coins, weight in self._coins[said["seat"]].items():
            for amount in range(1, coins + 1):
                left[coins - amount] += weight
        total = sum(left.values())
        self._coins[said["seat"]] = {coins: weight / total for coins, weight in left.items()}

    def _take(self, taken: bool) -> None:
        self._taken = taken


def _options(options: Json) -> types.Options:
    counts = options["cardCounts"]
    return types.Options(
        river=tuple(options["river"]),
        card_counts=tuple(counts[_camel(card)] for card in types.CARDS),
        row_bonus=tuple(options["rowBonus"]),
        mine_crash_draw=DRAWS[options["mineCrashDraw"]],
        allow_pass=options["allowPass"],
        coins_public=options["coinsPublic"],
        start_seat=options.get("startSeat"),
    )


def _camel(card: types.Card) -> str:
    first, *more = card.lower().split("_")
    return first + "".join(word.capitalize() for word in more)


def _final(final: Json) -> types.Final:
    return types.Final(
        rows=tuple(final["rows"]),
        gems=tuple(final["gems"]),
        cards=tuple(final["cards"]),
        dice=tuple(final["dice"]),
        eliminated=tuple(final["eliminated"]),
    )
