"""Creating a match of a game that is played here."""

from croupier_match import settings
from croupier_match.match import Access, AnyMatch
from croupier_match.refusals import NotPlayedHere
from croupier_match.settings import MatchSettings

from engine.domain.ids import random_code
from engine.domain.registry import GAMES


def new_match(match_id: str, seed: str, wish: MatchSettings, invite_code: str = "") -> AnyMatch:
    """A match before its first entry. Raise NotPlayedHere, or InvalidOptions if it cannot be
    played.

    A private match without an `invite_code` has one that nobody knows and that leads nowhere.
    """
    game = GAMES.find(wish.game, wish.rules_version)
    if game is None:
        raise NotPlayedHere(wish.game)
    code = (invite_code or random_code()) if wish.access == Access.PRIVATE else ""
    return settings.new_match(game, wish, match_id, seed, code)
