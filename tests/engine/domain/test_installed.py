"""Games that are installed are found; a bad package is refused with a sentence, and no other."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from croupier_game import trial
from croupier_game.game import MembersTable
from croupier_game.installed import Installed, Package, find
from croupier_game.view import View

from tests.support.game_packages import NIM, NIM_LOCK, OLD, Folder, changed, on_path

OURS = {("just4fun", 1), ("livingstone", 1), ("lost-cities", 1)}
GOOD = "croupier_good/__init__.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    """A folder on the path, with one good game of others."""
    with on_path(tmp_path, monkeypatch) as found:
        good = changed(NIM, {'"nim", "Nim"': '"good", "Good"'})
        found.install("croupier-good", {GOOD: good}, {"good": "croupier_good"})
        yield found


def played(found: Installed) -> set[tuple[str, int]]:
    return {(each.rules.ID, each.rules.VERSION) for each in found.games}


def seen(package: Package, heap: int) -> View[Any, Any]:
    return View(package.rules.PublicView(heap), package.rules.PrivateView())


TABLE = "def render(view, names, seat):\n    return f'{view.public.heap} left'\n"


def test_a_package_with_rules_alone_is_a_game(folder: Folder) -> None:
    found = find()
    assert not found.refused
    assert played(found) >= {("good", 2)}
    assert {game for game, _ in played(found)} == {game for game, _ in OURS} | {"good"}
    (good,) = (each for each in found.games if each.rules.ID == "good")
    assert isinstance(good.table, MembersTable)
    assert good.table.render(seen(good, 5), ("Ada", "Bob"), None) == "heap: 5"
    assert good.page.startswith("Nim, a whole game that tests install")
    assert good.files == {}
    assert good.wire.options_json(good.rules.Options()) == {"heap": 21}
    assert good.rules.parse("left 2") == good.rules.Move("left", 2)
    assert good.rules.notation(good.rules.Move("right", 1)) == "right 1"


def test_what_lies_beside_the_rules_belongs_to_them(folder: Folder) -> None:
    files = {
        "croupier_nim/__init__.py": "",
        "croupier_nim/rules.py": NIM,
        "croupier_nim/table.py": TABLE,
        "croupier_nim/RULES.md": "# Nim für alle",
        "croupier_nim/wire.lock": NIM_LOCK.replace("View.heap 1", "View.heap 9"),
        "croupier_nim/board/steps.js": "steps",
        "croupier_nim/board/board.js": "board",
        "croupier_nim/board/art/heap.svg": "not served",
        "croupier_nim/verify.js": "verify",
    }
    folder.install("croupier-nim", files, {"nim": "croupier_nim.rules"})
    (nim,) = (each for each in find().games if each.rules.ID == "nim")
    assert nim.table.render(seen(nim, 5), (), None) == "5 left"
    assert nim.page == "# Nim für alle"
    assert nim.wire.classes["View"].DESCRIPTOR.fields_by_name["heap"].number == 9
    # In one order, whatever that of the folder is: a digest is made of it.
    assert [*nim.files.items()] == [
        ("board.js", b"board"),
        ("steps.js", b"steps"),
        ("verify.js", b"verify"),
    ]


def test_two_versions_of_a_game_are_played_side_by_side(folder: Folder) -> None:
    files = {
        "croupier_nim/__init__.py": NIM,
        "croupier_nim/first/__init__.py": changed(NIM, OLD),
        "croupier_nim/wire.lock": NIM_LOCK,
    }
    entries = {"nim": "croupier_nim", "nim@1": "croupier_nim.first"}
    folder.install("croupier-nim", files, entries)
    found = find()
    assert not found.refused
    assert played(found) >= {("nim", 1), ("nim", 2), ("good", 2)}


PRESET = "from croupier_game.presets import Preset\n\n"


class Bad(NamedTuple):
    """A package that is no game, and what is said of it."""

    why: str
    changes: Mapping[str, str] = {}
    files: Mapping[str, str | bytes] = {}
    entries: Mapping[str, str] = {"nim": "croupier_nim"}


MEMBER = 'end: Literal["left", "right"]\n    count: int'
LOCKED = {"croupier_nim/wire.lock": NIM_LOCK}
WIRE = "croupier_nim/wire.py"
SHARED = "seat: int\n    heap: Secret[int]"

BAD = {
    "an entry that names no module": Bad(
        "names croupier_nix as the game nim, which cannot be imported, ModuleNotFoundError:"
        " No module named 'croupier_nix': mend the entry point or the module",
        entries={"nim": "croupier_nix"},
    ),
    "an entry that names nothing in the module": Bad(
        "names croupier_nim:game as the game nim, which cannot be imported, AttributeError:",
        entries={"nim": "croupier_nim:game"},
    ),
    "an entry that names a function": Bad(
        "names croupier_nim:apply as the game nim: name the module of its rules",
        entries={"nim": "croupier_nim:apply"},
    ),
    "a module with a mistake": Bad(
        "names croupier_nim as the game nim, which cannot be imported, NameError: name 'oops'",
        {"MOST = 2": "MOST = oops"},
    ),
    "an entry of another name": Bad(
        "names nim, version 2, as nam: name its entry nim or nim@2",
        entries={"nam": "croupier_nim"},
    ),
    "an entry of another version": Bad(
        "names nim, version 2, as nim@1: name its entry nim or nim@2",
        entries={"nim@1": "croupier_nim"},
    ),
    "missing functions": Bad(
        "has rules without legal_moves, public_view: write them in croupier_nim",
        {"def legal_moves": "def moves", "def public_view": "def look"},
    ),
    "a missing type": Bad(
        "has rules without State: write them in croupier_nim",
        {"class State": "class Position", "State": "Position"},
    ),
    "no function": Bad(
        "has scores that is no function: make it one, or give it another name",
        {"def scores(": "scores = 3\n\n\ndef points("},
    ),
    "no function where one may be left out": Bad(
        "has over that is no function: make it one, or give it another name",
        {"MOST = 2": "MOST = 2\nover = False"},
    ),
    "a rated table that is none": Bad(
        "has a preset in RATED that is not Preset(Options(...), SEATS): write it so",
        {"def new_game": f"{PRESET}RATED = (Preset(3, 2),)\n\n\ndef new_game"},
    ),
    "a rated table of too many seats": Bad(
        "has a preset of 99 seats in RATED: no match has so many",
        {"def new_game": f"{PRESET}RATED = (Preset(Options(), 99),)\n\n\ndef new_game"},
    ),
    "rated tables that are no tuple": Bad(
        "has RATED that is no tuple of Preset: make it one",
        {"def new_game": "RATED = 3\n\n\ndef new_game"},
    ),
    "a rated table twice": Bad(
        "has two presets in RATED of the same table: remove one",
        {"def new_game": f"{PRESET}RATED = (Preset(Options(), 2),) * 2\n\n\ndef new_game"},
    ),
    "a view without what makes it": Bad(
        "has one of PrivateView and private_view: write both, or none of them",
        {"MOST = 2": "MOST = 2\nPrivateView = int"},
    ),
    "phases without a word on who is late": Bad(
        "has phase_ms without on_timeout: write what a seat does that is late there",
        {"MOST = 2": "MOST = 2\n\n\ndef phase_ms(state):\n    return 5_000"},
    ),
    "a type that is no dataclass": Bad(
        "has PublicView that is no dataclass, nor a union of some: make it one",
        {"@dataclass(frozen=True, slots=True)\nclass PublicView": "class PublicView"},
    ),
    "a version that is no number": Bad(
        "has VERSION '2': let it be a number from 1 on", {"VERSION = 2": 'VERSION = "2"'}
    ),
    "no seats": Bad(
        "has MIN_SEATS 0: let it be a number from 1 on",
        {"MIN_SEATS, MAX_SEATS = 2, 4": "MIN_SEATS, MAX_SEATS = 0, 4"},
    ),
    "seats the wrong way round": Bad(
        "has MIN_SEATS above MAX_SEATS: exchange them",
        {"MIN_SEATS, MAX_SEATS = 2, 4": "MIN_SEATS, MAX_SEATS = 4, 2"},
    ),
    "an id that no path can have": Bad(
        "has ID 'Nim/2': let it be small letters, digits and dashes", {'"nim", ': '"Nim/2", '}
    ),
    "a name of no letters": Bad(
        "has a NAME that does not begin with a letter: give it another", {'"Nim"': '"7 up"'}
    ),
    "schemas of the names of another's": Bad(
        "has a NAME by which its schemas are called Good, as those of good are: give it another",
        {'"Nim"': '"Good"'},
    ),
    "schemas of the names of ours": Bad(
        "has a NAME by which its schemas are called LostCities, as those of lost-cities are: give",
        {'"Nim"': '"lost Cities!"'},
    ),
    "a member that cannot be sent": Bad(
        "PublicView.heap is a float; it can be int, bool, str, a Literal",
        {'What everybody sees."""\n\n    heap: int': 'Seen."""\n\n    heap: float'},
    ),
    "a move that cannot be written": Bad(
        "has Move.end, which is a dataclass: write notation and parse, which say",
        {MEMBER: 'end: "PublicView"\n    count: int'},
    ),
    "options without a default": Bad(
        "has options without a default: give each member of Options one",
        {"heap: int = 21": "heap: int"},
    ),
    "options whose default is none of their values": Bad(
        "cannot be loaded, KeyError: 'all': mend it, or uninstall it",
        {"heap: int = 21": 'which: Literal["a", "b"] = "all"\n    heap: int = 21'},
    ),
    "secrets that nobody shares out": Bad(
        "has secret members in events: write event_view, which says who sees what",
        {"seat: int\n    count: int": SHARED, "import Chance": "import Secret, Chance"},
    ),
    "too large a board": Bad(
        "has 5.0 MiB of rules and board: make it at most 1",
        files={"croupier_nim/board/board.js": b"x" * (5 << 20)},
    ),
    "too long rules": Bad(
        "has 5.0 MiB of rules and board: make it at most 1",
        files={"croupier_nim/RULES.md": b"x" * (5 << 20)},
    ),
    "rules in no known letters": Bad(
        "cannot be loaded, UnicodeDecodeError: ", files={"croupier_nim/RULES.md": b"\xff"}
    ),
    "a table that draws nothing": Bad(
        "has a table.py without render: write it, or remove the file",
        files={"croupier_nim/table.py": ""},
    ),
    "a wire without messages": Bad(
        "has a wire.py without game.binpb: write it with `croupier lock-wire`", files={WIRE: ""}
    ),
    "messages that are none": Bad(
        "cannot be loaded, DecodeError: ", files={WIRE: "", "croupier_nim/game.binpb": b"\xff"}
    ),
    "a lock of a renamed field": Bad(
        "has no number for View.rest in wire.lock: write it with `croupier lock-wire`",
        {'What everybody sees."""\n\n    heap: int': 'Seen."""\n\n    rest: int'},
        LOCKED,
    ),
    "a lock of another type": Bad(
        "has Event.seat as str, and in wire.lock as int: give it another name",
        {"seat: int\n    count: int": "seat: str\n    count: int"},
        LOCKED,
    ),
    "a lock with a number twice": Bad(
        "has one number for Event.count and Event.seat in wire.lock: give each its own back",
        files={"croupier_nim/wire.lock": NIM_LOCK.replace("Event.count 2", "Event.count 1")},
    ),
    "a plain member added to a move": Bad(
        "has Move.all, which moves and options of version 2 lack: let it be left out, or raise"
        " VERSION",
        {MEMBER: f"{MEMBER}\n    all: bool = False"},
        LOCKED,
    ),
    "a member taken from a move": Bad(
        "has no Move.end any more, which moves and options of version 2 may have: keep it, or"
        " raise VERSION",
        {MEMBER: "count: int"},
        LOCKED,
    ),
    "a lock of older rules": Bad(
        "has rules of version 3, and wire.lock of version 2: write it with `croupier lock-wire`",
        {"VERSION = 2": "VERSION = 3"},
        LOCKED,
    ),
    "a lock that is none": Bad(
        "has a line in wire.lock that is none, 'what': write it with `croupier lock-wire`",
        files={"croupier_nim/wire.lock": "what"},
    ),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_package_is_refused_and_all_others_are_played(folder: Folder, bad: Bad) -> None:
    rules = changed(NIM, bad.changes)
    files = {"croupier_nim/__init__.py": rules, **bad.files}
    folder.install("croupier-nim", files, bad.entries)
    found = find()
    (sentence,) = found.refused
    assert sentence.startswith(f"croupier-nim 1.0 is not played: it {bad.why}")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert {game for game, _ in played(found)} == {game for game, _ in OURS} | {"good"}


HARM = {
    "ends the process, exit code 7": "import os\nos._exit(7)",
    "ends the process, by SIGTERM": "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)",
    "does not come to its end": "while True:\n    pass",
    "takes more than 2 GiB of memory": "x = bytearray(3 << 30)",
    "leaves a process behind": "import os\nos.fork()",
}


def test_an_import_that_harms_is_refused_and_all_others_are_played(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "CPU_S", 1)
    for number, harm in enumerate(HARM.values()):
        name, files = f"bad-{number}", {f"bad_{number}/__init__.py": harm}
        folder.install(name, files, {name: f"bad_{number}"})
    found = find(tried=True)
    assert found.refused == [
        f"bad-{number} 1.0 is not played: it names bad_{number} as the game bad-{number}, whose"
        f" import {why}: mend the module, or uninstall bad-{number}."
        for number, why in enumerate(HARM)
    ]
    assert {game for game, _ in played(found)} == {game for game, _ in OURS} | {"good"}


def test_an_import_that_waits_is_refused(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "PATIENCE_S", 3)
    waits = {"waits/__init__.py": "import threading\nthreading.Event().wait()"}
    folder.install("waits", waits, {"waits": "waits"})
    (sentence,) = find(tried=True).refused
    assert (
        "waits 1.0 is not played: it names waits as the game waits, whose import does" in sentence
    )


def test_an_import_that_exits_is_refused(folder: Folder) -> None:
    folder.install("leaves", {"leaves/__init__.py": "raise SystemExit(3)"}, {"leaves": "leaves"})
    (sentence,) = find(tried=True).refused
    assert (
        "leaves 1.0 is not played: it names leaves as the game leaves, which cannot be" in sentence
    )
    assert "SystemExit: 3" in sentence


@pytest.mark.parametrize(
    ("others", "games", "refused"),
    [
        # By its name, whichever comes first.
        (("aaa-nim", "croupier-nim"), "", {"aaa-nim": "which belongs to croupier-nim: uninstall"}),
        # By the operator's word.
        (("aaa-nim", "croupier-nim"), "good,nim=aaa-nim", {"croupier-nim": "to aaa-nim: uninst"}),
        (("aaa-nim", "zzz-nim"), "nim=Zzz_Nim", {"aaa-nim": "or write nim=aaa-nim in CROUPIER_"}),
        # Nobody's word: neither, since the first could have come along unseen.
        (
            ("aaa-nim", "zzz-nim"),
            "",
            {"aaa-nim": "as zzz-nim does: uninstall all but", "zzz-nim": "as aaa-nim does: un"},
        ),
        (("aaa-nim",), "nim=croupier-nim", {"aaa-nim": "which belongs to croupier-nim"}),
    ],
)
def test_a_game_belongs_to_one_distribution(
    folder: Folder,
    monkeypatch: pytest.MonkeyPatch,
    others: Sequence[str],
    games: str,
    refused: Mapping[str, str],
) -> None:
    monkeypatch.setenv("CROUPIER_GAMES", games)
    for name in others:
        module = name.replace("-", "_")
        folder.install(name, {f"{module}/__init__.py": NIM}, {"nim": module})
    found = find()
    assert [sentence.split()[0] for sentence in found.refused] == [*refused]
    for sentence, why in zip(found.refused, refused.values(), strict=True):
        assert why in sentence
    owners = [each.rules.module.__name__ for each in found.games if each.rules.ID == "nim"]
    assert owners == [name.replace("-", "_") for name in others if name not in refused]


def test_ours_cannot_be_taken_by_a_package_that_comes_first(folder: Folder) -> None:
    lost = changed(NIM, {'"nim", "Nim"': '"lost-cities", "Lost Cities"'})
    folder.install("aaa-lost", {"aaa_lost/__init__.py": lost}, {"lost-cities": "aaa_lost"})
    named = changed(NIM, {'"nim", "Nim"': '"aaa", "Lost Cities"'})
    folder.install("bbb", {"bbb/__init__.py": named}, {"aaa": "bbb"})
    found = find()
    assert played(found) == {*OURS, ("good", 2)}
    assert {sentence.partition(" is not played: it ")[0] for sentence in found.refused} == {
        "aaa-lost 1.0",
        "bbb 1.0",
    }


def test_versions_of_a_game_may_be_of_two_distributions_that_are_named(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.install("croupier-nim", {"new_nim/__init__.py": NIM}, {"nim": "new_nim"})
    folder.install("old-nim", {"old_nim/__init__.py": changed(NIM, OLD)}, {"nim@1": "old_nim"})
    monkeypatch.setenv("CROUPIER_GAMES", "nim=croupier-nim+old-nim")
    assert played(find()) == {("nim", 1), ("nim", 2)}


def test_rules_in_no_package_are_refused(folder: Folder) -> None:
    folder.install("single", {"single_nim.py": NIM}, {"nim": "single_nim"})
    assert find().refused == [
        "single 1.0 is not played: it has rules in no package: put single_nim.py into a folder of"
        " its own."
    ]
