"""The Masked Ball as protobuf messages."""

from typing import Any

from croupier_game.errors import InvalidMove
from croupier_game.protobuf import Json, messages_of

from croupier_masked_ball.types import (
    Compared,
    Drawn,
    Event,
    Exchanged,
    Left,
    Looked,
    Mask,
    Move,
    Options,
    PrivateView,
    PublicView,
    PutDown,
    RoundEnded,
    RoundStarted,
    Side,
)

pb = messages_of(__package__)

MASKS: dict[Mask, int] = {mask: pb.Mask.Value(mask.name) for mask in Mask}
MASK_OF = {wire: mask for mask, wire in MASKS.items()}


def decode_options(message: Any) -> Options:
    return Options(
        roses=message.roses if message.HasField("roses") else None,
        start_seat=message.start_seat if message.HasField("start_seat") else None,
    )


def options_json(options: Options) -> Json:
    return pb.Options(roses=options.roses, start_seat=options.start_seat)


def decode_move(message: Any) -> Move:
    """Raise InvalidMove for a mask that is unspecified or unknown."""
    return Move(
        mask=_mask(message.mask),
        target=message.target if message.HasField("target") else None,
        named=_mask(message.named) if message.HasField("named") else None,
    )


def _mask(wire: int) -> Mask:
    if wire not in MASK_OF:
        raise InvalidMove(f"mask and named must be one of {', '.join(mask.name for mask in Mask)}.")
    return MASK_OF[wire]


def move_json(move: Move) -> Json:
    return pb.Move(mask=MASKS[move.mask], target=move.target, named=_optional(move.named))


def public_view_json(view: PublicView) -> Json:
    return pb.View.part(
        round=view.round,
        roses=view.roses,
        starter=view.starter,
        deck_size=view.deck_size,
        open=[MASKS[mask] for mask in view.open],
    )


def private_view_json(view: PrivateView) -> Json:
    return pb.View.part(
        hand=[MASKS[mask] for mask in view.hand],
        sides=[_side(seat, side) for seat, side in enumerate(view.sides)],
    )


def event_json(event: Event) -> Json:
    kind = pb.Event
    match event:
        case RoundStarted():
            own = next((mask for mask in event.dealt if mask is not None), None)
            return kind(
                round_started=kind.RoundStarted(
                    round=event.round,
                    starter=event.starter,
                    open=[MASKS[mask] for mask in event.open],
                    mask=_optional(own),
                )
            )
        case Drawn(seat, mask):
            return kind(drawn=kind.Drawn(seat=seat, mask=_optional(mask)))
        case PutDown(seat, mask, target, named):
            return kind(
                put_down=kind.PutDown(
                    seat=seat, mask=MASKS[mask], target=target, named=_optional(named)
                )
            )
        case Looked(seat, target, mask):
            return kind(looked=kind.Looked(seat=seat, target=target, mask=_optional(mask)))
        case Compared(seat, target, masks):
            both = [MASKS[mask] for mask in masks or ()]
            return kind(compared=kind.Compared(seat=seat, target=target, masks=both))
        case Exchanged(seat, target, masks):
            both = [MASKS[mask] for mask in masks or ()]
            return kind(exchanged=kind.Exchanged(seat=seat, target=target, masks=both))
        case Left(seat):
            return kind(left=kind.Left(seat=seat))
        case RoundEnded(masks, winners):
            worn = [
                kind.RoundEnded.Worn(seat=seat, mask=MASKS[mask])
                for seat, mask in enumerate(masks)
                if mask is not None
            ]
            return kind(round_ended=kind.RoundEnded(worn=worn, winners=winners))


def _side(seat: int, side: Side) -> Json:
    return pb.View.Side(
        seat=seat,
        roses=side.roses,
        masks=side.masks,
        sheltered=side.sheltered,
        put_down=[MASKS[mask] for mask in side.put_down],
        seen=_optional(side.seen),
    )


def _optional(mask: Mask | None) -> int | None:
    return None if mask is None else MASKS[mask]
