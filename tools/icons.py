"""`make icons`: the pictures of the web table for home screens, drawn from web/icons/*.svg."""

from playwright.sync_api import Browser

from tests.web.browsing import opened_browser
from tools.stack import ROOT

ICONS = ROOT / "web/icons"
MADE = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "full-180.png": ("full.svg", 180),
    "full-512.png": ("full.svg", 512),
}
"""By file, what it is drawn from, and its width in pixels. The full ones have no corners."""


def main() -> None:
    with opened_browser() as browser:
        for name, (source, width) in MADE.items():
            (ICONS / name).write_bytes(_drawn(browser, source, width))


def _drawn(browser: Browser, source: str, width: int) -> bytes:
    page = browser.new_page(viewport={"width": width, "height": width})
    page.goto((ICONS / source).as_uri())
    picture: bytes = page.screenshot(omit_background=True)
    page.close()
    return picture


if __name__ == "__main__":
    main()
