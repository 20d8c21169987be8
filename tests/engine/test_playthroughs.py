"""Every game's playthrough is still what happens.

When the rules, the table's text or the recipe of chance were meant to change,
write the texts anew and read the difference: `python -m tests.engine.playthroughs`.
"""

import pytest
from engine.games import GAMES

from tests.engine.playthroughs import playthrough
from tests.engine.playthroughs.text import read, write

MOST_BYTES = 20_000


@pytest.mark.parametrize("game_id", GAMES)
def test_seed_options_and_moves_give_the_same_text(game_id: str) -> None:
    text = playthrough(game_id).read_text()
    played, views = read(text)
    assert played.last.game == game_id
    assert write(played, views) == text


@pytest.mark.parametrize("game_id", GAMES)
def test_playthrough_is_short_enough_to_read(game_id: str) -> None:
    assert playthrough(game_id).stat().st_size < MOST_BYTES
