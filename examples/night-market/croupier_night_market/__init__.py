"""The Night Market: choose a good of your basket, all at the same time, and pass the rest on.

Each night deals a basket to every seat. Everybody chooses one good of it, in secret. Once all have
chosen, the goods are laid on the stalls, face up, and each basket goes to the next seat; so it goes
on until the baskets are empty. Then each stall is worth:

lantern  1, 3, 6, 10, 15 ... for 1, 2, 3, 4, 5 ... of them
tea      5 for each pair
silk     10 for each three
spice    6 for the seat with the most, shared by those who have equally many, rounded down

Who has the most after the last night has won.
"""

from typing import Literal

from croupier_game import Chance, IllegalMove, InvalidMove, InvalidOptions, View, dataclass, replace
from croupier_game.tuples import with_item, without

ID, NAME, VERSION = "night-market", "The Night Market", 1
MIN_SEATS, MAX_SEATS = 2, 5

BASKET = 7
"""How many goods a basket has at first."""
MOST_SPICE = 6


Good = Literal["lantern", "tea", "silk", "spice"]
COUNTS: dict[Good, int] = {"lantern": 12, "tea": 14, "silk": 12, "spice": 10}
"""How many of each there are; a night of five needs 35."""
Goods = tuple[Good, ...]


@dataclass(frozen=True)
class Options:
    """What is agreed before the deal."""

    nights: int = 3
    """How many nights there are, 1 to 5."""


@dataclass(frozen=True)
class Move:
    """Choose a good of the basket."""

    good: Good | None
    """Left out for all others, until it is laid down."""


@dataclass(frozen=True)
class State:
    """A match between two moves. In `chosen`, None stands for a seat that is still to choose."""

    options: Options
    night: int
    rest: Goods  # secret
    """What is in nobody's basket in this night."""
    baskets: tuple[Goods, ...]  # secret
    chosen: tuple[Good | None, ...]  # secret
    stalls: tuple[Goods, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A night has begun, and a seat has its basket."""

    seat: int
    night: int
    basket: Goods
    """Empty for all others."""
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat has chosen."""

    seat: int
    good: Good | None
    """Left out for all others."""
    kind: Literal["chosen"] = "chosen"


@dataclass(frozen=True, slots=True)
class Laid:
    """All have chosen: these goods, by seat, lie on the stalls, and the baskets went on."""

    goods: Goods
    kind: Literal["laid"] = "laid"


@dataclass(frozen=True, slots=True)
class NightEnded:
    """The stalls of a night were counted."""

    points: tuple[int, ...]
    """What each seat has got for this night."""
    kind: Literal["nightEnded"] = "nightEnded"


Event = Dealt | Chosen | Laid | NightEnded
Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody may see."""

    night: int
    nights: int
    stalls: tuple["Stall", ...]


@dataclass(frozen=True, slots=True)
class Stall:
    """What everybody may see of a seat."""

    goods: Goods
    worth: int
    """What they are worth now, without the spice."""
    points: int
    """From the nights before."""
    basket: int
    """How many goods its basket has."""
    chosen: bool
    """Whether the seat has chosen."""


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one seat, or a spectator, may see beside it."""

    basket: Goods
    """The viewer's own; empty for a spectator."""
    chosen: Good | None
    """What the viewer has chosen."""


def check_options(options: Options, seats: int) -> None:
    if not 1 <= options.nights <= 5:
        raise InvalidOptions("nights must be 1 to 5.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, Events]:
    empty, nobody = ((),) * seats, (None,) * seats
    return _deal(State(options, 0, (), empty, nobody, empty, (0,) * seats), chance)


def to_move(state: State) -> tuple[int, ...]:
    if not any(state.baskets):
        return ()
    return tuple(seat for seat, good in enumerate(state.chosen) if good is None)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    return tuple(Move(good) for good in COUNTS if good in state.baskets[seat])


def check(state: State, seat: int, move: Move) -> None:
    if move.good is None:
        raise InvalidMove("A move names a good: lantern, tea, silk or spice.")
    if move.good not in state.baskets[seat]:
        raise IllegalMove("Only a good of the own basket can be chosen.")


def on_timeout(state: State, seat: int) -> Move:
    """Choose what the seat holds most of."""
    basket = state.baskets[seat]
    return Move(max(COUNTS, key=basket.count))


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, Events]:
    chosen = with_item(state.chosen, seat, move.good)
    event = Chosen(seat, move.good)
    laid = tuple(good for good in chosen if good is not None)
    if len(laid) < len(chosen):
        return replace(state, chosen=chosen), (event,)
    state = _laid(state, laid)
    if any(state.baskets):
        return state, (event, Laid(laid))
    won = _worth(state.stalls)
    points = tuple(map(sum, zip(state.points, won, strict=True)))
    state = replace(state, points=points)
    ended = (event, Laid(laid), NightEnded(won))
    if state.night == state.options.nights:
        return state, ended
    state, dealt = _deal(replace(state, stalls=((),) * len(points)), chance)
    return state, (*ended, *dealt)


def scores(state: State) -> tuple[int, ...]:
    # What lies on the stalls counts at the end of the night: spice is for who has the most then.
    return state.points


def public_view(state: State) -> PublicView:
    # Made of nothing but what is shown: a member that State gets later stays hidden.
    stalls = tuple(
        Stall(goods, _sets(goods), state.points[seat], len(basket), state.chosen[seat] is not None)
        for seat, (goods, basket) in enumerate(zip(state.stalls, state.baskets, strict=True))
    )
    return PublicView(state.night, state.options.nights, stalls)


def private_view(state: State, seat: int | None) -> PrivateView:
    if seat is None:
        return PrivateView((), None)
    return PrivateView(state.baskets[seat], state.chosen[seat])


def decision_view(view: View[PublicView, PrivateView]) -> object:
    """All but who has chosen already: nobody chooses by that."""
    stalls = tuple((stall.goods, stall.points) for stall in view.public.stalls)
    return view.public.night, stalls, view.private.basket


def event_view(event: Event, seat: int | None) -> Event:
    if isinstance(event, Dealt) and event.seat != seat:
        return Dealt(event.seat, event.night, ())
    if isinstance(event, Chosen) and event.seat != seat:
        return Chosen(event.seat, None)
    return event


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    return move if mover == seat else Move(None)


def _deal(state: State, chance: Chance) -> tuple[State, Events]:
    seats = range(len(state.points))
    deck = chance.shuffle([good for good, count in COUNTS.items() for _ in range(count)])
    baskets = tuple(tuple(deck[seat * BASKET : (seat + 1) * BASKET]) for seat in seats)
    rest, night = tuple(deck[len(seats) * BASKET :]), state.night + 1
    events = tuple(Dealt(seat, night, baskets[seat]) for seat in seats)
    return replace(state, night=night, rest=rest, baskets=baskets), events


def _laid(state: State, laid: Goods) -> State:
    """Return the state with all choices on the stalls, and the baskets one seat further."""
    rest = tuple(without(basket, good) for basket, good in zip(state.baskets, laid, strict=True))
    stalls = tuple((*stall, good) for stall, good in zip(state.stalls, laid, strict=True))
    nobody = (None,) * len(laid)
    return replace(state, baskets=(rest[-1], *rest[:-1]), chosen=nobody, stalls=stalls)


def _sets(goods: Goods) -> int:
    lanterns = goods.count("lantern")
    pairs, threes = goods.count("tea") // 2, goods.count("silk") // 3
    return lanterns * (lanterns + 1) // 2 + 5 * pairs + 10 * threes


def _worth(stalls: tuple[Goods, ...]) -> tuple[int, ...]:
    spice = [goods.count("spice") for goods in stalls]
    most = max(spice)
    share = MOST_SPICE // spice.count(most) if most else 0
    return tuple(
        _sets(goods) + share * (count == most) for goods, count in zip(stalls, spice, strict=True)
    )
