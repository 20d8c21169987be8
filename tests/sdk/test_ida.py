"""Ida without a service: she plays by what her seat sees, and alike with the same dice."""

import random
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from croupier_client import Choice, LostCities, Turn
from croupier_client.ida import CannotSearch, Ida, position_of
from croupier_client.local import LocalMatch, play
from croupier_client.turns import seen_in
from croupier_game import searches
from croupier_game.search import Luck, share
from croupier_game.searches import is_guided, search_of

from tests.sdk.test_local import GAMES, Percy


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
    [("lost-cities", {"rounds": 1}, ahead), ("just4fun", {}, share)],
)
def test_a_guide_names_the_best_first_and_knows_what_an_end_brings(
    game: str, options: Any, brought: Any
) -> None:
    search: Any = search_of(game)
    luck = Luck(random.Random(1))
    rules, guide = search.rules, search.guide
    state, _ = rules.new_game(rules.Options(**options), 2, luck)
    while len(rules.to_move(state)):
        seat = rules.to_move(state)[0]
        found = guide.candidates(state, seat, 3)
        values = [value for value, _ in found]
        assert values == sorted(values, reverse=True)
        before = state
        for _, move in found:
            rules.check(state, seat, move)
        state, _ = rules.apply(state, seat, found[0][1], luck)
    assert guide.roll(before, seat, found[0][1], luck) == brought(rules, state, seat)


def test_a_guide_of_just4fun_values_stones_as_hugo_does() -> None:
    """With two seats it is his own value, but for what a stone does not change."""
    match = LocalMatch("just4fun", seed=3)
    while not match.over:
        turn: Any = match.turn()
        board = msgspec.to_builtins(turn.state.board)
        hugo = import_module("croupier_just4fun.bot").Board(board, turn.seat)
        moves = {each.notation: msgspec.to_builtins(each.move) for each in turn.moves}
        search: Any = search_of("just4fun")
        found = search.guide.candidates(match._state, turn.seat, 99)
        best = search.rules.notation(found[0][1])
        assert hugo.worth(moves[best]) == pytest.approx(max(map(hugo.worth, moves.values())))
        match.move(best)


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
