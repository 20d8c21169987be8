"""The campaign of kills around the archive, in small."""

import asyncio
from pathlib import Path

from tests.faults.archive import KINDS, campaign


def test_whatever_is_killed_every_match_is_archived_once(tmp_path: Path) -> None:
    verdict = asyncio.run(campaign(len(KINDS), 20261123, tmp_path))
    assert verdict.complaints == []
    assert verdict.matches > 20
    assert {*verdict.kills} == {*KINDS}
