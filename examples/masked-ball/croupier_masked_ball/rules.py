"""The Masked Ball: sixteen masks, one of which you wear.

Each round deals one mask to every player and lays one aside, face down; with two
players, three more lie open. In turn, draw a mask, so that you hold two, and put one
of them down, face up. Its number says what that does:

1 Wasp (five)      Name a mask other than the Wasp. The chosen player leaves if that is theirs.
2 Owl (two)        Look at the chosen player's mask.
3 Boar (two)       Compare masks with the chosen player. The lower one leaves.
4 Tortoise (two)   Until your next turn, no other player can choose you.
5 Magpie (two)     The chosen player, who may be you, puts their mask down and draws another.
6 Fox (one)        Exchange masks with the chosen player.
7 Peacock (one)    Nothing; but it must be put down by a player who holds it with 5 or 6.
8 Swan (one)       A player who puts it down, for whatever reason, leaves.

A player who leaves shows their mask and is out of this round. The round ends when
one player is left, or with the turn that empties the deck: then the highest mask wins,
among equals the higher sum of what they have put down, and if that is equal too, each
of them. A winner gets a rose and begins the next round. With enough roses, the match is
won.

A move is written as the mask, the seat that is chosen and the mask that is named:
"wasp 2 swan", "owl 0", "tortoise".
"""

import re
from collections.abc import Iterator

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions
from croupier_game.tuples import ranked

from croupier_masked_ball.effects import effect
from croupier_masked_ball.hands import put_down
from croupier_masked_ball.rounds import deal, go_on, goal
from croupier_masked_ball.types import (
    CHOOSING,
    NAMED,
    Compared,
    Drawn,
    Events,
    Exchanged,
    Left,
    Looked,
    Mask,
    Masks,
    PutDown,
    RoundEnded,
    RoundStarted,
    Side,
)
from croupier_masked_ball.types import (
    Event as Event,
)
from croupier_masked_ball.types import (
    Move as Move,
)
from croupier_masked_ball.types import (
    Options as Options,
)
from croupier_masked_ball.types import (
    PrivateView as PrivateView,
)
from croupier_masked_ball.types import (
    PublicView as PublicView,
)
from croupier_masked_ball.types import (
    State as State,
)

ID = "masked-ball"
NAME = "The Masked Ball"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 4

WRITTEN = re.compile(r"([a-z]+)(?: ([0-3]))?(?: ([a-z]+))?", re.ASCII)


def check_options(options: Options, seats: int) -> None:
    """Raise InvalidOptions if no match of `seats` can be played so."""
    if options.roses is not None and not 1 <= options.roses <= 9:
        raise InvalidOptions("roses must be 1 to 9.")
    if options.start_seat is not None and not 0 <= options.start_seat < seats:
        raise InvalidOptions("startSeat must be a seat of the match.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, Events]:
    """Draw the starter unless the options name one, and deal the first round."""
    starter = chance.below(seats) if options.start_seat is None else options.start_seat
    return deal(options, 1, starter, (0,) * seats, chance)


def rematch_options(state: State, keep_score: bool) -> Options:
    return state.options


def to_move(state: State) -> tuple[int, ...]:
    """The seats that must decide now."""
    return () if over(state) else (state.turn,)


def over(state: State) -> bool:
    return max(state.roses) >= goal(state)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Every legal move of `seat`, which must be to move; equal masks are listed once."""
    hand = state.hands[seat]
    masks = [Mask.PEACOCK] if _peacock_must_go(hand) else sorted(set(hand))
    return tuple(move for mask in masks for move in _moves(state, seat, mask))


def check(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove, saying why, unless `seat` may make `move`."""
    _check_sense(state, move)
    if move.mask not in state.hands[seat]:
        raise IllegalMove("A mask must be in your hand to be put down.")
    if move.mask != Mask.PEACOCK and _peacock_must_go(state.hands[seat]):
        raise IllegalMove("With a Magpie or a Fox in hand, the Peacock must be put down.")
    if move.target is None:
        if move.mask in CHOOSING and _others(state, seat):
            raise IllegalMove("A player must be chosen while there is one who can be.")
    elif move.target == seat:
        if move.mask != Mask.MAGPIE:
            raise IllegalMove("Only with a Magpie can you choose yourself.")
    elif not state.hands[move.target]:
        raise IllegalMove("This player has left the round.")
    elif move.target in state.sheltered:
        raise IllegalMove("The Tortoise shelters this player until their next turn.")


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, Events]:
    """The state after a legal `move`, and what happened."""
    first = PutDown(seat, move.mask, move.target, move.named)
    state, events = effect(put_down(state, seat, move.mask), seat, move)
    after, more = go_on(state, chance)
    return after, (first, *events, *more)


def scores(state: State) -> tuple[int, ...]:
    """The roses of each seat. Its hand does not count: everyone sees scores at every version."""
    return state.roses


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Seats by their roses, most first; equal numbers share a rank."""
    return ranked(dict(enumerate(state.roses)))


def eliminated(state: State) -> tuple[int, ...]:
    """No seat: leaving a round does not keep a player from winning the match."""
    return ()


def public_view(state: State) -> PublicView:
    """What everybody may see."""
    return PublicView(
        round=state.round,
        roses=goal(state),
        starter=state.starter,
        deck_size=len(state.deck),
        open=state.open,
    )


def private_view(state: State, seat: int | None) -> PrivateView:
    """What `seat` may see beside it; None is a spectator."""
    return PrivateView(
        hand=() if seat is None else state.hands[seat],
        sides=tuple(
            Side(
                roses=state.roses[side],
                masks=len(state.hands[side]),
                sheltered=side in state.sheltered,
                put_down=state.put_down[side],
                seen=None if seat is None else state.seen[seat][side],
            )
            for side in range(len(state.hands))
        ),
    )


def event_view(event: Event, seat: int | None) -> Event:
    """The event as `seat` may see it."""
    match event:
        case RoundStarted():
            own = tuple(m if side == seat else None for side, m in enumerate(event.dealt))
            return RoundStarted(event.round, event.starter, event.open, own)
        case Drawn():
            return Drawn(event.seat, event.mask if event.seat == seat else None)
        case Looked():
            involved = seat in (event.seat, event.target)
            return Looked(event.seat, event.target, event.mask if involved else None)
        case Compared():
            involved = seat in (event.seat, event.target)
            return Compared(event.seat, event.target, event.masks if involved else None)
        case Exchanged():
            involved = seat in (event.seat, event.target)
            return Exchanged(event.seat, event.target, event.masks if involved else None)
        case PutDown():
            return PutDown(event.seat, event.mask, event.target, event.named)
        case Left():
            return Left(event.seat)
        case RoundEnded():
            return RoundEnded(event.masks, event.winners)


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    """Moves are public: what they brought to light is in the events."""
    return Move(move.mask, move.target, move.named)


def notation(move: Move) -> str:
    words = [move.mask.name.lower()]
    words += [] if move.target is None else [str(move.target)]
    words += [] if move.named is None else [move.named.name.lower()]
    return " ".join(words)


def parse(text: str) -> Move:
    """Read `notation`; raise InvalidMove if it is not a valid one."""
    written = WRITTEN.fullmatch(text)
    if not written:
        raise InvalidMove("A move is written like wasp 2 swan, owl 0 or tortoise.")
    mask, target, named = written.groups()
    return Move(_mask(mask), int(target) if target else None, _mask(named) if named else None)


# What a move may be


def _mask(word: str) -> Mask:
    try:
        return Mask[word.upper()]
    except KeyError:
        raise InvalidMove(f"There is no mask {word}.") from None


def _check_sense(state: State, move: Move) -> None:
    """Raise InvalidMove for what no position of the match allows."""
    if move.target is not None and not 0 <= move.target < len(state.hands):
        raise InvalidMove("There is no such seat in this match.")
    if move.target is not None and move.mask not in CHOOSING:
        raise InvalidMove("This mask chooses no player.")
    if move.target is None and move.mask == Mask.MAGPIE:
        raise InvalidMove("A Magpie always chooses a player.")
    if (move.named is not None) != (move.mask == Mask.WASP and move.target is not None):
        raise InvalidMove("A Wasp that chooses a player names a mask; no other move does.")
    if move.named == Mask.WASP:
        raise InvalidMove("A Wasp cannot name the Wasp.")


def _moves(state: State, seat: int, mask: Mask) -> Iterator[Move]:
    others = _others(state, seat)
    if mask == Mask.MAGPIE:
        yield from (Move(mask, target) for target in sorted((*others, seat)))
    elif mask == Mask.WASP and others:
        yield from (Move(mask, target, named) for target in others for named in NAMED)
    elif mask in CHOOSING and others:
        yield from (Move(mask, target) for target in others)
    else:
        yield Move(mask)


def _others(state: State, seat: int) -> list[int]:
    """The players that `seat` can choose, itself aside."""
    return [
        other
        for other, hand in enumerate(state.hands)
        if other != seat and hand and other not in state.sheltered
    ]


def _peacock_must_go(hand: Masks) -> bool:
    return Mask.PEACOCK in hand and (Mask.MAGPIE in hand or Mask.FOX in hand)
