"""A bot that names its opponents: it invites them, and says how its matches have ended."""

import asyncio
import logging
import re
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from croupier_client import AsyncCroupier, Bot, Croupier, Turn
from croupier_client.ida import Ida
from croupier_client.pacing import Pace
from croupier_client.results import Tally, told
from croupier_client.stream import Notice
from croupier_client.testing import FaultProxy
from gateway.limits.limit_table import LIMITS, Allowance, Limit

from tests.bots.test_house import house
from tests.support.live import Live
from tests.support.players import register
from tests.support.waiting import until
from tools.redis_server import RedisServer

SLOW = {**LIMITS, "creates": Allowance(Limit(5, 10), Limit(10, 500))}


class Percy(Bot):
    games: ClassVar[Sequence[str]] = ("just4fun", "lost-cities")
    look_s = 0.1

    def choose(self, turn: Turn) -> Any:
        return turn.moves[0]


class Brief(Percy):
    """A bot that plays Just4Fun twice, which ends soon also against Emil."""

    games = ("just4fun", "just4fun")


@pytest.mark.service
@pytest.mark.parametrize(
    ("against", "player"),
    [("Hugo", Percy), pytest.param("any", Brief, marks=pytest.mark.full)],
)
def test_it_plays_as_many_matches_as_it_is_told_and_ends(
    quiet: Live,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    against: str,
    player: type[Percy],
) -> None:
    caplog.set_level(logging.INFO, "croupier_client")
    with house(quiet.url, tmp_path / "house"):  # it waits until they are there
        player("Percy").run(quiet.url, against=against, matches=2, keep=str(tmp_path / "percy"))
    ended = [each for each in caplog.messages if " against " in each]
    name = against if against == "Hugo" else r"\w+"
    for game, line in zip(player.games, ended, strict=True):
        assert re.fullmatch(rf"{game} [\w-]{{22}}: (won|tied|lost) .* against {name}", line), line
    assert caplog.messages[-1].startswith("Percy has played 2 matches: ")
    viewer = register(quiet.url)
    assert not viewer.get("/v1/matches", status="waiting").json()["matches"]


class Trio(Percy):
    """A bot for three at a table, who notes of how many a turn tells."""

    games = ("livingstone",)
    seats: ClassVar = {"livingstone": 3}
    seeks = False
    played: ClassVar[list[int]] = []

    def choose(self, turn: Turn) -> Any:
        self.played.append(turn.seats)
        return turn.moves[0]


@pytest.mark.service
def test_it_fills_all_seats_or_says_how_many_are_missing(
    live: Live, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "croupier_client")
    who = f"Rob {token_hex(8)}"
    missing = f"livingstone takes 2 opponents, and 1 called {who} can be had now"

    async def play() -> None:
        begin = asyncio.create_task
        bots = [begin(Trio(who).serve(live.url))]
        bots.append(begin(Trio("Percy").serve(live.url, against=who)))
        await asyncio.to_thread(until, lambda: missing in " ".join(caplog.messages), 60)
        bots.append(begin(Trio(who).serve(live.url)))
        await asyncio.to_thread(until, lambda: bool(Trio.played), 60)
        for each in bots:
            each.cancel()
        await asyncio.wait(bots)

    asyncio.run(play())
    assert {*Trio.played} == {3}


@pytest.mark.service
def test_notices_of_a_match_that_has_ended_count_it_once(live: Live) -> None:
    """Also the first one, which comes when the bot has not yet looked at it."""
    bot, over = Percy("Percy"), list[str]()
    bot.over = lambda match: over.append(match.id)  # type: ignore[method-assign]
    with Croupier(live.url) as ann, Croupier(live.url) as bob:
        ann.register("Ann")
        table = ann.matches.create("just4fun")
        bob.register("Bob")
        bob.matches.join(table.id).resign()

        async def hear() -> None:
            async with (
                AsyncCroupier(live.url, ann.token) as bot.me,
                asyncio.TaskGroup() as bot._group,
            ):
                for event in ("yourTurn", "yourTurn", "matchFinished", "yourTurn"):
                    bot.hear(Notice(table.id, event=event))
                    await asyncio.to_thread(until, lambda: not bot._playing, 60)

        asyncio.run(hear())
    assert over == [table.id]
    assert str(bot._tally) == "1 matches: 1 won, 0 tied, 0 lost"


@pytest.mark.service
def test_a_strategy_sees_all_versions_of_a_match_of_the_service(
    quiet: Live, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Ida can make worlds that fit only of all events; else she raises."""
    caplog.set_level(logging.INFO, "croupier_client")

    class Searching(Bot):
        games = ("just4fun",)
        look_s = 0.1

    with house(quiet.url, tmp_path / "house"):
        Searching("Ina", strategy=Ida(8)).run(quiet.url, against="Rosa", matches=1)
    assert caplog.messages[-1].startswith("Ina has played 1 match")


@pytest.mark.service
def test_it_keeps_to_the_limits_and_says_that_they_slow_it_down(
    own_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "croupier_client")
    with (
        Live(own_server.url, limits=SLOW) as limited,
        FaultProxy(limited.url) as proxy,
        Croupier(proxy.url) as me,
    ):
        me.register("Percy")
        for _ in range(20):
            me.matches.create("just4fun", access="private")
        keys = [each.key for each in proxy.sent("POST /v1/matches")]
    assert len(keys) == len({*keys}) == 20  # none was refused, and sent again
    (slowed,) = [each for each in caplog.messages if "limit" in each]
    assert slowed == "the limit of creates slows this down: 5 a second"


def shown(left: int) -> dict[str, str]:
    return {"ratelimit": f'"moves";r={left};t=1', "ratelimit-policy": '"moves";q=200;w=4'}


def test_requests_keep_a_distance_only_while_little_is_left() -> None:
    pace, asked = Pace(), ("POST", f"/v1/matches/{'M' * 22}/moves")
    pace.note(*asked, shown(21))
    assert [pace.wait(*asked, now=1.0) for _ in range(3)] == [0, 0, 0]
    pace.note("POST", f"/v1/matches/{'N' * 22}/moves", shown(20))
    assert [pace.wait(*asked, now=1.0) for _ in range(3)] == pytest.approx([0, 0.02, 0.04])
    assert pace.wait("GET", "/v1/games", now=1.0) == 0
    pace.note(*asked, shown(190))
    assert pace.wait(*asked, now=1.0) == 0
    pace.note(*asked, shown(20))  # the line of before is over
    assert pace.wait(*asked, now=1.0) == 0


@pytest.mark.parametrize(
    ("seat", "scores", "winners", "reason", "line"),
    [
        (0, [202, 164], [0], "completed", "won 202 : 164 against Hugo"),
        (1, [202, 164], [0], "completed", "lost 164 : 202 against Percy"),
        (1, [7, 7], [0, 1], "completed", "tied 7 : 7 against Percy"),
        (0, [0, 3], [0], "timeout", "won 0 : 3 against Hugo (timeout)"),
        (0, [], [], "aborted", "aborted against Hugo"),
        (0, [], [], "", "gone against Hugo (seen last at version 7)"),
    ],
)
def test_a_result_is_told_from_ones_own_side(
    seat: int, scores: list[int], winners: list[int], reason: str, line: str
) -> None:
    names = ("Percy", "Hugo")
    seats = [
        SimpleNamespace(index=index, player=SimpleNamespace(display_name=name))
        for index, name in enumerate(names)
    ]
    outcome = SimpleNamespace(scores=scores, winners=winners, reason=reason) if reason else None
    match: Any = SimpleNamespace(
        id="M",
        version=7,
        status="aborted" if reason == "aborted" else "finished",
        over=outcome is not None,
        your_seat=seat,
        seats=seats,
        outcome=outcome,
    )
    assert told(match) == line
    tally = Tally(2)
    assert (tally.room(20), tally.is_full) == (2, False)
    tally.add(match)
    assert tally.room(20) == 1
    assert f"1 {line.split()[0]}" in str(tally)
    assert not tally.add(match)
    match.version, match.over = 8, False  # after a restore
    assert tally.add(match)
    assert str(tally) == "1 matches: 0 won, 0 tied, 0 lost, 1 gone"
