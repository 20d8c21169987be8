"""Lost Cities as protobuf messages."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from croupier_game.errors import InvalidMove
from croupier_game.protobuf import Json, messages_of

from croupier_lost_cities import types

pb = messages_of(__package__)

Wire = pb.Move
PILES: dict[str, int] = {
    types.DECK: Wire.DECK,
    "R": Wire.RED,
    "W": Wire.WHITE,
    "Y": Wire.YELLOW,
    "B": Wire.BLUE,
    "G": Wire.GREEN,
    "P": Wire.PURPLE,
}
PLACES: dict[types.Place, int] = {
    types.EXPEDITION: Wire.EXPEDITION,
    types.DISCARD: Wire.DISCARD,
}
PILE_OF = {wire: pile for pile, wire in PILES.items()}
PLACE_OF = {wire: place for place, wire in PLACES.items()}
COLOR: dict[str, int] = {
    "R": pb.View.RED,
    "W": pb.View.WHITE,
    "Y": pb.View.YELLOW,
    "B": pb.View.BLUE,
    "G": pb.View.GREEN,
    "P": pb.View.PURPLE,
}


def decode_options(message: Any) -> types.Options:
    default = types.Options()
    return types.Options(
        # Left out is not 0 here: 0 rounds are refused.
        rounds=message.rounds if message.HasField("rounds") else default.rounds,
        colors=message.colors if message.HasField("colors") else default.colors,
        start_seat=message.start_seat if message.HasField("start_seat") else default.start_seat,
        max_turns_without_deck_draw=message.max_turns_without_deck_draw,
        carried_scores=tuple(message.carried_scores),
    )


def options_json(options: types.Options) -> Json:
    return pb.Options(
        rounds=options.rounds,
        colors=options.colors,
        start_seat=options.start_seat,
        max_turns_without_deck_draw=options.max_turns_without_deck_draw,
        carried_scores=options.carried_scores,
    )


def decode_move(message: Any) -> types.Move:
    """Read a move; raise InvalidMove for a place or pile that is unspecified or unknown."""
    if message.place not in PLACE_OF:
        raise InvalidMove("place must be EXPEDITION or DISCARD.")
    if message.draw not in PILE_OF:
        raise InvalidMove("draw must be DECK or the colour of a discard pile.")
    return types.Move(message.card, PLACE_OF[message.place], PILE_OF[message.draw])


def move_json(move: types.Move) -> Json:
    return pb.Move(card=move.card, place=PLACES[move.place], draw=PILES[move.draw])


def public_view_json(view: types.PublicView) -> Json:
    return pb.View.part(
        round=view.round,
        rounds=view.rounds,
        starter=view.starter,
        deck_size=view.deck_size,
        turns_without_deck_draw=view.idle_turns,
        discards=[_discard(pile.color, pile.top, pile.size) for pile in view.discards],
        sides=[_side(seat, side) for seat, side in enumerate(view.sides)],
        finished_rounds=[_round(result) for result in view.finished],
    )


def private_view_json(view: types.PrivateView) -> Json:
    return pb.View.part(hand=view.hand)


def event_json(event: types.Event) -> Json:
    match event:
        case types.RoundStarted():
            # Of all hands, the viewer's own is left, and none for a spectator.
            hand = next((cards for cards in event.hands if cards is not None), ())
            return pb.Event(
                round_started=pb.Event.RoundStarted(
                    round=event.round, starter=event.starter, hand=hand
                )
            )
        case types.CardPlayed():
            return pb.Event(
                card_played=pb.Event.CardPlayed(
                    seat=event.seat, card=event.card, place=PLACES[event.place]
                )
            )
        case types.CardDrawn():
            return pb.Event(
                card_drawn=pb.Event.CardDrawn(
                    seat=event.seat, pile=PILES[event.pile], card=event.card or ""
                )
            )
        case types.RoundEnded():
            return pb.Event(round_ended=_round(event.result))


def _expeditions(expeditions: Sequence[types.Expedition]) -> list[Json]:
    return [_expedition(each) for each in expeditions]


@lru_cache(types.CACHED)
def _discard(color: str, top: types.Card | None, size: int) -> Json:
    return pb.View.Discard(color=COLOR[color], top=top or "", size=size)


@lru_cache(types.SCORED)
def _expedition(expedition: types.Expedition) -> Json:
    # All views that show it share one message: a message copies those that it is given.
    return pb.View.Expedition(
        color=COLOR[expedition.color],
        cards=expedition.cards,
        wagers=expedition.wagers,
        sum=expedition.sum,
        bonus=expedition.bonus,
        score=expedition.score,
    )


def _side(seat: int, side: types.Side) -> Json:
    return pb.View.Side(
        seat=seat,
        hand_size=side.hand_size,
        hand_known=side.hand_known,
        expeditions=_expeditions(side.expeditions),
        round_score=side.round_score,
        total=side.total,
    )


@lru_cache(types.SCORED)
def _round(result: types.RoundResult) -> Json:
    return pb.View.Round(
        round=result.round,
        starter=result.starter,
        sides=[
            pb.View.RoundSide(
                seat=seat,
                expeditions=_expeditions(side.expeditions),
                score=side.score,
                total=side.total,
            )
            for seat, side in enumerate(result.sides)
        ],
    )
