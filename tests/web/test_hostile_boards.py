"""A hostile board tries its attacks from its frame, and gets nothing, in Chromium and Firefox.

A sink hears what gets out. That it hears nothing proves something only because it hears the same
attempts of a frame without our policy: that is the control.
"""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from gateway.web.frames import FrameSite
from playwright.sync_api import expect

from tests.support.live import Live
from tests.support.players import register, start_match
from tests.support.waiting import until
from tests.web.browsing import Visits
from tests.web.engines import Firefox, missing, opened
from tests.web.guests import BEANS, PORT, guests, serve
from tests.web.sink import Sink
from tests.web.table import visit_as

ATTACKS = (Path(__file__).parent / "hostile.js").read_text()
SPOILS, OVER = "SPOILS ", "OVER"
"""What a board writes into the console: first what it got, and then that it goes elsewhere."""
ENDS = ("refresh", "itself")
"""Two ways to go elsewhere, and each ends a board."""
ATTEMPTS = 110
BOARD = """
import { LitElement } from "../../../web/board.js";
import { attack } from "./attack.js";
customElements.define("just4fun-board", class extends LitElement {});
attack();
"""
NONE = "export const attack = undefined;"
LOOP = """setTimeout(() => {
  const end = performance.now() + 9000;
  while (performance.now() < end);
}, 1500);"""
SOON_MS = 2_000
"""A page that goes on, on a machine that is busy: a board that loops takes 9 seconds."""
GAPS = """() => {
  globalThis.gap = 0;
  let last = performance.now();
  setInterval(() => {
    globalThis.gap = Math.max(globalThis.gap, performance.now() - last);
    last = performance.now();
  }, 10);
  globalThis.ended = () => document.querySelector("generic-board") !== null;
}"""
NAMES = """
    audio background beacon cursor embed events fetch font font-face frame image image-set import
    input keepalive link-modulepreload link-prefetch link-preload link-stylesheet markup new-image
    object post poster script socket svg-element udp video xhr xhr-sync
"""
HEARD = frozenset(NAMES.split())
"""What the sink hears in both browsers of a frame without a policy: a peer is `udp`."""
CHROMIUM = HEARD | {"later", "ping"}
FIREFOX = HEARD | {"itself", "tcp"}
"""It opens a connection to whatever a `preconnect` names, and no policy forbids that."""


def attacks(sink: Sink, end: str) -> str:
    """The attacks upon this sink, the last of which is `end`."""
    values = {"sink": sink.url, "tcp": sink.tcp, "udp": sink.udp, "end": end}
    text = ATTACKS
    for name, value in values.items():
        text = text.replace(f"@{name}@", str(value))
    return text


def attacked(service: Live, sink: Sink, end: str) -> str:
    """Plant the attacks in a board, and return the address of a table that shows it.

    What only a file can do, an `import()` of what it makes up, has no place in a package.
    """
    lines = attacks(sink, end).splitlines(keepends=True)
    attack = "".join(each for each in lines if "import(/*" not in each)
    serve(service, **{BEANS: {"board.js": BOARD, "attack.js": attack}})
    match, _ = start_match(service.url, game=BEANS)
    return f"{service.url}/m/{match}"


def is_over(engine: Firefox, since: int) -> bool:
    """Whether a board has told that it goes elsewhere, after so many lines of the console."""
    engine.run("() => 1")  # what was said comes with an answer
    return OVER in engine.said[since:]


def spoils(said: Sequence[str]) -> list[str]:
    """What the boards got that have told, of all that they tried."""
    told = [json.loads(each.removeprefix(SPOILS)) for each in said if each.startswith(SPOILS)]
    assert len(told) == len(ENDS)
    assert all(len(each) >= ATTEMPTS for each in told)
    return [f"{name}: {got}" for each in told for name, got in each.items() if "GOT" in got]


@pytest.fixture
def open_sink() -> Iterator[Sink]:
    """What hears the control."""
    with Sink() as sink:
        sink.attack = f"{attacks(sink, 'itself')}\nattack();\n"
        yield sink


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink() as sink:
        yield sink


@pytest.fixture(scope="module")
def service(redis_url: str) -> Iterator[Live]:
    with guests(redis_url) as live:
        yield live


def test_a_board_in_chromium_gets_nothing_and_nothing_gets_out(
    service: Live, visits: Visits, sink: Sink, open_sink: Sink
) -> None:
    visits.watch.allow("")
    said: list[str] = []
    pages = [visits() for _ in ENDS]
    for page, end in zip(pages, ENDS, strict=True):
        page.on("console", lambda message: said.append(message.text))
        page.goto(attacked(service, sink, end))
        page.wait_for_function("() => document.querySelector('framed-board')")
    control = visits()
    control.goto(open_sink.url)

    def tick() -> bool:
        control.evaluate("0")  # Playwright tells of what was said only while it is asked something
        return said.count(OVER) == len(ENDS) and open_sink.heard >= CHROMIUM

    until(tick)
    assert spoils(said) == []
    for page in pages:
        expect(page.get_by_role("status").filter(has_text="another page")).to_be_visible()
    assert sink.heard == set()


@pytest.mark.full
def test_a_board_in_firefox_gets_nothing_and_a_name_gets_out(
    service: Live, sink: Sink, open_sink: Sink
) -> None:
    if lacks := missing("firefox"):
        pytest.skip(lacks)
    with opened("firefox") as engine:
        assert isinstance(engine, Firefox)
        for end in ENDS:
            said = len(engine.said)
            engine.go(attacked(service, sink, end))
            until(partial(is_over, engine, said))
        assert spoils(engine.said) == []
        engine.go(open_sink.url)
        until(lambda: open_sink.heard >= FIREFOX)
    assert sink.heard <= {"tcp"}


@pytest.mark.full
def test_in_firefox_a_board_that_loops_on_a_second_site_does_not_stop_the_page(
    service: Live,
) -> None:
    """On the page's own site it stops it for all of the loop, as operators are told."""
    if lacks := missing("firefox"):
        pytest.skip(lacks)
    site = FrameSite(service.url.replace("127.0.0.1", "localhost"), service.url)
    serve(
        service, site, **{BEANS: {"board.js": BOARD.replace("attack();", LOOP), "attack.js": NONE}}
    )
    match, _ = start_match(service.url, game=BEANS)
    with opened("firefox") as engine:
        engine.go(f"{service.url}/m/{match}")
        engine.run(GAPS)
        until(lambda: bool(engine.run("() => globalThis.gap > 4000 || globalThis.ended()")))
        gap = engine.run("() => globalThis.gap")
    assert gap < SOON_MS, gap


FLOODS = {
    "far too much": PORT
    + """setTimeout(() => {
      const told = Array.from({ length: 300_000 }, (_, at) => ({ at }));
      setInterval(() => port.postMessage({ kind: "answer", id: 1e6, told }), 300);
    }, 500);""",
    "what no board sends": "parent.postMessage('before anybody listens', '*');",
}
"""What costs the page its time: few messages, each of which is large; and one too early."""


@pytest.mark.parametrize("why", FLOODS)
def test_a_board_that_takes_the_time_of_the_page_ends(
    service: Live, visits: Visits, why: str
) -> None:
    serve(
        service, **{BEANS: {"board.js": BOARD.replace("attack();", FLOODS[why]), "attack.js": NONE}}
    )
    match, (ann, _) = start_match(service.url, game=BEANS)
    page = visit_as(visits, ann, f"/m/{match}")
    expect(page.get_by_role("status").filter(has_text=why)).to_be_visible()


def test_what_is_opened_by_itself_has_no_origin(service: Live, visits: Visits) -> None:
    """Files of a game that are opened as pages, pictures and frames, run in no origin of ours."""
    script = "console.log(`ran at ${self.origin}`)"
    tile = f'<svg xmlns="http://www.w3.org/2000/svg"><script>{script}</script></svg>'
    serve(
        service, **{BEANS: {"board.js": f"{script}; parent.postMessage(1, '*');", "tile.svg": tile}}
    )
    visits.watch.allow("Blocked script execution")
    page = visit_as(visits, register(service.url, "Ann"), "/")
    assert service.app
    boards = service.app.state.web.boards
    web = next(boards.web(each) for each in boards.now() if each.id == BEANS)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{web['files']}tile.svg")
    assert page.evaluate("self.origin") == "null"
    page.goto(f"{web['frame']}en")
    page.wait_for_function("() => self.origin === 'null'")
    until(lambda: page.evaluate("1") and "ran at null" in said)
    assert [each for each in said if each.startswith("ran")] == ["ran at null"]
