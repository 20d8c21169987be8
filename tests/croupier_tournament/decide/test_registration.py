"""Who takes part: registration, check-in, and who withholds."""

import pytest
from croupier_tournament import Presence, Status, System, commands, lots
from croupier_tournament.decide import decide
from croupier_tournament.entries import Aborted, CheckInOpened, Started
from croupier_tournament.refusals import (
    Conflict,
    Forbidden,
    Full,
    InvalidSettings,
    NotFound,
    NotOpen,
    NotRunning,
    Refusal,
    TooOften,
)

from tests.croupier_tournament.playing import MINUTE, Playing, entropy, player, settings


def seal(number: int) -> str:
    return lots.seal_of(entropy(number))


def refused(it: Playing, command: commands.Command, refusal: type[Refusal]) -> None:
    """The command is refused, and has changed nothing."""
    head = it.it.head
    with pytest.raises(refusal) as found:
        it.do(command)
    assert type(found.value) is refusal
    assert it.it.head == head


def test_nobody_joins_at_the_millisecond_at_which_registration_closes() -> None:
    """Whether the check-in has been opened by then or not."""
    it = Playing(settings())
    closes = (it.settings.start or 0) - it.settings.check_in_ms
    it.now = closes - 1
    it.do(commands.Register(player(0), None, seal(0)))
    it.now = closes
    refused(it, commands.Register(player(1), None, seal(1)), NotOpen)


def test_a_seal_is_one_players() -> None:
    it = Playing(settings())
    it.do(commands.Register(player(0), None, seal(0)))
    refused(it, commands.Register(player(1), None, seal(0)), Conflict)
    for wrong in ("", "ab", "AB" * 32, "ab" * 33):
        refused(it, commands.Register(player(1), None, wrong), InvalidSettings)
    it.do(commands.Leave(player(0)))
    it.do(commands.Register(player(1), None, seal(0)))


def test_nobody_joins_twice_or_beyond_the_most() -> None:
    it = Playing(settings(most_players=2))
    it.register(range(2))
    refused(it, commands.Register(player(0), None, seal(5)), Conflict)
    refused(it, commands.Register(player(2), None, seal(2)), Full)


def test_nobody_joins_and_leaves_for_ever() -> None:
    it = Playing(settings())
    for _ in range(10):
        it.register([0])
        it.do(commands.Leave(player(0)))
    refused(it, commands.Register(player(0), None, seal(0)), TooOften)
    it.register([1])


@pytest.mark.parametrize("rating", [-1, 100_001])
def test_a_rating_is_within_bounds(rating: int) -> None:
    refused(Playing(settings()), commands.Register(player(0), rating, seal(0)), InvalidSettings)


def test_the_check_in_opens_once_it_is_full() -> None:
    it = Playing(settings(start=None, most_players=3))
    it.register(range(2))
    assert it.it.status is Status.OPEN
    it.register([2])
    assert isinstance(it.entries[-1], CheckInOpened)
    assert it.it.starts_at == it.now + it.settings.check_in_ms


def test_everybody_has_the_whole_check_in_even_if_it_opens_late() -> None:
    it = Playing(settings())
    it.register(range(4))
    it.now = (it.settings.start or 0) + 5 * MINUTE  # all engines were away
    it.do(commands.Proceed())
    assert it.it.starts_at == it.now + it.settings.check_in_ms


def test_it_may_begin_before_its_time() -> None:
    it = Playing(settings())
    refused(it, commands.OpenCheckIn(), Conflict)  # nobody is there
    it.register(range(2))
    it.do(commands.OpenCheckIn())
    assert it.it.status is Status.CHECK_IN


def test_entropy_is_that_of_the_own_seal() -> None:
    it = Playing(settings())
    it.register(range(3))
    refused(it, commands.Reveal(player(0), entropy(0)), NotRunning)
    it.do(commands.OpenCheckIn())
    for wrong in (entropy(1), "", entropy(0)[:62], entropy(0).upper()):
        refused(it, commands.Reveal(player(0), wrong), Forbidden)
    refused(it, commands.Reveal(player(9), entropy(9)), NotFound)
    it.do(commands.Reveal(player(0), entropy(0)))
    assert it.do(commands.Reveal(player(0), entropy(0))) == []
    it.now = it.it.starts_at
    refused(it, commands.Reveal(player(1), entropy(1)), NotRunning)


def test_who_withholds_is_named_and_does_not_play() -> None:
    it = Playing(settings())
    it.register(range(5))
    it.do(commands.OpenCheckIn())
    it.do(commands.Leave(player(1)))  # leaving is no way around it
    refused(it, commands.Leave(player(1)), Conflict)
    refused(it, commands.OpenCheckIn(), NotOpen)
    it.check_in(withheld=[1, 3])
    started = it.entries[-1]
    assert isinstance(started, Started)
    assert started.withheld == (player(1), player(3))
    for number in (1, 3):
        refused(it, commands.Return(player(number)), Forbidden)
        refused(it, commands.Register(player(number)), Conflict)
    assert [each.id for each in it.it.playing] == [player(0), player(2), player(4)]


def test_entropy_stays_when_its_player_has_left() -> None:
    """Else somebody could reveal, and choose by leaving."""
    it = Playing(settings())
    it.register(range(4))
    it.do(commands.OpenCheckIn())
    it.do(commands.Reveal(player(0), entropy(0)))
    it.do(commands.Leave(player(0)))
    it.check_in(withheld=[0])
    assert it.it.players[player(0)].presence is Presence.LEFT
    assert [*it.it.entropies] == [entropy(number) for number in range(4)]


@pytest.mark.parametrize("revealing", [0, 1])
def test_too_few_do_not_play(revealing: int) -> None:
    it = Playing(settings())
    it.register(range(2))
    it.check_in(withheld=range(revealing, 2))
    assert isinstance(it.entries[-1], Aborted)
    assert isinstance(it.entries[-2], Started)  # it names who has withheld


def test_too_few_have_registered_when_registration_closes() -> None:
    it = Playing(settings())
    it.register([0])
    assert isinstance(it.proceed()[-1], Aborted)


@pytest.mark.parametrize(
    ("system", "rounds", "may"),
    [
        (System.SWISS, 0, True),
        (System.SWISS, 1, True),
        (System.SWISS, 2, False),
        (System.ROUND_ROBIN, 0, False),
        (System.KNOCKOUT, 0, False),
        (System.ARENA, 3, True),
    ],
)
def test_late_ones_join_until_half_of_the_rounds(system: System, rounds: int, may: bool) -> None:
    """And have no points for those that they missed."""
    it = Playing(settings(system, **({"rounds": 4} if system is System.SWISS else {}))).started(8)
    for _ in range(rounds):
        it.pair()
        it.play_round()
    if not may:
        refused(it, commands.Register(player(20)), NotOpen)
        return
    refused(it, commands.Register(player(20), None, seal(20)), InvalidSettings)
    it.do(commands.Register(player(20)))
    assert it.it.players[player(20)].points == 0
    it.pair()
    if system is System.ARENA:  # the last in order of an odd number waits once
        it.play_round()
        it.pair()
    assert player(20) in str(it.it.rounds[-1])


def test_nobody_joins_an_arena_that_is_over() -> None:
    it = Playing(settings(System.ARENA, minutes=1)).started(4)
    it.pair()
    it.now = it.it.arena_ends_at
    refused(it, commands.Register(player(20)), NotOpen)


def test_nobody_leaves_what_has_begun() -> None:
    it = Playing(settings()).started(4)
    refused(it, commands.Leave(player(0)), Conflict)


def test_a_draft_is_nobodys() -> None:
    it = Playing(settings())
    refused(it, commands.Open(), Conflict)
    refused(it, commands.Create(it.settings), Conflict)
    refused(it, commands.Withdraw(player(0)), NotRunning)


def test_a_time_that_goes_back_is_that_of_the_last_entry() -> None:
    """Clocks of engines differ."""
    it = Playing(settings())
    entry = decide(it.it, commands.Register(player(0), None, seal(0)), 5, it.keys)
    assert entry
    assert entry.at == it.it.at
