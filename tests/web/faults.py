"""What axe finds on a page: all of it in the light, and too little contrast in the dark as well.

Nothing but colours differs between the themes, and axe takes seconds on a busy machine.
"""

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
AT_REST = """() => document.getAnimations().forEach((one) =>
  one.effect.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish())"""
"""What flies or fades has less contrast on its way."""


def faults(page: Page, within: str | None = None) -> list[str]:
    """Return each fault with the beginning of the element; `within` is a selector."""
    page.emulate_media(color_scheme="light")
    found = violations(page, within)
    page.emulate_media(color_scheme="dark")
    found += violations(page, within, ["color-contrast"])
    page.emulate_media(color_scheme="light")
    return found


def violations(page: Page, within: str | None = None, rules: Sequence[str] = RULES) -> list[str]:
    """Return the faults of these rules in the colours that the page has now."""
    page.evaluate(AT_REST)
    # Describing all the elements that passed would take three times as long.
    options = {"runOnly": [*rules], "resultTypes": ["violations"]}
    answer = Axe().run(page, context=within, options=options)
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in answer.response["violations"]
    ]
