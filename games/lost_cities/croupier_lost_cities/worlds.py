"""What a seat of Lost Cities knows, and the states that fit it; see `croupier_game.worlds`.

All but the discard piles is in the view, which shows the top of each pile: a seat has seen what
lies below it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier_game.chance import Chance
from croupier_game.worlds import Bag, told

from croupier_lost_cities import types

Json = Mapping[str, Any]
WORDS = ("RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE")
LETTER = dict(zip(WORDS, types.COLORS, strict=True))


class Worlds:
    """The states of a match that fit what one seat has seen."""

    def __init__(self, options: Json, seats: int, seat: int) -> None:
        self._options = types.Options(
            rounds=options["rounds"],
            colors=options["colors"],
            start_seat=options.get("startSeat"),
            max_turns_without_deck_draw=options["maxTurnsWithoutDeckDraw"],
            carried_scores=tuple(options["carriedScores"]),
        )
        self._seat = seat
        self._piles: dict[str, list[types.Card]] = {}

    def see(self, events: Sequence[Json]) -> None:
        """Take in the events of the next version, as the seat is shown them."""
        told(
            events,
            {"roundStarted": self._begin, "cardPlayed": self._lay, "cardDrawn": self._draw},
        )

    def world(self, view: Json, to_move: Sequence[int], chance: Chance) -> types.State:
        """Return a state that looks to the seat as the last version does."""
        sides = view["sides"]
        known = [tuple(side["handKnown"]) for side in sides]
        laid = [_expeditions(side) for side in sides]
        deck = Bag(types.DECKS[self._options.colors])
        seen = [view["hand"], known[1 - self._seat], *self._piles.values(), *laid[0], *laid[1]]
        unseen = chance.shuffle(deck.without(*seen))
        size = len(unseen) - view["deckSize"]
        hands = [*known]
        hands[self._seat] = tuple(view["hand"])
        hands[1 - self._seat] = _sorted((*known[1 - self._seat], *unseen[:size]))
        return types.State(
            options=self._options,
            starter=view["starter"],
            turn=to_move[0] if to_move else 0,
            deck=unseen[size:],
            hands=tuple(hands),
            known=tuple(known),
            expeditions=tuple(laid),
            discards=tuple(map(tuple, self._piles.values())),
            idle_turns=view["turnsWithoutDeckDraw"],
            finished=tuple(map(_round, view["finishedRounds"])),
        )

    def _begin(self, _: Json) -> None:
        self._piles = {color: [] for color in types.COLORS[: self._options.colors]}

    def _lay(self, said: Json) -> None:
        if said["place"] == "DISCARD":
            self._piles[said["card"][0]].append(said["card"])

    def _draw(self, said: Json) -> None:
        if said["pile"] != "DECK":
            self._piles[LETTER[said["pile"]]].pop()


def _expeditions(side: Json) -> tuple[types.Cards, ...]:
    return tuple(tuple(each["cards"]) for each in side["expeditions"])


def _round(finished: Json) -> types.Round:
    return types.Round(finished["starter"], tuple(map(_expeditions, finished["sides"])))


def _sorted(cards: Sequence[types.Card]) -> types.Cards:
    return tuple(sorted(cards, key=types.ORDER.__getitem__))
