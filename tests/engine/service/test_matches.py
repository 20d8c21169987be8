"""The life of a match, and the order in which requests are refused."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import pytest
from croupier_game.errors import IllegalMove, InvalidMove
from croupier_lost_cities import rules as lost_cities
from croupier_lost_cities.types import DECK, EXPEDITION, Move
from croupier_match import commands
from croupier_match.admission import Caller, Expected
from croupier_match.commands import Command, Join, Leave, Resign, Start
from croupier_match.entries import Aborted
from croupier_match.match import Access, Outcome, Player, Reason, StartMode, Status
from croupier_match.refusals import (
    Conflict,
    Forbidden,
    GameFailed,
    MatchActive,
    MatchFull,
    MatchNotActive,
    NotFound,
    NotYourMatch,
    NotYourTurn,
    RosterChanged,
    VersionMismatch,
)
from croupier_match.settings import MatchSettings
from croupier_match.verify.stored import check_stored
from engine.domain.errors import IdempotencyMismatch
from engine.domain.registry import GAMES
from engine.service.change_loop import FAILURES
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.rematches import Rematches, RematchRequest
from engine.store.idempotency import IdempotencyKey
from engine.store.matches import MatchStore

from tests.support.bad_game import failing
from tests.support.matches import (
    Table,
    fresh_id,
    full_table,
    join,
    key,
    person,
    reading,
    waiting_table,
)

pytestmark = pytest.mark.anyio

NONSENSE = Move("Z99", EXPEDITION, DECK)


async def test_its_creator_sits_at_seat_0_and_waits(matches: Matches) -> None:
    ada = person()
    change = await matches.create(ada, MatchSettings(lost_cities.ID), None)
    match = change.match
    assert (match.version, match.status, change.seat) == (1, Status.WAITING, 0)
    assert [seat.player for seat in match.seats] == [ada, None]
    assert (match.access, match.invite_code) == (Access.PUBLIC, "")
    assert match.options == lost_cities.Options()
    assert await matches.queries.store.load(match.id) == match


async def test_the_join_that_fills_it_starts_it_within_one_version(matches: Matches) -> None:
    table = await waiting_table(matches)
    change = await join(matches, table.match_id, person("Bob"))
    assert (change.match.version, change.match.status, change.seat) == (2, Status.ACTIVE, 1)
    assert [event.kind for event in change.events] == ["round_started"]


async def test_without_its_creator_it_is_aborted(matches: Matches) -> None:
    table = await full_table(matches, start=StartMode.MANUAL)
    match = (await table.leave(0)).match
    assert match.status == Status.ABORTED
    assert match.outcome == Outcome(Reason.ABORTED, ((0, 1),), (0, 0), ())
    for refused in (table.leave(1), table.resign(1), table.rematch(1), table.join(person())):
        with pytest.raises(MatchNotActive):
            await refused


async def test_a_move_adds_one_version_and_tells_what_happened(matches: Matches) -> None:
    table = await full_table(matches)
    seat, move = await table.turn()
    change = await table.move(seat, move, expected=2)
    assert (change.match.version, change.seat, change.replayed) == (3, 0, False)
    assert [event.kind for event in change.events] == ["card_played", "card_drawn"]
    assert await table.match() == change.match


async def finished(table: Table) -> Table:
    while not (await table.match()).ended:
        await table.play(1)
    return table


# The order of refusals, once for each thing that a player may do.

Act: TypeAlias = Callable[["Asked", Matches], Awaitable[Any]]


@dataclass(frozen=True)
class Asked:
    """A request about a match."""

    match_id: str
    player: Player
    seat: int | None
    expected: int | None
    key: IdempotencyKey | None
    move: Any = NONSENSE
    invite_code: str = ""

    @property
    def caller(self) -> Caller:
        return Caller(self.player.id, self.seat, invite_code=self.invite_code)

    @property
    def moving(self) -> commands.Move:
        return commands.Move(self.caller.place, reading(self.move))

    async def change(self, matches: Matches, command: Command) -> Change:
        expected = Expected(self.expected)
        return await matches.change(self.match_id, self.caller, command, expected, self.key)


ACTS: dict[str, Act] = {
    "join": lambda it, matches: it.change(matches, Join(it.player)),
    "leave": lambda it, matches: it.change(matches, Leave(it.caller.place)),
    "start": lambda it, matches: it.change(matches, Start(it.caller.place)),
    "resign": lambda it, matches: it.change(matches, Resign(it.caller.place)),
    "move": lambda it, matches: it.change(matches, it.moving),
    "dry run": lambda it, matches: matches.check(
        it.match_id, it.caller, it.moving, Expected(it.expected)
    ),
    "rematch": lambda it, matches: Rematches(matches).request(
        it.match_id, it.caller, RematchRequest(), it.key
    ),
}


@dataclass(frozen=True)
class Crowd:
    """A match where everyone has used a key, and one of them has left."""

    table: Table
    leaver: Player

    def asked(self, player: Player, seat: int | None, **more: Any) -> Asked:
        """The worst request of this player: a used key, another version, a move of nonsense."""
        used = key(player, fingerprint="something else")
        return replace(Asked(self.table.match_id, player, seat, 99, used), **more)


async def crowd(matches: Matches, situation: str, **wish: Any) -> Crowd:
    table = await waiting_table(matches, start=StartMode.MANUAL, **wish)
    leaver, guest = person("Eve"), person("Bob")
    left = await table.join(leaver, key(leaver))
    await left.leave(1, key(leaver, "key-2"))
    table = await table.join(guest, key(guest))
    if situation == "aborted":
        await table.leave(0, key(table.players[0]))
    if situation in ("active", "finished"):
        await table.start(key(table.players[0]))
    if situation == "finished":
        await table.resign(0)
    return Crowd(table, leaver)


@pytest.mark.parametrize("access", [Access.PUBLIC, Access.PRIVATE])
@pytest.mark.parametrize(
    ("act", "seat", "situation", "last"),
    [
        ("leave", 1, "finished", MatchNotActive),
        ("leave", 1, "aborted", MatchNotActive),
        ("start", 0, "active", MatchActive),
        ("start", 0, "finished", MatchNotActive),
        ("resign", 1, "waiting", MatchNotActive),
        ("resign", 1, "finished", MatchNotActive),
        ("resign", 1, "aborted", MatchNotActive),
        ("move", 1, "waiting", MatchNotActive),
        ("move", 1, "active", NotYourTurn),
        ("move", 1, "finished", MatchNotActive),
        ("move", 1, "aborted", MatchNotActive),
        ("dry run", 1, "waiting", MatchNotActive),
        ("dry run", 1, "active", NotYourTurn),
        ("dry run", 1, "finished", MatchNotActive),
        ("rematch", 1, "waiting", MatchActive),
        ("rematch", 1, "active", MatchActive),
        ("rematch", 1, "aborted", MatchNotActive),
    ],
)
async def test_the_first_refusal_that_applies_is_the_answer(
    matches: Matches, act: str, seat: int, situation: str, last: type[Exception], access: Access
) -> None:
    """Each rung of the ladder mends what the one before was refused for."""
    people = await crowd(matches, situation, access=access)
    before = await people.table.match()
    stranger = NotYourMatch if access == Access.PUBLIC else NotFound
    worst = people.asked(people.leaver, None, match_id=fresh_id())
    asked = people.asked(people.table.players[seat], seat)
    ladder: list[tuple[Asked, type[Exception]]] = [
        (worst, NotFound),
        (replace(worst, match_id=before.id, seat=1), RosterChanged),
        (replace(worst, match_id=before.id), stranger),
        (asked, IdempotencyMismatch),
        (replace(asked, key=None), VersionMismatch),
        (replace(asked, key=None, expected=before.version), last),
    ]
    for request, refusal in ladder:
        if request == asked and act == "dry run":
            continue
        if refusal == VersionMismatch and act == "rematch":
            continue
        with pytest.raises(refusal) as refused:
            await ACTS[act](request, matches)
        assert type(refused.value) is refusal
    assert await people.table.match() == before


@pytest.mark.parametrize("act", ["move", "dry run"])
async def test_the_rules_are_asked_last(matches: Matches, act: str) -> None:
    people = await crowd(matches, "active")
    match = await people.table.match()
    asked = people.asked(people.table.players[0], 0, key=None, expected=match.version)
    assert match.state
    unheld = next(card for card in match.state.hands[1] if card not in match.state.hands[0])
    for move, refusal in ((NONSENSE, InvalidMove), (Move(unheld, EXPEDITION, DECK), IllegalMove)):
        with pytest.raises(refusal):
            await ACTS[act](replace(asked, move=move), matches)
    assert await people.table.match() == match
    await ACTS[act](replace(asked, move=(await people.table.turn())[1]), matches)
    assert (await people.table.match()).version == match.version + (act == "move")


async def test_a_dry_run_refuses_what_fails_and_counts_no_failure(matches: Matches) -> None:
    table = await full_table(matches)
    before, (seat, move) = await table.match(), await table.turn()
    command = commands.Move(seat, reading(move))
    with failing(lost_cities.ID, "apply", "raises"):
        for _ in range(FAILURES):
            with pytest.raises(GameFailed):
                await matches.check(table.match_id, table.caller(seat), command)
    assert await table.match() == before


async def test_only_its_creator_may_start_it_whatever_else_is_wrong(matches: Matches) -> None:
    for situation in ("waiting", "active", "finished", "aborted"):
        people = await crowd(matches, situation)
        with pytest.raises(Forbidden):
            await ACTS["start"](people.asked(people.table.players[1], 1), matches)


@pytest.mark.parametrize(
    ("situation", "who", "last"),
    [
        ("waiting", "guest", Conflict),
        ("waiting", "leaver", MatchFull),
        ("active", "leaver", MatchFull),
        ("finished", "leaver", MatchNotActive),
        ("aborted", "leaver", MatchNotActive),
    ],
)
async def test_the_first_refusal_that_applies_to_who_would_join(
    matches: Matches, situation: str, who: str, last: type[Exception]
) -> None:
    people = await crowd(matches, situation, access=Access.PRIVATE)
    before = await people.table.match()
    player = people.table.players[1] if who == "guest" else people.leaver
    wrong = people.asked(player, None)
    right = replace(wrong, invite_code=before.invite_code)
    ladder = [
        (replace(right, match_id=fresh_id()), NotFound),
        (wrong, IdempotencyMismatch if who == "guest" else NotFound),
        (replace(wrong, invite_code="é"), IdempotencyMismatch if who == "guest" else NotFound),
        (right, IdempotencyMismatch),
        (replace(right, key=None), VersionMismatch),
        (replace(right, key=None, expected=before.version), last),
    ]
    for request, refusal in ladder:
        with pytest.raises(refusal) as refused:
            await ACTS["join"](request, matches)
        assert type(refused.value) is refusal
    assert await people.table.match() == before


async def test_time_never_runs_backwards_in_a_match(store: MatchStore) -> None:
    """The clocks of engines differ, and are set back at times."""
    times = [datetime(2026, 5, 4, 12, tzinfo=UTC) - timedelta(hours=n) for n in range(100)]
    matches = Matches(store, now=lambda: times.pop(0))
    table = await full_table(matches)
    await table.play(5)
    times.insert(0, datetime(2026, 5, 4, 13, tzinfo=UTC))
    await table.play(1)
    await table.resign(0)
    pasts = await matches.queries.past.versions(await table.match(), 1, 9)
    assert [past.match.update_time for past in pasts] == [
        *["2026-05-04T12:00:00.000Z"] * 7,
        *["2026-05-04T13:00:00.000Z"] * 2,
    ]
    assert {past.match.create_time for past in pasts} == {"2026-05-04T12:00:00.000Z"}


async def test_a_match_that_reaches_its_longest_ends_there(
    store: MatchStore, matches: Matches
) -> None:
    table = (await full_table(matches)).through(Matches(store, max_versions=6))
    await table.play(3)
    assert (await table.match()).status == Status.ACTIVE
    await table.play(1)
    match = await table.match()
    assert (match.version, match.status) == (7, Status.ABORTED)
    (last,) = await store.log(match, 7, after=6)
    assert isinstance(last, Aborted)
    assert last.note == "The match has reached 6 versions, the most that this server allows."
    check_stored(GAMES, match, await store.log(match, 7))
    with pytest.raises(MatchNotActive):
        await table.move(0, lost_cities.Move("R2", EXPEDITION, DECK))


async def test_a_match_that_is_too_long_ends_with_its_next_change(
    store: MatchStore, matches: Matches
) -> None:
    """As one that was stored before there was a longest."""
    table = await full_table(matches)
    await table.play(20)
    bounded = table.through(Matches(store, max_versions=10))
    assert (await bounded.match()).version == 22
    assert len(await bounded.matches.queries.past.versions(await bounded.match(), 1, 22)) == 22
    await bounded.play(1)
    assert (await bounded.match()).status == Status.ABORTED
