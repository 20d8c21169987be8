"""Lost Cities, by Reiner Knizia: two explorers, five expeditions, sixty cards.

Each colour has the numbers 2 to 10 and three wagers. A round deals eight cards
to each player; the other cards are the deck. In turn, play one card, then draw
one.

Play: lay the card to your own expedition of its colour, where every number must
be higher than the one before and wagers come before all numbers; or discard it,
face up, to the pile of its colour.

Draw: from the deck, or the top card of any discard pile but the one that you
have just discarded to.

The round ends as soon as the last card of the deck is drawn. An expedition with
at least one card costs 20 and earns the sum of its numbers; every wager
multiplies that once more; eight cards or more, wagers included, earn 20 on top,
not multiplied. After all rounds the higher total wins; equal totals share it.
The player with the higher total begins the next round; on equal totals, the one
that did not begin the last.

A card is written as colour and rank, "Y7", a wager as "Yx". A move is the card,
"+" for the expedition or "-" for the discard pile, and where to draw: "*" for
the deck, or the colour of a discard pile. So "Y7+*" and "Bx-R".

Sources: rule sheets Kosmos 681210 (1999) and 691790 (2012), and the six-colour
edition of 2018.
"""

from functools import lru_cache
from itertools import compress

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions
from croupier_game.presets import Preset
from croupier_game.replace import replace
from croupier_game.tuples import ranked, with_item, without

from croupier_lost_cities import scoring
from croupier_lost_cities.types import (
    CACHED,
    CARDS,
    COLORS,
    DECK,
    DECKS,
    DISCARD,
    EXPEDITION,
    HAND_SIZE,
    ORDER,
    PLACE,
    RANK,
    RANK_OF,
    WAGER,
    Card,
    CardDrawn,
    CardPlayed,
    Cards,
    Discard,
    Place,
    Round,
    RoundEnded,
    RoundStarted,
    Side,
)

# "as" hands these on: the registry takes them from this module.
from croupier_lost_cities.types import Event as Event
from croupier_lost_cities.types import Move as Move
from croupier_lost_cities.types import Options as Options
from croupier_lost_cities.types import PrivateView as PrivateView
from croupier_lost_cities.types import PublicView as PublicView
from croupier_lost_cities.types import State as State

ID = "lost-cities"
NAME = "Lost Cities"
VERSION = 1
MIN_SEATS = MAX_SEATS = 2
RATED = (Preset(Options(), 2, "Three rounds"), Preset(Options(rounds=1), 2, "One round"))


def check_options(options: Options, seats: int) -> None:
    """Raise InvalidOptions if no match of `seats` can be played so."""
    if not 1 <= options.rounds <= 9:
        raise InvalidOptions("rounds must be 1 to 9.")
    if options.colors not in DECKS:
        raise InvalidOptions("colors must be 5 or 6.")
    if options.start_seat is not None and not 0 <= options.start_seat < seats:
        raise InvalidOptions("startSeat must be a seat of the match: 0 or 1.")
    if not 0 <= options.max_turns_without_deck_draw <= 1000:
        raise InvalidOptions("maxTurnsWithoutDeckDraw must be 0 (off) to 1000.")
    if options.carried_scores and len(options.carried_scores) != seats:
        raise InvalidOptions("carriedScores must have one score per seat, or none.")
    if any(abs(points) > 1_000_000 for points in options.carried_scores):
        raise InvalidOptions("carriedScores must be between -1000000 and 1000000.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Draw the starter unless the options name one, and deal the first round."""
    starter = chance.below(seats) if options.start_seat is None else options.start_seat
    return _deal(options, starter, (), chance)


def rematch_options(state: State, keep_score: bool) -> Options:
    """Return the options of a rematch.

    With `keep_score` it is BrettspielWelt's `cont`: the totals are carried on, and the
    higher one begins.
    """
    if keep_score:
        starter = scoring.next_starter(scores(state), state.starter)
        return replace(state.options, start_seat=starter, carried_scores=scores(state))
    if state.options.carried_scores:
        # The start seat came from the standings then, and goes with them.
        return replace(state.options, start_seat=None, carried_scores=())
    return state.options


def to_move(state: State) -> tuple[int, ...]:
    """Return the seats that must decide now; empty when the match is over."""
    return () if over(state) else (state.turn,)


def over(state: State) -> bool:
    """Return whether the match has come to its end."""
    return len(state.finished) == state.options.rounds


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return every legal move of `seat`, which must be to move; equal cards are listed once."""
    # A text, so that `_moves` can be cached: it has few different arguments, unlike the piles.
    piles = "".join(compress(COLORS, state.discards))
    own, moves = state.expeditions[seat], list[Move]()
    for card in dict.fromkeys(state.hands[seat]):
        if _fits(card, own[PLACE[card]]):
            moves += _moves(card, EXPEDITION, piles)
        moves += _moves(card, DISCARD, piles)
    return tuple(moves)


@lru_cache(maxsize=CACHED)
def _moves(card: Card, place: Place, piles: str) -> tuple[Move, ...]:
    """Return the moves of a card to a place, one for each pile to draw from."""
    # There are a few thousand of them, the same in every match.
    # Not the card just discarded: all printed rules, though not BrettspielWelt (RULES.md, Sources).
    barred = card[0] if place == DISCARD else ""
    return tuple(_move(card, place, pile) for pile in (DECK, *piles) if pile != barred)


_move = lru_cache(maxsize=CACHED)(Move)  # the same object is found faster than an equal one


def check(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove, saying why, unless `seat` may make `move`."""
    if move.card not in CARDS[state.options.colors]:
        raise InvalidMove("There is no such card in this match.")
    if move.place not in (EXPEDITION, DISCARD):
        raise InvalidMove("A card goes to an expedition or to a discard pile.")
    if move.draw not in (DECK, *_colors(state)):
        raise InvalidMove("There is no such pile in this match.")
    # What was refused so far makes no sense at any time; from here on it depends on the position.
    if move.card not in state.hands[seat]:
        raise IllegalMove("A card must be in your hand to be played.")
    if move.place == EXPEDITION:
        _check_expedition(move.card, _expedition(state, seat, move.card))
    if move.draw != DECK:
        _check_draw(state, move)


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Return the state after a legal `move`, and the events that it led to."""
    played = _play(state, seat, move)
    drawn, card = _draw(played, seat, move)
    events = (CardPlayed(seat, move.card, move.place), CardDrawn(seat, move.draw, card))
    if drawn.deck and not _stalled(drawn):
        return drawn, events
    # The round ends as the last card is drawn: the other player has no last turn.
    ended, more = _end_round(drawn, chance)
    return ended, (*events, *more)


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat: finished rounds, and what it brought along."""
    return scoring.totals(state.options, state.finished)


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the seats by score, best first; equal scores share a rank."""
    return ranked(dict(enumerate(scores(state))))


def eliminated(state: State) -> tuple[int, ...]:
    """Return no seats: the first of the ranking have won."""
    return ()


def public_view(state: State) -> PublicView:
    """Return what everybody may see.

    It is built up field by field rather than stripped from the state, so a field
    added to State stays hidden until it is shown here.
    """
    return PublicView(
        # When the match is over, the last round stays on show.
        round=min(len(state.finished) + 1, state.options.rounds),
        rounds=state.options.rounds,
        starter=state.starter,
        deck_size=len(state.deck),
        idle_turns=state.idle_turns,
        discards=tuple(
            [
                _discard(color, pile[-1] if pile else None, len(pile))
                for color, pile in zip(COLORS, state.discards, strict=False)
            ]
        ),
        sides=tuple([_side(state, side, total) for side, total in enumerate(scores(state))]),
        finished=scoring.results(state.options, state.finished),
    )


def private_view(state: State, seat: int | None) -> PrivateView:
    """Return what `seat` alone may see; None is a spectator."""
    return PrivateView(() if seat is None else state.hands[seat])


def event_view(event: Event, seat: int | None) -> Event:
    """Return the event as `seat` may see it: its own cards, and all that lay open."""
    match event:
        case RoundStarted():
            hands = tuple(cards if side == seat else None for side, cards in enumerate(event.hands))
            return RoundStarted(event.round, event.starter, hands)
        case CardPlayed():
            return CardPlayed(event.seat, event.card, event.place)
        case CardDrawn():
            seen = event.pile != DECK or event.seat == seat
            return CardDrawn(event.seat, event.pile, event.card if seen else None)
        case RoundEnded():
            return RoundEnded(event.result)


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    """Return the whole move: its card is played face up."""
    return Move(move.card, move.place, move.draw)


def notation(move: Move) -> str:
    """Write a move as `Y7+*`: the card, + expedition or - discard, * deck or a pile's colour."""
    return f"{move.card}{'+' if move.place == EXPEDITION else '-'}{move.draw}"


def parse(text: str) -> Move:
    """Read a move as `notation` writes it; raise InvalidMove if `text` is not one."""
    # From the end, since a rank has one character or two.
    card, sign, draw = text[:-2], text[-2:-1], text[-1:]
    if card not in ORDER or sign not in ("+", "-") or (draw != DECK and draw not in COLORS):
        raise InvalidMove(
            "A move is written like Y7+*: the card, + (expedition) or - (discard), "
            "then * (deck) or the letter of a discard pile."
        )
    return Move(card, EXPEDITION if sign == "+" else DISCARD, draw)


def _colors(state: State) -> tuple[str, ...]:
    return tuple(COLORS[: state.options.colors])


def _expedition(state: State, seat: int, card: Card) -> Cards:
    return state.expeditions[seat][COLORS.index(card[0])]


def _fits(card: Card, expedition: Cards) -> bool:
    """Return whether the card may follow: numbers rise, wagers (all of rank 0) may repeat."""
    if not expedition:
        return True
    rank, top = RANK_OF[card], RANK_OF[expedition[-1]]
    return rank > top or rank == top == 0


def _check_expedition(card: Card, expedition: Cards) -> None:
    """Raise IllegalMove unless the card may be laid to the expedition.

    This is `_fits` again in the rulebook's words, so that each tests the other.
    """
    numbers = [RANK[each[1:]] for each in expedition if each[1:] != WAGER]
    if card[1:] == WAGER and numbers:
        raise IllegalMove("A wager must be played before the first number of its expedition.")
    if card[1:] != WAGER and numbers and RANK[card[1:]] <= max(numbers):
        raise IllegalMove("A number must be higher than the last one of its expedition.")


def _check_draw(state: State, move: Move) -> None:
    """Raise IllegalMove unless the pile of discards that is named can be drawn from."""
    if move.place == DISCARD and move.draw == move.card[0]:
        raise IllegalMove("The card just discarded may not be drawn in the same turn.")
    if not state.discards[COLORS.index(move.draw)]:
        raise IllegalMove("A card cannot be drawn from an empty discard pile.")


def _play(state: State, seat: int, move: Move) -> State:
    """Lay or discard the card. A known card that is played leaves `known`, too."""
    # Equal wagers cannot be told apart: one that is known counts as the one that is played.
    hands = with_item(state.hands, seat, without(state.hands[seat], move.card))
    known = with_item(state.known, seat, without(state.known[seat], move.card))
    color = COLORS.index(move.card[0])
    if move.place == DISCARD:
        pile = (*state.discards[color], move.card)
        discards = with_item(state.discards, color, pile)
        return replace(state, hands=hands, known=known, discards=discards)
    own = state.expeditions[seat]
    expeditions = with_item(
        state.expeditions, seat, with_item(own, color, (*own[color], move.card))
    )
    return replace(state, hands=hands, known=known, expeditions=expeditions)


def _draw(state: State, seat: int, move: Move) -> tuple[State, Card]:
    """Draw a card, which is known to both if it lay open, and pass the turn."""
    pile = state.deck if move.draw == DECK else state.discards[COLORS.index(move.draw)]
    card, rest = pile[-1], pile[:-1]
    hands = with_item(state.hands, seat, _sorted((*state.hands[seat], card)))
    if move.draw == DECK:
        return replace(state, turn=1 - seat, hands=hands, deck=rest, idle_turns=0), card
    taken = replace(
        state,
        turn=1 - seat,
        hands=hands,
        known=with_item(state.known, seat, _sorted((*state.known[seat], card))),
        discards=with_item(state.discards, COLORS.index(move.draw), rest),
        # Of both players together (RULES.md, Options).
        idle_turns=state.idle_turns + 1,
    )
    return taken, card


def _stalled(state: State) -> bool:
    """Return whether the round ends because too many turns in a row left the deck alone."""
    limit = state.options.max_turns_without_deck_draw
    # A limit of 0 is none: the option is off.
    return limit > 0 and state.idle_turns >= limit


def _end_round(state: State, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Score the round, and deal the next one if there is one."""
    # Without scores: these follow from the cards, and are not stored twice
    # (docs/decisions/stored-matches.md).
    finished = (*state.finished, Round(state.starter, state.expeditions))
    state = replace(state, finished=finished)
    ended = RoundEnded(scoring.results(state.options, finished)[-1])
    if over(state):
        return state, (ended,)
    starter = scoring.next_starter(scores(state), state.starter)
    dealt, events = _deal(state.options, starter, finished, chance)
    return dealt, (ended, *events)


def _deal(
    options: Options, starter: int, finished: tuple[Round, ...], chance: Chance
) -> tuple[State, tuple[Event, ...]]:
    """Shuffle; the top eight cards are seat 0's, the next eight seat 1's."""
    # The last place is the top, as FAIRNESS.md says.
    deck = chance.shuffle(DECKS[options.colors])
    hands = (_sorted(deck[-HAND_SIZE:]), _sorted(deck[-2 * HAND_SIZE : -HAND_SIZE]))
    empty: tuple[Cards, ...] = ((),) * options.colors
    state = State(
        options=options,
        starter=starter,
        turn=starter,
        deck=deck[: -2 * HAND_SIZE],
        hands=hands,
        known=((), ()),
        expeditions=(empty, empty),
        discards=empty,
        finished=finished,
    )
    return state, (RoundStarted(len(finished) + 1, starter, hands),)


@lru_cache(CACHED)
def _discard(color: str, top: Card | None, size: int) -> Discard:
    return Discard(color, top, size)


def _side(state: State, seat: int, total: int) -> Side:
    expeditions = scoring.score_side(state.expeditions[seat])
    return Side(
        hand_size=len(state.hands[seat]),
        hand_known=state.known[seat],
        expeditions=expeditions,
        round_score=sum(each.score for each in expeditions),
        total=total,
    )


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=ORDER.__getitem__))
