"""Lost Cities on the wire: protobuf, and the table as text."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest

from croupier.v1 import lost_cities_pb2 as pb

from engine.games.errors import InvalidMove
from engine.games.lost_cities import rules
from engine.games.text import clip, pad

Wire = pb.LostCitiesMove
PILES: dict[str, Wire.Pile.ValueType] = {
    rules.DECK: Wire.DECK,
    "R": Wire.RED,
    "W": Wire.WHITE,
    "Y": Wire.YELLOW,
    "B": Wire.BLUE,
    "G": Wire.GREEN,
    "P": Wire.PURPLE,
}
PLACES: dict[rules.Place, Wire.Place.ValueType] = {
    rules.EXPEDITION: Wire.EXPEDITION,
    rules.DISCARD: Wire.DISCARD,
}
PILE_OF = {wire: pile for pile, wire in PILES.items()}
PLACE_OF = {wire: place for place, wire in PLACES.items()}
COLOR_NAMES = dict(
    zip(rules.COLORS, ("red", "white", "yellow", "blue", "green", "purple"), strict=True)
)
COLOR = {
    letter: pb.LostCitiesView.Color.Value(name.upper()) for letter, name in COLOR_NAMES.items()
}
NAME, LABEL, PILE = 36, 11, 9
"""Columns of text: the most of a name, what stands left of the table, a colour of it."""
SHORT_NAME, SCORE, SUM = 24, 7, 9
"""The same of the scores: a name, what an expedition was worth, a sum."""
NOTHING = "."


def decode_options(message: pb.LostCitiesOptions) -> rules.Options:
    default = rules.Options()
    return rules.Options(
        rounds=message.rounds if message.HasField("rounds") else default.rounds,
        colors=message.colors if message.HasField("colors") else default.colors,
        start_seat=message.start_seat if message.HasField("start_seat") else default.start_seat,
        max_turns_without_deck_draw=message.max_turns_without_deck_draw,
        carried_scores=tuple(message.carried_scores),
    )


def encode_options(options: rules.Options) -> pb.LostCitiesOptions:
    return pb.LostCitiesOptions(
        rounds=options.rounds,
        colors=options.colors,
        start_seat=options.start_seat,
        max_turns_without_deck_draw=options.max_turns_without_deck_draw,
        carried_scores=options.carried_scores,
    )


def decode_move(message: pb.LostCitiesMove) -> rules.Move:
    """Raise InvalidMove for a place or pile that is unspecified or unknown."""
    if message.place not in PLACE_OF:
        raise InvalidMove("place must be EXPEDITION or DISCARD.")
    if message.draw not in PILE_OF:
        raise InvalidMove("draw must be DECK or the colour of a discard pile.")
    return rules.Move(message.card, PLACE_OF[message.place], PILE_OF[message.draw])


def encode_move(move: rules.Move) -> pb.LostCitiesMove:
    return pb.LostCitiesMove(card=move.card, place=PLACES[move.place], draw=PILES[move.draw])


def encode_view(view: rules.View) -> pb.LostCitiesView:
    return pb.LostCitiesView(
        round=view.round,
        rounds=view.rounds,
        starter=view.starter,
        deck_size=view.deck_size,
        turns_without_deck_draw=view.idle_turns,
        hand=view.hand,
        discards=[
            pb.LostCitiesView.Discard(color=COLOR[pile.color], top=pile.top or "", size=pile.size)
            for pile in view.discards
        ],
        sides=[_side(seat, side) for seat, side in enumerate(view.sides)],
        finished_rounds=[_round(result) for result in view.finished],
    )


def encode_event(event: rules.Event) -> pb.LostCitiesEvent:
    match event:
        case rules.RoundStarted():
            hand = next((cards for cards in event.hands if cards is not None), ())
            return pb.LostCitiesEvent(
                round_started=pb.LostCitiesEvent.RoundStarted(
                    round=event.round, starter=event.starter, hand=hand
                )
            )
        case rules.CardPlayed():
            return pb.LostCitiesEvent(
                card_played=pb.LostCitiesEvent.CardPlayed(
                    seat=event.seat, card=event.card, place=PLACES[event.place]
                )
            )
        case rules.CardDrawn():
            return pb.LostCitiesEvent(
                card_drawn=pb.LostCitiesEvent.CardDrawn(
                    seat=event.seat, pile=PILES[event.pile], card=event.card or ""
                )
            )
        case rules.RoundEnded():
            return pb.LostCitiesEvent(round_ended=_round(event.result))


def table(view: rules.View, names: Sequence[str], seat: int | None) -> str:
    """The table as text, up to 100 columns wide.

    It lies as on a real table: the discard piles in the middle, every expedition
    growing from there towards its owner, the viewer's own side at the bottom.
    """
    bottom = seat or 0
    top = 1 - bottom
    lines = [
        _text_heading(view, names),
        "",
        _text_points(view, top, names, seat),
        _text_hand(view, top, seat),
        "",
        *reversed(_text_expeditions(view.sides[top])),
        *_text_piles(view),
        *_text_expeditions(view.sides[bottom]),
        "",
        _text_points(view, bottom, names, seat),
        _text_hand(view, bottom, seat),
        *_text_scores(view, names),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _expeditions(lines: Sequence[rules.Expedition]) -> list[pb.LostCitiesView.Expedition]:
    return [_expedition(line) for line in lines]


@lru_cache(rules.SCORED)
def _expedition(line: rules.Expedition) -> pb.LostCitiesView.Expedition:
    """Shared by all views that show it: a message copies what it is given."""
    return pb.LostCitiesView.Expedition(
        color=COLOR[line.color],
        cards=line.cards,
        wagers=line.wagers,
        sum=line.sum,
        bonus=line.bonus,
        score=line.score,
    )


def _side(seat: int, side: rules.Side) -> pb.LostCitiesView.Side:
    return pb.LostCitiesView.Side(
        seat=seat,
        hand_size=side.hand_size,
        hand_known=side.hand_known,
        expeditions=_expeditions(side.expeditions),
        round_score=side.round_score,
        total=side.total,
    )


def _round(result: rules.RoundResult) -> pb.LostCitiesView.Round:
    return pb.LostCitiesView.Round(
        round=result.round,
        starter=result.starter,
        sides=[
            pb.LostCitiesView.RoundSide(
                seat=seat,
                expeditions=_expeditions(side.expeditions),
                score=side.score,
                total=side.total,
            )
            for seat, side in enumerate(result.sides)
        ],
    )


def _text_heading(view: rules.View, names: Sequence[str]) -> str:
    heading = f"Round {view.round} of {view.rounds}, begun by {clip(names[view.starter], NAME)}"
    if view.idle_turns:
        heading += f"; turns without the deck: {view.idle_turns}"
    return heading


def _text_points(view: rules.View, side: int, names: Sequence[str], seat: int | None) -> str:
    """What the side has; once the last round is scored, its total includes that."""
    now, total = view.sides[side].round_score, view.sides[side].total
    before = total - now if len(view.finished) == view.rounds else total
    you = " (you)" if side == seat else ""
    name = clip(names[side], NAME)
    return f"{name}{you}: {before + now} points, {before} before and {now} in this round"


def _text_hand(view: rules.View, side: int, seat: int | None) -> str:
    """The viewer's own cards by colour; of the others, how many there are."""
    own = view.sides[side]
    known = f"   seen by all: {' '.join(own.hand_known)}" if own.hand_known else ""
    if side != seat:
        return _row("hand", [f"{own.hand_size} cards{known}"])
    by_color = (" ".join(cards) for _, cards in groupby(view.hand, lambda card: card[0]))
    return _row("your hand", ["   ".join(by_color) + known])


def _text_expeditions(side: rules.Side) -> list[str]:
    """From the middle of the table outwards: the cards, then what they are worth."""
    cards = zip_longest(*(line.cards for line in side.expeditions), fillvalue="")
    worth = [str(line.score) if line.cards else NOTHING for line in side.expeditions]
    return [*(_row("", row) for row in cards), _row("worth", worth)]


def _text_piles(view: rules.View) -> list[str]:
    tops = [f"{pile.top} ({pile.size})" if pile.top else NOTHING for pile in view.discards]
    return [
        _row("", [_ruled(COLOR_NAMES[pile.color]) for pile in view.discards]),
        _row("discards", [*tops, f"deck ({view.deck_size})"]),
        _row("", ["-" * (PILE - 1) for _ in view.discards]),
    ]


def _ruled(text: str) -> str:
    """The text, and a line to the end of its column."""
    return f"{text} {'-' * (PILE - 2 - len(text))}"


def _text_scores(view: rules.View, names: Sequence[str]) -> list[str]:
    """The finished rounds: a line per side, what every expedition was worth."""
    if not view.finished:
        return []
    words = [f"{COLOR_NAMES[pile.color]:>{SCORE}}" for pile in view.discards]
    lines = ["", " " * (LABEL + SHORT_NAME) + "".join(words) + f"{'round':>{SUM}}{'total':>{SUM}}"]
    for result in view.finished:
        for name, side in zip(names, result.sides, strict=True):
            label = f"round {result.round}" if side is result.sides[0] else ""
            lines.append(f"{label:<{LABEL}}{pad(name, SHORT_NAME)}{_text_score(side)}")
    return lines


def _text_score(side: rules.RoundSide) -> str:
    scores = (line.score if line.cards else NOTHING for line in side.expeditions)
    cells = (f"{score:>{SCORE}}" for score in scores)
    return "".join(cells) + f"{side.score:>{SUM}}{side.total:>{SUM}}"


def _row(label: str, cells: Iterable[str]) -> str:
    return f"{label:<{LABEL}}" + "".join(f"{cell:<{PILE}}" for cell in cells)
