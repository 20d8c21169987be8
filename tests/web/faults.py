"""What axe finds on a page: all of it in the light, and too little contrast in the dark as well.

Nothing but colours differs between the themes, and axe takes seconds on a busy machine.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Page

from tools.stack import ROOT

RULES = (
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
    "experimental",
)
OFF = {
    name: {"enabled": False} for name in ("hidden-content", "focus-order-semantics", "p-as-heading")
}
"""Of those on trial: what a person should look at, what keys scroll, and lines that are bold."""
AXE = (ROOT / "web/vendor/axe.js").read_text()
NAMES = (Path(__file__).parent / "names.js").read_text()
WRITTEN = """axe.configure({ rules: [
  { id: "label-content-name-mismatch", selector: ":not([data-drawn])" }] })"""
"""What is drawn, such as a card, has figures that its name says in words."""
AT_REST = """() => document.getAnimations().forEach((one) =>
  one.effect.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish())"""
"""What flies or fades has less contrast on its way."""
RUN = "([context, options]) => axe.run(context ?? document, options)"


def faults(page: Page, within: str | None = None) -> list[str]:
    """Return each fault with the beginning of the element; `within` is a selector."""
    page.emulate_media(color_scheme="light")
    found = violations(page, within)
    page.emulate_media(color_scheme="dark")
    found += violations(page, within, ["color-contrast"])
    page.emulate_media(color_scheme="light")
    return found


def violations(
    page: Page | Frame, within: str | None = None, rules: Sequence[str] = RULES
) -> list[str]:
    """Return the faults of these rules in the colours that the page has now."""
    page.evaluate(AT_REST)
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE)
        page.evaluate(WRITTEN)
    names = page.evaluate(NAMES) if rules is RULES else []
    wrong = [] if within else names
    # Describing all the elements that passed would take three times as long.
    options: dict[str, Any] = {"runOnly": [*rules], "resultTypes": ["violations"]}
    if rules is RULES:
        options["rules"] = OFF
    answer = page.evaluate(RUN, [within, options])
    return wrong + [
        f"{each['id']}: {node['html'][:200]}"
        for each in answer["violations"]
        for node in each["nodes"][:3]
    ]
