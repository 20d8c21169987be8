"""Taking back one's own choice of a phase in which several seats choose at the same time."""

from random import Random
from typing import Any

import pytest
from croupier_match.commands import Ask
from croupier_match.decisions import since
from croupier_match.entries import Undone
from croupier_match.games import Game
from croupier_match.match import ClockOptions, Kind, UndoMode
from croupier_match.refusals import UndoRefused

from tests.croupier_match.games import lucky
from tests.croupier_match.games.rounds import Options
from tests.croupier_match.playing import ROUNDS, SECOND_MS, Playing, game_of, table_of

BANK = ClockOptions(bank_ms=60 * SECOND_MS, increment_ms=3 * SECOND_MS)
PER_MOVE = ClockOptions(per_move_ms=60 * SECOND_MS)


LUCKY = game_of(lucky)
FEWEST, MOST = 0, 2
"""The places of these bids in the list."""


def rounds(seats: int, game: Game = ROUNDS, **wish: Any) -> Playing:
    return table_of(game, seats, options=Options(), undo=UndoMode.CONSENT, **wish)


def undone(playing: Playing) -> Undone[Any]:
    entry = playing.log[-1]
    assert isinstance(entry, Undone)
    return entry


def bid(playing: Playing, seat: int, place: int = 0) -> int:
    """The version before a seat's bid."""
    playing.do(playing.legal(seat, place))
    return playing.match.version - 1


def test_a_seat_takes_back_its_own_choice_and_others_keep_theirs() -> None:
    playing, alone = rounds(3), rounds(3)
    to = bid(playing, 0)
    bid(playing, 1, 2)
    playing.do(Ask(0, to))
    bid(alone, 1, 2)
    assert playing.match.state == alone.match.state
    assert (undone(playing).to, undone(playing).kept) == (to, (to + 2,))
    assert playing.to_move == (0, 2)
    # Seat 2 decides by what it did before; seat 0 decides anew.
    assert [since(playing.match, seat) for seat in (0, 2)] == [playing.match.version, to]


def test_who_has_seen_the_choice_keeps_it() -> None:
    playing = rounds(2)
    to = bid(playing, 0)
    bid(playing, 1)
    with pytest.raises(UndoRefused, match="seen"):
        playing.do(Ask(0, to))


@pytest.mark.parametrize("clock", [BANK, PER_MOVE])
def test_no_seat_gains_or_loses_time_by_it(clock: ClockOptions) -> None:
    playing, alone = rounds(3, clock=clock), rounds(3, clock=clock)
    to = bid(playing, 0)
    bid(playing, 1)
    playing.do(Ask(0, to), 2 * SECOND_MS)
    alone.now_ms += SECOND_MS
    bid(alone, 1)
    alone.now_ms += 2 * SECOND_MS
    # Its own clock stood still while it had chosen: a second had passed until then.
    own, *others = playing.match.left_ms
    assert own == clock.full_ms - SECOND_MS
    passed = playing.now_ms - alone.now_ms
    assert passed == 0
    spent = 4 * SECOND_MS if clock is PER_MOVE else 2 * SECOND_MS
    kept = clock.full_ms if clock is PER_MOVE else clock.full_ms - spent + clock.increment_ms
    assert others == [kept, clock.full_ms - 4 * SECOND_MS]


def test_luck_is_what_it_would_have_been() -> None:
    """The step of the next entry is the one that follows the choices that stay."""
    playing, alone = rounds(3), rounds(3)
    to = bid(playing, 0)
    bid(playing, 1)
    playing.do(Ask(0, to))
    bid(alone, 1)
    steps = [each.match.version - each.match.dealt_at for each in (playing, alone)]
    assert steps[0] == steps[1]


@pytest.mark.parametrize("theirs", [FEWEST, MOST])
def test_whether_another_has_asked_chance_in_secret_makes_no_difference(theirs: int) -> None:
    playing = rounds(3, LUCKY)
    to = bid(playing, 0, FEWEST)
    bid(playing, 1, theirs)
    playing.do(Ask(0, to))
    assert undone(playing).kept == (to + 2,)
    # What has been drawn is drawn by nobody else.
    steps = playing.match.version - playing.match.dealt_at
    assert steps == (2 if theirs == MOST else 1)


def test_who_has_asked_chance_itself_keeps_its_choice() -> None:
    playing = rounds(3, LUCKY)
    to = bid(playing, 0, MOST)
    with pytest.raises(UndoRefused, match="Chance"):
        playing.do(Ask(0, to))


def test_random_phases_are_as_if_what_was_taken_back_had_never_been_chosen() -> None:
    for seed in range(40):
        random = Random(seed)
        playing, alone = rounds(4), rounds(4)
        order = random.sample(range(4), 3)
        places = [random.randrange(3) for _ in order]
        chosen = [*zip(order, places, strict=True)]
        before = {seat: bid(playing, seat, place) for seat, place in chosen}
        back = random.choice(order)
        playing.do(Ask(back, before[back]))
        for seat, place in chosen:
            if seat != back:
                bid(alone, seat, place)
        assert playing.match.state == alone.match.state, seed
        assert undone(playing).kept == tuple(
            each + 1 for seat, each in before.items() if each > before[back]
        )
        assert playing.kinds()[-1] == (Kind.UNDONE, back)
