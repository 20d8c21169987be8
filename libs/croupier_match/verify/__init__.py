"""The offline verifier: a match recomputed from its replay.

What the replay says is not trusted in anything. The first contradiction is named in a sentence.
docs/fairness.md says what is checked and why.
"""

from typing import Any

from croupier_match.games import Games
from croupier_match.verify.chain import (
    check_chain,
    check_commitment,
    check_id,
    check_terms,
    check_versions,
)
from croupier_match.verify.errors import NotAReplay as NotAReplay
from croupier_match.verify.errors import NotInstalled as NotInstalled
from croupier_match.verify.errors import Refuted as Refuted
from croupier_match.verify.replaying import recompute
from croupier_match.verify.report import Report as Report
from croupier_match.verify.result import check_result, check_times
from croupier_match.verify.roster import check_roster, check_seated
from croupier_match.verify.schema import game_of, parse


def verify(games: Games, raw: Any) -> Report:
    """The report on a true replay, which is the JSON that the API has shown.

    Raise Refuted, or NotAReplay, which NotInstalled is: `games` have not the game, or the rules.
    """
    replay = parse(raw)
    game = game_of(games, replay)
    # In the order of docs/fairness.md, so that the first contradiction is named.
    check_id(replay)
    check_commitment(replay)
    check_terms(replay, raw["match"])
    check_versions(replay)
    check_chain(replay, raw["log"])
    check_roster(replay)
    match, draws = recompute(game, replay, raw["log"])
    check_result(game, replay.match, match)
    check_seated(replay, match, raw["match"]["fairness"])
    check_times(replay.match, match)
    return Report(game, replay, match, draws)
