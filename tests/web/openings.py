"""`make web-openings`: first moves at tables with a sealed deal, in browsers on slow lines.

Some are opened against a bot of the house, in others two people find each other. The page that
opens the last seal may be the one that begins. Lines are delayed, and processors slowed down, as
the tools of Chromium do it. From the moment when it is a player's turn for the first time, by the
clock of the service, to the move, there may be 5 s. It prints a table, and exits with 1 if a move
came later, or not at all.
"""

import argparse
import itertools
import random
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect

from tests.support.patience import PATIENT
from tests.support.players import Client, Json, ok, register
from tests.support.waiting import LOOK_S
from tests.web.browsing import Visits, opened_browser
from tests.web.table import visit_as
from tools.stack import ROOT, Stack

OPENINGS, TWO_PEOPLE = 200, 4
"""One in so many is of two people who find each other."""
LATENCIES_MS, SLOWDOWNS = (0, 150, 400), (1, 4)
LIMIT_S = 5.0
"""A first move may take so long."""
DEAD_S = 20.0
"""After so long it does not come any more."""
AGAIN_MS = 1000
"""What was typed before the board was there is typed again after so long."""
BUSY_S = 120.0
"""A page may take so long before its match has begun: that is not what is looked at here."""


class Line(NamedTuple):
    """How far away the service is, and how slow the player's processor."""

    latency_ms: int
    slowdown: int

    def under(self, page: Page) -> Page:
        """Lay the line under a page."""
        tools = page.context.new_cdp_session(page)
        unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", {**unlimited, "latency": self.latency_ms})
        tools.send("Emulation.setCPUThrottlingRate", {"rate": self.slowdown})
        return page


@dataclass
class Row:
    """What came of the openings of one kind: the seconds to each first move."""

    line: Line
    people: int
    openings: int = 0
    began: int = 0
    """The openings in which a page had the first move of all."""
    seconds: list[float] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    """Why the first move of a page was not made."""
    noted: list[str] = field(default_factory=list)
    """What pages have said that they must not."""

    def text(self) -> str:
        late = sum(each > LIMIT_S for each in self.seconds)
        halfway, slowest = (median(self.seconds), max(self.seconds)) if self.seconds else (0, 0)
        return (
            f"{self.line.latency_ms:>4} ms  CPU/{self.line.slowdown}  "
            f"{'two people' if self.people == 2 else 'house bot':<10} {self.openings:>9} "
            f"{self.began:>6} {len(self.seconds):>6} {halfway:>8.2f} {slowest:>8.2f} "
            f"{late:>5} {len(self.dead):>5}"
        )


HEAD = (
    f"{'line':>7}  {'':5}  {'against':<10} {'openings':>9} {'begun':>6} {'moves':>6} "
    f"{'median s':>8} {'most s':>8} {'late':>5} {'none':>5}"
)


class Openings:
    """Tables that are opened in a browser."""

    def __init__(self, browser: Browser, url: str, dice: random.Random) -> None:
        self._browser = browser
        self._url = url
        self._dice = dice

    def open(self, row: Row) -> None:
        """Open one table, make the first move of each page, and note them in the row."""
        visits = Visits(self._browser, self._url)
        players = [register(self._url, name) for name in ("Ann", "Bob")[: row.people]]
        row.openings += 1
        try:
            pages = [row.line.under(visit_as(visits, player, "/")) for player in players]
            match = self._found(pages) if row.people == 2 else self._against_the_house(*pages)
            self._play(row, match, players, pages)
            row.noted += visits.watch.faults
        except AssertionError as error:
            row.dead.append(f"{row.line}: {str(error).splitlines()[0]}")
        finally:
            visits.close()

    def _against_the_house(self, page: Page) -> str:
        page.get_by_role("button", name=re.compile("^Play Lost Cities against ")).click()
        return at_the_table(page)

    def _found(self, pages: Sequence[Page]) -> str:
        for page in pages:
            page.get_by_role("button", name="Find somebody for Lost Cities").click()
        (match,) = {at_the_table(page) for page in pages}
        return match

    def _play(self, row: Row, match: str, players: Sequence[Client], pages: Sequence[Page]) -> None:
        within(BUSY_S, lambda: players[0].see(match)["status"] != "waiting", "has not begun")
        begins = players[0].see(match)["toMove"]
        assert begins, "nobody has revealed in time"
        by_seat = {each.see(match)["yourSeat"]: each for each in players}
        row.began += begins[0] in by_seat
        for seat in sorted(by_seat, key=lambda seat: seat not in begins):
            player = by_seat[seat]
            within(BUSY_S, partial(is_turn_of, player, match, seat), "the opponent has not moved")
            notation = self._dice.choice(player.legal_moves(match))["notation"]
            move(pages[players.index(player)], player, match, notation)
            row.seconds.append(seconds_to_move(player, match, seat))
        players[0].act(match, "resign")


def at_the_table(page: Page) -> str:
    """Return the id of the match to which a page leads."""
    page.wait_for_url("**/m/*", timeout=BUSY_S * 1000)
    return str(page.url).split("/")[-1].split("?")[0]


def move(page: Page, player: Client, match: str, notation: str) -> None:
    """Type a move, as soon as the page takes it. Raise AssertionError if it does not."""
    version = player.see(match)["version"]
    shown = page.locator(".table-page")
    shows_it = re.compile(rf"^(?!{version}$)[0-9]")

    def made() -> bool:
        if player.see(match)["version"] == version:
            page.keyboard.press("Escape")
            page.keyboard.type(notation)
        with suppress(AssertionError):
            expect(shown).to_have_attribute("data-version", shows_it, timeout=AGAIN_MS)
        return bool(player.see(match)["version"] > version)

    within(DEAD_S, made, f"no move at version {version}")


def is_turn_of(player: Client, match: str, seat: int) -> bool:
    """Whether the seat is to move."""
    return bool(player.see(match)["toMove"] == [seat])


def within(seconds: float, happens: Callable[[], object], wrong: str) -> None:
    """Check again and again until it has happened. Raise AssertionError if it does not in time.

    Other than `until`, it waits by the clock on the wall, as people do.
    """
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, f"{wrong} in {seconds:g} s"
        time.sleep(LOOK_S)


def seconds_to_move(player: Client, match: str, seat: int) -> float:
    """Return how long the first move of a seat took from the moment when it was its turn."""
    entries: list[Json] = ok(player.get(f"/v1/matches/{match}/moves"))["moves"]
    for before, entry in itertools.pairwise(entries):
        if entry["kind"] == "move" and entry["seat"] == seat:
            began, moved = (datetime.fromisoformat(each["time"]) for each in (before, entry))
            return (moved - began).total_seconds()
    raise AssertionError(f"seat {seat} has not moved in {match}")


def rows(openings: int) -> Iterator[Row]:
    """Yield the row of each opening; all kinds take turns."""
    lines = [Line(*each) for each in itertools.product(LATENCIES_MS, SLOWDOWNS)]
    all_rows = {(line, people): Row(line, people) for line in lines for people in (1, 2)}
    for number in range(openings):
        turn, at = divmod(number, len(lines))
        yield all_rows[lines[at], 2 if turn % TWO_PEOPLE == TWO_PEOPLE - 1 else 1]


def campaign(openings: int, seed: int) -> list[Row]:
    """Open so many tables; return what came of them."""
    known: dict[int, Row] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        house(Path(folder)) as stack,
        opened_browser() as browser,
    ):
        tables = Openings(browser, stack.url, random.Random(seed))
        for number, row in enumerate(rows(openings), 1):
            tables.open(known.setdefault(id(row), row))
            sys.stderr.write(f"\r{number} of {openings} ")
    return sorted(known.values(), key=lambda row: (row.people, row.line))


def house(folder: Path) -> Stack:
    """Return a service with its house bots."""
    stack = Stack(folder, GATEWAY_RATE_LIMITS="off", GATEWAY_WEB=str(ROOT / "web"), **PATIENT)
    stack.add_bots()
    return stack


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.web.openings")
    parser.add_argument("--openings", type=int, default=OPENINGS)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    asked = parser.parse_args()
    sys.stdout.write(f"{asked.openings} openings, seed {asked.seed}\n")
    done = campaign(asked.openings, asked.seed)
    wrong = [each for row in done for each in (*row.dead, *row.noted)]
    sys.stdout.write("\n".join(["", HEAD, *(row.text() for row in done), *wrong, ""]))
    return int(bool(wrong) or any(each > LIMIT_S for row in done for each in row.seconds))


if __name__ == "__main__":
    sys.exit(main())
