"""The house at tournaments: so many as the maker asks for, who play to the end, also anew."""

import signal
from pathlib import Path
from typing import Any

import pytest
from croupier_client import Clock, Croupier

from tests.bots.test_house import house
from tests.support.live import Live
from tests.support.waiting import until
from tools.house import NAMES

pytestmark = pytest.mark.full

WISH: dict[str, Any] = {
    "clock": Clock(bank="600s"),
    "rounds": 1,
    "start_when_full": True,
    "check_in": "3s",
    "round_break": "0s",
    "reveal": "60s",
}


GAME, RESIDENTS = "livingstone", 4
"""A game of which nobody searches, and how many of the house play it."""


def test_so_many_come_as_the_maker_asks_for_and_they_play(quiet: Live, tmp_path: Path) -> None:
    with Croupier(quiet.url) as maker:
        maker.register("Maker", kind="human")
        tournaments = maker.tournaments
        alone = tournaments.create("Alone", GAME, max_players=8, **WISH)
        made = tournaments.create("Evening", GAME, max_players=8, house_bots=2, **WISH)

        def here(tournament_id: str) -> list[str | None]:
            return [each.player.display_name for each in tournaments.players(tournament_id)]

        with house(quiet.url, tmp_path, BOTS_RATED_S="0") as process:
            until(lambda: len(here(made.id)) == 2, 60)
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        with house(quiet.url, tmp_path, BOTS_RATED_S="0"):
            until(
                lambda: {*here(made.id)} <= {each.display_name for each in maker.players(GAME)}, 60
            )
            tournaments.start(made.id)
            until(lambda: tournaments.get(made.id).status == "finished", 90)
        assert len(here(made.id)) == 2
        assert {*here(made.id)} <= {*NAMES}
        assert here(alone.id) == []
        assert sum(each.points for each in tournaments.standings(made.id)) == 1
        (table,) = tournaments.tables(made.id, 1)
        assert [each.absent for each in table.results] == [()]
