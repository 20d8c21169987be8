"""`make site`: make a site of the pages of this clone, and of the API, in build/site/html/.

The pages keep their places, so that links between them hold; what they link to besides is
copied. A link that leads nowhere, and any warning, is an error. Nothing on the site is loaded
from elsewhere.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import reference
from tools.stack import ROOT

STAGED = ROOT / "build/site"
SITE = STAGED / "html"
DECISIONS = "docs/decisions"
REFERENCE = "docs/reference"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?!\w+:|#)([^)#]*)(#[^)]*)?\)")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
PAGES = (
    "*.md",
    "docs/*.md",
    f"{DECISIONS}/*.md",
    "services/engine/games/*/RULES.md",
    "sdk/*/README.md",
    "sdk/javascript/verify/README.md",
    "web/README.md",
)
NAV = {
    "Play": (
        "services/engine/games/lost_cities/RULES.md",
        "services/engine/games/livingstone/RULES.md",
        "services/engine/games/just4fun/RULES.md",
        "docs/fairness.md",
        "docs/embedding.md",
        "docs/package.md",
    ),
    "Program": (
        "docs/api.md",
        "docs/clients.md",
        "sdk/python/README.md",
        "sdk/javascript/README.md",
        "docs/limits.md",
        "docs/members.md",
    ),
    "Operate": (
        "docs/kubernetes.md",
        "docs/operations.md",
        "docs/recovery.md",
        "docs/security.md",
        "docs/regions.md",
        "docs/performance.md",
        "docs/releases.md",
    ),
    "Build": (
        "CONTRIBUTING.md",
        "docs/adding-a-game.md",
        "docs/adding-a-board.md",
        "web/README.md",
        "sdk/javascript/verify/README.md",
        "SECURITY.md",
        "CHANGELOG.md",
    ),
}
"""The pages of each part, by the title that the page has. What is not here is not on the site,
besides the reference and the decisions."""


def main() -> int:
    """Build the site; return the exit code, not 0 after any warning."""
    config = stage(STAGED)
    command = (
        Path(sys.executable).parent / "zensical",
        "build",
        "--strict",
        "--clean",
        "-f",
        config,
    )
    done = subprocess.run(command, cwd=STAGED, check=False, capture_output=True, text=True)
    shown = f"{done.stdout}{done.stderr}"
    if done.returncode or "warning" in shown.lower():
        sys.stderr.write(shown)
        return done.returncode or 1
    print(f"The site is in {SITE.relative_to(ROOT)}/: {len([*SITE.rglob('*.html')])} pages.")
    return 0


def stage(folder: Path) -> Path:
    """Write the sources of the site into the folder; return the path of its configuration."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    for path in sources():
        target = pages / named(path.relative_to(ROOT))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(linked(path, pages))
    (pages / DECISIONS / "index.md").write_text(_index_of_decisions())
    shutil.copyfile(ROOT / "docs/openapi.json", pages / "docs/openapi.json")
    written = reference.write(ROOT / "docs/openapi.json", pages / REFERENCE)
    (pages / "site.css").write_text((ROOT / "tools/site.css").read_text())
    config = folder / "zensical.toml"
    config.write_text(configuration(written))
    return config


def sources() -> list[Path]:
    """The pages of this clone that are on the site."""
    return [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]


def named(path: Path) -> Path:
    """The place of a page on the site: a README is that of its folder."""
    return path.with_name("index.md") if path.name == "README.md" else path


def linked(page: Path, pages: Path) -> str:
    """The text of a page whose links hold on the site."""
    parts = CODE.split(page.read_text())
    return "".join(
        part if part.startswith("`") else LINK.sub(lambda found: _link(found, page, pages), part)
        for part in parts
    )


def _link(found: re.Match[str], page: Path, pages: Path) -> str:
    """The link as it is on the site: a file that is no page is copied, a folder is only named."""
    picture, text, path, anchor = found[1], found[2], found[3], found[4] or ""
    text = LINK.sub(lambda inner: _link(inner, page, pages), text)
    target = (page.parent / path).resolve()
    here = target.relative_to(ROOT)
    if str(here) == DECISIONS:
        return f"[{text}]({path.rstrip('/')}/index.md)"
    if target.is_dir():
        return text
    if target in sources():
        return f"{picture}[{text}]({Path(path).parent / named(Path(path)).name}{anchor})"
    (pages / here).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(target, pages / here)
    return f"{picture}[{text}]({path})"


def title(page: Path) -> str:
    """The first heading of a page."""
    (found,) = re.findall(r"\A(?:.*\n)*?# (.+)", page.read_text())[:1]
    return str(found)


def _index_of_decisions() -> str:
    pages = sorted((ROOT / DECISIONS).glob("*.md"))
    listed = (f"- [{title(page)}]({page.name})" for page in pages)
    return "# Decisions\n\nWhy it is built this way: context, decision, costs.\n\n" + "\n".join(
        listed
    )


def configuration(reference_pages: list[tuple[str, str]]) -> str:
    """The site's zensical.toml."""
    nav = [{"Croupier": "index.md"}, *({part: [*_entries(names)]} for part, names in NAV.items())]
    api = [{name: f"{REFERENCE}/{file}"} for name, file in reference_pages]
    nav += [{"API": api}, {"Decisions": [f"{DECISIONS}/index.md", *_decisions()]}]
    return (ROOT / "tools/site.toml").read_text().replace("nav = []", f"nav = {_toml(nav)}")


def _entries(names: tuple[str, ...]) -> Iterator[dict[str, str]]:
    for name in names:
        yield {title(ROOT / name): str(named(Path(name)))}


def _decisions() -> Iterator[str]:
    for page in sorted((ROOT / DECISIONS).glob("*.md")):
        yield str(page.relative_to(ROOT))


def _toml(value: object) -> str:
    """Lists, tables and strings as TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items())
            + "}"
        )
    return json.dumps(value)


if __name__ == "__main__":
    sys.exit(main())
