"""Bots take part in a tournament, and go on after a restart; a maker directs it."""

import asyncio
import logging
import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from croupier_client import (
    AsyncCroupier,
    Bot,
    Clock,
    Croupier,
    CroupierError,
    ListedTournament,
    Match,
    Refused,
    Tournament,
    TournamentEvent,
    TournamentRow,
    Turn,
    entering,
)
from croupier_tournament.verify import verify

from tests.support.live import Live
from tests.support.waiting import until

pytestmark = [pytest.mark.full, pytest.mark.anyio]

PATIENT_S = 90
SOON: dict[str, Any] = {
    "clock": Clock(bank="600s"),
    "start_when_full": True,
    "check_in": "3s",
    "round_break": "0s",
    "reveal": "30s",
}
"""What a tournament of bots needs."""


class Percy(Bot):
    """Joins one tournament, and says where it came."""

    games = ("just4fun",)
    tournaments, seeks, offers = True, False, False
    look_s: ClassVar[float] = 0.05

    def __init__(self, number: int, tournament_id: str, folder: Path) -> None:
        super().__init__(f"Percy {number}")
        self._wanted, self.keep = tournament_id, str(folder / f"percy-{number}")
        self._dice = random.Random(number)
        self.played, self.row = asyncio.Event(), asyncio.Future[TournamentRow | None]()

    def choose(self, turn: Turn) -> Any:
        return self._dice.choice(turn.moves)

    async def enters(self, tournament: ListedTournament) -> bool:
        return tournament.id == self._wanted and await super().enters(tournament)

    def over(self, match: Match) -> None:
        self.played.set()

    def ended(self, tournament: Tournament, row: TournamentRow | None) -> None:
        self.row.set_result(row)


@asynccontextmanager
async def playing(live: Live, bots: list[Percy]) -> AsyncIterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(each.serve(live.url, keep=each.keep)) for each in bots]
    try:
        yield tasks
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.wait(tasks)


async def test_bots_play_a_tournament_and_one_begins_anew_amid_it(
    live: Live, tmp_path: Path
) -> None:
    async with AsyncCroupier(live.url) as maker:
        await maker.register("Maker", kind="human")
        made = await maker.tournaments.create(
            "Evening", "just4fun", rounds=2, max_players=4, **SOON
        )
        told: list[TournamentEvent] = []

        async def follow() -> None:
            async for event in maker.tournaments.follow(made.id):
                told.append(event)

        following = asyncio.create_task(follow())
        bots = [Percy(number, made.id, tmp_path) for number in range(4)]
        async with asyncio.timeout(PATIENT_S), playing(live, bots) as tasks:
            await bots[0].played.wait()
            tasks[0].cancel()
            await asyncio.wait(tasks[:1])
            again = Percy(0, made.id, tmp_path)
            async with playing(live, [again]):
                rows = await asyncio.gather(*(each.row for each in [again, *bots[1:]]))
                await following
        assert sorted(row.rank for row in rows if row) == [1, 2, 3, 4]
        assert sum(row.points for row in rows if row) == 4
        assert {"checkInOpened", "started", "finished"} <= {each.event for each in told}
        assert [each.version for each in told] == sorted(each.version for each in told)
        now = await maker.tournaments.get(made.id)
        log = await maker.tournaments.log(made.id)
        report = verify(log.splitlines(), now.head)
        assert (report.finding, report.entries) == (None, now.version)
        tables = [each async for each in maker.tournaments.tables(made.id, 2)]
        assert [len(each.results) for each in tables] == [1, 1]
        assert not any(result.absent for each in tables for result in each.results)


async def test_an_arena_has_more_seals_before_they_are_used_up(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here after the first pairing; a match later all that was given before would be used up."""
    monkeypatch.setattr(entering, "FEW_SEALS", 32)
    async with AsyncCroupier(live.url) as maker:
        await maker.register("Maker", kind="human")
        wish = {**SOON, "round_break": None, "system": "arena", "minutes": 10}
        made = await maker.tournaments.create("Arena", "just4fun", max_players=2, **wish)
        bots = [Percy(number, made.id, tmp_path) for number in range(2)]
        async with asyncio.timeout(PATIENT_S), playing(live, bots):
            given = 0
            while given < made.seals_needed + 32:
                await bots[0].played.wait()
                bots[0].played.clear()
                you = (await bots[0].me.tournaments.get(made.id)).you
                given = you.seals if you else 0
            await bots[0].played.wait()
            await maker.tournaments.abort(made.id, "Enough")
            assert await bots[0].row is None


async def test_a_bot_without_its_notes_says_once_what_to_do_and_plays_on(
    live: Live, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "croupier_client")
    async with AsyncCroupier(live.url) as maker:
        await maker.register("Maker", kind="human")
        wish = {**SOON, "check_in": "600s"}
        made = await maker.tournaments.create("Evening", "just4fun", max_players=2, **wish)
        bots = [Percy(number, made.id, tmp_path) for number in range(2)]
        async with asyncio.timeout(PATIENT_S):
            async with playing(live, bots[:1]):
                await told_of(caplog, "has joined")
            (tmp_path / "percy-0.notes").unlink()
            again = Percy(0, made.id, tmp_path)
            async with playing(live, [again, bots[1]]) as tasks:
                await told_of(caplog, "Percy 1 is here")
                await told_of(caplog, "Percy 0 does not play Evening: .*Take the notes")
                assert not again._entering._looks
                assert not tasks[0].done()


async def told_of(caplog: pytest.LogCaptureFixture, what: str) -> None:
    """Wait until the log has it."""

    def is_there() -> bool:
        return any(re.search(what, each.getMessage()) for each in [*caplog.records])

    await asyncio.to_thread(until, is_there, PATIENT_S)


@contextmanager
def people(live: Live, count: int) -> Iterator[list[Croupier]]:
    """Registered players, whose connections are closed in the end."""
    with ExitStack() as stack:
        found = [stack.enter_context(Croupier(live.url)) for _ in range(count)]
        for number, each in enumerate(found):
            each.register(f"Player {number}", kind="human")
        yield found


def test_a_maker_directs_and_players_come_and_go(live: Live) -> None:
    with people(live, 5) as (maker, ann, bob, carl, late):
        wish = {**SOON, "check_in": "60s"}
        made = maker.tournaments.create("Evening", "just4fun", max_players=8, **wish)
        for each in (ann, bob, carl):
            each.tournaments.join(made.id)
        open_ones = maker.tournaments.list(status="open", game="just4fun")
        assert made.id in {each.id for each in open_ones}
        assert [each.id for each in ann.tournaments.list(mine=True)] == [made.id]
        carl.tournaments.leave(made.id)
        assert maker.tournaments.start(made.id).status == "checkIn"
        with pytest.raises(Refused) as refused:
            late.tournaments.join(made.id)
        assert refused.value.code == "tournament_not_open"
        now = ann.tournaments.check_in(made.id)
        assert now.you
        assert now.you.checked_in
        with pytest.raises(CroupierError, match="not joined"):
            maker.tournaments.check_in(made.id)
        listed = [*maker.tournaments.players(made.id)]
        here = {each.player.display_name: each.checked_in for each in listed}
        assert (here["Player 1"], here["Player 2"]) == (True, False)
        ended = maker.tournaments.abort(made.id, "The hall is closed")
        assert (ended.status, ended.reason) == ("aborted", "The hall is closed")
        *_, last = maker.tournaments.follow(made.id, after=1)
        assert (last.event, last.reason) == ("aborted", "The hall is closed")
