"""Links and paths in the pages lead to files and headings that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("games/*/*/*.md"),
    ]
)
LINK = re.compile(r"\]\((?!\w+:)([^)#]*)(?:#([^)]+))?\)")
CODE = re.compile(r"```.*?^```$", re.MULTILINE | re.DOTALL)
SOURCE = re.compile(
    r"`((?:docs|games|services|tests|tools|deploy|bots|bench|proto|engine|gateway|redislink|telemetry|tls)"
    r"/[\w./-]+\.(?:py|lua|proto|md|yaml|json|acl))`"
)
"""A file that a page names; those of a program are also named from `services/` on."""


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub("", page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for path, anchor in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    for path in SOURCE.findall(page.read_text(encoding="utf-8")):
        if "GAME" not in path:  # in the recipe for a game, it is to be made
            assert any((ROOT / each / path).exists() for each in (".", "libs", "services")), path
