"""Livingstone, as the tests know it."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import get_args

from croupier_game.kit.spec import Oracle, Secrets, Specimen

from croupier_livingstone import rules, types
from croupier_livingstone.cards import deck
from croupier_livingstone.rules import legal_moves
from croupier_livingstone.types import (
    ANY_ROW_TENT,
    BAG,
    BOAT_BACK,
    CARDS,
    COINS,
    COLUMNS,
    DICE,
    FIELDS,
    LAST_COLUMN,
    MINE_CRASH,
    NO_COST_TENT,
    PLAIN,
    SCORED_ROW_TENT,
    TENTS,
    Action,
    Gems,
    Move,
    Options,
    State,
    View,
)

STONES = ("black", "clear", "blue", "red")
ACTIONS: tuple[Action, ...] = get_args(Action)
NUMBERED: tuple[Action, ...] = ("take_die", "donate", "place_tent", "play_scored_row_tent")
WITH_GEMS: tuple[Action, ...] = ("sell_gems", "play_market")
WITH_ORIGIN: tuple[Action, ...] = ("place_tent", "play_scored_row_tent")
MANY_TENTS = (12, 9, 9, 2, 2, 2, 2, 1, 1, 1, 12, 1)
MANY_ROUNDS = (0, 30, 30, 0, 0, 0, 0, 0, 0, 0, 30, 0)
CRASHES = (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)
"""Numbers of cards."""
TRIED = 60
"""Moves to try in a position, at least."""


def bound(options: Options, seats: int) -> int:
    """The most moves that a match can have.

    Rounds: each moves the boat a column on, and the match ends with a round in
    the tenth. Only BOAT_BACK moves it back, and leaves the game: R = 10 + their
    number at most.

    Dice: T = R * 2 * seats. Each is taken, is used, and its turn is ended: three
    moves. A turn without a die is ended by passing, once a round and seat.

    Free moves: a donation takes a coin at least, a sale a gem, and a card once
    drawn is played once. Coins, gems and cards come from

    - the start: 3 coins a seat, so 3 moves;
    - a die for coins: 6 of them, 6 moves;
    - a die for stones: at most 6 gems, 5 of them red. A gem is one sale, or sold
      with others; a red one brings 5 coins, a blue one 3, which are as many
      donations. 5 * 6 + 4 = 34 moves. (MARKET pays no more.)
    - a die for a card: itself; FOUR_COINS 4 donations more, THREE_STONES 3 gems,
      so 18 moves: 19 at most;
    - a MINE_CRASH, which leaves the game: a card for each seat, 19 moves each.

    Whatever a die is used for, it allows at most 34 free moves.
    """
    counts = dict(zip(CARDS, options.card_counts, strict=True))
    rounds = LAST_COLUMN + counts[BOAT_BACK]
    dice = rounds * DICE * seats
    passes = rounds * seats * options.allow_pass
    return dice * (3 + 34) + passes + seats * COINS + counts[MINE_CRASH] * seats * 19


def box(options: Options, seats: int) -> Iterator[str]:
    yield from deck(options)
    yield from Counter(dict(zip(STONES, BAG, strict=True))).elements()


def pieces(state: State) -> Iterator[str]:
    """Cards and stones; the white stone never leaves the bag and is not in the state.

    Coins and tents come and go, see `accounts`; but nobody has less than none.
    """
    for cards in (state.deck, *state.hands, state.discard, state.out_of_game):
        yield from cards
    for stones in (state.bag, state.aside, *((0, *gems) for gems in state.gems)):
        yield from Counter(dict(zip(STONES, stones, strict=True))).elements()
    if max(map(len, state.tents)) > TENTS:
        yield "more tents than there are"
    if min(*state.coins, *state.chests, *state.bag, *state.aside, *map(min, state.gems)) < 0:
        yield "less than nothing"


def accounts(before: State, events: Sequence[rules.Event], after: State) -> bool:
    """Tents come to the board and leave it, and coins change hands, as the events say."""
    tents = [Counter(fields) for fields in before.tents]
    coins, chests = [*before.coins], [*before.chests]
    for event in events:
        match event:
            case types.TentPlaced(seat, field, paid, _, origin):
                tents[seat] = (tents[seat] - Counter([origin])) + Counter([field])
                coins[seat] -= paid
            case types.CoinsTaken(seat, earned) | types.GemsSold(seat, _, earned):
                coins[seat] += earned
            case types.CardPlayed(seat, "FOUR_COINS"):
                coins[seat] += 4
            case types.Donated(seat, int(amount)):
                coins[seat] -= amount
                chests[seat] += amount
    board = [Counter(fields) for fields in after.tents]
    return (tents, coins, chests) == (board, [*after.coins], [*after.chests])


def covered(seen: View, listed: Sequence[Move], move: Move) -> bool:
    """Of amounts the list has the most, and of tents to be moved each place and each origin."""
    like = [each for each in listed if each.action == move.action]
    if move.action in WITH_GEMS:
        return any(move.gems) and any(_within(move.gems, each.gems) for each in like)
    if move.action == "donate":
        return 1 <= move.number <= max((each.number for each in like), default=0)
    if move.action in WITH_ORIGIN:
        place = replace(move, origin="") in [replace(each, origin="") for each in like]
        own_field = f"{COLUMNS[seen.public.boat - 1]}{move.number}"
        origin = move.origin in [each.origin for each in like]
        return place and origin and move.origin != own_field
    return move in listed


def _within(gems: Gems, most: Gems) -> bool:
    return all(count <= limit for count, limit in zip(gems, most, strict=True))


def moves(state: State, seat: int, rng: random.Random) -> Iterator[Move]:
    """The legal moves and any others, and both with one thing changed."""
    listed = legal_moves(state, seat)
    yield from listed
    for _ in range(TRIED // 3):
        other = written(state, seat, rng)
        yield from (other, changed(other, state, seat, rng))
        yield changed(rng.choice(listed), state, seat, rng)


def written(state: State, seat: int, rng: random.Random) -> Move:
    """Return a move that can be written, legal or not, with the details of its action alone."""
    action = rng.choice(ACTIONS)
    move = Move(action)
    if action in NUMBERED:
        move = replace(move, number=a_number(move, state, seat, rng))
    if action in WITH_GEMS:
        move = replace(move, gems=some_gems(state.gems[seat], rng))
    if action in WITH_ORIGIN:
        move = replace(move, origin=a_field(state, seat, rng))
    if action == "place_tent":
        move = replace(move, no_cost=rng.random() < 1 / 2, any_row=rng.random() < 1 / 2)
    if action == "play_card":
        move = replace(move, card=rng.choice((*CARDS, "")))
    return move


def changed(move: Move, state: State, seat: int, rng: random.Random) -> Move:
    """The move with one detail changed, or another action where it has none."""
    if move.action in NUMBERED and rng.random() < 1 / 2:
        return replace(move, number=a_number(move, state, seat, rng))
    match move.action:
        case "sell_gems" | "play_market" if rng.random() < 1 / 4:
            return replace(move, action=rng.choice(WITH_GEMS))
        case "sell_gems" | "play_market":
            return replace(move, gems=other_gems(move.gems, state.gems[seat], rng))
        case "play_card":
            return replace(move, card=rng.choice((*CARDS, *state.hands[seat])))
        case "place_tent" if rng.random() < 1 / 3:
            return replace(move, no_cost=not move.no_cost)
        case "place_tent" if rng.random() < 1 / 3:
            return replace(move, any_row=not move.any_row)
        case "place_tent" | "play_scored_row_tent":
            return replace(move, origin=a_field(state, seat, rng))
        case _:
            return written(state, seat, rng)


def a_number(move: Move, state: State, seat: int, rng: random.Random) -> int:
    """For a die or a row 0 to 8, for coins up to some more than there are."""
    most = state.coins[seat] + 2 if move.action == "donate" else 8
    near = max(0, move.number + rng.choice((-1, 1)))
    return rng.choice((near, rng.randint(0, most)))


def some_gems(held: Gems, rng: random.Random) -> Gems:
    return tuple(rng.randint(0, count + rng.choice((0, 1))) for count in held)


def other_gems(gems: Gems, held: Gems, rng: random.Random) -> Gems:
    """A different number of one kind."""
    kind = rng.randrange(len(gems))
    count = rng.choice((0, 1, held[kind], held[kind] + 1))
    return (*gems[:kind], count, *gems[kind + 1 :])


def a_field(state: State, seat: int, rng: random.Random) -> str:
    """None, one of one's own tents, any field, or what is none."""
    own = state.tents[seat] or ("",)
    return rng.choice(("", *own, rng.choice(sorted(FIELDS)), rng.choice(("k1", "a7", "c"))))


def kind(move: Move) -> str:
    details = (
        move.card,
        "free" * move.no_cost,
        "any" * move.any_row,
        "moved" * bool(move.origin),
    )
    return " ".join(filter(None, (move.action, *details)))


def no_tent_left(seats: int, tents: Sequence[str]) -> State:
    """Seat 0 has a five, tent cards, coins and all its tents on the board; the boat is at e."""
    options = Options(start_seat=0)
    cards = deck(options)
    hand = (NO_COST_TENT, ANY_ROW_TENT, SCORED_ROW_TENT)
    nobody = ((),) * (seats - 1)
    return State(
        options=options,
        round=5,
        starter=0,
        turn=0,
        boat=5,
        pool=(1, 3, 6),
        die=5,
        owed=0,
        taken=True,
        last=(5, *(0,) * (seats - 1)),
        passed=(False,) * seats,
        deck=tuple((Counter(cards) - Counter(hand)).elements()),
        hands=(hand, *nobody),
        discard=(),
        out_of_game=(),
        coins=(20,) * seats,
        chests=(0,) * seats,
        gems=((0, 0, 0),) * seats,
        bag=BAG,
        aside=(0, 0, 0, 0),
        tents=(tuple(tents), *nobody),
        unscored=((),) * seats,
        scored_rows=((1, 2, 6), *nobody),
        points=(0,) * seats,
    )


SPREAD = no_tent_left(2, ["a1"] * 3 + ["b2", "b6", "c3", "d4", "e1", "e1", "e5", "e6"])
CROWDED = no_tent_left(2, ["e5"] * TENTS)
OF_THREE = no_tent_left(3, SPREAD.tents[0])
MOVED = (
    Move("place_tent", 5, origin="a1"),
    Move("place_tent", 5, no_cost=True, origin="e1"),
    Move("place_tent", 4, any_row=True, origin="e5"),
    Move("place_tent", 1, no_cost=True, any_row=True, origin="d4"),
    Move("play_scored_row_tent", 6, origin="b6"),
)
TENT_KINDS = frozenset(
    f"place_tent{free}{row}" for free in ("", " free") for row in ("", " any")
) | {"play_scored_row_tent"}
MOVED_KINDS = frozenset(f"{each} moved" for each in TENT_KINDS)

ORACLE = Oracle(
    options=(
        Options(),
        Options(river=(0,) * 10, card_counts=MANY_TENTS, mine_crash_draw="drawer"),
        Options(
            river=(0, 1) * 5,
            card_counts=(3, 3, 3, 3, 3, 3, 3, 2, 2, 1, 3, 4),
            row_bonus=(100, 0, 8, 7, 5, 3),
            mine_crash_draw="losers",
            allow_pass=True,
            coins_public=True,
            start_seat=1,
        ),
        Options(card_counts=(0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 2), start_seat=0),
        Options(river=(0,) * 10, card_counts=MANY_ROUNDS, coins_public=True),
    ),
    bound=bound,
    box=box,
    pieces=pieces,
    moves=moves,
    kind=kind,
    kinds=frozenset(each for each in ACTIONS if each not in ("play_card", *WITH_ORIGIN))
    | {f"play_card {card}" for card in PLAIN}
    | TENT_KINDS
    | MOVED_KINDS,
    specimens={
        2: Specimen(
            Options(
                river=(0,) * 10,
                card_counts=(3, 8, 8, 1, 2, 2, 2, 1, 1, 1, 8, 1),
            ),
            seed=849,
            views=100,
        ),
        3: Specimen(Options(), seed=880, views=27),
        4: Specimen(Options(mine_crash_draw="drawer", allow_pass=True), seed=901, views=34),
        5: Specimen(Options(mine_crash_draw="losers", coins_public=True), seed=270, views=64),
    },
    covered=covered,
    accounts=accounts,
    rare=MOVED_KINDS,
    constructed=(
        *((SPREAD, move) for move in MOVED),
        (CROWDED, Move("place_tent", 2, any_row=True, origin="e5")),
        (OF_THREE, Move("dig")),
    ),
)


# What is secret


def known(state: rules.State, events: Sequence[rules.Event], viewer: int | None) -> object:
    own = [] if viewer is None else [state.coins[viewer], state.chests[viewer]]
    return (
        own,
        [coins + chest for coins, chest in zip(state.coins, state.chests, strict=True)],
        len(state.deck),
        [hand if seat == viewer else len(hand) for seat, hand in enumerate(state.hands)],
        (state.round, state.starter, state.turn, state.boat, state.pool, state.die, state.owed),
        (state.taken, state.last, state.passed),
        (state.discard, state.out_of_game, state.gems, state.bag, state.aside),
        (state.tents, state.unscored, state.scored_rows, state.points, state.final),
        # Those that are sold at once are nowhere in the state.
        [event for event in events if isinstance(event, types.StonesDrawn)],
    )


def hidden(state: rules.State, viewer: int | None) -> dict[str, object]:
    return {
        "deck": state.deck,
        "hands": [hand for seat, hand in enumerate(state.hands) if seat != viewer],
        "coins": [coins for seat, coins in enumerate(state.coins) if seat != viewer],
        "chests": [chest for seat, chest in enumerate(state.chests) if seat != viewer],
    }


def ahead(state: rules.State) -> object:
    """The card for a draw, and those that follow when it is MINE_CRASH, and again."""
    crashes = state.deck.count(MINE_CRASH)
    return state.deck[-1 - crashes * len(state.hands) :]


def probe(state: rules.State, viewer: int | None) -> str:
    """Return the play of a card that another player holds and the viewer does not, if any."""
    own = () if viewer is None else state.hands[viewer]
    others = sorted({card for hand in state.hands for card in hand} - {*own})
    played = [card for card in others if card in types.PLAIN]
    return f"play {played[0]}" if played else f"donate {max(state.coins) + 1}"


def any_options(seats: int, dice: random.Random) -> rules.Options:
    return rules.Options(
        river=dice.choice((rules.Options().river, (0,) * types.LAST_COLUMN)),
        card_counts=dice.choice((rules.Options().card_counts, MANY_TENTS, CRASHES)),
        mine_crash_draw=dice.choice(("all", "drawer", "losers")),
        allow_pass=dice.random() < 0.3,
        start_seat=dice.choice((None, dice.randrange(seats))),
    )


def choose(moves: Sequence[rules.Move], dice: random.Random) -> rules.Move:
    """Of an amount, anything up to what is listed."""
    move = dice.choice(moves)
    return replace(move, number=dice.randint(1, move.number)) if move.action == "donate" else move


def otherwise(move: rules.Move, dice: random.Random) -> rules.Move:
    if move.action != "donate":
        return move
    return replace(move, number=dice.randint(1, 2 * move.number + 2))


SECRETS = Secrets(
    known,
    hidden,
    probe,
    any_options,
    turns=150,
    ahead=ahead,
    choose=choose,
    otherwise=otherwise,
)
