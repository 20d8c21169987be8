"""A match from the first page to its replay in Firefox and in WebKit, as in Chromium elsewhere."""

import json
from collections.abc import Callable, Iterator

import pytest

from tests.support.players import HOUSE_KEY_FILE, HTTP, Client, Json
from tests.support.sealed import ENTROPY, SEALS
from tests.support.waiting import until
from tests.web.engines import Engine, missing, opened
from tests.web.person import Person, Point
from tests.web.test_first_minute import at_home
from tools.stack import ROOT, Stack

IDLE_MS = 6_000
LOST = """(wait) => new Promise((told) => {
  const said = new Set();
  const look = () => document.querySelectorAll(".line").forEach((each) => said.add(each.innerText));
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  look();
  setTimeout(() => told([...said]), wait);
})"""
"""What the page says of its line within this time."""
VERSION = "() => document.querySelector('.table-page')?.dataset.version ?? ''"
ASK_NOTHING = "() => localStorage.setItem('croupier:preferences', JSON.stringify({warn: false}))"
"""Random moves often look like mistakes, before which the page would ask."""
STEP = "() => document.querySelector('.replay-page').dataset.step"
KEPT = """async () => navigator.serviceWorker.controller
  && !!await caches.match("/", { ignoreVary: true })"""


@pytest.fixture(params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if lacks := missing(request.param):
        pytest.skip(lacks)
    with opened(request.param) as engine:
        yield engine


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The service as processes, so that its gateway can be stopped; no other bots are in it."""
    folder = tmp_path_factory.mktemp("engines")
    key = str(HOUSE_KEY_FILE)
    with Stack(folder, GATEWAY_WEB=str(ROOT / "web"), GATEWAY_HOUSE_KEY_FILE=key) as stack:
        yield stack


@pytest.fixture
def hugo(stack: Stack) -> Iterator[Client]:
    """The only bot that can be invited."""
    hugo = at_home(stack.url, "Hugo")
    yield hugo
    headers = {"Authorization": f"Bearer {hugo.token}"}
    HTTP.delete(f"{stack.url}/v1/players/me/availability", headers=headers).raise_for_status()


def test_a_match_is_played_and_checked(engine: Engine, stack: Stack, hugo: Client) -> None:
    person = Person(engine)
    engine.go(stack.url)
    engine.run(ASK_NOTHING)
    engine.reload()
    table = Table(person, hugo)
    table.drags_a_card()
    table.presses_a_card()
    table.types_a_move()
    engine.reload()
    table.shows()
    assert engine.run(LOST, IDLE_MS) == []
    goes_on_after_an_outage(table, stack)
    table.resigns()
    person.presses("^Review")
    person.presses("^More of this replay")
    person.presses("^Check the deal")
    person.reads("All of it is true")
    person.presses("^Close")
    person.presses("^First step")
    begin = int(engine.run(STEP))
    person.presses("^One step on")
    until(lambda: int(engine.run(STEP)) == begin + 1)
    assert not engine.errors


class Table:
    """A table of the person and Hugo, a bot that comes when it is invited."""

    def __init__(self, person: Person, hugo: Client) -> None:
        self.person, self.hugo = person, hugo
        person.presses("^Play Lost Cities against Hugo")
        person.reads("Hugo is on the way to the table")
        self.match = str(person.engine.run("() => location.pathname.split('/').at(-1)"))
        hugo.join(self.match, seal=SEALS[1])
        hugo.act(self.match, "entropy", entropy=ENTROPY[1])
        account = json.loads(person.engine.run("() => localStorage.getItem('croupier:account')"))
        self.me = Client(hugo.url, account["token"])
        until(lambda: self._now["status"] == "active")
        self._hugo_moves()

    def shows(self) -> None:
        """Wait until the page shows the latest version."""
        until(lambda: self.person.engine.run(VERSION) == f"{self._now['version']}")

    def drags_a_card(self) -> None:
        """Drag a card to its discard pile, and draw from the deck."""
        self._moves(lambda: self.person.drags(*self._card_and_pile()), self._draws)

    def presses_a_card(self) -> None:
        """The same by a press on each."""

        def discards() -> None:
            card, pile = self._card_and_pile()
            self.person.drags(card)
            self.person.drags(pile)

        self._moves(discards, self._draws)

    def types_a_move(self) -> None:
        """Type a move that draws from the deck."""
        legal = [each["notation"] for each in self.me.legal_moves(self.match)]
        move = next(each for each in legal if each.endswith("*"))
        self._moves(lambda: self.person.types(move))

    def resigns(self) -> None:
        self.person.presses("^More")
        self.person.presses("^Resign$")
        self.person.presses("^Yes, resign")
        self.person.reads("Hugo has won")

    def _card_and_pile(self) -> tuple[Point, Point]:
        card = self.person.finds("^(Red|Green|Blue|White|Yellow) .*(playable|discard only)")
        pile = self.person.finds(f"^{card['name'].split()[0]} discard pile")
        return card["at"], pile["at"]

    def _draws(self) -> None:
        self.person.presses("^Deck, ")

    def _moves(self, *steps: Callable[[], None]) -> None:
        """Make a move at the page, and have Hugo answer it."""
        self.shows()
        self.person.reads("Your turn")
        until(lambda: self.person.engine.run(LOST, 0) == [])
        version = self._now["version"]
        for step in steps:
            step()
        until(lambda: self._now["version"] == version + 1)
        self._hugo_moves()

    def _hugo_moves(self) -> None:
        if self._now["toMove"] == [1]:
            self.hugo.move(self.match, self.hugo.legal_moves(self.match)[0]["notation"])

    @property
    def _now(self) -> Json:
        return self.me.see(self.match)


def goes_on_after_an_outage(table: Table, stack: Stack) -> None:
    """The gateway stops, the page is loaded again without it, and goes on once it is back."""
    person = table.person
    until(lambda: person.engine.run(KEPT))
    stack.gateway.stop()
    person.reads("The connection is lost")
    person.engine.reload()
    person.reads("The connection is lost")
    stack.gateway.start()
    stack.gateway.wait()
    table.types_a_move()
    table.shows()
