"""The pages of rules are served, and show what is so of one game only; the kit has what all owe."""

from dataclasses import replace

import pytest
from croupier_game.seeded import SeededChance
from croupier_livingstone import rules as livingstone
from engine.domain.registry import GAMES

from tests.support.live import Live
from tests.support.players import Client

pytestmark = pytest.mark.service


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_page_which_is_served(live: Live, game_id: str) -> None:
    answer = Client(live.url).get(f"/v1/games/{game_id}/rules")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == GAMES[game_id].page


def test_legal_moves_of_livingstone_are_listed_as_the_page_shows() -> None:
    state, _ = livingstone.new_game(livingstone.Options(start_seat=0), 2, SeededChance(b"", 1))
    rich = replace(state, gems=((3, 0, 1), (0, 0, 0)), coins=(5, 3))
    listed = [livingstone.notation(move) for move in livingstone.legal_moves(rich, 0)]
    amounts = [move for move in listed if not move.startswith("die")]
    assert f"\n{', '.join(amounts)}\n" in GAMES["livingstone"].page
    for between in ("sell 2c 1r", "donate 2"):
        livingstone.check(rich, 0, livingstone.parse(between))


def test_the_original_board_is_drawn() -> None:
    board = GAMES["just4fun"].rules.module.ORIGINAL
    lines = [" ".join(f"{field:>2}" for field in board[row : row + 6]) for row in range(0, 36, 6)]
    assert "\n".join(lines) in GAMES["just4fun"].page
