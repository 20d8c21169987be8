"""Each page can be read and used when it is zoomed (WCAG 1.4.4, 1.4.10), and names turn nothing.

Pages are 640 x 400 at 200 % of a usual screen, and 320 x 256 at 400 %.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.live import Live
from tests.web.browsing import Visits
from tests.web.conftest import WEB
from tests.web.every_page import (
    SEATS,
    beside_tables,
    chance,
    of_many,
    opened,
    table_of,
)
from tests.web.shadows import ALL
from tests.web.table import prepared
from tests.web.turns import in_turn

PAGES = {"pages": beside_tables, "many": of_many}
READING = (Path(__file__).parent / "reading.js").read_text()
SIZES: tuple[ViewportSize, ...] = (
    {"width": 640, "height": 400},
    {"width": 320, "height": 256},
    {"width": 320, "height": 640},
    {"width": 390, "height": 844},
    {"width": 2560, "height": 1440},
)
LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
TURNED = """() => {
  const all = ALL;
  const letters = /[\\u0590-\\u05ff]/u;
  const loose = (text) => letters.test(text.replace(/\\u2068[^\\u2069]*\\u2069/gu, ""));
  const alone = (text) => !/[A-Za-z]/.test(text); // a name, and nothing that it could turn
  return all(document.body).flatMap((each) => {
    const apart = getComputedStyle(each).unicodeBidi.includes("isolate");
    const own = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const texts = apart && each.matches("b, bdi, .name, .who") ? [] : own.map((node) => node.data);
    const told = [each.title, each.ariaLabel].filter((text) => text && !alone(text));
    const mixed = [...each.parentElement?.childNodes ?? []].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() && !loose(node.data));
    const faults = texts.filter((text) => loose(text) && (mixed || !alone(text)));
    return [...faults, ...told.filter(loose)].map((text) => `turned: ${text.trim()}`);
  });
}""".replace("ALL", ALL)
"""Names from right to left that stand among other words without being isolated."""


@pytest.fixture(scope="module")
def dealt(redis_url: str) -> Iterator[Live]:
    """Yield a service that deals the same in each run."""
    with Live(redis_url, web=str(WEB), chance=chance) as live:
        yield live


@pytest.mark.parametrize("place", in_turn((*PAGES, *SEATS), ("just4fun",)))
def test_all_is_read_and_reached_at_every_size(
    browser: Browser, dealt: Live, tmp_path: Path, place: str
) -> None:
    """Each page is opened once, and looked at in each size."""
    scenes = PAGES.get(place) or partial(table_of, place)
    visits = Visits(browser, dealt.url)
    pages: dict[object, Page] = {}
    found: list[str] = []
    for scene in scenes(dealt.url):
        if scene.player not in pages:
            empty = visits(language="de", reduced_motion="reduce")
            pages[scene.player] = prepared(empty, scene.player) if scene.player else empty
        page = pages[scene.player]
        page.set_viewport_size({"width": 390, "height": 844})
        opened(page, scene)
        found += [f"{scene.name}: {each}" for each in page.evaluate(TURNED)]
        for size in SIZES:
            page.set_viewport_size(size)
            page.evaluate(LAID_OUT)
            here = page.evaluate(READING)
            name = f"{scene.name} {size['width']} x {size['height']}"
            if here:
                page.screenshot(path=tmp_path / f"{name}.png")
            found += [f"{name}: {each}" for each in here]
    visits.close()
    assert not found, "\n".join([*found, f"pictures are in {tmp_path}"])
    assert not visits.watch.faults
