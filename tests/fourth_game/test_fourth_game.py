"""The recipe of docs/adding-a-game.md, carried out in a copy of the project.

`files` has the eight files of a tiny game, Nim with hidden piles, at their places.
The three edits are made here, of what the recipe says is to be pasted; then the game
must pass what every game owes.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = Path(__file__).parent / "files"
RECIPE = ROOT / "docs/adding-a-game.md"
COPIED = ("proto", "services", "tools", "tests", "bots", "bench", "docs", "pyproject.toml")
SUITE = (
    "tests/engine/games/test_every_game.py",
    "tests/engine/games/test_every_view.py",
    "tests/engine/games/test_playthroughs.py",
    "tests/engine/store/test_stored_shapes.py",
    "tests/engine/games/nim",
    "tests/bots/test_player.py",
    "tests/docs/test_rules_pages.py",
    "tests/soak",
    "tests/gateway/routes/test_games.py",
    "tests/e2e/test_secrecy.py",
)
SNIPPET = re.compile(r"```(?:proto|python|text)\n(.*?)```", re.DOTALL)


def snippets() -> list[str]:
    """What the recipe says is to be pasted: an arm, imports, a game, a strategy."""
    return SNIPPET.findall(RECIPE.read_text())


def with_arms(proto: str) -> str:
    """The envelope with an arm for the game in Options, Move, View and Event."""
    arm = snippets()[0]
    proto = proto.replace("\nimport ", '\nimport "croupier/v1/nim.proto";\nimport ', 1)
    arms = re.compile(r"(message (Options|Move|View|Event) \{\n  oneof game \{\n(?:    .+\n)*)")
    number = len(re.findall(r" = \d+;", arms.findall(proto)[0][0])) + 1
    assert f"NimMove nim = {number};" in arm
    edited, count = arms.subn(lambda found: found[1] + arm.replace("Move", found[2]), proto)
    assert count == 4
    return edited


def registered(games: str) -> str:
    """The registry with a line for the game, and its imports."""
    _, imports, line, _ = snippets()
    games = re.sub(r"((?:from engine\.games\.\w+ import .+\n)+)", rf"\1{imports}", games, count=1)
    last = re.findall(r"        Game\(.+\),\n", games)[-1]
    return games.replace(last, last + line)


def with_strategy(player: str) -> str:
    """The bot with a strategy for the game."""
    player = re.sub(r"(from bots import .+)", r"\1, nim", player, count=1)
    last = re.findall(r"    \".+\": \w+\.choose,\n", player)[-1]
    return player.replace(last, last + snippets()[3])


def edit(path: Path, change: object) -> None:
    assert callable(change)
    before = path.read_text()
    path.write_text(change(before))
    assert path.read_text() != before


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, with Nim added to it as the recipe says."""
    root = tmp_path_factory.mktemp("project")
    for name in COPIED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "generated")
            shutil.copytree(ROOT / name, root / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, root / name)
    shutil.copytree(FILES, root, dirs_exist_ok=True)
    edit(root / "proto/croupier/v1/engine_service.proto", with_arms)
    edit(root / "services/engine/domain/registry.py", registered)
    edit(root / "bots/player.py", with_strategy)
    run(root, "-m", "tools.protoc")
    run(root, "-m", "tests.support.playthroughs")
    return root


def run(root: Path, *arguments: str, **settings: str) -> str:
    """Run Python in the copy, which must go well; what it printed."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    own |= {"PYTHONPATH": "services", "PYTHONDONTWRITEBYTECODE": "1", **settings}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=root, env=own, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout


def test_a_fourth_game_passes_what_every_game_owes(project: Path, redis_url: str) -> None:
    """But for the longest of the secrecy tests, which tells nothing new of so small a game."""
    chosen = ("-k", "nim and not mover", "-q", "-p", "no:cacheprovider")
    told = run(project, "-m", "pytest", *SUITE, *chosen, REDIS_URL=redis_url)
    passed = re.search(r"(\d+) passed", told)
    assert passed
    assert int(passed[1]) > 100, told


def test_what_is_copied_and_pasted_is_as_ruff_wants_it(project: Path) -> None:
    """At its place in the project, where imports are sorted otherwise than in `files`."""
    copied = [str(path.relative_to(FILES)) for path in FILES.rglob("*.py")]
    python = [*copied, "services/engine/domain/registry.py", "bots/player.py"]
    assert len(copied) == 8
    run(project, "-m", "ruff", "check", "--no-cache", *python)
    run(project, "-m", "ruff", "format", "--no-cache", "--check", *python)


def test_recipe_names_every_file_and_command() -> None:
    recipe = RECIPE.read_text()
    assert len(recipe.splitlines()) < 120
    written = [path for path in FILES.rglob("*.*") if path.suffix != ".pyc" and path.stat().st_size]
    files = [path.relative_to(FILES) for path in written]
    assert len(files) == 8
    edited = [
        "proto/croupier/v1/engine_service.proto",
        "services/engine/domain/registry.py",
        "bots/player.py",
    ]
    for name in (*map(str, files), *edited, "make proto", "python -m tests.support.playthroughs"):
        assert name.replace("nim", "GAME") in recipe or name in recipe, name
