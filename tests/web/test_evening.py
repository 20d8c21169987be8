"""An evening of 16, as in a club: four people by browser, two with a phone, and twelve bots.

Some are of the house, and the others come by the client for bots. The house plays to the end, all
others resign after some moves. One of the people leaves between two rounds, one loses the line amid
a match. The clock of the service is put forward where people would wait.
"""

import asyncio
import json
import random
import re
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from croupier_client import AsyncTable, Bot, Move, Turn
from playwright.sync_api import Page, expect

from tests.bots.test_house import house
from tests.support.directed import Clock
from tests.support.live import Live
from tests.support.players import Client, Json, ok, register
from tests.support.tournament_clients import PATH, check_in, join, of
from tests.support.tournament_tables import come, own_table, resign_for
from tests.support.waiting import until
from tests.web.browsing import PATIENCE_MS, Visits
from tests.web.engines import missing, opened
from tests.web.line import Line
from tests.web.openings import is_turn_of, move
from tests.web.person import Person
from tests.web.table import expect_version, prepared
from tests.web.tournament_pages import (
    checked,
    here,
    next_round,
    served,
    shown,
    started,
    step,
)

pytestmark = pytest.mark.full

GAME = "livingstone"
"""One of which nobody of the house searches: that takes minutes of all processors."""
ROUNDS, PLAYERS, PEOPLE, BOTS = 5, 16, 4, 3
MOVES, LATE = 3, 10
"""A person gives up after so many moves, a guest at this version: both win some matches."""
PATIENT_S = 60.0
ASK_NOTHING = "localStorage.setItem('croupier:preferences', JSON.stringify({ warn: false }))"
"""Random moves often look like mistakes, before which the page would ask."""


class Guest(Bot):
    """Plays anything, and soon gives up: people have something to win, and no wait."""

    games = (GAME,)
    tournaments, seeks, offers = True, False, False

    def __init__(self, number: int) -> None:
        super().__init__(f"Guest {number}")
        self._dice = random.Random(number)

    def choose(self, turn: Turn) -> Move:
        return self._dice.choice(turn.moves)

    async def move(self, table: AsyncTable, turn: Turn) -> None:
        if turn.version < LATE:
            await super().move(table, turn)
        else:
            await table.resign()


@contextmanager
def guests(url: str, count: int) -> Iterator[None]:
    """Run `count` bots in a thread; each joins every public tournament."""
    loop = asyncio.new_event_loop()

    async def play() -> None:
        await asyncio.gather(*(Guest(number).serve(url) for number in range(count)))

    playing = loop.create_task(play())
    thread = threading.Thread(target=lambda: loop.run_until_complete(asyncio.wait([playing])))
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(playing.cancel)
        thread.join()
        loop.close()


class Player(NamedTuple):
    """One at a page, with a client that knows what the service says."""

    page: Page
    me: Client

    @property
    def at_a_table(self) -> bool:
        return "/m/" in self.page.url

    def resigns(self) -> None:
        self.page.get_by_role("button", name="More", exact=True).click()
        self.page.get_by_role("button", name="Resign", exact=True).click()
        self.page.get_by_role("button", name="Yes, resign").click()

    def goes_back(self) -> None:
        """Go from a match that is over to the tournament."""
        self.page.get_by_role("link", name="Back to the tournament").first.click()
        expect(step(self.page)).to_be_visible()


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """So many at once take all that a machine has: the pages have longer than elsewhere."""
    expect.set_options(timeout=PATIENT_S * 1000)
    yield
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def service(clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with served(clock, tmp_path_factory.mktemp("redis")) as live:
        yield live


def ready(page: Page) -> Page:
    page.set_default_timeout(PATIENT_S * 1000)
    page.add_init_script(f"if (self.origin !== 'null') {ASK_NOTHING};")
    return page


def created(desk: Page, ann: Client) -> Json:
    """Make the evening in the page, from its preset."""
    desk.goto("/tournaments")
    desk.get_by_role("link", name="New tournament").click()
    desk.get_by_role("radio", name="Livingstone").check(force=True)
    desk.get_by_role("button", name="Friday evening").click()
    desk.get_by_role("radio", name="everybody").check(force=True)
    desk.get_by_text("Everything else").click()
    desk.get_by_role("spinbutton", name="Places").fill(f"{PLAYERS}")
    desk.get_by_role("spinbutton", name="Bots that fill up").fill(f"{BOTS}")
    desk.get_by_role("button", name="Create").click()
    desk.wait_for_url(re.compile(r"/tournaments/[\w-]{22}$"))
    return ok(ann.get(f"{PATH}/{desk.url.rpartition('/')[2]}"))


def comes(page: Page, url: str, link: str) -> Player:
    """Join a tournament by its link, in a browser without an account; return the new player."""
    ready(page).goto(link.removeprefix(url))
    page.get_by_role("button", name="Join").click()
    expect(step(page)).to_contain_text("You are in.")
    account = json.loads(page.evaluate("localStorage.getItem('croupier:account')"))
    me = Client(url, account["token"])
    me.player = ok(me.get("/v1/players/me"))
    return Player(page, me)


def play(people: Sequence[Player], match: str) -> None:
    """Play some moves of a match for the people at its table; whose turn it is then resigns."""
    client, made, dice = people[0].me, Counter[int](), random.Random(match)
    seats = {each.me.see(match)["yourSeat"]: each for each in people}

    def turn() -> Json | None:
        seen = client.see(match)
        over = seen["status"] == "finished"
        return seen if over or seats.keys() & {*seen["toMove"]} else None

    while True:
        until(turn, PATIENT_S)
        seen = client.see(match)
        if seen["status"] == "finished":
            return
        (seat,) = seen["toMove"]
        person = seats[seat]
        if made[seat] == MOVES:
            person.resigns()
            until(lambda: client.see(match)["status"] == "finished", PATIENT_S)
            return
        notation = dice.choice(person.me.legal_moves(match))["notation"]
        move(person.page, person.me, match, f"{notation}\n")
        made[seat] += 1


def to_the_tables(people: Sequence[Player], made: Json) -> dict[str, list[Player]]:
    """Open each person's table by the one button; return the people by the ids of their matches.

    Who has a bye goes back to the page of the tournament.
    """
    tables: dict[str, list[Player]] = {}
    for person in people:
        if of(person.me, made)["you"]["bye"]:
            person.goes_back()
            continue
        match = own_table(person.me, made)["matchId"]
        tables.setdefault(match, []).append(person)
        name = "To my next table" if person.at_a_table else "To my table"
        person.page.get_by_role("link", name=name).first.click()
    for match, there in tables.items():
        for person in there:
            person.page.wait_for_url(f"**/m/{match}")
            expect(person.page.locator("livingstone-board")).to_be_visible()
    return tables


def loses(line: Line, person: Player, match: str) -> None:
    """Be without a line while the match goes on: back on it, so does the page, by itself.

    The move that it misses is one from another device.
    """
    page, me = person
    seat = me.see(match)["yourSeat"]
    until(lambda: is_turn_of(me, match, seat), PATIENT_S)
    assert line.cut(dead=True)
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    me.move(match, me.legal_moves(match)[0]["notation"])
    until(lambda: is_turn_of(me, match, seat), PATIENT_S)
    line.mend()
    expect_version(page, me.see(match)["version"])
    expect(page.get_by_text("The connection is lost")).to_have_count(0)


def test_an_evening_of_16_from_its_creation_to_the_winner(
    service: Live, visits: Visits, line: Line, behind: Visits, clock: Clock, tmp_path: Path
) -> None:
    url = service.url
    ann = Player(ready(prepared(visits("desktop"), me := register(url, "Ann"))), me)
    made = created(ann.page, me)
    link = ann.page.get_by_role("textbox", name="Link to the table").input_value()
    with house(url, tmp_path, BOTS_RATED_S="0"), guests(url, PLAYERS - BOTS - PEOPLE):
        ann.page.get_by_role("button", name="Join").click()
        bob, cleo, dan = (
            comes(each, url, link) for each in (visits("phone"), visits("desktop"), behind("phone"))
        )
        people = [ann, bob, cleo, dan]
        expect(ann.page.get_by_text("16 of 16 players")).to_be_visible()
        ann.page.get_by_role("button", name="Open the check-in now").click()
        for each in people:
            here(each.page)
        expect(ann.page.locator("director-panel")).to_contain_text("16 of 16 are here")
        started(clock, made, me)
        lost_the_line = False
        for number in range(1, ROUNDS + 1):
            if number > 1:
                next_round(clock, made, me, number)
            tables = to_the_tables(people, made)
            for match, there in tables.items():
                if there == [dan] and not lost_the_line:
                    loses(line, dan, match)
                    lost_the_line = True
                play(there, match)
            if number == 2:
                leaves(people.pop(1))
        assert lost_the_line
        everybody_sees_who_has_won([*people, bob], made)
        wall = visits("desktop", f"/wall#tournament={made['id']}")
        expect(
            wall.get_by_text(f"{of(me, made)['winner']['displayName']} has won.")
        ).to_be_visible()


def leaves(person: Player) -> None:
    """Leave between two rounds."""
    person.goes_back()
    person.page.get_by_role("button", name="Leave the tournament").click()
    question = person.page.get_by_role("alertdialog")
    question.get_by_role("button", name="Leave the tournament").click()
    expect(person.page.get_by_role("button", name="Come back")).to_be_visible()


def everybody_sees_who_has_won(people: Sequence[Player], made: Json) -> None:
    """The same winner in each page, and the same verdict."""
    until(lambda: of(people[0].me, made)["status"] == "finished", PATIENT_S)
    winner = of(people[0].me, made)["winner"]
    for page, me in people:
        if "/m/" in page.url:
            Player(page, me).goes_back()
        won = me.player["id"] == winner["id"]
        told = "You have won!" if won else f"{winner['displayName']} has won."
        expect(step(page)).to_contain_text(told)
        expect(shown(page).get_by_role("row")).to_have_count(PLAYERS + 1)
        checked(page, "All of it is true.")


@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_a_quick_round_is_made_and_won_in_other_browsers(
    name: str, service: Live, clock: Clock
) -> None:
    if lacks := missing(name):
        pytest.skip(lacks)
    others = [register(service.url, each) for each in ("Bob", "Cleo", "Dan")]
    with opened(name) as engine:
        person = Person(engine)
        engine.go(f"{service.url}/tournaments")
        for button in ("^New tournament", "^Quick round", "^Create$", "^Join$"):
            person.presses(button)
        person.reads("You are in.")
        account = json.loads(engine.run("() => localStorage.getItem('croupier:account')"))
        me = Client(service.url, account["token"])
        me.player = ok(me.get("/v1/players/me"))
        made = ok(me.get(f"{PATH}/{engine.run('() => location.pathname').split('/')[-1]}"))
        for each in others:
            join(each, made)
        person.presses("^I am here")
        person.reads("You are here.")
        for each in others:
            check_in(each, made)
        started(clock, made, me)
        for number in range(1, 4):
            if number > 1:
                next_round(clock, made, me, number)
            person.presses("^To my (next )?table")
            for each in others:
                come(each, made)
            resign_for([me, *others], made, number, [me, *others])
        person.reads("You have won!")
        person.presses("^Back to the tournament")
        person.reads("Final standings")
        person.presses("^Check the pairings")
        person.reads("All of it is true.")
        assert not engine.errors
