"""Whatever a release has stored, every later one must load.

`stored/GAME-1.json` is a running match in the first shape that was stored, and
`stored/GAME-1.log` its log, an entry a line. They are never written again. When
the shape changes, so that a default is not enough, add a `GAME-2`.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from engine.domain.chance import seeded_chance
from engine.domain.match import Access, Player, Status
from engine.domain.reducer import AnyEntry, AnyMatch, replay
from engine.domain.registry import GAMES
from engine.games.just4fun import rules as just4fun
from engine.games.livingstone import rules as livingstone
from engine.games.lost_cities import rules as lost_cities

from tests.engine.playthroughs import STORED, stored
from tests.engine.playthroughs.play import follow, random_move

FILES = sorted(STORED.glob("*.json"))
every_stored_match = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def load(path: Path) -> AnyMatch:
    game_id, _, _ = path.stem.rpartition("-")
    return GAMES[game_id].match_json.validate_json(path.read_bytes())


def load_log(path: Path) -> list[AnyEntry]:
    game_id, _, _ = path.stem.rpartition("-")
    rows = path.with_suffix(".log").read_bytes().splitlines()
    return [GAMES[game_id].entry_json.validate_json(row) for row in rows]


def kept(stored: Any, loaded: Any) -> bool:
    """Whether `loaded` has all that `stored` has; objects may have gained fields."""
    if isinstance(stored, dict):
        return isinstance(loaded, dict) and all(
            name in loaded and kept(value, loaded[name]) for name, value in stored.items()
        )
    if isinstance(stored, list):
        return (
            isinstance(loaded, list)
            and len(loaded) == len(stored)
            and all(map(kept, stored, loaded))
        )
    return type(stored) is type(loaded) and bool(stored == loaded)


@every_stored_match
def test_stored_match_loads_and_nothing_is_dropped(path: Path) -> None:
    match = load(path)
    again = json.loads(GAMES[match.game].match_json.dump_json(match))
    assert kept(json.loads(path.read_bytes()), again)


@every_stored_match
def test_stored_match_goes_on_to_its_end(path: Path) -> None:
    match, rng = load(path), random.Random(5)
    assert match.status == Status.ACTIVE
    while not match.ended:
        match = follow(match, [random_move(match, rng)]).last
    assert match.outcome is not None


@every_stored_match
def test_stored_log_loads_and_leads_to_the_match(path: Path) -> None:
    match = load(path)
    *_, replayed = replay(match, load_log(path), seeded_chance)
    assert replayed == match


def test_lost_cities_1_is_read_as_it_was_meant() -> None:
    """The values, said once more by hand: a field that changed its meaning would show here."""
    match = load(stored(lost_cities.ID, shape=1))
    assert (match.version, match.status, match.access) == (120, Status.ACTIVE, Access.PRIVATE)
    assert (match.create_time, match.update_time) == (
        "2026-01-02T12:00:01.000Z",
        "2026-01-02T12:02:00.000Z",
    )
    assert [seat.player for seat in match.seats] == [
        Player("ada", "Ada", "bot"),
        Player("ben", "Ben", "bot"),
    ]
    assert [seat.entropy for seat in match.seats] == ["00", "01"]
    assert match.options == lost_cities.Options(rounds=2, max_turns_without_deck_draw=8)
    assert match.events == (
        lost_cities.CardPlayed(0, "W6", lost_cities.DISCARD),
        lost_cities.CardDrawn(0, "B", "Bx"),
    )


def test_position_of_lost_cities_1_is_read_as_it_was_meant() -> None:
    state = load(stored(lost_cities.ID, shape=1)).state
    assert isinstance(state, lost_cities.State)
    assert (state.starter, lost_cities.to_move(state), state.idle_turns) == (1, (1,), 1)
    assert (len(state.deck), state.deck[-1]) == (17, "W10")
    assert state.hands[0] == ("R2", "R3", "Wx", "W5", "Yx", "Y2", "Bx", "Gx")
    assert state.known[1] == ("R5", "W3", "Y6")
    assert state.expeditions[0][4] == ("G2", "G4", "G7", "G9")
    assert state.discards == (("Rx", "Rx"), ("Wx", "W9", "W6"), (), ("B3", "B7", "B4"), ())
    assert lost_cities.scores(state) == (-34, -31)
    assert [played.starter for played in state.finished] == [0]


def test_just4fun_1_is_read_as_it_was_meant() -> None:
    match = load(stored(just4fun.ID, shape=1))
    assert (match.version, match.status, len(match.seats)) == (63, Status.ACTIVE, 4)
    assert match.options == just4fun.Options(own_locked=False, start_seat=2)
    assert match.events == (
        just4fun.CardsPlayed(0, (7, 15), 22),
        just4fun.FieldLocked(0, 22, (0, 0, 0, 0)),
        just4fun.CardsDrawn(0, 2, (5, 8)),
    )


def test_position_of_just4fun_1_is_read_as_it_was_meant() -> None:
    state = load(stored(just4fun.ID, shape=1)).state
    assert isinstance(state, just4fun.State)
    assert (state.starter, just4fun.to_move(state), state.layout) == (2, (1,), just4fun.ORIGINAL)
    assert (len(state.deck), state.deck[-1]) == (25, 19)
    assert state.hands == ((1, 5, 5, 8), (1, 3, 4, 10), (3, 6, 8, 10), (1, 9, 12, 17))
    assert (len(state.discard), state.discard[-2:]) == (14, (7, 15))
    assert (state.stones[18 - 1], state.stones[20 - 1]) == ((1, 0, 1, 2), (0, 0, 3, 0))
    assert (state.supplies, state.removed, state.line) == ((5, 6, 5, 5), (2, 1, 0, 1), ())
    assert just4fun.scores(state) == (78, 115, 120, 86)


def test_livingstone_1_is_read_as_it_was_meant() -> None:
    match = load(stored(livingstone.ID, shape=1))
    assert (match.version, match.status, len(match.seats)) == (275, Status.ACTIVE, 5)
    assert match.options == livingstone.Options(mine_crash_draw="losers", coins_public=True)
    assert match.events == (livingstone.Donated(0, 2),)


def test_position_of_livingstone_1_is_read_as_it_was_meant() -> None:
    state = load(stored(livingstone.ID, shape=1)).state
    assert isinstance(state, livingstone.State)
    assert (state.round, state.starter, state.boat) == (9, 4, 9)
    assert (livingstone.to_move(state), state.taken, state.die, state.owed) == ((0,), True, 0, 0)
    assert (state.pool, state.last) == ((1, 1, 1, 2, 3, 4, 6, 6), (4, 0, 0, 0, 1))
    assert (len(state.deck), state.deck[-1], len(state.discard)) == (9, "VP2", 15)
    assert state.hands == ((), (), ("TWO_DICE",), (), ("MARKET",))
    assert (state.out_of_game, state.bag, state.aside) == (
        ("MINE_CRASH",),
        (24, 11, 9, 3),
        (5, 3, 1, 2),
    )
    assert (state.coins, state.chests) == ((0, 6, 14, 0, 0), (27, 24, 33, 17, 18))
    assert (state.gems[0], state.tents[3]) == ((1, 0, 0), ("c3", "f3", "h5"))
    assert (state.scored_rows[3], livingstone.scores(state)) == ((3, 5), (9, 9, 6, 11, 5))


@pytest.mark.parametrize(
    "changed", [{}, {"a": []}, {"a": [1, {}]}, {"a": [1, {"b": 0}]}, {"a": [True, {"b": None}]}]
)
def test_what_is_dropped_or_changed_is_noticed(changed: dict[str, Any]) -> None:
    before: dict[str, Any] = {"a": [1, {"b": None}]}
    assert kept(before, {"a": [1, {"b": None, "new": 0}], "new": 1})
    assert not kept(before, changed)
