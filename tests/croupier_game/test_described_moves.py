"""What the kit finds in a game that describes its moves, and what its rules may do to others."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path

import pytest
from croupier_game.installed import load
from croupier_game.kit.games import GAMES
from croupier_game.kit.suite import test_described_moves as suite
from croupier_game.kit.suite import test_every_view as views
from croupier_match.games import Game
from croupier_match.guard import unlimited

from tests.support import passing
from tests.support.game_packages import changed, on_path

SOURCE = Path(passing.__file__)
SPEC = SOURCE.with_name("spec.py").read_text()
PACKAGE = "croupier_passing"
TESTS: tuple[Callable[[str, int], None], ...] = (
    suite.test_what_a_description_has_is_what_check_accepts,
    suite.test_description_and_list_are_equal_where_that_is_short,
    suite.test_a_move_is_built_from_what_the_api_says_of_it,
)
EDITS = {
    "a condition that is always fulfilled": {"card % 2 for card in cards}) == 1\n": "1}) == 1\n"},
    "a condition that is wrong late": {
        "1, MOST_DISCARDED, (even,)": "1, MOST_DISCARDED, (even,) if len(state.pile) < 6 else ()"
    },
    "a condition that is too narrow": {
        "card % 2 for card in cards}) == 1": "card % 4 for card in cards}) == 1"
    },
    "one too many": {"TO_PASS, TO_PASS)": "TO_PASS, TO_PASS + 1)"},
    "one too few": {'"laid", cards, 2)': '"laid", cards, 1)'},
    "not all of the hand": {"for card in hand if rank(card) == each)": "for card in hand[1:])"},
    "another's cards": {"hand, 1, MOST": "hand + state.hands[seat - 1], 1, MOST"},
    "cards in another order": {
        'Choose(Pass(()), "passed", hand': 'Choose(Pass(()), "passed", hand[::-1]'
    },
    "check forgets that a set is of one rank": {"or len({card % 10 for card in cards}) > 1": ""},
    "check is too strict late": {"len(cards) > 3 or": "len(cards) > 3 - (len(state.pile) > 6) or"},
}


@contextmanager
def chosen(path: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the kit find the game with this source."""
    suite.positions.cache_clear()
    spec = SPEC.replace("tests.support.passing", PACKAGE)
    with on_path(path, monkeypatch) as folder:
        folder.install(
            "croupier-passing",
            {f"{PACKAGE}/__init__.py": source, f"{PACKAGE}/spec.py": spec},
            {"passing": PACKAGE},
        )
        GAMES.add(Game.of(load(import_module(PACKAGE)), unlimited))
        try:
            yield
        finally:
            GAMES.remove("passing")
            suite.positions.cache_clear()


def tried(path: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run what the kit has for described moves on a source of the game."""
    with chosen(path, source, monkeypatch):
        for test in TESTS:
            test("passing", 2)


def test_a_game_that_describes_its_moves_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried(tmp_path, SOURCE.read_text(), monkeypatch)


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_a_fault_in_a_description_is_found(
    edits: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AssertionError) as found:
        tried(tmp_path, changed(SOURCE.read_text(), edits), monkeypatch)
    assert re.search(r"is (accepted|refused) by check", str(found.value)), str(found.value)


LEAK = {
    "hand, TO_PASS, TO_PASS)": "hand, 3, 3, text=told(state, seat))",
    "def rank(": "def told(state, seat):\n"
    "    return lambda card: f'{card} {sum(state.hands[seat - 1])}'\n\n\ndef rank(",
}


@pytest.mark.parametrize("edits", [{}, LEAK], ids=["nothing", "a secret"])
def test_a_text_of_what_can_be_chosen_that_tells_a_secret_is_found(
    edits: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with chosen(tmp_path, changed(SOURCE.read_text(), edits), monkeypatch):
        dice = random.Random(1)
        pairs = [views.pair("passing", dice, Counter()) for _ in range(12)]
        told = pytest.raises(AssertionError, match=r"by legal_choose\[0\]\.of\[0\]\.text")
        with told if edits else nullcontext():
            views.test_what_a_viewer_may_not_know_does_not_show(
                views.Pairs("passing", pairs, Counter())
            )
