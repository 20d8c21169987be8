"""Games of one seat, and such in which several seats are to move at once, which no game here is:
the verifiers agree about their matches."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from croupier_game.installed import load
from croupier_match import clock
from croupier_match.entries import Undone
from croupier_match.match import ClockOptions, Kind, OnTimeout, Reason, Undo
from croupier_match.undo.asking import restored
from croupier_match.verify.errors import Refuted
from engine.domain.registry import GAMES, game_of
from engine.verify import verify

from tests.croupier_match.games import lucky, rounds
from tests.croupier_match.games.rounds import MOST, Move
from tests.croupier_match.verify.replays import Tamper, put
from tests.vectors.forged import hashed
from tests.vectors.tables import Json, Table
from tests.vectors.taken_back import ask, since, strolled
from tests.vectors.verdicts import verdicts

MODULES = {game.ID: Path(__file__).with_name(f"{game.ID}.js") for game in (rounds, lucky)}
BANK = ClockOptions(bank_ms=5_000, on_timeout=OnTimeout.RANDOM)
LATER = "2026-03-01T12:00:30.000Z"
FORFEIT = ClockOptions(per_move_ms=5_000)
BANKS = ClockOptions(bank_ms=60_000)
AT_RANDOM = ClockOptions(per_move_ms=5_000, on_timeout=OnTimeout.RANDOM)


@pytest.fixture(autouse=True)
def rounds_installed() -> Iterator[None]:
    for game in (rounds, lucky):
        GAMES.add(game_of(load(game)))
    yield
    for game in (rounds, lucky):
        GAMES.remove(game.ID)


def table(name: str, seats: int, time: ClockOptions | None = None, **wish: Any) -> Table:
    return Table(f"rounds {name}", rounds.ID, seats, clock=time, **wish).seated()


def bid(it: Table, *seats: int, count: int = 2) -> Table:
    for seat in seats:
        it.do(Kind.MOVE, seat, move=Move(count))
    return it


def alone() -> Table:
    return bid(table("alone", 1), 0, 0, 0)


def alone_and_gone() -> Table:
    return bid(table("gone", 1), 0).resigned(0)


def alone_and_late() -> Table:
    return bid(table("late", 1, FORFEIT), 0).late()


def in_any_order() -> Table:
    return bid(table("any order", 3), 2, 0, 1, 1, 2, 0, 0, 1, 2)


def all_at_once() -> Table:
    """With the second round, the server moves for seat 2, while seat 1 has no time left."""
    it = bid(table("at once", 3, BANK), 0).resigned(2).late()
    assert (it.log[-1].seat, it.match.left_ms[1]) == (2, 0)
    while not it.match.ended:
        it.late()
    return it


def late_together() -> Table:
    """All that are left, after one has resigned: the rules rank them."""
    it = bid(bid(table("late together", 3, FORFEIT), 1, count=3), 0, 2, count=1)
    return it.resigned(2).late()


def late_but_one() -> Table:
    return bid(table("late but one", 3, FORFEIT), 1).late()


def late_at_random() -> Table:
    """Each makes a move of its own in each round, one after the other."""
    it = bid(table("late at random", 3, AT_RANDOM), 1)
    while not it.match.ended:
        it.late()
    return it


def late_one_after_the_other() -> Table:
    """Three banks end within 2 s, which is noticed long after the last: in their order."""
    it = bid(bid(table("one after the other", 4, BANKS), 0, 1), 2, 3)
    it.now_ms = clock.ms(it.match.update_time) + BANKS.bank_ms
    for seat in (3, 2, 1):
        assert clock.overdue_seats(GAMES.of(it.match), it.match) == (seat,)
        it.do(Kind.TIMEOUT, seat, 0, late=(seat,))
    return it


def own_choice(time: ClockOptions | None = None) -> Table:
    """Seat 0 takes its bid back, while seats 1 and 3 have bid, and seat 2 has not."""
    it = table("own choice", 4, time, undo=Undo())
    to = it.match.version
    ask(bid(it, 0, 1, 3), 0, to)
    return bid(bid(it, 2), 0, count=1).aborted("Enough.")


def own_choice_on_time() -> Table:
    return own_choice(BANKS)


def own_choice_first() -> Table:
    """A bid taken back while all others think and none has bid: nobody has to agree."""
    it = table("own choice first", 3, BANKS, undo=Undo())
    return ask(bid(it, 1), 1, it.match.version - 1).aborted("Enough.")


def regretted(number: int) -> Table:
    """Bids at random, many of which are taken back."""
    it = table(f"regretted {number}", 4, (None, BANKS)[number % 2], undo=Undo())
    return strolled(it, 40)


def with_luck(number: int) -> Table:
    """The same where the highest bids ask chance: what others have drawn stays drawn."""
    it = Table(f"with luck {number}", lucky.ID, 4, undo=Undo()).seated()
    to = it.match.version
    ask(bid(bid(it, 0), 1, count=MOST - number % 2), 0, to)
    # The server bids for it in each round, by the step that is next.
    return bid(it.resigned(3), 2, count=1).played()


def seen() -> Table:
    """A bid is taken back that all have seen."""
    it = bid(table("seen", 2, undo=Undo()), 0, 1)
    to = it.match.version - 2
    it.do(Kind.UNDONE, 0, to=to, restored=restored(since(it, to)), kept=(to + 2,))
    return it.aborted("Enough.")


def all_of_them() -> Table:
    """What others have bid is taken back as well."""
    it = bid(table("all of them", 3, undo=Undo()), 0, 1)
    to = it.match.version - 2
    it.do(Kind.UNDONE, 0, to=to, restored=restored(since(it, to)))
    return it.aborted("Enough.")


def others_asked() -> Table:
    """Others are asked for what concerns none of them."""
    it = bid(table("others asked", 3, undo=Undo()), 0, 1)
    return it.do(Kind.ASKED, 0, to=it.match.version - 2, needs=(1, 2)).aborted("Enough.")


def at_the_end_of_a_bank(**members: object) -> Tamper:
    """The server's move at which seat 1 has no time left, with other members."""

    def tamper(replay: Json) -> None:
        log = replay["log"]
        first = next(entry for entry in log if entry["kind"] == "timeout")
        log[first["version"] + 1] |= members

    return hashed(tamper)


def undone(**members: object) -> Tamper:
    """What was taken back has these members."""

    def tamper(replay: Json) -> None:
        next(entry for entry in replay["log"] if entry["kind"] == "undone").update(members)

    return hashed(tamper)


def nothing_kept(replay: Json) -> None:
    del next(entry for entry in replay["log"] if entry["kind"] == "undone")["kept"]


def as_it_is(replay: Json) -> None:
    """The log itself is none that an honest server writes."""


def last(**members: object) -> Tamper:
    """The last entry has these members."""
    return hashed(lambda replay: replay["log"][-1].update(members))


def one_fewer(replay: Json) -> None:
    """The time-out of several seats, split: the last is late by itself, after the others."""
    log = replay["log"]
    log[-1]["late"].pop()
    log.append(log[-1] | {"version": len(log) + 1, "seat": 1, "late": [1]})
    replay["match"]["version"] += 1


HONEST = (
    *(alone, alone_and_gone, alone_and_late, in_any_order, all_at_once),
    *(late_together, late_but_one, late_at_random, late_one_after_the_other),
    *(own_choice, own_choice_on_time, own_choice_first),
)
REGRETTED = 6
FORGED: dict[str, tuple[Callable[[], Table], Tamper]] = {
    "a forced move that took time": (all_at_once, at_the_end_of_a_bank(time=LATER)),
    "another forced move": (all_at_once, at_the_end_of_a_bank(move={"count": 9})),
    "a time-out before a forced move": (
        all_at_once,
        at_the_end_of_a_bank(kind="timeout", seat=1, move=None, late=[1]),
    ),
    "a turn twice": (in_any_order, hashed(put("log.4.seat", 2))),
    "late without the others": (late_together, last(late=[0])),
    "late one after the other": (late_together, hashed(one_fewer)),
    "late with who was not": (late_but_one, last(late=[0, 1, 2])),
    "late in another order": (late_but_one, last(late=[2, 0])),
    "late, and named by the second": (late_but_one, last(seat=2)),
    "late, and not named": (late_but_one, hashed(lambda replay: replay["log"][-1].pop("late"))),
    "late before a bank that was over earlier": (
        late_one_after_the_other,
        last(seat=0, late=[0]),
    ),
    "late, and not ranked": (late_together, put("match.outcome.ranking", [[0, 1, 2]])),
    "one choice less is kept": (own_choice, undone(kept=[4])),
    "one choice more is kept": (own_choice, undone(kept=[4, 5, 6])),
    "kept in another order": (own_choice_on_time, undone(kept=[6, 5])),
    "nothing is kept": (own_choice, hashed(nothing_kept)),
    "kept, but none": (own_choice_first, undone(kept=[])),
    "the choice of another": (own_choice, undone(seat=2)),
    "a choice that all have seen": (seen, as_it_is),
    "the choices of others": (all_of_them, as_it_is),
    "others asked for nothing": (others_asked, as_it_is),
    "alone, and not gone": (alone_and_gone, put("match.seats.0.resigned", False)),
    "alone, and going on": (alone_and_gone, put("match.outcome", None)),
}


@pytest.mark.parametrize("play", HONEST, ids=lambda play: play.__name__)
def test_honest_matches_are_verified(play: Callable[[], Table]) -> None:
    assert verify(play().replay(0))[-1] == "verified"


def test_choices_are_taken_back_at_random() -> None:
    played = [*map(regretted, range(REGRETTED)), *map(with_luck, range(REGRETTED))]
    entries = [entry for it in played for entry in it.log if isinstance(entry, Undone)]
    assert len([entry for entry in entries if entry.kept]) > REGRETTED / 2
    for it in played:
        assert verify(it.replay(None))[-1] == "verified"


@pytest.mark.parametrize("name", FORGED)
def test_forged_ones_are_not(name: str) -> None:
    with pytest.raises(Refuted):
        verify(forged(name))


def test_a_game_of_one_seat_ends_when_its_player_resigns() -> None:
    for play, reason in ((alone_and_gone, Reason.RESIGNED), (alone_and_late, Reason.TIMEOUT)):
        outcome = play().outcome
        assert (outcome.reason, outcome.ranking, outcome.winners) == (reason, ((0,),), (0,))


def test_who_is_late_together_is_ranked_by_the_rules_before_who_had_resigned() -> None:
    outcome = late_together().outcome
    assert (outcome.reason, outcome.ranking) == (Reason.TIMEOUT, ((1,), (0,), (2,)))
    assert outcome.winners == (1,)
    outcome = late_but_one().outcome
    assert (outcome.ranking, outcome.winners) == (((1,), (0, 2)), (1,))


def test_each_that_is_late_makes_a_move_at_random() -> None:
    it = late_at_random()
    said = [(entry.kind, entry.seat) for entry in it.log[4:7]]
    assert said == [(Kind.TIMEOUT, 0), (Kind.MOVE, 0), (Kind.MOVE, 2)]
    assert (it.outcome.reason, len(it.log)) == (Reason.COMPLETED, 3 + 1 + 3 + 2 * 4)


@pytest.mark.full
def test_the_verifier_in_javascript_agrees() -> None:
    played = [play() for play in HONEST]
    played += [play(number) for play in (regretted, with_luck) for number in range(REGRETTED)]
    honest = [it.replay(0) for it in played]
    said = verdicts([*honest, *map(forged, FORGED)], MODULES)
    assert said[: len(honest)] == [""] * len(honest)
    assert "" not in said[len(honest) :]


def forged(name: str) -> Json:
    play, tamper = FORGED[name]
    replay = play().replay(0)
    tamper(replay)
    return replay
