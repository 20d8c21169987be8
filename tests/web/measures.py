"""What pages cost, as Chromium itself counts it: a busy machine changes none of these."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page

SHIFTS = """
globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shifted += value;
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass
class Cost:
    """What happened in a page between two moments; set when the block of `cost` ends."""

    layouts: int = 0
    script_s: float = 0.0
    task_s: float = 0.0


def metrics(session: CDPSession) -> dict[str, float]:
    """Return the counters of the page that has the session, by the names of CDP."""
    return {
        each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]
    }


@contextmanager
def cost(page: Page) -> Iterator[Cost]:
    """Measure what the page does in the block."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    made, before = Cost(), metrics(session)
    yield made
    after = metrics(session)
    made.layouts = round(after["LayoutCount"] - before["LayoutCount"])
    made.script_s = after["ScriptDuration"] - before["ScriptDuration"]
    made.task_s = after["TaskDuration"] - before["TaskDuration"]
    session.detach()


def watch_shifts(page: Page) -> None:
    """Have the page count its layout shifts (CLS), from its next navigation on."""
    page.add_init_script(SHIFTS)


def shifts(page: Page) -> float:
    """Return the sum of the layout shifts without an input."""
    return float(page.evaluate("globalThis.shifted"))


FLIGHTS = """() => {
  const { animate } = Element.prototype;
  globalThis.flown = 0;
  Element.prototype.animate = function (...all) { flown += 1; return animate.apply(this, all); };
}"""


def count_flights(page: Page) -> None:
    """Have the page count what flies from now on."""
    page.evaluate(FLIGHTS)


def flights(page: Page) -> int:
    """Return how often something has flown since `count_flights`."""
    return int(page.evaluate("globalThis.flown"))
