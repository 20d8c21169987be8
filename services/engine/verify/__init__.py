"""Recompute a match from its replay, offline: `python -m engine.verify FILE`.

Nothing in the file is believed. The first thing that is wrong is named in a
sentence (exit code 1); a file that is no replay is told so (exit code 2). What
is checked and why is `docs/fairness.md`.
"""

from typing import Any

from engine.verify.chain import check_chain, check_commitment, check_versions
from engine.verify.replay import fold
from engine.verify.report import report
from engine.verify.result import check_result, check_times
from engine.verify.roster import check_roster, check_seated
from engine.verify.schema import game_of, shape


def verify(raw: Any) -> list[str]:
    """What was recomputed, in a few lines. Raise Refuted or NotAReplay."""
    replay = shape(raw)
    game = game_of(replay)
    check_commitment(replay)
    check_versions(replay)
    check_chain(replay, raw["log"])
    check_roster(replay)
    match, drew = fold(game, replay)
    check_result(game, replay.match, match)
    check_seated(replay, match)
    check_times(replay.match, match)
    return report(game, replay, match, drew)
