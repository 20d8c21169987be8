"""`make images` and `make k8s-smoke` say what is missing where they cannot work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.images import IMAGES
from tools.stack import ROOT

pytestmark = pytest.mark.service


def test_without_a_builder_it_is_said_what_is_missing(tmp_path: Path) -> None:
    done = _run("tools.images", PATH=str(tmp_path))
    assert done.returncode == 2
    assert "apt-get install podman" in done.stderr


@pytest.mark.full
def test_images_have_the_time_that_is_asked_for(tmp_path: Path) -> None:
    """So that two builds are equal; Docker's builder reads it from the environment."""
    for name in ("docker", "podman"):
        program = tmp_path / name
        program.write_text('#!/bin/sh\necho "$0 $SOURCE_DATE_EPOCH $*"\n')
        program.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "SOURCE_DATE_EPOCH": "1800000000"}
    podman = _run("tools.images", BUILDER="podman", **environment).stdout.splitlines()
    assert len([line for line in podman if " --timestamp=1800000000 " in line]) == len(IMAGES)
    docker = _run("tools.images", BUILDER="docker", **environment).stdout.splitlines()
    assert len([line for line in docker if "docker 1800000000 build " in line]) == len(IMAGES)
    assert not [line for line in docker if "--timestamp" in line]


def test_without_podman_the_smoke_test_says_so(tmp_path: Path) -> None:
    done = _run("tools.k8s_smoke", PATH=str(tmp_path))
    assert done.returncode == 2
    assert "Podman is not installed here" in done.stderr


@pytest.mark.full
def test_without_images_the_smoke_test_says_how_to_build_them(tmp_path: Path) -> None:
    program = tmp_path / "podman"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    done = _run("tools.k8s_smoke", PATH=str(tmp_path))
    assert done.returncode == 2
    assert "make images BUILDER=podman" in done.stderr


@pytest.mark.full
def test_a_failure_is_shown_and_kept_with_what_the_pods_have_logged(tmp_path: Path) -> None:
    """By a Podman that starts no pod: the programs log to standard error."""
    program = tmp_path / "podman"
    program.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        '  "pod logs"*) echo "of ${5}"; echo "logged by ${5}" >&2 ;;\n'
        '  "kube play"*) echo "no room" >&2; exit 125 ;;\n'
        "esac\n"
    )
    program.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = _run("tools.k8s_smoke", PATH=path, N="2", CROUPIER_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "0 of 2 runs have passed." in done.stdout
    kept = [path.read_text() for path in sorted((tmp_path / "k8s-smoke").iterdir())]
    assert len(kept) == 2
    for text in (done.stderr, *kept):
        assert "no room" in text
        for name in ("redis-0", "engine", "gateway"):
            assert f"of croupier-smoke-{name}\nlogged by croupier-smoke-{name}" in text


def _run(module: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (sys.executable, "-m", module),
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
