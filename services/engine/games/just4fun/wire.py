"""Just4Fun as protobuf messages."""

from croupier.v1 import just4fun_pb2 as pb

from engine.games.errors import InvalidMove, InvalidOptions
from engine.games.just4fun import types

LAYOUTS: dict[types.Layout, pb.Just4FunOptions.Layout.ValueType] = {
    "original": pb.Just4FunOptions.ORIGINAL,
    "random": pb.Just4FunOptions.RANDOM,
    "custom": pb.Just4FunOptions.CUSTOM,
}
LAYOUT_OF = {wire: layout for layout, wire in LAYOUTS.items()}


def decode_options(message: pb.Just4FunOptions) -> types.Options:
    """Read options, with defaults for what is left out.

    Raise InvalidOptions for an unknown layout.
    """
    default = types.Options()
    if message.layout not in (*LAYOUT_OF, pb.Just4FunOptions.LAYOUT_UNSPECIFIED):
        raise InvalidOptions("layout must be ORIGINAL, RANDOM or CUSTOM.")
    return types.Options(
        layout=LAYOUT_OF.get(message.layout, default.layout),
        custom_layout=tuple(message.custom_layout),
        # Left out is not false here: the default is true.
        own_locked=message.own_locked if message.HasField("own_locked") else default.own_locked,
        start_seat=message.start_seat if message.HasField("start_seat") else default.start_seat,
    )


def encode_options(options: types.Options) -> pb.Just4FunOptions:
    return pb.Just4FunOptions(
        layout=LAYOUTS[options.layout],
        custom_layout=options.custom_layout,
        own_locked=options.own_locked,
        start_seat=options.start_seat,
    )


def decode_move(message: pb.Just4FunMove) -> types.Move:
    """Read a move; raise InvalidMove for an empty message, and for a play without cards."""
    if message.WhichOneof("move") == "exchange":
        return types.Move()
    if not message.play.cards:
        raise InvalidMove("A move is play, with one to four cards, or exchange.")
    # Ascending, whatever order they were sent in: it decides the discards, and so a later reshuffle
    # (docs/fairness.md).
    return types.Move(tuple(sorted(message.play.cards)))


def encode_move(move: types.Move) -> pb.Just4FunMove:
    if not move.cards:
        return pb.Just4FunMove(exchange=pb.Just4FunMove.Exchange())
    return pb.Just4FunMove(play=pb.Just4FunMove.Play(cards=move.cards))


def encode_view(view: types.View) -> pb.Just4FunView:
    return pb.Just4FunView(
        starter=view.starter,
        deck_size=view.deck_size,
        hand=view.hand,
        discard=view.discard,
        board=[_field(field) for field in view.board],
        sides=[_side(seat, side) for seat, side in enumerate(view.sides)],
        line=view.line,
    )


def encode_event(event: types.Event) -> pb.Just4FunEvent:
    kind = pb.Just4FunEvent
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


def _field(field: types.BoardField) -> pb.Just4FunView.Field:
    return pb.Just4FunView.Field(
        number=field.number, stones=field.stones, owner=field.owner, locked=field.locked
    )


def _side(seat: int, side: types.Side) -> pb.Just4FunView.Side:
    return pb.Just4FunView.Side(
        seat=seat,
        hand_size=side.hand_size,
        supply=side.supply,
        removed=side.removed,
        score=side.score,
        highest_field=side.highest_field,
    )
