"""What a release is made of: its notes, and workflows with pinned actions."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tools.stack import ROOT

CHANGELOG = """# Changelog

## [Unreleased]

- later

## [0.2.0] - 2027-01-31

### Added

- more

## [0.1.0] - 2026-12-01

- first

[0.1.0]: a link
"""
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def notes(folder: Path, tag: str, version: str) -> "subprocess.CompletedProcess[str]":
    """What make says of the tag in a clone of that version, before anything is installed."""
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    (folder / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    command = ["make", "-s", "-f", str(ROOT / "Makefile"), "release-notes", f"TAG={tag}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.service
@pytest.mark.parametrize(
    ("version", "text"), [("0.2.0", "### Added\n\n- more"), ("0.1.0", "- first")]
)
def test_the_notes_are_the_section_of_the_version(tmp_path: Path, version: str, text: str) -> None:
    said = notes(tmp_path, f"v{version}", version)
    assert (said.returncode, said.stdout.strip()) == (0, text), said.stderr


@pytest.mark.service
@pytest.mark.parametrize(
    ("tag", "version", "named"),
    [
        ("v0.2.1", "0.2.0", "The tag 'v0.2.1' is not v0.2.0"),
        ("v0.3.0", "0.3.0", "CHANGELOG.md has no section [0.3.0]"),
        ("v0.2", "0.2", "CHANGELOG.md has no section [0.2]"),
    ],
)
def test_a_tag_without_a_release_is_refused(
    tmp_path: Path, tag: str, version: str, named: str
) -> None:
    said = notes(tmp_path, tag, version)
    assert said.returncode != 0
    assert named in said.stderr
    assert list(tmp_path.glob(".venv")) == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_pinned_actions_with_few_rights(path: Path) -> None:
    """An action is pinned by its commit; only the jobs that publish may write."""
    text = path.read_text()
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    writing = [name for name, job in workflow["jobs"].items() if "permissions" in job]
    assert writing in ([], ["images", "publish"])
    for action in re.findall(r"uses: *(.+)", text):
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_workflows_name_targets_and_pythons_that_there_are() -> None:
    targets = re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    ci = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    for path in WORKFLOWS:
        text = path.read_text()
        for target in re.findall(r"\bmake ([a-z0-9-]+)", text):
            assert target in targets, target
        assert not re.search(r"npm publish.* dist/", text)  # what npm takes for a repository
    assert min(ci["jobs"]["test"]["strategy"]["matrix"]["python"]) == "3.11"
