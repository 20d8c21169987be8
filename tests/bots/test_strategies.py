"""The strategies, with the rules in this process: what they choose is legal, and beats dice."""

import random
import subprocess
import sys
from collections.abc import Collection, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from croupier_game.game import view_json
from croupier_game.seeded import seeded_chance
from croupier_match.games import Game
from engine.domain.registry import GAMES
from google.protobuf.json_format import ParseDict

from bots import strategies
from bots.strategies import EASY, STRATEGIES

ROOT = Path(__file__).parents[2]
MATCHES = 9
TABLES = [
    (game_id, seats)
    for game_id in STRATEGIES
    for seats in sorted({GAMES[game_id].rules.MIN_SEATS, GAMES[game_id].rules.MAX_SEATS})
]
WITHOUT_PROTOBUF = """
import sys
sys.modules |= dict.fromkeys(("google", "google.protobuf", "engine", "croupier"))
from bots.strategies import STRATEGIES
print(*sorted(STRATEGIES))
"""
"""A program in which those packages cannot be imported, as in the image of the bots."""


@pytest.mark.service
def test_every_game_of_this_repository_has_a_strategy_that_needs_no_engine() -> None:
    command = [sys.executable, "-c", WITHOUT_PROTOBUF]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert said.split() == sorted(GAMES)


@pytest.mark.parametrize(
    ("files", "plays"),
    [
        ({"__init__.py": "ID = 'beans'", "bot.py": "def choose(match, moves, dice): ..."}, True),
        (
            {"__init__.py": "", "rules.py": "", "bot.py": "def choose(match, moves, dice): ..."},
            True,
        ),
        ({"__init__.py": "", "rules.py": ""}, False),
        ({"__init__.py": "", "rules.py": "", "bot.py": "import missing_module"}, False),
    ],
)
def test_a_strategy_lies_beside_the_rules(
    files: Mapping[str, str], plays: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one, or with one that fails, the game is played at random, and others are played."""
    name = f"beans_of_{tmp_path.name}"
    for file, text in files.items():
        path = tmp_path / name / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    where = f"{name}.rules" if "rules.py" in files else name
    entries = (
        EntryPoint("beans", where, strategies.GROUP),
        EntryPoint("beans@1", where, strategies.GROUP),
    )
    monkeypatch.setattr(strategies, "entry_points", lambda group: entries)
    monkeypatch.syspath_prepend(tmp_path)
    assert list(dict(strategies.found())) == ["beans"] * plays


@pytest.mark.service
@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_bot_beats_random_players(game_id: str, seats: int) -> None:
    game, won = GAMES[game_id], 0
    for seed in range(MATCHES):
        bot = seed % seats
        state = played(game, seats, {bot}, seed)
        won += game.rules.ranking(state)[0] == (bot,) and bot not in game.rules.eliminated(state)
    assert won > 0.6 * MATCHES


def test_the_easy_strategy_is_the_other_one_that_does_not_look_closely() -> None:
    """Of two moves that Hugo finds nearly as good it makes each, and hardly ever a bad one."""
    hand, side = (
        ["R10", "B2", "B3"],
        {"expeditions": [{"cards": ["Rx", "R9"]}, *[{"cards": []}] * 4]},
    )
    match = {
        "state": {"sides": [side, side], "hand": hand, "discards": [], "deckSize": 2},
        "yourSeat": 0,
    }
    moves = [{"notation": each} for each in ("R10+*", "B2-*", "B3-*", "B2+*")]
    easy, dice = EASY["lost-cities"], random.Random(1)
    assert STRATEGIES["lost-cities"](match, moves, dice)["notation"] == "R10+*"
    assert sum(easy(match, moves, dice)["notation"] == "R10+*" for _ in range(200)) > 150
    assert {easy(match, moves[1:], dice)["notation"] for _ in range(200)} == {"B2-*", "B3-*"}


@pytest.mark.service
@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_bots_play_each_other_to_the_end(game_id: str, seats: int) -> None:
    game = GAMES[game_id]
    assert played(game, seats, range(seats), 7) == played(game, seats, range(seats), 7)


def played(game: Game, seats: int, bots: Collection[int], seed: int) -> Any:
    """The last state of a match with bots at these seats, and dice at the others."""
    rules, dice, key, version = game.rules, random.Random(seed), f"{seed:064x}", 0
    state, _ = rules.new_game(rules.Options(), seats, seeded_chance(key, (), version, ""))
    while not rules.over(state):
        version += 1
        (seat,) = rules.to_move(state)
        move = chosen(game, state, seat, dice, seat in bots)
        rules.check(state, seat, move)
        state, _ = rules.apply(state, seat, move, seeded_chance(key, (), version, ""))
    return state


def chosen(game: Game, state: Any, seat: int, dice: random.Random, bot: bool) -> Any:
    """What the seat chooses, shown what the API shows; its notation says the same."""
    rules, wire = game.rules, game.wire
    moves = rules.legal_moves(state, seat)
    if not bot:
        return dice.choice(moves)
    match = {"state": view_json(game, state, seat), "yourSeat": seat}
    listed = [{"move": wire.move_json(move), "notation": rules.notation(move)} for move in moves]
    choice = STRATEGIES[rules.ID](match, listed, dice)
    move = wire.read_move(ParseDict(choice["move"], wire.classes["Move"]()).SerializeToString())
    assert rules.notation(move) == choice["notation"]
    return move
