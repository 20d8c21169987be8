"""Nim as protobuf messages."""

from croupier.v1 import nim_pb2 as pb

from engine.games.errors import InvalidMove
from engine.games.nim import rules


def decode_options(message: pb.NimOptions) -> rules.Options:
    return rules.Options(message.heap if message.HasField("heap") else rules.Options().heap)


def encode_options(options: rules.Options) -> pb.NimOptions:
    return pb.NimOptions(heap=options.heap)


def decode_move(message: pb.NimMove) -> rules.Move:
    """Raise InvalidMove for no move at all."""
    match message.WhichOneof("move"):
        case None:
            raise InvalidMove("A move is heap or own, with a number.")
        case source:
            return rules.Move(source == "own", getattr(message, source))


def encode_move(move: rules.Move) -> pb.NimMove:
    return pb.NimMove(own=move.count) if move.own else pb.NimMove(heap=move.count)


def encode_view(view: rules.View) -> pb.NimView:
    return pb.NimView(heap=view.heap, own=view.own, taken=view.taken)


def encode_event(event: rules.Event) -> pb.NimEvent:
    if isinstance(event, rules.Taken):
        taken = pb.NimEvent.Taken(seat=event.seat, count=event.count, hidden=event.own)
        return pb.NimEvent(taken=taken)
    own = next((size for size in event.piles if size is not None), None)
    return pb.NimEvent(dealt=pb.NimEvent.Dealt(own=own))
