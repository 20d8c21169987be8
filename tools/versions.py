"""The places in which the version of this clone is written: `make release` sets all of them.

bump-my-version is no shorter, and cannot release the version that the clone already has.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACES = (
    "pyproject.toml",
    "games/*/pyproject.toml",
    "libs/croupier_*/pyproject.toml",
    "sdk/python/pyproject.toml",
    "sdk/javascript/package.json",
    "docs/openapi.json",
    "docs/kubernetes.md",
    "deploy/compose.yaml",
    "deploy/k8s/**/kustomization.yaml",
    "deploy/helm/**/Chart.yaml",
)
"""Patterns of files, besides in CHANGELOG.md and the names of the files in proto/released."""
VERSION = re.compile(
    r"""(^version\ =\ "|^\ \ "version":\ "|^(?:appV|v)ersion:\ "?|app\.kubernetes\.io/version:\ "?
    |newTag:\ "?|VERSION:-|croupier-(?:engine|gateway|herald|bots):)(\d+\.\d+\.\d+)\b""",
    re.MULTILINE | re.VERBOSE,
)


def found(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Each place as its file and the version that is written there."""
    for path in _files(root):
        yield from ((path, each[2]) for each in VERSION.finditer(path.read_text()))


def write(version: str, root: Path = ROOT) -> None:
    """Set the version in all places."""
    for path in _files(root):
        path.write_text(VERSION.sub(rf"\g<1>{version}", path.read_text()))


def _files(root: Path) -> Iterator[Path]:
    for pattern in PLACES:
        yield from sorted(root.glob(pattern))
