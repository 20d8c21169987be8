"""A release: what is in its way, what it writes, and a whole one in a temporary clone."""

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tools import packages, release, versions
from tools.helm import CHART
from tools.stack import ROOT

CHANGELOG = """# Changelog

## [Unreleased]

To be 0.3.0.

### Added

- more

## [0.2.0] - 2027-01-31

- first
"""
DATED = """# Changelog

## [Unreleased]

## [0.3.0] - 2027-02-28

### Added

- more

## [0.2.0] - 2027-01-31

- first
"""
NUMBER = "97.0.1"


def git(folder: Path, *arguments: str) -> str:
    command = ("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.com", *arguments)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A repository with two places of a version, and something to release."""
    folder = tmp_path / "small"
    (folder / "sdk/python").mkdir(parents=True)
    for name in ("pyproject.toml", "sdk/python/pyproject.toml"):
        (folder / name).write_text('[project]\nversion = "0.2.0"\ndependencies = ["a==0.2.0"]\n')
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    git(folder, "init", "-q")
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "-m", "All")
    return folder


def test_all_places_have_the_version_of_this_clone() -> None:
    found = [*versions.found()]
    assert len({version for _, version in found}) == 1, found
    assert len(found) >= 15
    assert {path.suffix for path, _ in found} == {".toml", ".json", ".md", ".yaml"}


@pytest.mark.service
def test_the_version_is_set_where_it_is_the_own_one(small: Path) -> None:
    versions.write("0.3.0", small)
    assert [version for _, version in versions.found(small)] == ["0.3.0"] * 2
    assert '["a==0.2.0"]' in (small / "pyproject.toml").read_text()


def test_what_is_unreleased_becomes_the_section_of_the_version() -> None:
    text = release.dated(CHANGELOG, "0.3.0", "2027-02-28")
    assert text == DATED


@pytest.mark.service
@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("0.3", "VERSION must be three numbers"),
        ("v0.3.0", "VERSION must be three numbers"),
        ("0.1.9", "0.1.9 is older than 0.2.0"),
        ("0.2.1", "v0.2.1 is released"),
    ],
)
def test_a_version_that_cannot_be_is_refused(small: Path, number: str, said: str) -> None:
    git(small, "tag", "v0.2.1")
    assert [*release.obstacles(small, "0.3.0")] == []
    (refusal,) = release.obstacles(small, number)
    assert said in refusal


@pytest.mark.service
def test_without_helm_it_is_said_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "helm_python", None)
    with pytest.raises(SystemExit) as ended:
        [*packages.chart(tmp_path)]
    assert "NO_CHART=yes" in str(ended.value)


@pytest.mark.service
def test_the_chart_is_packaged_with_all_its_files(tmp_path: Path) -> None:
    pytest.importorskip("helm_python", reason="helm-python-sdk has no wheel for this machine")
    (path,) = packages.chart(tmp_path)
    with tarfile.open(path) as packed:
        files = {each.name.partition("/")[2]: each for each in packed if each.isfile()}
    here = {str(each.relative_to(CHART)) for each in packages.known(CHART)}
    assert files.keys() == here  # those that are links as well
    assert all(each.size for each in files.values())


@pytest.mark.service
def test_a_clone_with_changes_or_without_news_is_refused(small: Path) -> None:
    (small / "CHANGELOG.md").write_text(DATED)
    assert [*release.obstacles(small, "0.3.0")] == [
        "There are changes that are not committed:\nM CHANGELOG.md",
        "CHANGELOG.md has nothing below [Unreleased].",
    ]


@pytest.mark.full
def test_a_release_is_rehearsed_and_made_in_a_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both build the same bytes, and sign their list. The rehearsal changes dist/ only; the release
    is one commit with a tag, of which everything has the version."""
    clone, key = tmp_path / "clone", tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    monkeypatch.setenv("SIGN", str(key))
    git(tmp_path, "clone", "-q", str(ROOT), str(clone))
    git(clone, "config", "user.name", "Ann")
    git(clone, "config", "user.email", "ann@example.com")
    before = git(clone, "rev-parse", "HEAD")

    release.release(clone, NUMBER, dry=True)
    rehearsed = (clone / "dist/SHA256SUMS").read_text()
    assert (git(clone, "rev-parse", "HEAD"), git(clone, "tag", "-l", f"v{NUMBER}")) == (before, "")
    assert git(clone, "status", "--porcelain") == ""

    release.release(clone, NUMBER, dry=False)
    dist = clone / "dist"
    assert (dist / "SHA256SUMS").read_text() == rehearsed
    subprocess.run(["sha256sum", "-c", "--quiet", "--strict", "SHA256SUMS"], cwd=dist, check=True)
    (tmp_path / "signers").write_text(f"ann {key.with_suffix('.pub').read_text()}")
    verify = ["ssh-keygen", "-q", "-Y", "verify", "-f", str(tmp_path / "signers"), "-I", "ann"]
    verify += ["-n", "croupier-release", "-s", str(dist / "SHA256SUMS.sig")]
    assert subprocess.run(verify, input=rehearsed.encode(), check=False).returncode == 0
    assert subprocess.run(verify, input=b"other", check=False, capture_output=True).returncode != 0
    assert git(clone, "rev-parse", f"v{NUMBER}^{{commit}}") == git(clone, "rev-parse", "HEAD")
    assert git(clone, "log", "-1", "--format=%P %an %s") == f"{before} Ann Release {NUMBER}"
    assert {version for _, version in versions.found(clone)} == {NUMBER}
    notes = ["make", "-s", "release-notes", f"TAG=v{NUMBER}"]
    assert subprocess.run(notes, cwd=clone, capture_output=True, check=True).stdout.strip()
    assert (clone / f"proto/released/{NUMBER}.openapi.json").read_text() == (
        clone / "docs/openapi.json"
    ).read_text()
    names = {line.split("  ")[1] for line in rehearsed.splitlines()}
    assert {
        f"croupier-{NUMBER}-py3-none-any.whl",
        f"croupier-{NUMBER}.tar.gz",
        f"croupier_client-{NUMBER}-py3-none-any.whl",
        f"croupier_client-{NUMBER}.tar.gz",
        f"croupier_lost_cities-{NUMBER}-py3-none-any.whl",
        f"croupier_lost_cities-{NUMBER}.tar.gz",
        f"croupier-client-{NUMBER}.tgz",
        *(
            f"croupier-{image}-{NUMBER}.cdx.json"
            for image in ("engine", "gateway", "herald", "bots")
        ),
    } <= names
    git(clone, "diff", "--exit-code", "HEAD")
    assert next(release.obstacles(clone, NUMBER)) == f"v{NUMBER} is released: there is a tag."
