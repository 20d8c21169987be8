"""Every game's playthroughs are still what happens.

When the rules, the table's text or the recipe of chance were meant to change,
write the texts anew and read the difference: `python -m croupier_game.kit.playthroughs`.
"""

import pytest

from croupier_game.kit.games import ORACLES, playthrough, tables
from croupier_game.kit.playthroughs import read, write
from croupier_game.kit.random_matches import NAMES
from croupier_game.kit.spec import Specimen

pytestmark = pytest.mark.needs_spec

MOST_BYTES = 20_000
WRITTEN = [table for table in tables() if playthrough(*table).exists()]
"""The wheel of a game has none; its folder must have all."""


@pytest.mark.parametrize(("game_id", "seats"), WRITTEN)
def test_seed_options_and_moves_give_the_same_text(game_id: str, seats: int) -> None:
    text = playthrough(game_id, seats).read_text()
    played, views = read(text)
    assert (played.last.game, len(played.last.seats)) == (game_id, seats)
    assert write(played, views) == text


@pytest.mark.parametrize(("game_id", "seats"), WRITTEN)
def test_playthrough_is_short_enough_to_read(game_id: str, seats: int) -> None:
    assert playthrough(game_id, seats).stat().st_size < MOST_BYTES


@pytest.mark.parametrize(("game_id", "seats"), WRITTEN)
def test_everyone_has_looked_at_the_table(game_id: str, seats: int) -> None:
    text = playthrough(game_id, seats).read_text()
    for viewer in (*NAMES[:seats], "a spectator"):
        assert f"\n--- {viewer} sees\n" in text


@pytest.mark.parametrize(("game_id", "seats"), WRITTEN)
def test_playthrough_is_of_the_specimen(game_id: str, seats: int) -> None:
    played, views = read(playthrough(game_id, seats).read_text())
    options, seed = played.last.options, int(played.last.seed, 16)
    assert Specimen(options, seed, views) == ORACLES[game_id].specimens[seats]
