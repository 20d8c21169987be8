"""Just4Fun as protobuf messages."""

from functools import lru_cache
from typing import Any

from croupier_game.errors import InvalidMove, InvalidOptions
from croupier_game.protobuf import Json, messages_of

from croupier_just4fun import types

pb = messages_of(__package__)

LAYOUTS: dict[types.Layout, int] = {
    "original": pb.Options.ORIGINAL,
    "random": pb.Options.RANDOM,
    "custom": pb.Options.CUSTOM,
}
LAYOUT_OF = {wire: layout for layout, wire in LAYOUTS.items()}


def decode_options(message: Any) -> types.Options:
    """Read options, with defaults for what is left out.

    Raise InvalidOptions for an unknown layout.
    """
    default = types.Options()
    if message.layout not in (*LAYOUT_OF, pb.Options.LAYOUT_UNSPECIFIED):
        raise InvalidOptions("layout must be ORIGINAL, RANDOM or CUSTOM.")
    return types.Options(
        layout=LAYOUT_OF.get(message.layout, default.layout),
        custom_layout=tuple(message.custom_layout),
        # Left out is not false here: the default is true.
        own_locked=message.own_locked if message.HasField("own_locked") else default.own_locked,
        start_seat=message.start_seat if message.HasField("start_seat") else default.start_seat,
    )


def options_json(options: types.Options) -> Json:
    return pb.Options(
        layout=LAYOUTS[options.layout],
        custom_layout=options.custom_layout,
        own_locked=options.own_locked,
        start_seat=options.start_seat,
    )


def decode_move(message: Any) -> types.Move:
    """Read a move; raise InvalidMove for an empty message, and for a play without cards."""
    if message.WhichOneof("move") == "exchange":
        return types.Move()
    if not message.play.cards:
        raise InvalidMove("A move is play, with one to four cards, or exchange.")
    # Ascending, whatever order they were sent in: it decides the discards, and so a later reshuffle
    # (docs/fairness.md).
    return types.Move(tuple(sorted(message.play.cards)))


def move_json(move: types.Move) -> Json:
    if not move.cards:
        return pb.Move(exchange=pb.Move.Exchange())
    return pb.Move(play=pb.Move.Play(cards=move.cards))


def public_view_json(view: types.PublicView) -> Json:
    return pb.View.part(
        starter=view.starter,
        deck_size=view.deck_size,
        discard=view.discard,
        board=[_field(each.number, each.stones, each.owner, each.locked) for each in view.board],
        sides=[_side(seat, side) for seat, side in enumerate(view.sides)],
        line=view.line,
    )


def private_view_json(view: types.PrivateView) -> Json:
    return pb.View.part(hand=view.hand)


def event_json(event: types.Event) -> Json:
    kind = pb.Event
    match event:
        case types.MatchStarted(starter, layout, hands):
            # Of all hands, the viewer's own is left, and none for a spectator.
            hand = next((cards for cards in hands if cards is not None), ())
            started = kind.MatchStarted(starter=starter, layout=layout, hand=hand)
            return kind(match_started=started)
        case types.CardsPlayed(seat, cards, field):
            return kind(cards_played=kind.CardsPlayed(seat=seat, cards=cards, field=field))
        case types.FieldLocked(seat, field, removed):
            return kind(field_locked=kind.FieldLocked(seat=seat, field=field, removed=removed))
        case types.LineCompleted(seat, fields):
            return kind(line_completed=kind.LineCompleted(seat=seat, fields=fields))
        case types.HandExchanged(seat, cards):
            return kind(hand_exchanged=kind.HandExchanged(seat=seat, cards=cards))
        case types.CardsDrawn(seat, count, drawn):
            return kind(cards_drawn=kind.CardsDrawn(seat=seat, count=count, cards=drawn or ()))
        case types.DeckReshuffled(count):
            return kind(deck_reshuffled=kind.DeckReshuffled(cards=count))


@lru_cache(types.CACHED)
def _field(number: int, stones: tuple[int, ...], owner: int | None, locked: bool) -> Json:
    # All views that show it share one. Not of a BoardField, whose hash is no faster than this.
    return pb.View.Field(number=number, stones=stones, owner=owner, locked=locked)


def _side(seat: int, side: types.Side) -> Json:
    return pb.View.Side(
        seat=seat,
        hand_size=side.hand_size,
        supply=side.supply,
        removed=side.removed,
        score=side.score,
        highest_field=side.highest_field,
    )
