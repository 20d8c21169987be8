"""The JavaScript SDK as its users get it: a tarball in an empty folder, with its README."""

import json
import re
import shutil
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from tests.bots.test_house import house
from tests.docs.session import at, blocks_of
from tests.sdk.javascript.runtimes import NAMES, SOURCE, command, deno, run
from tests.sdk.test_package import FIRST_MATCH_S
from tests.support.live import Live
from tests.support.opponents import of_name
from tests.support.players import Client, register
from tests.support.waiting import Stopwatch, until
from tools import packages
from tools.openapi import PAGE
from tools.stack import ROOT

pytestmark = pytest.mark.full

BLOCKS = blocks_of(SOURCE / "README.md")
BOT, *SESSION = [text for kind, text in BLOCKS if kind == "js"]
TYPED = [text for kind, text in BLOCKS if kind == "ts"]
SAID = """\
move 3 false
seat 1 snapshot 3
seat 1 change 4
seat 1 change 5
seat 1 change 6
seat 0 snapshot 3
seat 0 change 4
seat 0 change 5
seat 0 change 6
socket 6
refused version_mismatch true
clock true true
batch true
rematch active
invited accepted active
proven 0
"""
CLIENTS = ROOT / "docs/clients.md"
OPENAPI_FETCH = {"openapi-fetch": "0.17.0"}
WEB = ["DOM", "DOM.AsyncIterable", "ES2022"]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (path,) = packages.npm(tmp_path_factory.mktemp("package"))
    return path


@pytest.fixture(scope="module", params=NAMES)
def installed(request: pytest.FixtureRequest, package: Path) -> tuple[Path, list[str]]:
    """An empty folder with the package, and the command that runs a module in it."""
    folder = package.with_name(request.param)
    folder.mkdir()
    (folder / "package.json").write_text('{"type": "module"}')
    if request.param == "node" and shutil.which("npm"):
        run(["npm", "install", "--silent", "--offline", str(package)], folder)
    else:
        unpack(package, folder)
    return folder, command(request.param)


def unpack(package: Path, folder: Path) -> None:
    """What npm does with a package that needs no other."""
    (folder / "node_modules/@croupier").mkdir(parents=True)
    with tarfile.open(package) as tar:
        tar.extractall(folder, filter="data")
    (folder / "package").rename(folder / "node_modules/@croupier/client")


def test_it_has_the_version_of_the_release() -> None:
    about = json.loads((SOURCE / "package.json").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (about["version"], about["license"]) == (project["version"], project["license"])


def test_the_tarball_has_the_types_that_git_has_not(package: Path) -> None:
    with tarfile.open(package) as files:
        for name in ("types/schema.d.ts", "types/games.d.ts"):
            there = files.extractfile(f"package/{name}")
            assert there
            assert there.read().decode() == (SOURCE / name).read_text()


def test_the_examples_of_the_readme_print_what_they_should(
    live: Live, installed: tuple[Path, list[str]]
) -> None:
    folder, runs = installed
    program = folder / "session.js"
    program.write_text(at(live.url, "\n".join(SESSION)))
    said = run([*runs, str(program)], folder)
    assert sorted(said.splitlines()) == sorted(SAID.splitlines())


@contextmanager
def percy(url: str, installed: tuple[Path, list[str]], bot: str) -> Iterator["Popen[str]"]:
    """A bot of the README."""
    folder, runs = installed
    program = folder / "percy.js"
    program.write_text(at(url, bot))
    with Popen([*runs, str(program)], cwd=folder, stdout=PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_bot_of_the_readme_has_played_soon(
    quiet: Live, installed: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """With one terminal: the package, and a service with its house bots."""
    with house(quiet.url, tmp_path / "house"):
        until(lambda: of_name(register(quiet.url), "lost-cities", "Hugo"), 60)
        watch = Stopwatch()
        with percy(quiet.url, installed, BOT) as process:
            assert process.stdout
            result = next(line for line in process.stdout if " against " in line)
            assert not watch.exceeds(FIRST_MATCH_S)
    assert re.match(r"lost-cities [\w-]{22}: (won|tied|lost) -?\d+ : -?\d+ against Hugo\n", result)


def test_the_bot_of_the_readme_waits_for_others_as_well(
    live: Live, installed: tuple[Path, list[str]]
) -> None:
    human = register(live.url)
    match_id = human.create(game="just4fun")["id"]
    with percy(live.url, installed, BOT.replace(', { against: "Hugo", matches: 20 }', "")):
        until(lambda: play(human, match_id) == "finished", 120)
    assert human.see(match_id)["outcome"]["reason"] == "completed"


def play(human: Client, match_id: str) -> str:
    """Make a move if it is the player's turn; return the status of the match."""
    match = human.see(match_id, include="legalMoves")
    for move in match["legalMoves"]["moves"][:1]:
        human.move(match_id, move["notation"])
    return str(match["status"])


TYPES = {
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "noEmit": True,
    "target": "ES2022",
    "lib": WEB,
    "types": [],
    "module": "NodeNext",
}


def compiled(folder: Path, **options: bool) -> None:
    """Have TypeScript check what is in a folder, as strictly as it can."""
    config = {"compilerOptions": {**TYPES, **options}, "include": ["*.ts", "*.js"]}
    (folder / "tsconfig.json").write_text(json.dumps(config))
    (folder / "package.json").write_text('{"type": "module"}')
    configured = ["--config", str(SOURCE / "deno.json")]
    run([deno(), "run", "-A", *configured, "npm:typescript@5.9.3/tsc", "-p", str(folder)], folder)


@pytest.fixture
def typed(package: Path, tmp_path: Path) -> Path:
    """A folder with the package and without its source."""
    unpack(package, tmp_path)
    return tmp_path


def test_its_types_tell_games_apart(typed: Path) -> None:
    """What test/types.ts says holds, and what the README has in TypeScript is right."""
    shutil.copy(SOURCE / "test/types.ts", typed)
    for number, text in enumerate(TYPED):
        (typed / f"readme{number}.ts").write_text(f"{text}\nexport {{}};")
    compiled(typed)


OF_BEANS = PAGE.read_text().replace("LostCities", "Beans").replace('"lost-cities', '"beans')
"""The document of a service with a game of which the package has no types."""
CODE = "X { n: 1 }; throw 7; interface Y"
"""A name that would be code if it were written as it is."""
BEANS = """
import { Croupier } from "@croupier/client";
import type { StateOf } from "@croupier/client";

declare const known: StateOf<"lost-cities">;
const score: number = known.sides[0]!.total;

export async function played(me: Croupier): Promise<void> {
  const made = await me.matches.create({ game: "beans", options: { rounds: 1 } });
  const hand: string[] | undefined = made.now.state?.hand;
  const any = await me.matches.get("...");
  if (any.now.game === "beans") {
    // @ts-expect-error: that is a number
    const round: string | undefined = any.now.state?.round;
    void round;
  }
  // @ts-expect-error: no such game
  await me.matches.create({ game: "chess" });
  void [hand, score];
}
"""


def test_the_games_of_a_service_have_types(typed: Path) -> None:
    """What the command writes is all that TypeScript needs, and is of a service or a file."""
    (typed / "openapi.json").write_text(OF_BEANS)
    bin_ = typed / "node_modules/@croupier/client/bin/croupier.js"
    types = run([*command("deno"), str(bin_), "types", str(typed / "openapi.json")], typed)
    (typed / "games.d.ts").write_text(types)
    (typed / "beans.ts").write_text(BEANS)
    compiled(typed)


def test_no_code_is_written_of_a_service(tmp_path: Path) -> None:
    arguments = [*command("deno"), str(SOURCE / "bin/croupier.js"), "types", "openapi.json"]
    (tmp_path / "openapi.json").write_text(OF_BEANS.replace('"hand":', f'"{CODE}":'))
    assert f'  "{CODE}"?: Array<string>;' in run(arguments, tmp_path)
    (tmp_path / "openapi.json").write_text(OF_BEANS.replace("BeansViewSide", CODE))
    said = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (1, "")


def test_the_command_asks_a_service(live: Live, typed: Path) -> None:
    bin_ = typed / "node_modules/@croupier/client/bin/croupier.js"
    of_file = run([*command("deno"), str(bin_), "types", str(PAGE)], typed)
    assert run([*command("deno"), str(bin_), "types", live.url], typed) == of_file


def test_the_examples_of_the_readme_are_what_its_types_allow(typed: Path) -> None:
    (typed / "bot.js").write_text(BOT)
    (typed / "session.js").write_text("\n".join(SESSION))
    compiled(typed, allowJs=True, checkJs=True, noImplicitAny=False, noUncheckedIndexedAccess=False)


def test_what_the_page_about_clients_prints_is_right(live: Live, tmp_path: Path) -> None:
    """Its types, and what it says that its program prints."""
    ((_, program),) = [each for each in blocks_of(CLIENTS) if each[0] == "ts"]
    shutil.copy(SOURCE / "types/schema.d.ts", tmp_path)
    (tmp_path / "program.ts").write_text(at(live.url, program))
    (tmp_path / "package.json").write_text(json.dumps({"dependencies": OPENAPI_FETCH}))
    run([deno(), "install", "--quiet", "--node-modules-dir=auto"], tmp_path)
    compiled(tmp_path)
    said = run([*command("deno"), "program.ts"], tmp_path)
    assert f"This prints `{said.strip()}`" in CLIENTS.read_text()
