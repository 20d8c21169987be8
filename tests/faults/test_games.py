"""The campaign of games that come and go itself, in small."""

import asyncio
import sys
from pathlib import Path

from tests.faults.games import campaign, report
from tests.support.patience import PATIENT
from tools.stack import Stack

SEED = 20261126
RATE, TABLES = 50.0, 8


def test_a_game_comes_and_goes_while_others_are_played(tmp_path: Path) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    data = tmp_path / "data"
    with Stack(data, engines=2, gateways=2, GATEWAY_RATE_LIMITS="off", **PATIENT) as stack:
        outcome = asyncio.run(campaign(stack, tmp_path / "games", 1, SEED, RATE, TABLES))
        assert report(outcome) == 0
    assert outcome.guests.made, "the game was played while engines differed"
