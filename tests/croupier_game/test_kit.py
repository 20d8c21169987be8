"""The kit, on games outside of the clone: what `croupier new-game` makes, whole and spoilt."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from croupier_game.kit.once import told_once
from croupier_game.kit.service import LACKING
from croupier_match.refusals import GameFailed

pytestmark = pytest.mark.service  # processes of seconds

RULES = "croupier_ticket_to_mars/__init__.py"
APPLYING = "    played, turn = (*state"
"""A line of `apply`."""
WITHOUT_A_SERVICE = ("-k", "not over_http")
SECRECY = ("-k", "does_not_show or tells_nothing")


def run(program: str, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run a program of the kit as the command `croupier` does; its suites play few matches."""
    command = [sys.executable, "-m", f"croupier_game.kit.{program}", *map(str, arguments)]
    few = {**os.environ, "SEEDS": "1"}
    return subprocess.run(command, env=few, capture_output=True, text=True, check=False)


def tried(game: Path, *options: str) -> tuple[int, str]:
    """Return the exit code of the suites, and what they print."""
    ran = run("run_suite", game, "-n", "0", *options)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game."""
    within = tmp_path_factory.mktemp("games")
    ran = run("new_game", "ticket-to-mars", "--in", within)
    assert ran.returncode == 0, ran.stderr
    return within / "croupier-ticket-to-mars"


@pytest.fixture
def game(made: Path, tmp_path: Path) -> Path:
    """A copy of it, to spoil."""
    return Path(shutil.copytree(made, tmp_path / made.name))


def spoil(game: Path, *edits: tuple[str, str], module: str = RULES) -> None:
    """Replace texts of a module, each of which is there once."""
    path = game / module
    text = path.read_text()
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text)


@pytest.mark.full  # all suites, with a service
def test_a_new_game_passes_at_once(made: Path) -> None:
    code, told = tried(made)
    assert code == 0, told
    passed = re.search(r"(\d+) passed", told)
    assert passed
    assert int(passed[1]) > 200
    assert "failed" not in told
    assert LACKING not in told, "the service is there"


def test_its_rules_are_short(made: Path) -> None:
    assert len((made / RULES).read_text().splitlines()) <= 160


SHOWN_SCORES = ("sizes, scores(state))", "sizes, tuple(map(len, state.taken)))")
LEAKS: Sequence[tuple[str, Sequence[tuple[str, str]]]] = [
    (
        r"a spectator can tell twins apart by private_view\.hand",
        [("() if seat is None else state.hands[seat]", "state.hands[seat or 0]")],
    ),
    (
        r"(a spectator|seat \d) can tell twins apart by public_view\.hands",
        [("tuple(map(len, state.hands))", "tuple(map(sum, state.hands))")],
    ),
    (
        r"(a spectator|seat \d) can tell twins apart by events\[\d+\]\.card",
        [("isinstance(event, Drawn) and event.seat != seat", "seat is NAME")],
    ),
    (
        r"seat \d can tell twins apart by legal_moves\[\d\]\.card",
        [
            (
                "for card in state.hands[seat])",
                "for card in sorted(state.hands[seat], key=lambda card: card * max(state.deck)))",
            ),
            ("max(state.deck)", "(-1) ** sum(state.hands[seat - 1])"),
        ],
    ),
    (
        r"(a spectator|seat \d) can tell twins apart by (legal_)?notation",
        [
            (
                "def public_view(",
                "SEEN = []\n\n\n"
                "def notation(move):\n    return f'{move.card} {sum(SEEN)}'\n\n\n"
                "def parse(text):\n    return Move(int(text.split()[0]))\n\n\n"
                "def public_view(",
            ),
            ("    return PublicView(", "    SEEN[:] = state.deck[-3:]\n    return PublicView("),
        ],
    ),
    (
        r"(a spectator|seat \d) can tell twins apart by scores\[\d\]",
        [
            SHOWN_SCORES,
            ("tuple(map(len, state.taken))\n\n\ndef public", "SCORES\n\n\ndef public"),
            (
                "SCORES",
                "tuple(len(own) + sum(hand) for own, hand in zip(state.taken, state.hands))",
            ),
        ],
    ),
    (
        r"seat \d can tell twins apart by trying Move\(card=\d+\): refusal\.text",
        [
            (
                'IllegalMove("Only a card of the own hand can be played.")',
                'IllegalMove(f"Seat {[move.card in hand for hand in state.hands]} may play it.")',
            )
        ],
    ),
    (
        r"seat \d can tell twins apart by trying Move\(card=\d+\): refusal\.steps: \d+ against \d+",
        [
            (
                "    if move.card not in state.hands[seat]:",
                "    held = next((n for n, own in enumerate(state.hands) if move.card in own), 9)\n"
                "    if held != seat:",
            )
        ],
    ),
]


NAMES = (
    *("private view", "public view", "event"),
    *("legal moves", "notation", "scores", "refusal", "time of a refusal"),
)
FOR_EACH_CHANGE = ("event", "time of a refusal")
"""What is shown, and what is taken: the others go the ways of one of these."""


@pytest.mark.parametrize(
    ("found", "edits"),
    [
        pytest.param(*leak, id=name, marks=[pytest.mark.full] * (name not in FOR_EACH_CHANGE))
        for name, leak in zip(NAMES, LEAKS, strict=True)
    ],
)
def test_a_planted_leak_is_found_by_name(
    game: Path, found: str, edits: Sequence[tuple[str, str]]
) -> None:
    spoil(game, *edits)
    code, told = tried(game, *SECRECY)
    assert code == 1, told
    assert re.search(found, told), told


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("    SEEN.append(1)\n    return PublicView(", "len(SEEN), "),
        pytest.param("    return PublicView(", "sum(SEEN), ", marks=pytest.mark.full),
    ],
    ids=["the looks before it", "the move before it"],
)
def test_a_view_of_what_the_rules_have_kept_is_found(game: Path, kept: str, shown: str) -> None:
    """What is shown is made of the state alone: another engine has kept something else."""
    spoil(
        game,
        ("def public_view(", "SEEN = []\n\n\ndef public_view("),
        (APPLYING, f"    SEEN[:] = move.card,\n{APPLYING}"),
        ("    return PublicView(len(state.deck), ", f"{kept}{shown}"),
    )
    code, told = tried(game, "-x", "-k", "is_shown_depends")
    assert code == 1, told
    found = r"version \d+ is shown otherwise the second time: \.views\[0\]\.public\.deck: \d+"
    assert re.search(found, told), told


def test_a_mistake_is_told_once(game: Path) -> None:
    spoil(game, (APPLYING, f"    state.points\n{APPLYING}"))
    code, told = tried(game, "-k", "every_game or test_rules")
    assert code == 1
    assert len(re.findall("^(?:ERROR|FAILED) ", told, re.MULTILINE)) == 1, told
    assert re.search(r"left out, since it fails by a mistake that is told once: .* in apply", told)
    assert "The rules of ticket-to-mars, version 1, have failed in apply." in told
    assert "AttributeError: 'State' object has no attribute 'points'" in told


def test_a_failure_that_says_no_place_is_told_once(tmp_path: Path) -> None:
    def failing() -> None:
        raise GameFailed("ticket-to-mars", 1, "event_view")

    first, second = (pytest.CallInfo.from_call(failing, "call") for _ in range(2))
    for call in (first, second):
        told_once(call, [], tmp_path)
    assert first.excinfo
    assert first.excinfo.errisinstance(GameFailed)
    assert second.excinfo
    assert second.excinfo.errisinstance(pytest.skip.Exception)


def test_a_game_without_a_spec_is_tested_as_far_as_that_goes(game: Path) -> None:
    (game / "croupier_ticket_to_mars/spec.py").unlink()
    code, told = tried(game, *WITHOUT_A_SERVICE)
    assert code == 0, told
    lacks = "ticket-to-mars has no spec.py beside its rules; with one, this is tested as well: "
    assert f"{lacks}what a viewer may not know does not show" in told
    assert f"{lacks}nothing is made or lost" in told
    spoil(game, ("turn = (*state.played, move.card), ", "turn = (*state.played, 7), "))
    assert tried(game, "-x", *WITHOUT_A_SERVICE)[0] == 1


def test_a_number_that_is_not_locked_is_told(game: Path) -> None:
    spoil(
        game,
        ("    deck: int\n", "    deck: int\n    round: int\n"),
        ("len(state.deck), state.p", "len(state.deck), 1, state.p"),
    )
    code, told = tried(game, "-k", "wire")
    assert code != 0
    assert "no number for View.round in wire.lock: write it with `croupier lock-wire`" in told
    assert run("lock_wire", game).returncode == 0
    assert tried(game, "-k", "wire")[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "def public_view(",
            "def public_view((",
            "croupier-ticket-to-mars 0.1.0 is not played: it names ",
        ),
        pytest.param(
            *("def scores(", "def points(", "it has rules without scores: write them in"),
            marks=pytest.mark.full,
        ),
        pytest.param(
            *('"ticket-to-mars", "Tic', '"other", "Tic'),
            "it names other, version 1, as ticket-to-mars",
            marks=pytest.mark.full,
        ),
    ],
)
def test_broken_rules_are_refused_in_a_sentence(
    game: Path, old: str, new: str, sentence: str
) -> None:
    spoil(game, (old, new))
    code, told = tried(game)
    assert code != 0
    assert sentence in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[project", "[project", "pyproject.toml cannot be read: TOMLDecodeError: "),
        ('"croupier.games"', '"others"', "pyproject.toml names no game: add [project.entry-points"),
        ('= "croupier_ticket_to_mars"', '= "nothing"', "names the module nothing, and "),
    ],
)
def test_a_folder_of_no_game_is_refused_in_a_sentence(
    game: Path, old: str, new: str, sentence: str
) -> None:
    path = game / "pyproject.toml"
    path.write_text(path.read_text().replace(old, new) + "[" * (old == new))
    code, told = tried(game)
    assert code == 1
    assert sentence in told


def test_a_folder_without_a_project_is_refused_in_a_sentence(tmp_path: Path) -> None:
    assert "has no pyproject.toml" in tried(tmp_path)[1]


def test_a_game_that_is_not_installed_cannot_be_tested() -> None:
    ran = run("run_suite", "--installed", "chess", "-n", "0")
    assert ran.returncode != 0
    assert "There is no game chess; there are just4fun, livingstone, lost-cities" in ran.stderr


@pytest.mark.parametrize("name", ["Nim", "nim_2", "4-in-a-row", "four--rows", "n", "class"])
def test_a_bad_name_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    ran = run("new_game", name, "--in", tmp_path)
    assert ran.returncode == 1
    assert name in ran.stderr
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(made: Path) -> None:
    ran = run("new_game", "ticket-to-mars", "--in", made.parent)
    assert ran.returncode == 1
    assert "is there already" in ran.stderr
