"""Ida without a service: she plays by what her seat sees, and alike with the same dice."""

import math
import random
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy
import pytest
from croupier_client import Choice, LostCities, Turn
from croupier_client.ida import CannotSearch, Ida, position_of
from croupier_client.local import LocalMatch, play
from croupier_client.turns import seen_in
from croupier_game import searches
from croupier_game.arrays import NONE, OutOfBounds, Plays, array_rules_class
from croupier_game.search import CANDIDATES, BadGuide, Search, Trial, share
from croupier_game.searches import is_guided, search_of

from tests.sdk.test_local import GAMES, Percy

SEED = 20261201


class Hugo:
    """The bot of the game's package."""

    def choose(self, turn: Turn) -> Choice:
        bot = import_module(f"croupier_{turn.game.replace('-', '_')}.bot")
        shown: Any = turn
        match = {"state": msgspec.to_builtins(shown.state), "yourSeat": turn.seat}
        notation: str = bot.choose(match, msgspec.to_builtins(shown.moves), random.Random(1))[
            "notation"
        ]
        return notation


def played(game: str, seats: int, strategies: Sequence[Any]) -> LocalMatch:
    options = {"maxTurnsWithoutDeckDraw": 60, "rounds": 1} if game == "lost-cities" else {}
    return play(LocalMatch(game, seats, options, seed=3), strategies)


@pytest.mark.parametrize(
    ("game", "seats"), [*{game: (game, seats) for game, seats in reversed(GAMES)}.values()]
)
def test_she_plays_every_game_to_its_end_and_alike_with_the_same_dice(
    game: str, seats: int
) -> None:
    """With the fewest seats; what is none of the legal moves, the match refuses."""

    def match() -> LocalMatch:
        others = [Percy(f"{seat}") for seat in range(1, seats)]
        return played(game, seats, [Ida(8, random.Random(1)), *others])

    one, other = match(), match()
    assert one.over
    assert (one.version, one.scores) == (other.version, other.scores)


def test_she_plays_a_round_against_hugo() -> None:
    match = played("lost-cities", 2, [Ida(8, random.Random(1)), Hugo()])
    assert match.over


def test_what_the_seat_cannot_see_makes_no_difference() -> None:
    """Deals that differ in the other hand and the deck only: she is told the same, to the byte."""
    match = LocalMatch(LostCities(rounds=1, start_seat=0))
    position = position_of(match.turn())
    assert "deck" not in msgspec.json.encode(position).decode().replace("deckSize", "")
    state = match._state
    hidden = random.Random(1).sample([*state.deck, *state.hands[1]], len(state.deck) + 8)
    state.__dict__["deck"] = tuple(hidden[8:])
    state.__dict__["hands"] = (state.hands[0], tuple(hidden[:8]))
    assert position_of(match.turn()) == position


def ahead(rules: Any, state: Any, seat: int) -> float:
    mine, other = rules.scores(state)[seat], rules.scores(state)[1 - seat]
    return float(mine - other)


@pytest.mark.parametrize(
    ("game", "options", "brought"),
    [("lost-cities", {"rounds": 1}, ahead), ("just4fun", {}, share), ("livingstone", {}, share)],
)
def test_a_search_names_the_best_first_and_knows_what_an_end_brings(
    game: str, options: Any, brought: Any
) -> None:
    search = search_of(game)
    rules, match = search.rules, LocalMatch(game, 2, options, seed=3)
    while not match.over:
        position, state = position_of(match.turn()), match._state
        begun = search.begin(position, random.Random(1))
        values = [value for value, _ in begun.named]
        assert values == sorted(values, reverse=True)
        assert 1 <= len(values) <= CANDIDATES
        for _, move in begun.named:
            rules.check(state, position.seat, move)
        move = begun.named[0][1]
        match.move(rules.notation(move))
    ((found,),) = search.brought([Trial(begun, [move], 5)])
    assert [*found] == pytest.approx([brought(rules, match._state, position.seat)] * 5)


def test_decisions_that_are_tried_together_bring_what_they_do_alone() -> None:
    search = search_of("lost-cities")
    positions = [position_of(LocalMatch("lost-cities", seed=seed).turn()) for seed in range(3)]

    def trials() -> list[Trial]:
        begun = [search.begin(each, random.Random(1)) for each in positions]
        return [Trial(each, [move for _, move in each.named], 7) for each in begun]

    together = search.brought(trials())
    assert together == [search.brought([each])[0] for each in trials()]
    assert len({str(each) for each in together}) == 3
    assert search.brought([]) == []


def test_numpy_and_jax_make_the_same_choices() -> None:
    position = position_of(LocalMatch("lost-cities", seed=SEED).turn())
    numpy, jax = (search_of("lost-cities", library=each) for each in ("numpy", "jax"))

    def brought(search: Search) -> Any:
        begun = search.begin(position, random.Random(1))
        return search.brought([Trial(begun, [move for _, move in begun.named], 40)])

    assert brought(numpy) == brought(jax)


class Odd:
    """A guide that returns what it is given."""

    def __init__(self, brought: Any, value: Any = 0.0, named: int = 2) -> None:
        self.brought, self.value, self.named = brought, value, named

    def candidates(self, state: Any, seat: int, most: int) -> Any:
        moves = search_of("just4fun").rules.legal_moves(state, seat)
        return [(self.value, move) for move in moves[: self.named]]

    def roll(self, state: Any, seat: int, move: Any, chance: Any) -> Any:
        return self.brought


@pytest.mark.parametrize(
    ("guide", "why"),
    [
        (Odd(math.nan), "The guide of just4fun returns nan, which is no finite number"),
        (Odd(-math.inf), "returns -inf"),
        (Odd(None), "returns None"),
        (Odd("much"), "returns 'much'"),
        (Odd(0.0, math.nan), "returns nan"),
        (Odd(0.0, 0.0, 0), "The guide of just4fun names no move"),
    ],
)
def test_a_guide_that_returns_nonsense_is_refused(guide: Odd, why: str) -> None:
    with pytest.raises(BadGuide, match=why):
        Ida(8, random.Random(1), guide).choose(LocalMatch("just4fun", seed=3).turn())


def test_what_is_needed_to_search_in_arrays_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    anew = searches.search_of.__wrapped__
    turn = LocalMatch(LostCities(rounds=1)).turn()
    rules = array_rules_class(search_of("lost-cities").rules)
    with pytest.raises(CannotSearch, match="'cupy' is no library to search with: numpy or jax"):
        anew("lost-cities", library="cupy")
    with monkeypatch.context() as broken:
        broken.setitem(sys.modules, "croupier_game.arrays.search", None)  # as without NumPy
        with pytest.raises(CannotSearch, match=r"pip install croupier-game\[arrays\]"):
            anew("lost-cities")
    with monkeypatch.context() as broken:
        broken.setattr(rules, "RULES_VERSION", 99)
        with pytest.raises(CannotSearch, match="version 99 of the rules of lost-cities, not"):
            anew("lost-cities")
    with monkeypatch.context() as broken:
        broken.setattr(rules, "from_states", overfull)
        with pytest.raises(CannotSearch, match="'lost-cities' cannot be searched here, 99 cards"):
            Ida(8, random.Random(1)).choose(turn)
    with monkeypatch.context() as broken:
        broken.setattr(rules, "plays", no_plays)
        with pytest.raises(BadGuide, match="The rules over arrays of lost-cities name no move"):
            Ida(8, random.Random(1)).choose(turn)


def no_plays(rules: Any, tables: Any) -> Plays:
    return Plays(tables.left[:, None], tables.left[:, None] * 0 + numpy.int32(NONE))


def test_options_that_arrays_cannot_hold_are_not_searched() -> None:
    match = LocalMatch("livingstone", options={"cardCounts": {"mineCrash": 5}})
    why = "'livingstone' cannot be searched here, .* up to 4 cards MINE_CRASH, not 5"
    with pytest.raises(CannotSearch, match=why):
        Ida(8, random.Random(1)).choose(match.turn())
    with pytest.raises(CannotSearch, match=why):  # as an analysis begins
        search_of("livingstone").part(match._state)


def overfull(rules: Any, states: Any) -> None:
    raise OutOfBounds("99 cards in a hand.")


def test_what_was_taken_back_was_not_seen() -> None:
    def entry(version: int, kind: str = "move", to: int | None = None, *kept: int) -> Any:
        events = [] if kind == "undone" else [version]
        return SimpleNamespace(version=version, kind=kind, to=to, events=events, kept=kept or None)

    history = [entry(1), entry(2), entry(3), entry(4, "undone", 2), entry(5), entry(6)]
    assert seen_in(history, 3) == [[1], [2], [3]]
    assert seen_in(history, 5) == [[1], [2], [5]]
    alone = [entry(1), entry(2), entry(3), entry(4, "undone", 1, 3)]  # others' choices stay
    assert seen_in(alone, 4) == [[1], [3]]


@pytest.mark.parametrize(
    ("game", "version", "why"),
    [
        ("chess", None, "'chess' cannot be searched: it is not installed here"),
        ("just4fun", 99, "'just4fun' cannot be searched: version 99 of its rules is not"),
    ],
)
def test_a_game_that_is_not_installed_with_these_rules_is_not_searched(
    game: str, version: int | None, why: str
) -> None:
    with pytest.raises(CannotSearch, match=why):
        search_of(game, version)


def test_worlds_that_cannot_be_imported_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches in other games go on beside a package that fails here."""
    package = tmp_path / "broken_beans"
    package.mkdir()
    (package / "__init__.py").write_text("ID = 'beans'\nVERSION = 1\n")
    (package / "worlds.py").write_text("import missing_module\n")
    entry = EntryPoint("beans", package.name, searches.GROUP)
    monkeypatch.setattr(searches, "entry_points", lambda group, name: [entry] * (name == "beans"))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CannotSearch, match="No module named 'missing_module'") as failed:
        search_of("beans")
    assert isinstance(failed.value.__cause__, ModuleNotFoundError)
    assert not is_guided("beans")
