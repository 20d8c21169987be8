"""The site of the pages: the reference has the whole document, and the site needs nothing else."""

import json
import re
from pathlib import Path

import pytest

from tools import reference, site
from tools.stack import ROOT

DOCUMENT = json.loads((ROOT / "docs/openapi.json").read_text())
ELSEWHERE = re.compile(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"?(?:https?:)?//[^\s>]+")


def test_the_reference_has_every_operation_and_every_schema() -> None:
    pages = {name: text for name, _, text in reference.pages(DOCUMENT)}
    whole = "".join(pages.values())
    for path, methods in DOCUMENT["paths"].items():
        for method, said in methods.items():
            assert f"`{method.upper()} {path}`" in whole
            assert f"{{ #{said['operationId']} }}" in whole
    linked = set(re.findall(rf"\({reference.SCHEMAS}#([\w-]+)\)", whole))
    known = set(re.findall(r"^## \w+ \{ #([\w-]+) \}$", pages[reference.SCHEMAS], re.M))
    assert len(known) == len(DOCUMENT["components"]["schemas"])
    assert linked <= known


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (
            {"$ref": "#/components/schemas/LostCitiesMove"},
            "[LostCitiesMove](schemas.md#lostcitiesmove)",
        ),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        (
            {"type": "array", "items": {"type": "integer", "format": "int32"}},
            "array of integer (int32)",
        ),
        ({"type": "object", "additionalProperties": {"const": 1}}, "object of `1`"),
        ({"enum": ["a", None]}, '`"a"`, `null`'),
        ({}, "any"),
    ],
)
def test_a_type_is_said_in_a_few_words(schema: reference.Json, said: str) -> None:
    assert reference._type(schema) == said


def test_what_looks_like_html_or_a_link_of_the_service_is_text() -> None:
    assert reference._text("a <b> and `<c>`, see [rules](/docs) or [x](https://x)") == (
        "a &lt;b> and `<c>`, see rules or [x](https://x)"
    )


def test_every_page_of_the_folder_docs_is_in_the_navigation() -> None:
    named = {name for names in site.NAV.values() for name in names}
    pages = {str(path.relative_to(ROOT)) for path in site.sources()}
    assert named <= pages
    assert {each for each in pages - named if not each.startswith(site.DECISIONS)} == {"README.md"}


def test_links_hold_where_pages_have_moved(tmp_path: Path) -> None:
    """A README is its folder's page, a folder is only named, and another file is copied."""
    text = site.linked(ROOT / "docs/embedding.md", tmp_path)
    assert "README.md)" not in text
    text = site.linked(ROOT / "README.md", tmp_path)
    assert "](docs/decisions/index.md)" in text
    assert "](docs/vectors)" not in text
    assert (tmp_path / "docs/pictures/home-phone.webp").exists()
    assert "[![Home" in text


@pytest.mark.full
def test_the_site_is_made_without_a_warning_and_loads_nothing_from_elsewhere() -> None:
    assert site.main() == 0
    pages = sorted(site.SITE.rglob("*.html"))
    assert len(pages) > 80
    for page in pages:
        text = page.read_text()
        assert ELSEWHERE.findall(text) == [], page
        for link in re.findall(r'(?:src|href)="(?!\w+:|#|//)([^"#?]+)', text):
            target = site.SITE / link.lstrip("/") if link.startswith("/") else page.parent / link
            assert target.exists(), f"{page}: {link}"
