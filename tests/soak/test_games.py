"""The soak itself, in small."""

import re
from dataclasses import replace

import pytest
from engine.domain.registry import GAMES

from tests.soak import games
from tests.soak.games import Failed, main, play, soak
from tests.support.games import ORACLES, TABLES

SEED = 4


def test_every_game_with_every_number_of_players_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--matches", "5", "--seed", f"{SEED}"])
    seed, head, *rows = capsys.readouterr().out.splitlines()
    assert seed == f"seed {SEED}"
    assert [re.split(" {2,}", row)[:3] for row in rows] == [
        [game_id, str(seats), "5"] for game_id, seats in TABLES
    ]
    assert len({len(row) for row in (head, *rows)}) == 1


def test_same_seed_gives_the_same_matches() -> None:
    for game_id, seats in TABLES:
        assert play(game_id, seats, 1, SEED) == play(game_id, seats, 1, SEED)
    assert soak(5, SEED, TABLES[:1]) != soak(5, SEED + 1, TABLES[:1])


@pytest.mark.parametrize("game_id", GAMES)
def test_failure_says_which_match_it_was(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short = replace(ORACLES[game_id], bound=lambda options, seats: 3)
    monkeypatch.setattr(games, "ORACLES", {game_id: short})
    seats = GAMES[game_id].rules.MIN_SEATS
    with pytest.raises(Failed, match=rf"{game_id}', {seats}\), match 0, seed {SEED}: .*bound"):
        soak(1, SEED, [(game_id, seats)])


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_lost_is_noticed(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = ORACLES[game_id]
    fewer = replace(oracle, pieces=lambda state: list(oracle.pieces(state))[1:])
    monkeypatch.setattr(games, "ORACLES", {game_id: fewer})
    with pytest.raises(Failed, match="made or lost"):
        soak(1, SEED, [(game_id, GAMES[game_id].rules.MIN_SEATS)])
