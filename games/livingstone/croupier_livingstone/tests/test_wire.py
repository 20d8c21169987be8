"""Livingstone: its messages."""

from typing import Any

import pytest
from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions
from croupier_game.game import view_of
from croupier_game.kit.messages import as_json
from croupier_game.kit.random_matches import random_match
from google.protobuf import text_format

from croupier_livingstone import rules
from croupier_livingstone.rules import (
    ID,
    check,
    check_options,
    event_view,
    move_view,
    notation,
    parse,
)
from croupier_livingstone.tests.messages import pb, wire
from croupier_livingstone.tests.positions import (
    LAST,
    NOTHING_LEFT,
    PASSING,
    PLAYED_SO,
    PRICES,
    after,
    at_the_end,
    dice,
    every_move,
    position,
    wealthy,
)
from croupier_livingstone.types import (
    CardDrawn,
    CardPlayed,
    CoinsTaken,
    DeckReshuffled,
    DieTaken,
    Donated,
    Event,
    Final,
    GemsSold,
    MatchScored,
    MineCrashed,
    Move,
    Options,
    Passed,
    RoundScored,
    RoundStarted,
    State,
    StonesDrawn,
    TentPlaced,
    TurnEnded,
)


def test_default_options() -> None:
    assert Options() == Options(
        river=PRICES,
        card_counts=(3, 3, 2, 3, 3, 3, 3, 2, 2, 1, 1, 1),
        row_bonus=(12, 10, 8, 6, 4, 2),
        mine_crash_draw="all",
        allow_pass=False,
        coins_public=False,
        start_seat=None,
    )


def test_options_on_the_wire() -> None:
    pb_options = pb.Options
    counts = pb_options.CardCounts(vp4=0, mine_crash=5)
    message = pb_options(card_counts=counts, start_seat=0, mine_crash_draw=pb_options.LOSERS)
    options = wire.decode_options(message)
    assert options.card_counts == (3, 3, 2, 3, 3, 3, 3, 2, 2, 0, 1, 5)
    assert (options.start_seat, options.mine_crash_draw) == (0, "losers")
    assert not wire.encode_options(Options()).HasField("start_seat")
    assert wire.encode_options(options).HasField("start_seat")


@pytest.mark.parametrize("draw", ["all", "drawer", "losers"])
def test_mine_crash_draw_on_the_wire(draw: Any) -> None:
    message = wire.encode_options(Options(mine_crash_draw=draw))
    assert as_json(message)["mineCrashDraw"] == draw.upper()
    assert wire.decode_options(message).mine_crash_draw == draw


def test_unknown_mine_crash_draw() -> None:
    message = pb.Options(mine_crash_draw=4)
    with pytest.raises(InvalidOptions, match=r"^mineCrashDraw must be ALL, DRAWER or LOSERS\.$"):
        wire.decode_options(message)


def test_river_of_the_wrong_length_is_refused() -> None:
    options = wire.decode_options(pb.Options(river=[1, 2]))
    with pytest.raises(InvalidOptions, match="ten prices"):
        check_options(options, 2)


def test_no_move_at_all() -> None:
    with pytest.raises(InvalidMove, match=r"^A move is one of takeDie, drawCard"):
        wire.decode_move(pb.Move())


@pytest.mark.parametrize("card", [0, 12, 13, 99, -1])
def test_unknown_card_is_none_that_can_be_played(card: int) -> None:
    pb_move = pb.Move
    move = wire.decode_move(pb_move(play_card=pb_move.PlayCard(card=card)))
    with pytest.raises(InvalidMove) as refused:
        check(position(), 0, move)
    assert str(refused.value) == PLAYED_SO


@pytest.mark.parametrize("arm", ["take_die", "place_tent", "sell_gems", "donate", "play_card"])
def test_empty_move_of_a_kind(arm: str) -> None:
    message = pb.Move()
    getattr(message, arm).SetInParent()
    with pytest.raises(InvalidMove):
        check(position(die=3), 0, wire.decode_move(message))


def test_numbers_as_large_as_the_wire_takes() -> None:
    pb_move, most = pb.Move, 2**32 - 1
    gems = pb.Gems(clear=most, blue=most, red=most)
    for message in (
        pb_move(take_die=pb_move.TakeDie(value=most)),
        pb_move(place_tent=pb_move.PlaceTent(row=most, from_field="c2" * 1000)),
        pb_move(play_scored_row_tent=pb_move.PlayScoredRowTent(row=most)),
        pb_move(sell_gems=gems),
        pb_move(play_market=gems),
        pb_move(donate=pb_move.Donate(amount=most)),
    ):
        with pytest.raises((InvalidMove, IllegalMove)):
            check(position(die=3), 0, wire.decode_move(message))


def test_amount_of_a_donation_is_the_donors_alone() -> None:
    move = parse("donate 41")
    assert move_view(move, 0, 0) == move
    for viewer in (1, 2, None):
        seen = move_view(move, 0, viewer)
        assert seen == Move("donate")
        assert notation(seen) == "donate"
        assert as_json(wire.encode_move(seen)) == {"donate": {}}
    assert as_json(wire.encode_move(move)) == {"donate": {"amount": 41}}


def test_all_other_moves_are_public() -> None:
    for move in every_move(position(tents=(NOTHING_LEFT,))):
        if move.action != "donate":
            assert {move_view(move, 0, viewer) for viewer in (0, 1, None)} == {move}


def test_donation_is_told_without_its_amount() -> None:
    for viewer in (1, 2, None):
        seen = wire.encode_event(event_view(Donated(0, 41), viewer))
        assert as_json(seen) == {"donated": {"seat": 0}}
    own = wire.encode_event(event_view(Donated(0, 41), 0))
    assert as_json(own) == {"donated": {"seat": 0, "amount": 41}}


def test_card_drawn_is_told_to_its_owner_alone() -> None:
    for viewer in (1, 2, None):
        seen = event_view(CardDrawn(0, "VP4"), viewer)
        assert seen == CardDrawn(0, None)
        assert as_json(wire.encode_event(seen)) == {"cardDrawn": {"seat": 0}}
    own = wire.encode_event(event_view(CardDrawn(0, "VP4"), 0))
    assert as_json(own) == {"cardDrawn": {"seat": 0, "card": "VP4"}}


FINAL = Final((12, 0), (1, 2), (3, 4), (1, 2, 3, 4), (0,))
GEMS = "{ clear: 1 blue: 2 red: 3 }"
STONES = "{ black: 1 clear: 2 blue: 3 red: 4 white: 1 }"
TENT = "seat: 1 field: 'c2' paid: 3 cards: NO_COST_TENT from_field: 'a1'"
SCORED = "rows: [12, 0] gems: [1, 2] cards: [3, 4] dice: [1, 2, 3, 4] eliminated: 0"


@pytest.mark.parametrize(
    ("event", "sent"),
    [
        (
            RoundStarted(2, 1, 3, (1, 6)),
            "round_started { round: 2 starter: 1 boat: 3 dice: [1, 6] }",
        ),
        (DieTaken(1, 5), "die_taken { seat: 1 value: 5 }"),
        (DeckReshuffled(9), "deck_reshuffled { cards: 9 }"),
        (
            MineCrashed(1, ((1, 2, 3), (0, 0, 0))),
            f"mine_crashed {{ seat: 1 lost: [{GEMS}, {{}}] }}",
        ),
        (CoinsTaken(1, 6), "coins_taken { seat: 1 coins: 6 }"),
        (StonesDrawn(1, (1, 2, 3, 4), True), f"stones_drawn {{ seat: 1 stones: {STONES} }}"),
        (TentPlaced(1, "c2", 3, ("NO_COST_TENT",), "a1"), f"tent_placed {{ {TENT} }}"),
        (GemsSold(1, (1, 2, 3), 14, 0), f"gems_sold {{ seat: 1 gems: {GEMS} coins: 14 }}"),
        (CardPlayed(1, "VP2"), "card_played { seat: 1 card: VP2 }"),
        (TurnEnded(1), "turn_ended { seat: 1 }"),
        (Passed(1), "passed { seat: 1 }"),
        (RoundScored(4, (1, 2)), "round_scored { boat: 4 points: [1, 2] }"),
        (MatchScored(FINAL), f"match_scored {{ {SCORED} }}"),
    ],
)
def test_public_events(event: Event, sent: str) -> None:
    for viewer in (0, 1, None):
        seen = event_view(event, viewer)
        assert seen == event
        assert wire.encode_event(seen) == text_format.Parse(sent, pb.Event())


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_e9_coins_and_chest_of_others_change_nothing_that_is_seen(viewer: int | None) -> None:
    one, other = (view_of(rules, wealthy(coins), viewer) for coins in (41, 7))
    assert one == other
    assert (
        one.private.sides[0].coins,
        one.private.sides[0].chest,
        one.private.sides[0].wealth,
    ) == (None, None, 99)
    assert wire.encode_view(one) == wire.encode_view(other)
    side = as_json(wire.encode_view(one))["sides"][0]
    assert side["wealth"] == 99
    assert {"coins", "chest"} & side.keys() == set()
    assert one.private.hand == (("VP3",) if viewer == 1 else ())


def test_owner_sees_coins_and_chest() -> None:
    own = as_json(wire.encode_view(view_of(rules, wealthy(), 0)))
    assert [own["sides"][0][name] for name in ("coins", "chest", "wealth")] == [41, 58, 99]
    assert own["hand"] == ["VP2", "MARKET"]
    poor = as_json(wire.encode_view(view_of(rules, position(coins=(0,)), 0)))["sides"][0]
    assert (poor["coins"], poor["chest"]) == (0, 0)


@pytest.mark.parametrize("viewer", [1, None])
def test_at_the_end_chests_are_opened_and_coins_stay_hidden(viewer: int | None) -> None:
    seen = view_of(rules, after(wealthy(**LAST), "end"), viewer)
    assert [side.chest for side in seen.private.sides] == [58, 0, 0]
    assert seen.private.sides[0].coins is None
    side = as_json(wire.encode_view(seen))["sides"][0]
    assert (side["chest"], "coins" in side) == (58, False)


def test_view_on_the_wire() -> None:
    state = position(
        "1246", boat=3, die=5, tents=("c2 c2 a6", "c2"), unscored=("c2",), gems=((1, 2, 3),),
        scored_rows=((6,),), discard="VP2", out_of_game="BOAT_BACK", aside=(4, 3, 2, 1),
        points=(6,), deck="VP3 VP4",
    )  # fmt: skip
    shown = as_json(wire.encode_view(view_of(rules, state, None)))
    assert shown["board"] == [
        {"field": "a6", "column": 1, "row": 6, "tents": [1, 0, 0], "unscored": [0, 0, 0]},
        {"field": "c2", "column": 3, "row": 2, "tents": [2, 1, 0], "unscored": [1, 0, 0]},
    ]
    assert shown["sides"][0] == {
        "seat": 0,
        "score": 6,
        "wealth": 3,
        "gems": {"clear": 1, "blue": 2, "red": 3},
        "tents": 8,
        "handSize": 0,
        "lastDie": 5,
        "passed": False,
        "scoredRows": [6],
    }
    assert (shown["boat"], shown["die"], shown["diceToTake"], shown["deckSize"]) == (3, 5, 0, 2)
    assert (shown["pool"], shown["river"]) == ([1, 2, 4, 6], [*PRICES])
    assert (shown["discard"], shown["outOfGame"]) == (["VP2"], ["BOAT_BACK"])
    assert shown["bag"] == {"black": 29, "clear": 15, "blue": 10, "red": 5, "white": 1}
    assert shown["aside"] == {"black": 4, "clear": 3, "blue": 2, "red": 1, "white": 0}
    assert "final" not in shown


def test_final_on_the_wire() -> None:
    ended = at_the_end(dice(1, 2, 3, 4), seats=2, chests=(10, 9), gems=((1, 0, 0),))
    assert as_json(wire.encode_view(view_of(rules, ended, None)))["final"] == {
        "rows": [0, 0],
        "gems": [1, 0],
        "cards": [0, 0],
        "dice": [1, 2, 3, 4],
        "eliminated": [1],
    }


def test_messages_are_small() -> None:
    played = random_match(ID, PASSING, 5, 7, bound=5000)
    states = [match.state for match in played.dealt if isinstance(match.state, State)]
    views = [wire.encode_view(view_of(rules, state, 0)) for state in states]
    assert views[0].ByteSize() < 200
    assert max(each.ByteSize() for each in views) < 1500
    sent = [
        sum(wire.encode_event(event_view(event, 0)).ByteSize() for event in match.events)
        for match in played.dealt
    ]
    assert max(sent) < 300
    moves = every_move(position(tents=(NOTHING_LEFT,)))
    assert max(wire.encode_move(move).ByteSize() for move in moves) < 16
