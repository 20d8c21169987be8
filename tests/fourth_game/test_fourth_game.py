"""The recipes of docs/adding-a-game.md and adding-a-board.md, carried out in a copy of the project.

Two games are made there: nim stays the skeleton that `make new-game` makes, and masked-ball
becomes examples/masked-ball, as by a person who follows the recipe. Both must pass `make check`
and what every game owes; the second has a board, on which it is played.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/masked-ball"
TEMPLATE = ROOT / "tools/game_template"
RECIPE = (ROOT / "docs/adding-a-game.md").read_text()
BOARD_RECIPE = (ROOT / "docs/adding-a-board.md").read_text()
COPIED = ("proto", "services", "tools", "tests", "bots", "bench", "docs", "web", "sdk")
ALSO_COPIED = ("pyproject.toml", "Makefile")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", RECIPE, re.DOTALL)
    for line in block.splitlines()
]
NEW_GAME, TEST_GAME, PROTO, PLAYTHROUGHS, AGAIN, CHECK, *ELSEWHERE = COMMANDS
EDITS = re.findall(r"^In `web/(\S+?)`,.*?```js\n(.*?)```", BOARD_RECIPE, re.DOTALL | re.MULTILINE)
STALE = "services/croupier/v1/chess_pb2.py"


def run(root: Path, command: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the recipe in the copy, with this project's Python installed."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    # Each command would compile all modules again if it could not keep what it has compiled.
    own |= {"PYTHONPATH": f"{root / 'services'}:{root}", "PYTHONDONTWRITEBYTECODE": "", **settings}
    installed = Path(sys.executable).parent
    words = command.replace(".venv/bin", str(installed)).split()
    if words[0] == "make":
        # In one process, since these tests are one of several already.
        pytest_alone = f"PYTEST={sys.executable} -m pytest -n 0"
        there = ("-o", "install", "-o", ".venv/croupier", "-o", ".venv/protos")
        made = (*there, f"BIN={installed}", pytest_alone)
        words = ["make", "-s", *made, *words[1:]]
    return subprocess.run(words, cwd=root, env=own, capture_output=True, text=True, check=False)


def done(root: Path, command: str, **settings: str) -> str:
    """Run a command, which must go well; what it printed."""
    ran = run(root, command, **settings)
    assert ran.returncode == 0, f"{command}\n{ran.stdout[-5000:]}{ran.stderr[-5000:]}"
    return ran.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, with two more games."""
    root = tmp_path_factory.mktemp("project")
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    for name in ALSO_COPIED:
        shutil.copy2(ROOT / name, root / name)
    (root / STALE).touch()
    done(root, NEW_GAME.replace("masked-ball", "nim"))
    assert "Masked Ball is there" in done(root, NEW_GAME)
    shutil.copytree(EXAMPLE, root, dirs_exist_ok=True)
    for command in (PROTO, PLAYTHROUGHS):
        done(root, command)
    return root


def test_the_recipe_has_the_commands_that_are_run_here() -> None:
    """But for the last: all tests, all games at length, and a match to look at."""
    assert NEW_GAME == "make new-game NAME=masked-ball"
    assert TEST_GAME == AGAIN == "make test-game GAME=masked-ball"
    assert [PROTO, CHECK] == ["make proto", "make check"]
    assert PLAYTHROUGHS.split()[-2:] == ["tests.support.playthroughs", "masked-ball"]
    written, *rest = ELSEWHERE
    assert written == "make openapi sdk-types"
    assert rest == ["make soak-games N=100", "make test", "make demo GAME=masked-ball SEATS=3"]


def test_the_skeleton_passes_what_every_game_owes(project: Path, redis_url: str) -> None:
    command = TEST_GAME.replace("masked-ball", "nim")
    told = done(project, command, REDIS_URL=redis_url, SEEDS="1")
    assert passed(told) > 100, told


@pytest.mark.full
def test_the_example_passes_what_every_game_owes(project: Path, redis_url: str) -> None:
    assert passed(done(project, AGAIN, REDIS_URL=redis_url)) > 150


def passed(told: str) -> int:
    found = re.search(r"(\d+) passed", told)
    return int(found[1]) if found else 0


@pytest.mark.full
def test_two_new_games_pass_the_checks(project: Path) -> None:
    """Lint, format, types and import contracts; the games are where those look."""
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", project / ".mypy_cache")
    done(project, CHECK)


def test_the_example_is_played_as_its_playthroughs_say(project: Path) -> None:
    """They were written when the example was; a change of its rules shows in the difference."""
    texts = sorted(EXAMPLE.rglob("playthroughs/*.txt"))
    assert len(texts) == 3
    for text in texts:
        assert (project / text.relative_to(EXAMPLE)).read_text() == text.read_text()


@pytest.mark.full
def test_the_example_is_played_on_its_board(project: Path, redis_url: str) -> None:
    """The two edits of the recipe, then the checks of the page, and a match in a browser."""
    for name, text in EDITS:
        place = project / "web" / name
        before = place.read_text()
        after = re.sub(r"^(const (?:KINDS|GAMES) = {\n)", rf"\1{text}", before, flags=re.MULTILINE)
        assert after != before
        place.write_text(after)
    done(project, "make openapi")
    done(project / "sdk/javascript", ".venv/bin/deno task -q schema types/schema.d.ts")
    for command in ("task check", "test --no-check --permit-no-files steps/masked-ball.test.js"):
        done(project / "web", f".venv/bin/deno {command}")
    in_a_browser = "-m pytest -q -n 0 --size full tests/web/test_masked_ball.py"
    assert passed(done(project, f".venv/bin/python {in_a_browser}", REDIS_URL=redis_url)) == 3


STRANGERS = """
import asyncio, pathlib
from croupier_client import AsyncCroupier, Bot
from tests.support.live import Live
from tools.redis_server import RedisServer

class Percy(Bot):
    games = ["nim"]
    look_s = 0.1

    def choose(self, turn):
        return turn.moves[0].move

async def play(url):
    async with AsyncCroupier(url) as ann:
        await ann.register("Ann")
        made = await ann.matches.create("nim")
        assert [each.id async for each in ann.matches.list(game="nim")] == [made.id]
        percy = asyncio.create_task(Percy("Percy").serve(url))
        async for change in made.follow(include_legal_moves=True):
            if change.match.my_turn:
                await made.move(change.match.legal_moves.moves[0])
        print(change.match.game, type(change.match.state), made.now.outcome.reason)
        print([entry.kind async for entry in made.history()][:3])
        percy.cancel()

server = RedisServer(pathlib.Path("redis").absolute())
server.start()
with Live(server.url) as live:
    asyncio.run(play(live.url))
server.close()
"""


def test_a_client_without_the_game_plays_it_untyped(project: Path) -> None:
    """The client is that of this clone, which has never heard of the game."""
    (project / "strangers.py").write_text(STRANGERS)
    told = done(project, ".venv/bin/python strangers.py").splitlines()
    assert told[0] == "nim <class 'dict'> completed"
    assert told[1] == "['created', 'joined', 'move']"


def test_modules_of_removed_protos_are_removed(project: Path) -> None:
    assert not (project / STALE).exists()


def test_arms_get_the_next_free_numbers(project: Path) -> None:
    proto = (project / "proto/croupier/v1/engine_service.proto").read_text()
    for message in ("Options", "Move", "View", "Event"):
        assert f"    Nim{message} nim = 4;\n    MaskedBall{message} masked_ball = 5;\n" in proto


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "NAME is missing"),
        ("Nim", "Nim is not a valid name"),
        ("nim_2", "nim_2 is not a valid name"),
        ("4-in-a-row", "4-in-a-row is not a valid name"),
        ("four--rows", "four--rows is not a valid name"),
        ("n", "n is not a valid name"),
        ("lost-cities", "lost-cities is taken: there is a bots/lost_cities.py"),
        ("chance", "chance is taken: there is a services/engine/games/chance.py"),
        ("random", "random is taken: it is a word of Python"),
        ("bot", "bot is taken: it is a word of bots/strategies.py"),
        ("example", "example is taken: there is a proto/croupier/v1/example.proto"),
    ],
)
def test_bad_and_taken_names_are_refused_in_a_sentence(name: str, reason: str) -> None:
    ran = run(ROOT, f"make new-game NAME={name}")
    assert ran.returncode != 0
    assert ran.stderr.startswith(reason)
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("name", ["", "chess"])
def test_a_game_that_is_not_there_cannot_be_tested(name: str) -> None:
    ran = run(ROOT, f"make test-game GAME={name}")
    assert ran.returncode != 0
    assert "GAME is one of: just4fun livingstone lost-cities" in ran.stdout


def test_recipe_names_every_file() -> None:
    files = [path for path in TEMPLATE.rglob("*.*") if "__pycache__" not in path.parts]
    edited = ("engine_service.proto", "registry.py", "bots/strategies.py")
    named = [str(path.relative_to(TEMPLATE)) for path in files if path.name != "__init__.py"]
    assert len(named) == 8
    for name in (*named, *edited):
        assert name.replace("my_game", "GAME") in RECIPE, name


@pytest.mark.parametrize("module", ["test_every_game", "test_every_view"])
def test_recipe_says_what_each_test_of_every_game_demands(module: str) -> None:
    source = (ROOT / f"tests/engine/games/{module}.py").read_text()
    tests = re.findall(r"^def (test_\w+)", source, re.MULTILINE)
    assert tests
    for test in tests:
        assert f"`{test}`" in RECIPE, f"docs/adding-a-game.md has no line for {test}"


def test_recipes_are_short() -> None:
    assert len(RECIPE.splitlines()) < 180
    assert len(BOARD_RECIPE.splitlines()) < 160


def test_recipe_of_a_board_names_every_file_and_needs_two_edits() -> None:
    files = [*(EXAMPLE / "web").rglob("*.js"), *(EXAMPLE / "tests/web").glob("*.py")]
    assert len(files) == 6
    for file in files:
        named = re.sub("masked.ball", "GAME", str(file.relative_to(EXAMPLE)))
        assert f"`{named}`" in BOARD_RECIPE, file
    assert [name for name, _ in EDITS] == ["boards/index.js", "text/index.js"]
