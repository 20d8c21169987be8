"""Every game's playthroughs are still what happens.

When the rules, the table's text or the recipe of chance were meant to change,
write the texts anew and read the difference: `python -m tests.support.playthroughs`.
"""

import pytest

from tests.support.game_spec import Specimen
from tests.support.games import ORACLES, TABLES, playthrough
from tests.support.playthroughs import read, write
from tests.support.random_matches import NAMES

MOST_BYTES = 20_000


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_seed_options_and_moves_give_the_same_text(game_id: str, seats: int) -> None:
    text = playthrough(game_id, seats).read_text()
    played, views = read(text)
    assert (played.last.game, len(played.last.seats)) == (game_id, seats)
    assert write(played, views) == text


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_playthrough_is_short_enough_to_read(game_id: str, seats: int) -> None:
    assert playthrough(game_id, seats).stat().st_size < MOST_BYTES


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_everyone_has_looked_at_the_table(game_id: str, seats: int) -> None:
    text = playthrough(game_id, seats).read_text()
    for viewer in (*NAMES[:seats], "a spectator"):
        assert f"\n--- {viewer} sees\n" in text


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_playthrough_is_of_the_specimen(game_id: str, seats: int) -> None:
    played, views = read(playthrough(game_id, seats).read_text())
    options, seed = played.last.options, int(played.last.seed, 16)
    assert Specimen(options, seed, views) == ORACLES[game_id].specimens[seats]
