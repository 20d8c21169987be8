"""What a seat of Just4Fun knows, and the states that fit it; see `croupier_game.worlds`."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier_game.chance import Chance
from croupier_game.pools import Pools
from croupier_game.worlds import told

from croupier_just4fun import types

Json = Mapping[str, Any]
LAYOUTS: Mapping[str, types.Layout] = {
    "ORIGINAL": "original",
    "RANDOM": "random",
    "CUSTOM": "custom",
}


class Worlds:
    """The states of a match that fit what one seat has seen."""

    def __init__(self, options: Json, seats: int, seat: int) -> None:
        self._options = types.Options(
            layout=LAYOUTS[options["layout"]],
            custom_layout=tuple(options["customLayout"]),
            own_locked=options["ownLocked"],
            start_seat=options.get("startSeat"),
        )
        self._seats, self._seat = seats, seat
        self._others = [each for each in range(seats) if each != seat]
        self.pools = Pools(self._others, types.DECK)
        self._discard: list[types.Card] = []
        self._deck = len(types.DECK)

    def see(self, events: Sequence[Json]) -> None:
        """Take in the events of the next version, as the seat is shown them."""
        reshuffled = any("deckReshuffled" in event for event in events)
        told(
            events,
            {
                "matchStarted": self._begin,
                "cardsPlayed": self._show,
                "handExchanged": self._show,
                "cardsDrawn": self._draw_across if reshuffled else self._draw,
            },
        )

    def world(self, view: Json, to_move: Sequence[int], chance: Chance) -> types.State:
        """Return a state that looks to the seat as the last version does."""
        hands, deck = self.pools.deal(chance)
        held = {**hands, self._seat: view["hand"]}
        stones = {field["number"]: tuple(field["stones"]) for field in view["board"]}
        return types.State(
            options=self._options,
            starter=view["starter"],
            turn=to_move[0] if to_move else 0,
            layout=tuple(field["number"] for field in view["board"]),
            deck=tuple(deck),
            hands=tuple(tuple(sorted(held[seat])) for seat in range(self._seats)),
            discard=tuple(view["discard"]),
            stones=tuple(stones[number] for number in range(1, types.FIELDS + 1)),
            supplies=tuple(side["supply"] for side in view["sides"]),
            removed=tuple(side["removed"] for side in view["sides"]),
            line=tuple(view["line"]),
        )

    def _begin(self, said: Json) -> None:
        for seat in self._others:
            self.pools.draw(seat, types.HAND_SIZE)
        self.pools.reveal(said["hand"])
        self._deck -= types.HAND_SIZE * self._seats

    def _show(self, said: Json) -> None:
        if said["seat"] != self._seat:
            self.pools.show(said["seat"], said["cards"])
        self._discard += said["cards"]

    def _draw(self, said: Json) -> None:
        self._deck -= said["count"]
        if said["seat"] == self._seat:
            self.pools.reveal(said["cards"])
        else:
            self.pools.draw(said["seat"], said["count"])

    def _draw_across(self, said: Json) -> None:
        """The draw has emptied the deck; what was wanted beyond it is from the new one."""
        old, pile = self._deck, self._discard
        new = said["count"] - old
        self._deck, self._discard = len(pile) - new, []
        if said["seat"] == self._seat:
            self.pools.reveal_across(said["cards"], old, pile)
            return
        self.pools.draw(said["seat"], old)
        self.pools.reshuffle(pile)
        self.pools.draw(said["seat"], new)
