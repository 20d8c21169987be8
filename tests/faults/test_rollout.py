"""The campaign of restarts itself, in small."""

import asyncio
import sys
from pathlib import Path

from tests.faults.rollout import campaign, report
from tests.support.patience import PATIENT
from tools.stack import Stack

SEED = 20261122
RATE, TABLES = 50.0, 8


def test_nobody_fails_while_all_are_restarted_one_after_the_other(tmp_path: Path) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    with Stack(tmp_path, engines=2, gateways=2, GATEWAY_RATE_LIMITS="off", **PATIENT) as stack:
        outcome = asyncio.run(campaign(stack, 1, SEED, RATE, TABLES))
    assert report(outcome) == 0
    assert {each.code for each in outcome.restarted} == {0}
    assert len(outcome.restarted) == 4
    assert outcome.moves
