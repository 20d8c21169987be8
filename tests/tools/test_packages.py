"""The server's package has what `make run` runs, under one name, and the same bytes every time."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest
from croupier_game.kit.service import LACKING

from tests.deploy.test_images import copied
from tests.support import bare
from tests.support.opponents import of_name
from tests.support.players import HTTP, Json, register
from tests.support.waiting import until
from tests.tools.test_release import git
from tools import packages, protoc
from tools.package.croupier_server import __main__ as launcher
from tools.packages import ROOT
from tools.stack import free_port

TIMEOUT_S = 300
PACKED = ("services", "libs", "libs/croupier/v1", "bots", "sdk/python", "sdk/javascript/types")
"""Folders that are packed, but for those that a gateway of another test may just read."""
OF_EARLIER = "main-AAAAAAAA.js"
IN_TREE = {
    "sdk/python/croupier_client": "croupier_client",
    "libs/croupier_game": "../../croupier_game",
}
"""What the tree has in another place than the clone."""
OWN = ("croupier_game/", "croupier_match/", "croupier_rating/", "croupier_tournament/")
"""Libraries that are packages of their own."""


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


@pytest.mark.full
def test_the_package_has_what_the_images_have(tree: Path) -> None:
    """Of each folder that is copied into an image, the tree has every file."""
    folders = {each for each in copied() if (tree / IN_TREE.get(each, each)).is_dir()} - {"web"}
    assert folders == {*("bots", "libs", "services", "libs/telemetry"), *IN_TREE}
    for folder in folders:
        mine = tree / IN_TREE.get(folder, folder)
        files = {str(each.relative_to(ROOT / folder)) for each in packages.known(ROOT / folder)}
        if folder == "libs":
            files = {each for each in files if not each.startswith(OWN)}
        files.discard("pyproject.toml")
        assert files <= {str(each.relative_to(mine)) for each in mine.rglob("*")}, folder
    assert (tree / "libs/croupier/v1/engine_service_pb2.py").exists()
    assert not [*tree.rglob("*.pyi")]
    assert (tree / "web" / OF_EARLIER).exists()


@pytest.mark.full
def test_the_package_needs_what_the_programs_need(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        (name,) = (each for each in files.namelist() if each.endswith(".dist-info/METADATA"))
        about = message_from_bytes(files.read(name))
    here = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (about["Name"], about["Version"]) == ("croupier", here["version"])
    needed = about.get_all("Requires-Dist") or []
    assert {f"{name}>={version}" for name, version in packages._versions(ROOT).items()} <= {*needed}
    extras = here["optional-dependencies"]
    programs = ("engine", "gateway", "herald", "console")
    assert {*here["dependencies"]} <= {*needed}
    assert {each for name in programs for each in extras[name]} <= {*needed}
    assert len([each for each in needed if "python_version" in each]) == 2
    assert {*about.get_all("Provides-Extra", [])} == {"archive", "kit", "mcp", "otel", "research"}


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


def test_the_page_of_the_package_says_how_to_build_what_is_not_published() -> None:
    page = (ROOT / "docs/package.md").read_text()
    built = [line.removeprefix("make ") for line in page.splitlines() if line.startswith("make ")]
    assert built == ["dist"]
    assert re.search(r"^dist:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert "not published yet" in page


@pytest.mark.full
@pytest.mark.parametrize("name", packages.BUILDS)
def test_built_twice_a_package_has_the_same_bytes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For any umask, and with any files that lie around."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    (tmp_path / "next").mkdir()
    first = {path.name: path.read_bytes() for path in packages.BUILDS[name](tmp_path)}
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    before = os.umask(0o077)
    try:
        with strays():
            built = [*packages.BUILDS[name](tmp_path / "next")]
    finally:
        os.umask(before)
    second = {path.name: path.read_bytes() for path in built}
    assert first.keys() == second.keys()
    assert [each for each in first if first[each] != second[each]] == []


@pytest.mark.full
def test_the_package_of_a_game_has_what_the_engine_the_page_and_bots_read(
    games: dict[str, Path],
) -> None:
    libraries = {each.removeprefix("croupier_").removesuffix("/") for each in OWN}
    own = {name: path for name, path in games.items() if name not in libraries}
    assert sorted(own) == sorted(each.parent.name for each in ROOT.glob("games/*/pyproject.toml"))
    for game, path in own.items():
        with ZipFile(path) as files:
            names = {name.partition("/")[2] for name in files.namelist()}
            (about,) = (each for each in files.namelist() if each.endswith("/METADATA"))
            needs = message_from_bytes(files.read(about)).get_all("Requires-Dist")
        assert needs == ["croupier-game>=0.1.0"], game
        assert {"rules.py", "bot.py", "verify.js", "RULES.md", "FAIRNESS.md"} <= names, game
        assert not [name for name in names if name.startswith("tests/")]


@pytest.mark.full
def test_no_file_is_in_two_packages(wheel: Path, games: dict[str, Path], tmp_path: Path) -> None:
    client = next(each for each in packages.python(tmp_path) if each.suffix == ".whl")
    names = [each for path in (wheel, client, *games.values()) for each in ZipFile(path).namelist()]
    assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.service
def test_what_games_share_needs_the_protobuf_that_made_its_code() -> None:
    files = (ROOT / "libs/croupier_game/pyproject.toml", ROOT / "pyproject.toml")
    own, here = (tomllib.loads(each.read_text())["project"]["dependencies"] for each in files)
    assert own == [each for each in here if each.startswith("protobuf")]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheels of the games by name, and of the libraries `game`, `match` and `rating`."""
    built = packages.games(tmp_path_factory.mktemp("games"))
    wheels = [each for each in built if each.suffix == ".whl"]
    return {each.name.partition("-")[0].removeprefix("croupier_"): each for each in wheels}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    earlier = tmp_path_factory.mktemp("earlier")
    (earlier / "index.html").write_text(f'"./{OF_EARLIER}"')
    (earlier / OF_EARLIER).touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packages, "EARLIER", earlier)
        built = packages.server(tmp_path_factory.mktemp("package"))
        return next(each for each in built if each.suffix == ".whl")


@pytest.fixture(scope="module")
def installed(wheel: Path, games: dict[str, Path]) -> Path:
    """The folder of the programs of an empty environment with the wheel in it."""
    with ZipFile(wheel) as files:
        assert {name.split("/")[0].split("-")[0] for name in files.namelist()} == {
            "croupier",
            "croupier_server",
        }
    # As `make dist` lays them side by side, and pip finds them by --find-links.
    found = f"--find-links={games['lost_cities'].parent}"
    return bare.environment(wheel.with_name("empty"), found, str(wheel))


@pytest.fixture(scope="module")
def tree(installed: Path) -> Path:
    (tree,) = installed.parent.glob("lib/*/site-packages/croupier_server/tree")
    return tree


def run(programs: Path, *command: object, **more: str) -> str:
    """The output of a program that must succeed, in the environment that has only the package."""
    known = {"HOME": str(programs.parent), "PATH": f"{programs}:/usr/bin:/bin", **more}
    words = [str(each) for each in command]
    ran = subprocess.run(
        words,
        env=known,
        cwd=programs,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert ran.returncode == 0, (words, ran.stdout, ran.stderr)
    return ran.stdout


@pytest.mark.full
@pytest.mark.parametrize("name", launcher.PROGRAMS)
def test_a_program_of_the_package_tells_how_it_is_used(installed: Path, name: str) -> None:
    assert run(installed, "croupier", name, "--help").startswith("usage: ")


GITHUB = """#!/bin/sh -e
[ "$*" = "release download v0.1.0 --pattern croupier-*.whl --output web/earlier.whl --clobber" ]
cp "$WHEEL" web/earlier.whl
"""
"""What stands in for gh, which needs a release."""


@pytest.mark.full
@pytest.mark.parametrize(("tags", "taken"), [(["v0.1.0"], False), (["v0.1.0", "v0.2.0"], True)])
def test_the_page_of_the_release_before_is_taken_from_its_package(
    wheel: Path, tree: Path, tmp_path: Path, tags: list[str], taken: bool
) -> None:
    """The last commit is that of the last tag."""
    git(tmp_path, "init", "-q")
    for tag in tags:
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", tag)
        git(tmp_path, "tag", tag)
    (tmp_path / "gh").write_text(GITHUB)
    (tmp_path / "gh").chmod(0o755)
    run(tmp_path, "make", "-sC", tmp_path, "-f", ROOT / "Makefile", "web-earlier", WHEEL=str(wheel))
    had = {each.name for each in (tmp_path / "web").glob("earlier/*")}
    assert had == {each.name for each in (tree / "web").iterdir() if taken}


@pytest.mark.service
def test_a_shallow_clone_does_not_say_that_there_was_no_release(tmp_path: Path) -> None:
    """It has no tags of before, and cannot know."""
    git(tmp_path, "clone", "-qn", "--depth=1", f"file://{ROOT}", "shallow")
    command = ["make", "-s", "-C", str(tmp_path / "shallow"), "-f", str(ROOT / "Makefile")]
    done = subprocess.run([*command, "web-earlier"], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "git fetch --unshallow --tags" in done.stdout


IMPORTS = """
import importlib, pkgutil, sys
import {home} as home
for module in pkgutil.walk_packages(home.__path__, "{home}."):
    if module.name.rpartition(".")[2] == "__main__":
        continue
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        print(error.name)
"""
OF_EXTRAS = {"asyncpg", "gymnasium", "mcp", "numpy", "opentelemetry", "pyarrow"}


@pytest.mark.full
def test_every_module_of_the_package_finds_what_it_imports(installed: Path, tree: Path) -> None:
    """Also where no program of the tests below comes along; what extras bring is missing."""
    homes = [
        each.name for folder in (".", "libs", "services") for each in (tree / folder).iterdir()
    ]
    code = "".join(
        IMPORTS.format(home=home)
        for home in homes
        if home not in ("libs", "services", "web", "sdk")
    )
    path = f"{tree}/libs:{tree}/services:{tree}"
    missing = run(installed, "python", "-c", code, PYTHONPATH=path, PYTHONSAFEPATH="1").split()
    assert {name.split(".")[0] for name in missing} <= OF_EXTRAS


@pytest.mark.full
def test_the_rulebook_needs_what_games_share_and_nothing_else(
    games: dict[str, Path], tmp_path: Path
) -> None:
    """But for what is stored, which an extra is for."""
    found = f"--find-links={games['match'].parent}"
    python = bare.environment(tmp_path / "empty", found, str(games["match"])) / "python"
    code = IMPORTS.format(home="croupier_match")
    missing = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    assert missing.stdout.split() == ["orjson"]


@pytest.mark.full
def test_the_kit_tests_a_new_game_without_the_server(
    games: dict[str, Path], tmp_path: Path
) -> None:
    found = f"--find-links={games['match'].parent}"
    kit = bare.environment(tmp_path / "empty", found, f"{games['game']}[kit]")
    run(kit, "python", "-m", "croupier_game.kit.new_game", "high-card", "--in", tmp_path)
    game, options = tmp_path / "croupier-high-card", ("-n", "0", "-k", "over_http or wire or ends")
    told = run(kit, "python", "-m", "croupier_game.kit.run_suite", game, *options, SEEDS="1")
    assert re.search(r"^\d+ passed, 1 skipped", told, re.MULTILINE), told
    assert LACKING in told


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
def test_in_an_empty_environment_the_programs_play_and_verify_a_match(
    installed: Path, tmp_path: Path
) -> None:
    """`croupier run` starts the engine, the gateway and the house bots; `croupier bot` plays."""
    url = f"http://127.0.0.1:{(port := free_port())}"
    with running(installed, tmp_path / "home", port) as environment:
        hugo = until_there(url)
        assert modules_of(url)
        with subprocess.Popen(
            ["croupier", "bot", "--create", "--game", "just4fun", "--url", url],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        ) as bot:
            assert bot.stdout
            match_id = bot.stdout.readline().split()[1]
            said = run(installed, "croupier", "bot", match_id, "--url", url)
            assert said == bot.stdout.read()
        replay = tmp_path / "replay.json"
        replay.write_text(register(url).get(f"/v1/matches/{match_id}/replay").text)
        own = str(tmp_path / "home")
        checked = run(installed, "croupierctl", "verify", "--all", HOME=own)
        taken = run(installed, "croupier", "backup", tmp_path / "backup.rdb", HOME=own)
    restored = run(installed, "croupier", "restore", tmp_path / "backup.rdb", HOME=own)
    assert said.startswith("completed, ")
    assert hugo["house"]
    assert "1 matches verified, 0 wrong" in checked
    assert taken.startswith(f"{tmp_path}/backup.rdb: ")
    assert "1 matches verified, 0 wrong" in restored
    assert restored.splitlines()[-2].endswith("croupier plays on with it.")
    assert match_id in run(installed, "croupier", "verify", replay)
    assert "croupier bot --create" in (tmp_path / "home/said.txt").read_text()


def modules_of(url: str) -> list[str]:
    """The modules that the page names, each of which is there: built, and packed."""
    names = re.findall(r'"(/t/web/[^"]+\.js)"', HTTP.get(f"{url}/m/x").text)
    for name in names:
        file = HTTP.get(url + name, headers={"Accept-Encoding": "br"})
        assert (file.status_code, "immutable" in file.headers["cache-control"]) == (200, True), name
        assert file.headers["content-encoding"] == "br", name
    return names


def until_there(url: str) -> Json:
    """Hugo, as soon as he can be invited."""
    ann = register(url)
    until(lambda: of_name(ann, "lost-cities", "Hugo"), TIMEOUT_S)
    return of_name(ann, "lost-cities", "Hugo")[0]
