"""The kit finds what is wrong with rules over arrays: faults that are planted in Lost Cities."""

import inspect
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from croupier_game.arrays import NUMPY, Library, NoArrayRules, array_rules_class
from croupier_game.game import Rules
from croupier_game.kit import arrays
from croupier_game.kit.twins import Dealer
from croupier_just4fun import rules as just4fun
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules, types
from croupier_lost_cities.arrays import ArrayRules, Tables
from croupier_lost_cities.arrays.codes import WAGER

GAME = "lost-cities"
OPTIONS = types.Options(rounds=2, max_turns_without_deck_draw=12)


class ForgetsToCount(ArrayRules):
    """A draw from a pile after one from the deck counts on."""

    def step(self, tables: Any, action: Any, drawn: Any) -> Any:
        after = super().step(tables, action, drawn)
        return after._replace(idle=self.xp.where(self.over(after), after.idle, tables.idle + 1))


class LacksTheDeck(ArrayRules):
    """The deck may not be drawn from when one card is left."""

    def legal(self, tables: Any) -> Any:
        legal, xp = super().legal(tables), self.xp
        last = xp.astype(tables.left == 1, xp.bool)[:, None]
        deck = xp.arange(self.actions) % self.draws == 0
        return legal & ~(last & deck)


class DrawsWhatItThrew(ArrayRules):
    """The card just thrown may be drawn, where there is a pile below it."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._other = self.xp.ones_like(self._other)


class LaysLower(ArrayRules):
    """A number may follow the same number or one below the last."""

    def legal(self, tables: Any) -> Any:
        return super().legal(tables._replace(laid=tables.laid & (WAGER - 1) >> 1))


class KnowsForEver(ArrayRules):
    """A card that was drawn from a pile stays known once it is played."""

    def step(self, tables: Any, action: Any, drawn: Any) -> Any:
        after = super().step(tables, action, drawn)
        return after._replace(known=after.known | (tables.known & (WAGER - 1)))


class LeavesTheLastCard(ArrayRules):
    """The round ends as one card is left."""

    def _ended(self, tables: Any, live: Any, drawn: Any) -> Any:
        left = self.xp.where(tables.left == 1, 0, tables.left)
        return super()._ended(tables._replace(left=left), live, drawn)


class GoesOn(ArrayRules):
    """A match that is over changes."""

    def step(self, tables: Any, action: Any, drawn: Any) -> Any:
        after = super().step(tables, action, drawn)
        return after._replace(turn=1 - tables.turn)


class ScoresLess(ArrayRules):
    """The cost of an expedition is taken twice if there is enough for it."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        score = self.codes.score
        self.codes = self.codes._replace(score=self.xp.where(score > 20, score - 20, score))


class GivesTiesToBoth(ArrayRules):
    """Who has as many points as the other has all of the victory."""

    def shares(self, tables: Any) -> Any:
        xp = self.xp
        mine, theirs = tables.totals, xp.flip(tables.totals, axis=1)
        return xp.where(mine >= theirs, 60, xp.zeros_like(mine))


class SeesTheDeck(ArrayRules):
    """The size of the deck, as it is seen, tells its next card."""

    def observe(self, tables: Any, seat: Any) -> Any:
        seen = super().observe(tables, seat)
        return seen + 0.001 * self.xp.astype(tables.deck[:, :1], self.xp.float32)


class ThinksOfTheirHand(ArrayRules):
    """A play is worth more if the other holds many wagers."""

    def plays(self, tables: Any) -> Any:
        plays = super().plays(tables)
        more = self.xp.sum(tables.hand, axis=(1, 2), dtype=self.xp.int32) % 2
        return plays._replace(worth=plays.worth + more[:, None])


class MissesTheBest(ArrayRules):
    """The policy does not mind which pile to draw from."""

    def policy(self, tables: Any) -> Any:
        action = super().policy(tables)
        return action - action % self.draws


class LeavesThemTheirHand(ArrayRules):
    """In all worlds, the other has the hand that it has."""

    def worlds(self, seen: Any, table: Any, seat: int, uniform: Any) -> Any:
        worlds = super().worlds(seen, table, seat, uniform)
        return worlds._replace(hand=self.xp.broadcast_to(table.hand, worlds.hand.shape))


class NamesThePlacesWrongly(ArrayRules):
    """Actions to lay a card mean to throw it, and the other way round."""

    def move(self, action: int, state: Any) -> Any:
        move = super().move(action, state)
        other = types.DISCARD if move.place == types.EXPEDITION else types.EXPEDITION
        return types.Move(move.card, other, move.draw)


class BeginsInOrder(ArrayRules):
    """Seat 0 begins, whatever luck says."""

    def deal(self, uniform: Any) -> Any:
        dealt = super().deal(uniform)
        return dealt._replace(turn=dealt.turn * 0, starter=dealt.starter * 0)


class SortsTheDeck(ArrayRules):
    """In worlds, the deck is in order."""

    def worlds(self, seen: Any, table: Any, seat: int, uniform: Any) -> Any:
        worlds = super().worlds(seen, table, seat, uniform)
        return worlds._replace(deck=self.xp.sort(worlds.deck, axis=1))


class Wraps(ArrayRules):
    """Turns are counted up to 127, and then from -128 on."""

    def from_states(self, states: Any) -> Tables:
        fitting = [
            types.State(**{**vars(state), "idle_turns": (state.idle_turns + 128) % 256 - 128})
            for state in states
        ]
        return super().from_states(fitting)


class ForgetsShapes(ArrayRules):
    """Without tables, there is a table."""

    def shares(self, tables: Any) -> Any:
        shares = super().shares(tables)
        return shares if shares.shape[0] else self.xp.zeros((1, 2), dtype=self.xp.int32)


class DependsOnTheLibrary(ArrayRules):
    """Floats, of which no two libraries need agree."""

    def __init__(self, library: Library, *given: Any) -> None:
        super().__init__(library, *given)
        self.library = library

    def plays(self, tables: Any) -> Any:
        plays = super().plays(tables)
        return plays._replace(worth=plays.worth + int(self.library is not NUMPY))


def beside(subject: arrays.Subject) -> None:
    arrays.play_beside(subject, 24, 1500, 1)


def worlds(subject: arrays.Subject) -> None:
    arrays.check_worlds(subject, 1, 100, 0.3)


def luck(subject: arrays.Subject) -> None:
    arrays.check_luck(subject, 1, 100)


def bounds(subject: arrays.Subject) -> None:
    chance = Dealer((), "bounds")
    arrays.check_bounds(subject, rules.new_game(subject.options, subject.seats, chance)[0])


def libraries(subject: arrays.Subject) -> None:
    kind: Any = type(subject.arrays)
    others = [library for library in arrays.libraries() if library.name != "jax"]
    arrays.check_libraries([_of(kind, library) for library in others], 8)


PLANTED: Mapping[type[ArrayRules], tuple[Callable[[arrays.Subject], None], str]] = {
    ForgetsToCount: (beside, r"the table: idle: at \[\] "),
    LacksTheDeck: (beside, r"legal: actions \[.*\] are missing"),
    DrawsWhatItThrew: (beside, "legal: action .*, which is refused: The card just discarded"),
    LaysLower: (beside, "legal: action .*, which is refused: A number must be higher"),
    KnowsForEver: (beside, "the table: known"),
    LeavesTheLastCard: (beside, "a table is no state: There is a card too many"),
    GoesOn: (beside, "the table: turn"),
    ScoresLess: (beside, "scores: at"),
    GivesTiesToBoth: (beside, r"shares: \[60, 60\], and by the rules \[30, 30\]"),
    MissesTheBest: (beside, "policy: .* is not one of the best plays"),
    NamesThePlacesWrongly: (beside, "move: action"),
    SeesTheDeck: (worlds, "the observation differs"),
    ThinksOfTheirHand: (worlds, "the worth of plays differs"),
    LeavesThemTheirHand: (worlds, "other pieces|from a world"),
    BeginsInOrder: (luck, "deals: turn, number 0: frequencies differ"),
    SortsTheDeck: (luck, "worlds of seat .*: deck, number 0: frequencies differ"),
    Wraps: (bounds, "at idle_turns becomes another one"),
    ForgetsShapes: (arrays.check_no_tables, "shares"),
    DependsOnTheLibrary: (libraries, "numpy against array_api_strict: the worth of plays"),
}
SHORT = types.Options(rounds=1, max_turns_without_deck_draw=2)
"""Ends in a tie often."""


def _of(
    kind: type[ArrayRules], library: Library = NUMPY, options: types.Options = OPTIONS
) -> arrays.Subject:
    return arrays.Subject(GAME, options, 2, kind(library, options, 2), library)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: type[ArrayRules]) -> None:
    check, found = PLANTED[fault]
    with pytest.raises(AssertionError, match=found):
        check(_of(fault, options=SHORT if fault is GivesTiesToBoth else OPTIONS))


@pytest.mark.parametrize("check", dict.fromkeys(check for check, _ in PLANTED.values()))
def test_without_a_fault_none_is_found(check: Callable[[arrays.Subject], None]) -> None:
    check(_of(ArrayRules))


def test_here_all_three_libraries_are_tested() -> None:
    assert [each.name for each in arrays.libraries()] == ["numpy", "array_api_strict", "jax"]


@pytest.mark.parametrize("module", [rules, livingstone, just4fun])
def test_rules_over_arrays_of_another_version_are_refused_by_name(
    module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Taken from the rules, it would always fit them.
    assert "RULES_VERSION = 1\n" in inspect.getsource(array_rules_class(Rules(module)))
    monkeypatch.setattr(module, "VERSION", 7)
    why = f"version 1 of the rules of {module.ID}, not version 7"
    with pytest.raises(NoArrayRules, match=why):
        array_rules_class(Rules(module))


@pytest.mark.service
def test_who_does_without_arrays_imports_no_array_library() -> None:
    without = ("analysis", "searches", "kit.games", "kit.suite.test_worlds", "worlds")
    code = f"import sys, {', '.join(f'croupier_game.{each}' for each in without)}\n"
    code += "sys.exit(' '.join({'jax', 'numpy'} & {*sys.modules}) or 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
