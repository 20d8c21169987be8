"""Make the skeleton of a new game: `make new-game NAME=ticket-to-mars`.

The skeleton is a tiny game that can be played and passes all tests. Its files are copied
from tools/game_template, with the game's name in them, and the three edits are made that
connect it: four arms in engine_service.proto, the registry, and the bots.
"""

import keyword
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEMPLATE = ROOT / "tools/game_template"
SERVICE = ROOT / "proto/croupier/v1/engine_service.proto"
REGISTRY = ROOT / "services/engine/domain/registry.py"
STRATEGIES = ROOT / "bots/strategies.py"

LONGEST = 30
VALID = re.compile(r"[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*", re.ASCII)
SENTENCE = (
    f"A game's name has 2 to {LONGEST} lower-case letters and digits, in words that begin with a "
    "letter and have one dash between them: make new-game NAME=ticket-to-mars"
)
ARMS = re.compile(r"(message (Options|Move|View|Event) \{\n  oneof game \{\n)((?:    .+\n)*)")
NEXT = """
{title} is there: a tiny game that is yours to replace. Next:

  1. make test-game GAME={id}      passes already; run it after each step
  2. proto/croupier/v1/{arm}.proto      options, moves, views and events; then make proto
  3. services/engine/games/{arm}/      rules.py, wire.py, table.py, and RULES.md for the players
  4. tests/engine/games/{arm}/      spec.py tells the suites about the game, test_rules.py its rules
  5. bots/{arm}.py      a strategy; make demo GAME={id} plays it over HTTP

docs/adding-a-game.md says what each of them must do, and what the tests demand.
"""


class Refused(Exception):
    """Why no game of this name can be made, in a sentence."""


@dataclass(frozen=True)
class Name:
    """The name of a game in its four spellings."""

    id: str

    @property
    def arm(self) -> str:
        """The package, and the field in Options, Move, View and Event."""
        return self.id.replace("-", "_")

    @property
    def message(self) -> str:
        """What the names of its messages begin with."""
        return "".join(word.capitalize() for word in self.id.split("-"))

    @property
    def title(self) -> str:
        return " ".join(word.capitalize() for word in self.id.split("-"))

    def written_into(self, template: str) -> str:
        """The text of a template with this name in place of my-game."""
        spellings = (("my-game", self.id), ("my_game", self.arm))
        for old, new in (*spellings, ("MyGame", self.message), ("My Game", self.title)):
            template = template.replace(old, new)
        return template


def main(text: str) -> int:
    """Make the skeleton and print what to do next; returns the exit code."""
    try:
        name = checked(text)
    except Refused as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    made = [_write(template, target, name) for template, target in files(name)]
    for path, edit in ((SERVICE, with_arms), (REGISTRY, with_game), (STRATEGIES, with_strategy)):
        path.write_text(edit(path.read_text(), name))
    _tidy([path for path in (*made, REGISTRY, STRATEGIES) if path.suffix == ".py"])
    _run("tools.protoc")
    _run("tests.support.playthroughs", name.id)
    sys.stdout.write(NEXT.format(id=name.id, arm=name.arm, title=name.title))
    return 0


def checked(text: str) -> Name:
    """The name, if a game can have it; raise Refused otherwise."""
    if not text:
        raise Refused(f"NAME is missing. {SENTENCE}")
    if not VALID.fullmatch(text) or not 2 <= len(text) <= LONGEST:
        raise Refused(f"{text} is not a valid name for a game. {SENTENCE}")
    name = Name(text)
    if taken := _taken(name):
        raise Refused(f"{text} is taken: {taken}. Choose another name.")
    return name


def files(name: Name) -> Iterator[tuple[Path, Path]]:
    """Each file of the template, and where it goes."""
    for template in sorted(TEMPLATE.rglob("*.*")):
        if "__pycache__" not in template.parts and template.is_file():
            yield template, ROOT / name.written_into(str(template.relative_to(TEMPLATE)))


def with_arms(proto: str, name: Name) -> str:
    """The service with an import, and an arm in each envelope with its next free number."""

    def with_arm(found: re.Match[str]) -> str:
        head, envelope, arms = found.groups()
        number = max(int(each) for each in re.findall(r" = (\d+);", arms)) + 1
        return f"{head}{arms}    {name.message}{envelope} {name.arm} = {number};\n"

    imports = sorted([*re.findall(r"^import .+\n", proto, re.M), _import(name)])
    proto = re.sub(r"(^import .+\n)+", "".join(imports), proto, count=1, flags=re.M)
    return ARMS.sub(with_arm, proto)


def with_game(registry: str, name: Name) -> str:
    """The registry with the game as the last of its list, and its imports."""
    modules = ("rules", "table", "wire")
    imports = (f"from engine.games.{name.arm} import {m} as {name.arm}_{m}\n" for m in modules)
    game = f"        Game({name.arm}_rules, {name.arm}_wire, {name.arm}_table),\n"
    registry = _after_last(r"^from engine\.games\.\w+ import .+\n", "".join(imports), registry)
    return _after_last(r"^        Game\(.+\),\n", game, registry)


def with_strategy(strategies: str, name: Name) -> str:
    """The strategies with one for the game, and its import."""
    imported = f"from bots import {name.arm}\n"  # ruff makes one import of the two
    strategies = re.sub(r"^(?=from bots import )", imported, strategies, count=1, flags=re.M)
    return _after_last(
        r'^    ".+": \w+\.choose,\n', f'    "{name.id}": {name.arm}.choose,\n', strategies
    )


def _taken(name: Name) -> str:
    """Where the name means something already; "" if it is free."""
    if keyword.iskeyword(name.arm) or name.arm in sys.stdlib_module_names:
        return "it is a word of Python"
    for _, target in files(name):
        if target.exists():
            return f"there is a {target.relative_to(ROOT)}"
    beside = ROOT / f"services/engine/games/{name.arm}.py"
    if beside.exists():
        return f"there is a {beside.relative_to(ROOT)}"
    if re.search(rf"\b{name.arm}\b", STRATEGIES.read_text()):
        return "it is a word of bots/strategies.py"
    messages = re.compile(rf"\bmessage {name.message}(Options|Move|View|Event)\b", re.IGNORECASE)
    for proto in sorted(SERVICE.parent.glob("*.proto")):
        if found := messages.search(proto.read_text()):
            return f"{proto.relative_to(ROOT)} has a {found[0]}"
    return ""


def _write(template: Path, target: Path, name: Name) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(name.written_into(template.read_text()))
    return target


def _import(name: Name) -> str:
    return f'import "croupier/v1/{name.arm}.proto";\n'


def _after_last(pattern: str, new: str, text: str) -> str:
    """The text with `new` behind the last line that the pattern finds."""
    *_, last = re.finditer(pattern, text, re.M)
    return text[: last.end()] + new + text[last.end() :]


def _tidy(python: list[Path]) -> None:
    """Sort imports and break lines again: names are of different lengths."""
    paths = [str(path) for path in python]
    _run("ruff", "check", "--quiet", "--no-cache", "--select", "I", "--fix", *paths)
    _run("ruff", "format", "--quiet", "--no-cache", *paths)


def _run(module: str, *arguments: str) -> None:
    """Run a module of Python in the project's folder; raise CalledProcessError if it fails."""
    env = os.environ | {"PYTHONPATH": f"{ROOT / 'services'}{os.pathsep}{ROOT}"}
    subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, env=env, check=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [""]))
