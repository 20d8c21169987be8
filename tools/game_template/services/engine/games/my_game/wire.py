"""My Game as protobuf messages."""

from croupier.v1 import my_game_pb2 as pb

from engine.games.errors import InvalidMove
from engine.games.my_game import rules


def decode_options(message: pb.MyGameOptions) -> rules.Options:
    return rules.Options(message.heap if message.HasField("heap") else rules.Options().heap)


def encode_options(options: rules.Options) -> pb.MyGameOptions:
    return pb.MyGameOptions(heap=options.heap)


def decode_move(message: pb.MyGameMove) -> rules.Move:
    """Raise InvalidMove for an empty message."""
    match message.WhichOneof("move"):
        case None:
            raise InvalidMove("A move is heap or own, with a number.")
        case source:
            return rules.Move(source == "own", getattr(message, source))


def encode_move(move: rules.Move) -> pb.MyGameMove:
    return pb.MyGameMove(own=move.count) if move.own else pb.MyGameMove(heap=move.count)


def encode_view(view: rules.View) -> pb.MyGameView:
    return pb.MyGameView(heap=view.heap, own=view.own, taken=view.taken)


def encode_event(event: rules.Event) -> pb.MyGameEvent:
    if isinstance(event, rules.Taken):
        taken = pb.MyGameEvent.Taken(seat=event.seat, count=event.count, own=event.own)
        return pb.MyGameEvent(taken=taken)
    own = next((size for size in event.piles if size is not None), None)
    return pb.MyGameEvent(dealt=pb.MyGameEvent.Dealt(own=own))
