"""The offline verifier: `python -m engine.verify FILE`, on the games that are installed.

The replay of a match on a server is fetched first, if FILE is the URL of the match. The first
contradiction is named in a sentence (exit code 1); a file that is not a replay is refused (exit
code 2). What is checked, and how, is croupier_match.verify's.
"""

from typing import Any

from croupier_match.verify import verify as report_on

from engine.domain.registry import GAMES


def verify(raw: Any) -> list[str]:
    """The report on a true replay, in a few lines. Raise Refuted or NotAReplay."""
    return report_on(GAMES, raw).lines
