"""The Masked Ball by its rulebook: each clause, and each refusal."""

import pytest
from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions
from croupier_game.replace import replace
from croupier_game.seeded import seeded_chance

from croupier_masked_ball.rules import (
    apply,
    check,
    check_options,
    event_view,
    legal_moves,
    new_game,
    notation,
    over,
    parse,
    private_view,
    ranking,
    scores,
    to_move,
)
from croupier_masked_ball.spec import position
from croupier_masked_ball.types import (
    DECK,
    Compared,
    Drawn,
    Event,
    Exchanged,
    Left,
    Looked,
    Mask,
    Masks,
    Move,
    Options,
    PutDown,
    RoundEnded,
    RoundStarted,
    State,
)

LUCK = seeded_chance("00" * 32, (), 1, "")
WASP, OWL, BOAR, TORTOISE, MAGPIE, FOX, PEACOCK, SWAN = Mask


def after(state: State, text: str) -> tuple[State, list[Event]]:
    """What comes of the move, which must be legal."""
    move = parse(text)
    check(state, state.turn, move)
    then, events = apply(state, state.turn, move, LUCK)
    return then, [*events]


def refused(state: State, text: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        check(state, state.turn, parse(text))
    return str(refusal.value)


def of(*hands: Masks, deck: int = 3) -> State:
    return position(hands, deck)


# The deal


@pytest.mark.parametrize(("seats", "shown"), [(2, 3), (3, 0), (4, 0)])
def test_one_mask_is_aside_and_three_lie_open_with_two_players(seats: int, shown: int) -> None:
    state, (started, drawn) = new_game(Options(start_seat=1), seats, LUCK)
    assert [len(hand) for hand in state.hands] == [1 + (seat == 1) for seat in range(seats)]
    assert (len(state.aside), len(state.open)) == (1, shown)
    assert len(state.deck) == 16 - 1 - shown - seats - 1
    dealt = (state.hands[0][0], state.hands[1][0])
    assert isinstance(started, RoundStarted)
    assert (started.starter, started.dealt[:2]) == (1, dealt)
    assert drawn == Drawn(1, state.hands[1][1])


def test_there_are_sixteen_masks_that_add_up_to_fifty_four() -> None:
    assert (len(DECK), sum(DECK)) == (16, 54)


@pytest.mark.parametrize("options", [Options(roses=0), Options(roses=10), Options(start_seat=3)])
def test_options_that_cannot_be_played_are_refused(options: Options) -> None:
    with pytest.raises(InvalidOptions):
        check_options(options, 3)


# What each mask does


def test_a_wasp_that_names_the_mask_makes_its_player_leave() -> None:
    state, events = after(of((WASP, BOAR), (SWAN,), (OWL,)), "wasp 1 swan")
    assert events[:3] == [PutDown(0, WASP, 1, SWAN), PutDown(1, SWAN), Left(1)]
    assert (state.hands[1], state.put_down[1], to_move(state)) == ((), (SWAN,), (2,))


def test_a_wasp_that_names_another_mask_does_nothing() -> None:
    state, events = after(of((WASP, BOAR), (SWAN,), (OWL,)), "wasp 1 fox")
    assert [type(event) for event in events] == [PutDown, Drawn]
    assert to_move(state) == (1,)


def test_an_owl_shows_a_mask_to_its_player_alone() -> None:
    state, events = after(of((OWL, BOAR), (SWAN,), (WASP,)), "owl 1")
    assert events[1] == Looked(0, 1, SWAN)
    assert [event_view(events[1], seat) for seat in (0, 1, 2, None)] == [
        *[Looked(0, 1, SWAN)] * 2,
        *[Looked(0, 1, None)] * 2,
    ]
    assert [private_view(state, seat).sides[1].seen for seat in (0, 1, 2, None)] == [
        SWAN,
        None,
        None,
        None,
    ]


def test_the_lower_mask_of_a_boar_leaves() -> None:
    state, events = after(of((BOAR, TORTOISE), (OWL,), (WASP,)), "boar 1")
    assert events[1:4] == [Compared(0, 1, (TORTOISE, OWL)), PutDown(1, OWL), Left(1)]
    state, events = after(of((BOAR, OWL), (TORTOISE,), (WASP,)), "boar 1")
    assert events[1:4] == [Compared(0, 1, (OWL, TORTOISE)), PutDown(0, OWL), Left(0)]
    assert to_move(state) == (1,)


def test_equal_masks_of_a_boar_stay_and_both_know_them() -> None:
    state, events = after(of((BOAR, OWL), (OWL,), (WASP,)), "boar 1")
    assert Left not in map(type, events)
    assert (private_view(state, 0).sides[1].seen, private_view(state, 1).sides[0].seen) == (
        OWL,
        OWL,
    )
    assert event_view(events[1], 2) == Compared(0, 1, None)


def test_a_tortoise_shelters_until_the_next_turn() -> None:
    state, _ = after(of((TORTOISE, OWL), (BOAR,), deck=4), "tortoise")
    assert private_view(state, None).sides[0].sheltered
    assert "shelters" in refused(state, "boar 0")
    harmless = replace(state, hands=(state.hands[0], (PEACOCK, BOAR)))
    state, _ = after(harmless, "peacock")
    assert (to_move(state), state.sheltered) == ((0,), ())


def test_a_magpie_makes_a_player_draw_another_mask() -> None:
    state, events = after(of((MAGPIE, OWL), (FOX,), (WASP,)), "magpie 1")
    assert events[1] == PutDown(1, FOX)
    assert isinstance(events[2], Drawn)
    assert events[2].seat == 1
    assert state.put_down[1] == (FOX,)


def test_a_magpie_may_choose_its_own_player_and_must_when_others_are_sheltered() -> None:
    state = of((MAGPIE, OWL), (FOX,), (WASP,))
    own, _ = after(state, "magpie 0")
    assert own.put_down[0][-2:] == (MAGPIE, OWL)
    alone = replace(state, sheltered=(1, 2))
    magpies = [move for move in legal_moves(alone, 0) if move.mask == MAGPIE]
    assert magpies == [Move(MAGPIE, 0)]


def test_a_magpie_makes_the_swan_leave_instead_of_drawing() -> None:
    _, events = after(of((MAGPIE, OWL), (SWAN,), (WASP,)), "magpie 1")
    assert events[1:3] == [PutDown(1, SWAN), Left(1)]


def test_a_magpie_draws_what_was_laid_aside_when_the_deck_is_empty() -> None:
    state = of((MAGPIE, OWL), (FOX,), deck=0)
    _, events = after(state, "magpie 1")
    assert events[2] == Drawn(1, state.aside[0])


def test_a_fox_exchanges_masks_which_both_know_then() -> None:
    state, events = after(of((FOX, OWL), (SWAN,), (WASP,)), "fox 1")
    assert events[1] == Exchanged(0, 1, (OWL, SWAN))
    assert (state.hands[0], state.hands[1][0]) == ((SWAN,), OWL)
    assert (private_view(state, 0).sides[1].seen, private_view(state, 1).sides[0].seen) == (
        OWL,
        SWAN,
    )
    assert event_view(events[1], 2) == Exchanged(0, 1, None)


def test_what_a_third_player_knew_follows_the_fox() -> None:
    state = of((FOX, OWL), (SWAN,), (WASP,))
    state = replace(state, seen=(state.seen[0], state.seen[1], (None, SWAN, None)))
    state, _ = after(state, "fox 1")
    assert [side.seen for side in private_view(state, 2).sides] == [SWAN, None, None]


@pytest.mark.parametrize("other", [MAGPIE, FOX])
def test_the_peacock_goes_first_beside_a_magpie_or_the_fox(other: Mask) -> None:
    state = of((PEACOCK, other), (OWL,), (WASP,))
    assert legal_moves(state, 0) == (Move(PEACOCK),)
    assert "Peacock" in refused(state, notation(Move(other, 1)))
    assert len(legal_moves(of((PEACOCK, OWL), (BOAR,), (WASP,)), 0)) == 3


def test_a_player_who_puts_the_swan_down_leaves_with_both_masks_shown() -> None:
    _, events = after(of((SWAN, OWL), (BOAR,), (WASP,)), "swan")
    assert events[:3] == [PutDown(0, SWAN), PutDown(0, OWL), Left(0)]


# Choosing


def test_a_player_must_be_chosen_while_there_is_one() -> None:
    state = of((OWL, BOAR), (SWAN,), (WASP,))
    assert "must be chosen" in refused(state, "owl")
    alone = replace(state, sheltered=(1, 2))
    assert set(legal_moves(alone, 0)) == {Move(OWL), Move(BOAR)}
    _, events = after(alone, "owl")
    assert [type(event) for event in events] == [PutDown, Drawn]


def test_a_player_who_has_left_cannot_be_chosen() -> None:
    assert "left" in refused(of((OWL, BOAR), (), (WASP,)), "owl 1")


def test_only_a_magpie_chooses_its_own_player() -> None:
    assert "yourself" in refused(of((OWL, BOAR), (SWAN,)), "owl 0")


def test_a_mask_must_be_in_the_hand() -> None:
    assert "in your hand" in refused(of((OWL, BOAR), (SWAN,)), "tortoise")


@pytest.mark.parametrize(
    "text",
    [
        "owl 2",
        "tortoise 1",
        "magpie",
        "wasp 1",
        "wasp swan",
        "wasp 1 wasp",
        "owl 1 swan",
        "owl 1 x",
    ],
)
def test_what_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove):
        check(of((OWL, BOAR), (SWAN,)), 0, parse(text))


# The end of a round, and of the match


def test_the_last_player_who_has_not_left_gets_a_rose_and_begins() -> None:
    state, events = after(of((WASP, OWL), (SWAN,)), "wasp 1 swan")
    ended = next(event for event in events if isinstance(event, RoundEnded))
    assert (ended.masks, ended.winners) == ((OWL, None), (0,))
    assert (scores(state), state.round, state.starter) == ((1, 0), 2, 0)
    assert state.seen == ((None, None), (None, None))


def test_the_highest_mask_wins_when_the_deck_is_empty() -> None:
    state, _ = after(of((PEACOCK, WASP), (OWL,), deck=0), "peacock")
    assert scores(state) == (0, 1)
    assert state.starter == 1


@pytest.mark.parametrize(("more", "winners"), [(WASP, (0, 1)), (BOAR, (1,))])
def test_of_equal_masks_the_higher_sum_wins_and_equal_sums_share(
    more: Mask, winners: tuple[int, ...]
) -> None:
    state = of((WASP, OWL), (OWL,), (BOAR,), deck=0)
    state = replace(state, hands=((WASP, OWL), (OWL,), ()), put_down=((), (more,), ()))
    _, events = after(replace(state, sheltered=(1,)), "wasp")
    assert next(e.winners for e in events if isinstance(e, RoundEnded)) == winners


@pytest.mark.parametrize(("seats", "roses"), [(2, 7), (3, 5), (4, 4)])
def test_enough_roses_win_the_match(seats: int, roses: int) -> None:
    hands = ((PEACOCK, WASP), (OWL,), *((),) * (seats - 2))
    state = of(*hands, deck=0)
    won = (0, roses - 1, *(0,) * (seats - 2))
    state, events = after(replace(state, roses=won), "peacock")
    assert (over(state), to_move(state)) == (True, ())
    assert ranking(state)[0] == (1,)
    assert isinstance(events[-1], RoundEnded)


def test_the_first_of_several_winners_clockwise_from_the_starter_begins() -> None:
    state = of((WASP, OWL), (OWL,), (BOAR,), deck=0)
    state = replace(state, hands=((WASP, OWL), (OWL,), ()), put_down=((), (WASP,), ()), starter=1)
    then, _ = after(replace(state, sheltered=(1,)), "wasp")
    assert (then.roses, then.starter) == ((1, 1, 0), 1)
