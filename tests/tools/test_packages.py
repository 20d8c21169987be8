"""The server's package has what `make run` runs, under one name, and the same bytes every time."""

import io
import os
import signal
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest

from tests.deploy.test_images import copied
from tests.support.players import start_match
from tests.support.waiting import until
from tools import launcher, packages, protoc, tracked
from tools.packages import ROOT
from tools.stack import free_port

TIMEOUT_S = 300
PACKED = ("services", "services/croupier/v1", "bots", "sdk/python", "sdk/javascript/types")
"""Folders that are packed, but for those that a gateway of another test may just read."""


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("staged")
    packages.stage_server(folder)
    return folder


@contextmanager
def strays() -> Iterator[None]:
    """Files that git ignores, in folders of this clone, and the stamp of make."""
    stamp = protoc.PACKAGE / "generated"
    absent = not stamp.exists()
    names = [f"{uuid4().hex}.pem", f".coverage-{uuid4().hex}.d.ts"]
    made = [ROOT / folder / name for folder in PACKED for name in names]
    for path in (*made, *[stamp] * absent):
        path.touch()
    try:
        yield
    finally:
        for path in (*made, *[stamp] * absent):
            path.unlink()


@pytest.mark.service
def test_what_git_does_not_know_is_in_no_package(staged: Path, tmp_path: Path) -> None:
    with strays():
        packages.stage_server(tmp_path)
    assert {*_below(tmp_path)} == {*_below(staged)}
    assert not [name for name in _below(tmp_path) if name.endswith(("/generated", ".pem"))]


def _below(folder: Path) -> Iterator[str]:
    return (str(each.relative_to(folder)) for each in folder.rglob("*"))


@pytest.mark.service
def test_the_package_has_what_the_images_have(staged: Path) -> None:
    """Of each folder that is copied into an image, the tree has every file."""
    tree = staged / "croupier_server/tree"
    for folder in {*copied()} & packages.FOLDERS.keys():
        mine = tree / packages.FOLDERS[folder]
        files = {each.name for each in tracked.files(ROOT / folder) if each.parent == ROOT / folder}
        assert files <= {each.name for each in mine.iterdir()}, folder
    assert {*copied()} - packages.FOLDERS.keys() == {
        *("requirements", "pyproject.toml", "README.md", "LICENSE", "proto"),
        *("tools/__init__.py", "tools/protoc.py", "deploy/docker/rootfs.py"),
    }
    assert (tree / "services/croupier/v1/engine_service_pb2.py").exists()
    assert not [*tree.rglob("__pycache__")]


@pytest.mark.service
def test_every_program_is_in_the_tree(staged: Path) -> None:
    tree = staged / "croupier_server/tree"
    for module in launcher.PROGRAMS.values():
        path = module.replace(".", "/")
        homes = (tree, tree / "services")
        assert any(each.joinpath(f"{path}.py").exists() for each in homes) or any(
            each.joinpath(path, "__main__.py").exists() for each in homes
        ), module


@pytest.mark.service
def test_the_package_needs_what_the_programs_need(staged: Path) -> None:
    about = tomllib.loads((staged / "pyproject.toml").read_text())["project"]
    here = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (about["name"], about["version"]) == ("croupier", here["version"])
    assert {*here["dependencies"], *here["optional-dependencies"]["gateway"]} <= {
        *about["dependencies"]
    }
    assert len([each for each in about["dependencies"] if "python_version" in each]) == 2
    for extra in ("archive", "otel"):
        assert about["optional-dependencies"][extra] == here["optional-dependencies"][extra]


def packed(*names: str, mtime: int) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode, entry.uname = 1, mtime, 0o600 + mtime % 8, "ann"
            tar.addfile(entry, io.BytesIO(name[-1:].encode()))
    return out.getvalue()


def test_an_archive_does_not_tell_when_and_by_whom_it_was_packed() -> None:
    first, second = packed("p/a", "p/b", mtime=1), packed("p/b", "p/a", mtime=20)
    assert first != second
    assert packages.repacked(first, 7) == packages.repacked(second, 7)
    assert packages.repacked(first, 7) != packages.repacked(first, 8)


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), (["play"], 2)])
def test_what_can_be_started_is_told(
    arguments: Sequence[str],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["croupier", *arguments])
    assert launcher.main() == code
    shown = capsys.readouterr()
    assert all(f"  {name}" in (shown.out if code == 0 else shown.err) for name in ("run", "bots"))


@pytest.mark.full
@pytest.mark.parametrize("name", packages.BUILDS)
def test_built_twice_a_package_has_the_same_bytes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the umask is, and whatever lies around."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    first = {path.name: path.read_bytes() for path in packages.BUILDS[name](tmp_path / "first")}
    before = os.umask(0o077)
    try:
        with strays():
            built = [*packages.BUILDS[name](tmp_path / "next")]
    finally:
        os.umask(before)
    second = {path.name: path.read_bytes() for path in built}
    assert first.keys() == second.keys()
    assert [each for each in first if first[each] != second[each]] == []


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an empty environment with the wheel in it."""
    folder = tmp_path_factory.mktemp("package")
    (wheel,) = (each for each in packages.server(folder) if each.suffix == ".whl")
    with ZipFile(wheel) as files:
        assert {name.split("/")[0].split("-")[0] for name in files.namelist()} == {
            "croupier",
            "croupier_server",
        }
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "empty"], check=True)
    uv = Path(sys.executable).with_name("uv")
    python = folder / "empty/bin/python"
    subprocess.run([uv, "pip", "install", "-q", "--python", python, wheel], check=True)
    return python.parent


@contextmanager
def running(programs: Path, folder: Path, port: int) -> Iterator[dict[str, str]]:
    """`croupier` without arguments, in a folder that has a module of the same name as one of its
    own; yields its environment."""
    folder.mkdir()
    (folder / "engine.py").write_text("raise SystemExit('another engine')")
    environment = {"HOME": str(folder), "PATH": f"{programs}:/usr/bin:/bin", "PORT": str(port)}
    with (folder / "said.txt").open("wb") as said:
        process = subprocess.Popen(["croupier"], cwd=folder, env=environment, stdout=said)
    try:
        until(lambda: "Ctrl-C stops" in (folder / "said.txt").read_text(), TIMEOUT_S)
        yield environment
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT_S) == 0
    finally:
        process.kill()


@pytest.mark.full
def test_installed_in_an_empty_environment_it_starts_and_a_match_is_played(
    installed: Path, tmp_path: Path
) -> None:
    port = free_port()
    with running(installed, tmp_path / "home", port) as environment:
        match_id, seats = start_match(f"http://127.0.0.1:{port}", options={"rounds": 1})
        while (view := seats[0].see(match_id))["status"] == "active":
            seat = seats[view["toMove"][0]]
            seat.move(match_id, seat.legal_moves(match_id)[0]["notation"])
        assert view["outcome"]["reason"] == "completed"
        url = (tmp_path / "home/.local/share/croupier/redis.url").read_text()
        ctl = subprocess.run(
            ["croupierctl", "verify", "--all"],
            env={**environment, "ENGINE_REDIS_URL": url},
            capture_output=True,
            text=True,
            check=True,
        )
    assert "1 matches verified, 0 wrong" in ctl.stdout
    assert "croupier bot --create" in (tmp_path / "home/said.txt").read_text()
