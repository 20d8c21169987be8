"""A game that says what a late seat does, and has phases with a time of their own: the verifiers
agree about its matches."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from croupier_game.installed import load
from croupier_match import clock
from croupier_match.match import ClockOptions, Kind, OnTimeout, Undo
from croupier_match.verify.errors import Refuted
from engine.domain.registry import GAMES, game_of
from engine.verify import verify

from tests.croupier_match.games import windows
from tests.croupier_match.games.windows import Move
from tests.croupier_match.verify.replays import Tamper, put
from tests.vectors.forged import hashed
from tests.vectors.tables import SECOND_MS, Json, Table
from tests.vectors.taken_back import ask, undo
from tests.vectors.verdicts import verdicts

MODULE = Path(__file__).with_name("windows.js")


@pytest.fixture(autouse=True)
def windows_installed() -> Iterator[None]:
    GAMES.add(game_of(load(windows)))
    yield
    GAMES.remove(windows.ID)


def table(on_timeout: OnTimeout, per_move_ms: int = 0, seats: int = 4) -> Table:
    time = ClockOptions(per_move_ms, 0 if per_move_ms else 60_000, on_timeout=on_timeout)
    return Table(f"windows {seats} {time}", windows.ID, seats, clock=time, undo=Undo()).seated()


def bid(it: Table, *bids: tuple[int, int], after_ms: int = SECOND_MS) -> Table:
    for seat, count in bids:
        it.do(Kind.MOVE, seat, after_ms, move=Move(count))
    return it


def by_rules() -> Table:
    """A match in which the server makes each move, with what it draws, to the end."""
    it = table(OnTimeout.RULES, 30_000)
    while not it.match.ended:
        it.late()
    return it


def through_windows(on_timeout: OnTimeout) -> Table:
    """Passes, a raise that opens another window, late seats in it, and one that has resigned."""
    it = bid(table(on_timeout), (0, 1), (2, 0), (1, 1), (3, 0)).late()
    bid(it, (1, 2)).resigned(2)
    return it.late().aborted("!")


def forfeits_but_in_windows() -> Table:
    """Seat 1 loses its turn by time, after all have let a window pass."""
    return bid(table(OnTimeout.FORFEIT), (0, 2)).late().late().aborted("!")


def taken_back() -> Table:
    """A pass is taken back in its window, the end of which stays where it was."""
    it = bid(table(OnTimeout.RULES, seats=3), (0, 1))
    before = clock.deadline(GAMES.of(it.match), it.match)
    bid(it, (1, 0))
    to = it.match.version - 1
    ask(it, 1, to)
    while it.match.undo and it.match.undo.request:
        (seat, *others) = it.match.undo.request.needs
        _ = it.do(Kind.AGREED, seat) if others else undo(it, seat, to)
    assert it.state.due == (1, 2)
    assert clock.deadline(GAMES.of(it.match), it.match) == before
    return it.late().aborted("!")


HONEST: dict[str, Callable[[], Table]] = {
    "by rules": by_rules,
    "windows, by rules": lambda: through_windows(OnTimeout.RULES),
    "windows, at random": lambda: through_windows(OnTimeout.RANDOM),
    "forfeits but in windows": forfeits_but_in_windows,
    "taken back": taken_back,
}


def first_forced(**members: object) -> Tamper:
    """The first move after a time-out has these members."""

    def tamper(replay: Json) -> None:
        log = replay["log"]
        log[next(entry["version"] for entry in log if entry["kind"] == "timeout")] |= members

    return hashed(tamper)


def first_timeout(**members: object) -> Tamper:
    def tamper(replay: Json) -> None:
        next(entry for entry in replay["log"] if entry["kind"] == "timeout").update(members)

    return hashed(tamper)


def later_timeout(replay: Json) -> None:
    """As if taking back had given the window its full time again."""
    log = replay["log"]
    undone = next(entry for entry in log if entry["kind"] == "undone")
    time = clock.later(undone["time"], windows.WINDOW_MS)
    for entry in log[undone["version"] :]:
        entry["time"] = replay["match"]["updateTime"] = time
    log[undone["version"]]["time"] = clock.later(time, -1)
    hashed(lambda _: None)(replay)


FORGED: dict[str, tuple[str, Tamper]] = {
    "another move than the rules say": ("by rules", first_forced(move={"count": 1})),
    "a raise in a window at random": ("windows, at random", first_forced(move={"count": 1})),
    "a window that begins anew": ("taken back", later_timeout),
    "a late seat left out": ("windows, by rules", first_timeout(late=[2])),
    "a window that forfeits": ("forfeits but in windows", put("match.seats.3.resigned", True)),
}


def test_the_rules_move_for_who_is_late_and_what_they_draw_is_their_own() -> None:
    it = by_rules()
    assert [(entry.kind, entry.seat) for entry in it.log[4:11]] == [
        *((Kind.TIMEOUT, 0), (Kind.MOVE, 0)),
        *((Kind.TIMEOUT, 1), (Kind.MOVE, 1), (Kind.MOVE, 2), (Kind.MOVE, 3), (Kind.TIMEOUT, 1)),
    ]
    assert len({*it.outcome.scores}) > 2, "what was drawn differs"


@pytest.mark.parametrize("name", HONEST)
def test_honest_matches_are_verified(name: str) -> None:
    assert verify(HONEST[name]().replay(0))[-1] == "verified"


@pytest.mark.parametrize("name", FORGED)
def test_forged_ones_are_not(name: str) -> None:
    with pytest.raises(Refuted):
        verify(forged(name))


@pytest.mark.full
def test_the_verifier_in_javascript_agrees() -> None:
    honest = [play().replay(0) for play in HONEST.values()]
    said = verdicts([*honest, *map(forged, FORGED)], {windows.ID: MODULE})
    assert said[: len(HONEST)] == [""] * len(HONEST)
    assert "" not in said[len(HONEST) :]


def forged(name: str) -> Json:
    of, tamper = FORGED[name]
    replay = HONEST[of]().replay(0)
    tamper(replay)
    return replay
