"""Reads the JSON of a match, also of one that is not played here."""

from typing import Any

from croupier_game.replace import replace
from croupier_match.match import AnyMatch, Match
from croupier_match.stored import match_type
from pydantic import TypeAdapter, ValidationError

from engine.domain.registry import GAMES

ANY_MATCH: TypeAdapter[Match[Any, Any, Any]] = TypeAdapter(Match[Any, Any, Any])
"""Reads what all matches have, whatever their game."""


def read_json(game_id: str, json: bytes) -> AnyMatch:
    """Return the match in this JSON. Raise ValidationError.

    Of one that is not played here, what the rules have made is left as plain JSON: all else
    can be read, and whoever asks for the rules is refused by `GAMES.of`.
    """
    newest = GAMES.find(game_id)
    if newest is not None:
        try:
            match = match_type(newest).validate_json(json)
        except ValidationError:
            # Most matches are of the newest version: the others are read twice.
            if _version_in(json) == newest.rules.VERSION:
                raise
        else:
            # The members that other rules have more are left out of it.
            if match.rules_version == newest.rules.VERSION:
                return match
    if game := GAMES.find(game_id, _version_in(json)):
        return match_type(game).validate_json(json)
    return replace(ANY_MATCH.validate_json(json), game=game_id)


def _version_in(json: bytes) -> int:
    """Return by which version of its rules the match in this JSON is played."""
    return ANY_MATCH.validate_json(json).rules_version
