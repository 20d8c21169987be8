"""The offline verifier: recompute a match from its replay, `python -m engine.verify FILE`.

The replay of a match on a server is fetched first, if FILE is the URL of the match. What it says
is not trusted in anything. The first contradiction is named in a
sentence (exit code 1); a file that is not a replay is refused (exit code 2).
docs/fairness.md says what is checked and why.
"""

from typing import Any

from engine.verify.chain import check_chain, check_commitment, check_id, check_terms, check_versions
from engine.verify.replay import recompute
from engine.verify.report import report
from engine.verify.result import check_result, check_times
from engine.verify.roster import check_roster, check_seated
from engine.verify.schema import game_of, parse


def verify(raw: Any) -> list[str]:
    """The report on a true replay, in a few lines. Raise Refuted or NotAReplay."""
    replay = parse(raw)
    game = game_of(replay)
    # In the order of docs/fairness.md, so that the first contradiction is named.
    check_id(replay)
    check_commitment(replay)
    check_terms(replay, raw["match"])
    check_versions(replay)
    check_chain(replay, raw["log"])
    check_roster(replay)
    match, draws = recompute(game, replay)
    check_result(game, replay.match, match)
    check_seated(replay, match, raw["match"]["fairness"])
    check_times(replay.match, match)
    return report(game, replay, match, draws)
