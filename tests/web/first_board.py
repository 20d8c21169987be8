"""From opening the address to a drawn board, with one tap between: a part of `make web-openings`.

A phone that nobody has played on opens the built page on a slow line, and presses "Play" of the
first game as soon as that is there. This source and that of REF take turns, each as a package has
it, with a service of its own: a busy machine slows both down. The median of each is printed, in
seconds: until the button, from the tap to the board, and both, with how much was loaded.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.support.checkouts import check_out
from tests.support.patience import PATIENT
from tests.web.browsing import Visits, opened_browser
from tools.packages import run, staged
from tools.stack import Stack

BEFORE = "HEAD~1"
ROUNDS = 5
LATENCY_MS, DOWN_BYTES_S, UP_BYTES_S, SLOWDOWN = 150, 200_000, 94_000, 4
"""A round trip; 1.6 Mbit/s and less than half of that back; a quarter of a processor."""
WATCH = """
globalThis.times = {};
const steps = [
  ["button", () => document.querySelector(".game .go[aria-disabled=false]")],
  ["board", () => document.querySelector(".felt > *")?.shadowRoot?.querySelector("button")],
];
const look = () => {
  while (steps[0]?.[1]()) times[steps.shift()[0]] = performance.now();
  if (steps.length) requestAnimationFrame(look);
};
requestAnimationFrame(look);
addEventListener("click", () => times.tap ??= performance.now(), true);
"""
LOADED = """() => {
  const all = performance.getEntriesByType("resource");
  const loaded = all.filter((each) => each.startTime < times.board);
  return [loaded.length, loaded.reduce((sum, each) => sum + each.transferSize, 0)];
}"""


class Opening(NamedTuple):
    """What one opening took, in seconds, and what was loaded for it besides the page itself."""

    button: float
    board: float
    answers: int
    size: int

    @property
    def whole(self) -> float:
        """Without the time that the finger takes."""
        return self.button + self.board


def opening(browser: Browser, url: str) -> Opening:
    """Open the address, press the first button, and wait for the board."""
    visits = Visits(browser, url)
    page = visits("phone")
    page.add_init_script(WATCH)
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    line = {
        "latency": LATENCY_MS,
        "downloadThroughput": DOWN_BYTES_S,
        "uploadThroughput": UP_BYTES_S,
    }
    tools.send("Network.emulateNetworkConditions", {"offline": False, **line})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto("/", wait_until="commit")
    page.wait_for_function("() => times.button")
    page.locator(".game .go").first.tap(no_wait_after=True)
    page.wait_for_function("() => times.board")
    times = page.evaluate("times")
    answers, size = page.evaluate(LOADED)
    visits.close()
    return Opening(times["button"] / 1000, (times["board"] - times["tap"]) / 1000, answers, size)


@contextmanager
def source(ref: str) -> Iterator[Path]:
    """That of a commit, or of this folder if it is "", as packages have it."""
    with staged() if not ref else tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        if ref:
            check_out(ref, tree)
        run(tree, sys.executable, "-m", "tools.protoc")
        run(tree, sys.executable, "-m", "tools.web_build", "web/dist", "games")
        yield tree


@contextmanager
def served(tree: Path) -> Iterator[str]:
    """Run a source with its house bots, and give the address."""
    with tempfile.TemporaryDirectory() as data:
        page = str(tree / "web/dist")
        stack = Stack(Path(data), GATEWAY_RATE_LIMITS="off", GATEWAY_WEB=page, **PATIENT)
        stack.add_bots()
        for process in stack.processes:
            process.root = tree
        # Before the games and the client that are installed here.
        os.environ["PYTHONPATH"] = ":".join(map(str, [*tree.glob("games/*"), tree / "sdk/python"]))
        with stack:
            yield stack.url


def text(name: str, openings: Sequence[Opening]) -> str:
    """Return the row of a source."""
    button, board, answers, size = (median(each) for each in zip(*openings, strict=True))
    whole = median(each.whole for each in openings)
    return f"{name:<12} {button:>8.2f} {board:>8.2f} {whole:>8.2f} {answers:>8.0f} {size:>8,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.web.first_board")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("ref", nargs="?", default=BEFORE)
    asked = parser.parse_args()
    with ExitStack() as stack:
        names = {asked.ref: asked.ref, "this": ""}
        urls = {
            name: stack.enter_context(served(stack.enter_context(source(ref))))
            for name, ref in names.items()
        }
        browser = stack.enter_context(opened_browser())
        for url in urls.values():
            opening(browser, url)  # what is compiled and cached once is not looked at here
        found: dict[str, list[Opening]] = {name: [] for name in urls}
        for _ in range(asked.rounds):
            for name, url in urls.items():
                found[name].append(opening(browser, url))
    wholes = [median(each.whole for each in found[name]) for name in names]
    head = f"{'':<12} {'button s':>8} {'board s':>8} {'both s':>8} {'answers':>8} {'bytes':>8}"
    rows = [text(name, openings) for name, openings in found.items()]
    sys.stdout.write(
        "\n".join([head, *rows, f"this / {asked.ref}: {wholes[1] / wholes[0]:.2f}", ""])
    )


if __name__ == "__main__":
    main()
