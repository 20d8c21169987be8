"""The focus ring of each thing on a board can be seen all round by whoever plays by keys."""

import base64

import pytest
from playwright.sync_api import FloatRect, Page

from tests.support.live import Live
from tests.web.browsing import Visits
from tests.web.every_page import RESTS, SEATS, begun
from tests.web.shadows import ALL
from tests.web.table import visit_as, visit_generic
from tests.web.turns import in_turn

MANY = 3
"""How many of one kind are looked at: fields are drawn alike, cards lie on each other."""
MARGIN = 8
ENOUGH = 0.5
"""The part of a ring that must be seen: that of a round button has 0.7 of the edge of its box, and
that of a field of Just4Fun with a new stone had 0.57."""
KINDS = """(most) => {
  const all = ALL;
  const kinds = {};
  const board = document.querySelector(".felt");
  globalThis.looked = all(board).filter((one) => {
    if (!one.matches("button, a[href], input, select, summary, [tabindex]")) return false;
    if (!one.checkVisibility({ visibilityProperty: true }) || one.disabled) return false;
    const group = one.closest("[data-group]")?.dataset.group;
    const kind = `${one.dataset.at?.split("/")[0]} ${one.className} ${group}`;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    return kinds[kind] <= most;
  });
  return looked.length;
}""".replace("ALL", ALL)
FOCUSED = """async (at) => {
  const one = looked[at];
  one.focus();
  one.scrollIntoView({ block: "center", inline: "center" });
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const root = one.getRootNode();
  const focused = root.activeElement === one && one.matches(":focus-visible");
  const { x, y, width, height } = one.getBoundingClientRect();
  const name = `${one.dataset.at ?? ""} ${one.className} ${one.ariaLabel ?? one.textContent}`;
  return { focused, name: name.trim().slice(0, 70), x, y, width, height };
}"""
BARE = """async ([at, bare]) => {
  const { style } = looked[at];
  if (bare) style.setProperty("outline-color", "transparent", "important");
  else style.removeProperty("outline-color");
  await new Promise(requestAnimationFrame);
}"""
CHANGED = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (each) => {
    const bytes = Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0));
    const drawn = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = drawn;
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.drawImage(drawn, 0, 0);
    return canvas.getImageData(0, 0, width, height).data;
  }));
  const part = (value) => value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = (data, at) =>
    0.2126 * part(data[at]) + 0.7152 * part(data[at + 1]) + 0.0722 * part(data[at + 2]) + 0.05;
  let changed = 0;
  for (let at = 0; at < one.length; at += 4) {
    const [a, b] = [light(one, at), light(other, at)];
    if (Math.max(a, b) / Math.min(a, b) >= 3) changed++;
  }
  return changed;
}"""
"""How many pixels the two pictures differ in by a contrast of at least 3 to 1 (WCAG 1.4.11)."""


@pytest.mark.parametrize("game", in_turn((*SEATS, "generic"), ("lost-cities",)))
def test_whatever_has_the_focus_shows_its_ring_in_both_themes(
    service: Live, visits: Visits, game: str
) -> None:
    match, (ann, *_) = begun(service.url, "lost-cities" if game == "generic" else game, 8)
    visit = visit_generic if game == "generic" else visit_as
    page = visit(visits, ann, f"/m/{match}", "desktop", reduced_motion="reduce")
    page.locator(".felt button").first.wait_for()
    page.evaluate(RESTS)
    page.keyboard.press("Tab")  # what comes is focused by keys, for `:focus-visible`
    many = page.evaluate(KINDS, MANY)
    assert many > MANY
    hidden = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        hidden += [
            f"{theme}: {name} {seen:.2f}"
            for name, seen in (ring(page, at) for at in range(many))
            if seen < ENOUGH
        ]
    assert not hidden, "\n".join(hidden)


def ring(page: Page, at: int) -> tuple[str, float]:
    """The name of an element, and how long its ring is, in parts of its own edge.

    What cannot be focused has none.
    """
    box = page.evaluate(FOCUSED, at)
    if not box["focused"]:
        return f"not focused: {box['name']}", 0
    left, top = max(box["x"] - MARGIN, 0), max(box["y"] - MARGIN, 0)
    clip: FloatRect = {
        "x": left,
        "y": top,
        "width": box["x"] + box["width"] + MARGIN - left,
        "height": box["y"] + box["height"] + MARGIN - top,
    }
    pictures = []
    for bare in (False, True):
        page.evaluate(BARE, [at, bare])
        pictures.append(base64.b64encode(page.screenshot(clip=clip, scale="css")).decode())
    page.evaluate(BARE, [at, False])
    changed = page.evaluate(CHANGED, pictures)
    return box["name"], changed / 2 / (2 * (box["width"] + box["height"]))
