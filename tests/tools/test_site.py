"""The site of the pages: what it links to is on it, it loads only its own files, and a link
that leads nowhere is an error."""

import re
import subprocess

import pytest

from tools.stack import ROOT

pytestmark = pytest.mark.full

SITE = ROOT / "build/site"
ELSEWHERE = re.compile(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"?(?:https?:)?//[^\s>]+")


def test_the_site_is_made_without_a_warning_and_loads_nothing_from_elsewhere() -> None:
    subprocess.run(["make", "-s", "site"], cwd=ROOT, check=True)
    html = SITE / "html"
    pages = sorted(html.rglob("*.html"))
    assert len(pages) > 60
    for page in pages:
        text = page.read_text()
        assert ELSEWHERE.findall(text) == [], page
        targets = {
            link: html / link.lstrip("/") if link.startswith("/") else page.parent / link
            for link in re.findall(r'(?:src|href)="(?!\w+:|#|//)([^"#?]+)', text)
        }
        for link, target in targets.items():
            assert target.is_file() or (target / "index.html").is_file(), f"{page}: {link}"
        home = {html, html / "index.html"}
        back = home & {target.resolve() for target in targets.values()}
        assert back or page in home, f"{page} has no way back"
    with (SITE / "pages/README.md").open("a") as page_text:
        page_text.write("[lost](docs/lost.md)\n")
    command = [f"{ROOT}/.venv/bin/zensical", "build", "--strict", "-f", "zensical.toml"]
    done = subprocess.run(command, cwd=SITE, check=False, capture_output=True, text=True)
    assert done.returncode != 0
    assert "page does not exist" in done.stdout + done.stderr


def test_every_page_of_the_folder_docs_is_in_the_navigation() -> None:
    config = (ROOT / "tools/site.toml").read_text()
    docs = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/operations").glob("*.md")]
    pages = {str(each.relative_to(ROOT)) for each in docs}
    assert pages <= set(re.findall(r'"([^"]+\.md)"', config))
