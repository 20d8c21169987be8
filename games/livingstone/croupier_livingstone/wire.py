"""Livingstone as protobuf messages."""

from collections.abc import Iterable
from typing import Any

from croupier_game.errors import InvalidMove, InvalidOptions
from croupier_game.protobuf import Json, messages_of

from croupier_livingstone import types

pb = messages_of(__package__)

Wire = pb.Move
MINE_CRASH_DRAWS: dict[types.MineCrashDraw, int] = {
    "all": pb.Options.ALL,
    "drawer": pb.Options.DRAWER,
    "losers": pb.Options.LOSERS,
}
MINE_CRASH_DRAW_OF = {wire: draw for draw, wire in MINE_CRASH_DRAWS.items()}
COUNTS = [card.lower() for card in types.CARDS]
"""The field of CardCounts for each card."""


def decode_options(message: Any) -> types.Options:
    """Read options, with defaults for what is left out.

    Raise InvalidOptions for an unknown value of mineCrashDraw.
    """
    default, draw = types.Options(), message.mine_crash_draw
    if draw not in (*MINE_CRASH_DRAW_OF, pb.Options.MINE_CRASH_DRAW_UNSPECIFIED):
        raise InvalidOptions("mineCrashDraw must be ALL, DRAWER or LOSERS.")
    # ListFields has the counts that were given, 0 among them: they are optional.
    given = {field.name: count for field, count in message.card_counts.ListFields()}
    counts = zip(COUNTS, default.card_counts, strict=True)
    return types.Options(
        # A list cannot be left out in protobuf: an empty one is that.
        river=tuple(message.river) or default.river,
        card_counts=tuple(given.get(name, count) for name, count in counts),
        row_bonus=tuple(message.row_bonus) or default.row_bonus,
        mine_crash_draw=MINE_CRASH_DRAW_OF.get(draw, default.mine_crash_draw),
        allow_pass=message.allow_pass,
        coins_public=message.coins_public,
        start_seat=message.start_seat if message.HasField("start_seat") else default.start_seat,
    )


def options_json(options: types.Options) -> Json:
    counts = dict(zip(COUNTS, options.card_counts, strict=True))
    return pb.Options(
        river=options.river,
        card_counts=pb.Options.CardCounts(**counts),
        row_bonus=options.row_bonus,
        mine_crash_draw=MINE_CRASH_DRAWS[options.mine_crash_draw],
        allow_pass=options.allow_pass,
        coins_public=options.coins_public,
        start_seat=options.start_seat,
    )


def decode_move(message: Any) -> types.Move:
    """Read a move; raise InvalidMove for an empty message. The rules check its numbers."""
    match action := message.WhichOneof("move"):
        case None:
            raise InvalidMove("A move is one of takeDie, drawCard, takeCoins, dig and so on.")
        case "take_die":
            return types.Move(action, message.take_die.value)
        case "place_tent":
            tent = message.place_tent
            return types.Move(
                action,
                tent.row,
                no_cost=tent.no_cost,
                any_row=tent.any_row,
                origin=tent.from_field,
            )
        case "sell_gems":
            return types.Move(action, gems=_decode_gems(message.sell_gems))
        case "donate":
            return types.Move(action, message.donate.amount)
        case "play_card":
            return types.Move(action, card=_decode_card(message.play_card.card))
        case "play_market":
            return types.Move(action, gems=_decode_gems(message.play_market))
        case "play_scored_row_tent":
            extra = message.play_scored_row_tent
            return types.Move(action, extra.row, origin=extra.from_field)
        case _:
            return types.Move(action)


def move_json(move: types.Move) -> Json:  # noqa: C901 - a case per action
    match move.action:
        case "take_die":
            return Wire(take_die=Wire.TakeDie(value=move.number))
        case "draw_card":
            return Wire(draw_card=Wire.DrawCard())
        case "take_coins":
            return Wire(take_coins=Wire.TakeCoins())
        case "dig":
            return Wire(dig=Wire.Dig())
        case "place_tent":
            return Wire(
                place_tent=Wire.PlaceTent(
                    row=move.number,
                    no_cost=move.no_cost,
                    any_row=move.any_row,
                    from_field=move.origin,
                )
            )
        case "sell_gems":
            return Wire(sell_gems=_gems(move.gems))
        case "donate":
            # 0 is an amount that the viewer may not know, and left out.
            return Wire(donate=Wire.Donate(amount=move.number or None))
        case "play_card":
            return Wire(play_card=Wire.PlayCard(card=_card(move.card)))
        case "play_market":
            return Wire(play_market=_gems(move.gems))
        case "play_scored_row_tent":
            extra = Wire.PlayScoredRowTent(row=move.number, from_field=move.origin)
            return Wire(play_scored_row_tent=extra)
        case "end_turn":
            return Wire(end_turn=Wire.EndTurn())
        case "pass_round":
            return Wire(pass_round=Wire.PassRound())


def public_view_json(view: types.PublicView) -> Json:
    return pb.View.part(
        round=view.round,
        starter=view.starter,
        boat=view.boat,
        river=view.river,
        pool=view.pool,
        die=view.die,
        dice_to_take=view.dice_to_take,
        deck_size=view.deck_size,
        discard=_cards(view.discard),
        out_of_game=_cards(view.out_of_game),
        bag=_stones(view.bag, white=1),  # between moves it is always there
        aside=_stones(view.aside),
        board=[_field(field) for field in view.board],
        final=_final(view.final) if view.final else None,
    )


def private_view_json(view: types.PrivateView) -> Json:
    return pb.View.part(
        hand=_cards(view.hand),
        sides=[_side(seat, side) for seat, side in enumerate(view.sides)],
    )


def event_json(event: types.Event) -> Json:  # noqa: C901 - a case per event
    kind = pb.Event
    match event:
        case types.RoundStarted(number, starter, boat, dice):
            started = kind.RoundStarted(round=number, starter=starter, boat=boat, dice=dice)
            return kind(round_started=started)
        case types.DieTaken(seat, value):
            return kind(die_taken=kind.DieTaken(seat=seat, value=value))
        case types.CardDrawn(seat, drawn):
            card = _card(drawn) if drawn else None
            return kind(card_drawn=kind.CardDrawn(seat=seat, card=card))
        case types.DeckReshuffled(count):
            return kind(deck_reshuffled=kind.DeckReshuffled(cards=count))
        case types.MineCrashed(seat, lost):
            return kind(mine_crashed=kind.MineCrashed(seat=seat, lost=map(_gems, lost)))
        case types.CoinsTaken(seat, coins):
            return kind(coins_taken=kind.CoinsTaken(seat=seat, coins=coins))
        case types.StonesDrawn(seat, stones, white):
            drawn_stones = _stones(stones, white=int(white))
            return kind(stones_drawn=kind.StonesDrawn(seat=seat, stones=drawn_stones))
        case types.TentPlaced(seat, field, paid, cards, origin):
            placed = kind.TentPlaced(
                seat=seat, field=field, paid=paid, cards=_cards(cards), from_field=origin
            )
            return kind(tent_placed=placed)
        case types.GemsSold(seat, gems, coins, points):
            sold = kind.GemsSold(seat=seat, gems=_gems(gems), coins=coins, points=points)
            return kind(gems_sold=sold)
        case types.Donated(seat, amount):
            return kind(donated=kind.Donated(seat=seat, amount=amount))
        case types.CardPlayed(seat, played):
            return kind(card_played=kind.CardPlayed(seat=seat, card=_card(played)))
        case types.TurnEnded(seat):
            return kind(turn_ended=kind.TurnEnded(seat=seat))
        case types.Passed(seat):
            return kind(passed=kind.Passed(seat=seat))
        case types.RoundScored(boat, earned):
            return kind(round_scored=kind.RoundScored(boat=boat, points=earned))
        case types.MatchScored(final):
            return kind(match_scored=_final(final))


def _decode_gems(message: Any) -> types.Gems:
    return (message.clear, message.blue, message.red)


def _decode_card(value: int) -> types.Card:
    """Return the card's name, or "" for an unknown number, which the rules refuse."""
    return pb.Card.Name(value) if value in pb.Card.values() else ""


def _card(card: types.Card) -> int:
    number: int = pb.Card.Value(card)
    return number


def _cards(cards: Iterable[types.Card]) -> list[int]:
    return [_card(card) for card in cards]


def _gems(gems: types.Gems) -> Json:
    clear, blue, red = gems
    return pb.Gems(clear=clear, blue=blue, red=red)


def _stones(stones: types.Stones, white: int = 0) -> Json:
    black, clear, blue, red = stones
    return pb.Stones(black=black, clear=clear, blue=blue, red=red, white=white)


def _field(field: types.BoardField) -> Json:
    return pb.View.Field(
        field=field.field,
        column=types.COLUMNS.index(field.field[0]) + 1,
        row=int(field.field[1]),
        tents=field.tents,
        unscored=field.unscored,
    )


def _side(seat: int, side: types.Side) -> Json:
    return pb.View.Side(
        seat=seat,
        score=side.score,
        wealth=side.wealth,
        coins=side.coins,
        chest=side.chest,
        gems=_gems(side.gems),
        tents=side.tents,
        hand_size=side.hand_size,
        last_die=side.last_die,
        passed=side.passed,
        scored_rows=side.scored_rows,
    )


def _final(final: types.Final) -> Json:
    return pb.View.Final(
        rows=final.rows,
        gems=final.gems,
        cards=final.cards,
        dice=final.dice,
        eliminated=final.eliminated,
    )
