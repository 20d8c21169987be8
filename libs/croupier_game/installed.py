"""The games that are installed: packages with an entry point of the group `croupier.games`.

The entry point names the module with the rules, `beans`, or `beans@1` for rules that are kept for
the matches that were made by them. What belongs to the rules lies beside that module, or in it if
it is a package: `table.py`; `wire.py` and `game.binpb`, or `wire.lock`; `RULES.md`; `board/` and
`verify.js`. Rules that are kept and need other ones of these lie in a package of their own.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from croupier_game import claims, notation, presets, trial
from croupier_game.errors import BadGame
from croupier_game.game import REQUIRED, MembersTable, Rules, Table, Wire, package_of
from croupier_game.members import alike, arms
from croupier_game.protobuf.derived import DerivedWire
from croupier_game.protobuf.lock import NAME as LOCK
from croupier_game.protobuf.lock import Lock
from croupier_game.protobuf.messages import schema_prefix
from croupier_game.protobuf.of_proto import ProtoWire

GROUP = "croupier.games"
UNSENT = (".test.js", ".d.ts")
"""How the names of tests and types of a board end, which no browser gets."""
TYPES = ("Options", "Move", "State", "Event", "PublicView", "PrivateView")
LARGEST_BYTES = 1 << 20
"""The most of one game's rules, board and verifier: gateways are sent it in one message."""
ID = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Package:
    """What one entry point brings."""

    rules: Rules
    wire: Wire
    table: Table
    page: str
    files: Mapping[str, bytes]


class Installed(NamedTuple):
    """The games of all packages by their ids, and a sentence for each that is refused."""

    games: Sequence[Package]
    refused: Sequence[str]


def names() -> set[str]:
    """Return the ids of all games that are installed, without importing any."""
    return {claims.game_of(entry) for entry in entry_points(group=GROUP)}


def wanted() -> set[str]:
    """Return the ids that CROUPIER_GAMES lists, with commas between; all if it lists none."""
    return {*claims.listed()} or names()


def find(ids: Container[str] | None = None, tried: bool = False) -> Installed:
    """Return what is installed of the games with these ids, by default of those that are wanted.

    Of all others, no module is imported: a package alone must not put code into production. If
    `tried`, each is imported in a child of this process first, and refused if that does not
    survive it.
    """
    ids = wanted() if ids is None else ids
    entries = [each for each in entry_points(group=GROUP) if claims.game_of(each) in ids]
    entries = claims.in_order(entries)
    harm = {**claims.dispossessed(entries)}
    if tried:
        harm |= _harmful([each for each in entries if each not in harm])
    found, refused = list[Package](), list[str]()
    for entry in entries:
        try:
            if entry in harm:
                raise BadGame(harm[entry])
            package = load(_imported(entry))
            _check_name(entry, package.rules, found)
        except BadGame as error:
            refused.append(f"{_source(entry)} is not played: it {error}.")
        else:
            found.append(package)
    return Installed(found, refused)


def _harmful(entries: list[EntryPoint]) -> dict[EntryPoint, str]:
    """Return each entry point whose import harms the process, and why it is refused."""
    found = dict[EntryPoint, str]()
    while harm := trial.harm([partial(_tried, each) for each in entries]):
        place, why = harm
        entry = entries.pop(place)
        found[entry] = (
            f"names {entry.value} as the game {entry.name}, whose import {why}: mend the module, or"
            f" uninstall {claims.distribution(entry)}"
        )
    return found


def _tried(entry: EntryPoint) -> None:
    load(_imported(entry))


def load(module: ModuleType) -> Package:
    """Return the game whose rules are in this module. Raise BadGame."""
    rules = _rules(module)
    try:
        package = Package(rules, _wire(rules), _table(module), _page(module), _files(module))
        # What gateways are sent; nothing of it may fail then.
        package.wire.options_json(rules.Options())
    except BadGame:
        raise
    except (Exception, SystemExit) as error:
        raise BadGame(f"cannot be loaded, {_said(error)}: mend it, or uninstall it") from error
    _check_size(package)
    return package


def _source(entry: EntryPoint) -> str:
    """Return the package of the entry point, as pip names it."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _imported(entry: EntryPoint) -> ModuleType:
    try:
        module = entry.load()
    except (Exception, SystemExit) as error:
        raise BadGame(
            f"names {entry.value} as the game {entry.name}, which cannot be imported,"
            f" {_said(error)}: mend the entry point or the module"
        ) from error
    if not isinstance(module, ModuleType):
        raise BadGame(f"names {entry.value} as the game {entry.name}: name the module of its rules")
    return module


def _rules(module: ModuleType) -> Rules:
    """Return the rules in the module. Raise BadGame if something is missing or of a wrong type."""
    if missing := [name for name in REQUIRED if not hasattr(module, name)]:
        raise BadGame(f"has rules without {', '.join(missing)}: write them in {module.__name__}")
    if not package_of(module):
        raise BadGame(f"has rules in no package: put {module.__name__}.py into a folder of its own")
    if hasattr(module, "PrivateView") != hasattr(module, "private_view"):
        raise BadGame("has one of PrivateView and private_view: write both, or none of them")
    rules = Rules(module)
    _check_members(rules)
    if twins := alike(rules.Move):
        one, other = (each.__name__ for each in twins)
        raise BadGame(f"has moves {one} and {other} with the same members: name them otherwise")
    for name in TYPES:
        if any(each.__hash__ is None for each in arms(getattr(rules, name))):
            raise BadGame(f"has {name} that can be changed: write @dataclass(frozen=True)")
        if not all(map(is_dataclass, arms(getattr(rules, name)))):
            raise BadGame(f"has {name} that is no dataclass, nor a union of some: make it one")
    for name in vars(Rules):
        if name != "RATED" and not name.startswith("_") and not callable(getattr(rules, name)):
            raise BadGame(f"has {name} that is no function: make it one, or give it another name")
    return rules


def _check_members(rules: Rules) -> None:
    if vars(rules).keys() & {"phase_ms", "on_timeout"} == {"phase_ms"}:
        raise BadGame("has phase_ms without on_timeout: write what a seat does that is late there")
    if not isinstance(rules.ID, str) or not ID.fullmatch(rules.ID):
        raise BadGame(f"has ID {rules.ID!r}: let it be small letters, digits and dashes")
    for name in ("VERSION", "MIN_SEATS", "MAX_SEATS"):
        if type(getattr(rules, name)) is not int or getattr(rules, name) < 1:
            raise BadGame(f"has {name} {getattr(rules, name)!r}: let it be a number from 1 on")
    if rules.MIN_SEATS > rules.MAX_SEATS:
        raise BadGame("has MIN_SEATS above MAX_SEATS: exchange them")
    if not isinstance(rules.NAME, str) or not schema_prefix(rules.NAME)[:1].isalpha():
        raise BadGame("has a NAME that does not begin with a letter: give it another")
    presets.check(rules.RATED, rules.Options, range(rules.MIN_SEATS, rules.MAX_SEATS + 1))


def _check_name(entry: EntryPoint, rules: Rules, others: Iterable[Package]) -> None:
    """Raise BadGame if the rules have another name than their entry, or names of other rules."""
    if entry.name not in (rules.ID, f"{rules.ID}@{rules.VERSION}"):
        raise BadGame(
            f"names {rules.ID}, version {rules.VERSION}, as {entry.name}: name its entry"
            f" {rules.ID} or {rules.ID}@{rules.VERSION}"
        )
    prefix = schema_prefix(rules.NAME)
    for other in (each.rules for each in others):
        if (other.ID, other.VERSION) == (rules.ID, rules.VERSION):
            raise BadGame(
                f"brings {rules.ID}, version {rules.VERSION}, as {package_of(other.module)} does:"
                " uninstall one of the two"
            )
        if other.ID != rules.ID and schema_prefix(other.NAME) == prefix:
            raise BadGame(
                f"has a NAME by which its schemas are called {prefix}, as those of"
                f" {other.ID} are: give it another"
            )


def _wire(rules: Rules) -> Wire:
    """Return the wire beside the rules, with its own messages; else one made of their types."""
    if not vars(rules).keys() >= {"notation", "parse"}:
        notation.check(rules.Move)
    file = files(package_of(rules.module)) / LOCK
    lock = Lock(rules.VERSION, file.read_text(encoding="utf-8") if file.is_file() else None)
    module = _beside(rules.module, "wire")
    return ProtoWire(module, lock) if module else DerivedWire(rules, lock)


def _table(module: ModuleType) -> Table:
    """Return the table beside the rules; else one that has a line for each member of a view."""
    table: Table | None = _beside(module, "table")
    if table and not hasattr(table, "render"):
        raise BadGame("has a table.py without render: write it, or remove the file")
    return table or MembersTable()


def _beside(module: ModuleType, name: str) -> Any:
    """Return the module of this name beside the rules; None if there is none."""
    full_name = f"{package_of(module)}.{name}"
    return import_module(full_name) if find_spec(full_name) else None


def _page(module: ModuleType) -> str:
    """Return RULES.md of the package, or its rules' docstring."""
    page = files(package_of(module)) / "RULES.md"
    return page.read_text(encoding="utf-8") if page.is_file() else module.__doc__ or ""


def _files(module: ModuleType) -> Mapping[str, bytes]:
    """Return what the page of the web table may load: the files of `board/`, and verify.js."""
    package = files(package_of(module))
    board, verifier = package / "board", package / "verify.js"
    found = [*filter(_is_sent, board.iterdir())] if board.is_dir() else []
    found += [verifier] * verifier.is_file()
    # In one order on all machines: engines with the same package have one digest of it.
    return {each.name: each.read_bytes() for each in sorted(found, key=lambda each: each.name)}


def _is_sent(file: Traversable) -> bool:
    return file.is_file() and not file.name.endswith(UNSENT)


def _check_size(package: Package) -> None:
    """Raise BadGame if it is more than a message to gateways should have."""
    size = len(package.page.encode()) + sum(map(len, package.files.values()))
    if size > LARGEST_BYTES:
        raise BadGame(f"has {size / LARGEST_BYTES:.1f} MiB of rules and board: make it at most 1")


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
