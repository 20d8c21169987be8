"""The JSON of a stored match, without members that have no value.

They came after the dictionary of `engine.store.compression`, so they would not be packed well: in
an open deal they are a tenth of a match.
"""

import orjson

from engine.domain.errors import GameFailed
from engine.domain.match import Status
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.store.compression import pack, unpack

# Quotes are escaped in JSON texts: none of a player can have one of these.
NO_SEAL = b',"seal":""}'
OPEN_DEAL = b',"deal":"open","reveal_ms":0,"reveal_by":""}'
TALKING = b',"talk":true}'
NOT_DEALT = b',"dealt_at":0}'
NO_UNDO = b',"undo":null'
NOTHING_ASKED = b',"undo":{"request":null,"asks":[],"since":0,"used":false}'
NOTHING_TO_SAY = b',"undo":{}'


def dumps(match: AnyMatch) -> bytes:
    """The match as `Game.match_json` would write it, in half the time, without these members.

    Raise GameFailed if its state cannot be written.
    """
    try:
        written = orjson.dumps(match)
    except TypeError:  # a number of more than 64 bits, or something that is no JSON
        raise GameFailed(match.game, match.rules_version, "apply") from None
    json = _without(_without(written, TALKING), OPEN_DEAL)
    json = _without(json, NOT_DEALT).replace(NO_SEAL, b"}")
    if match.undo is None:
        return json.replace(NO_UNDO, b"")
    return json.replace(NOTHING_ASKED, NOTHING_TO_SAY)


def check_readable(match: AnyMatch) -> None:
    """Raise GameFailed unless the match can be read once it is stored.

    Of a state that the rules have just dealt, only the class was checked: a member may be None
    although it has the type int.
    """
    game = GAMES.of(match)
    game.rules.guarded(game.match_json.validate_json, name="new_game")(dumps(match))


def packed(match: AnyMatch) -> bytes:
    """Return the match as it is stored."""
    return pack(dumps(match))


def read_match(game: bytes | None, match: bytes | None) -> AnyMatch | None:
    """Return the match in these fields; None if there is none. See `Games.read` for errors."""
    if game is None or match is None:
        return None
    return GAMES.read(game.decode(), unpack(match))


def status_of(stored: bytes) -> Status:
    """The status of a stored match, without making the match of it, which takes much longer.

    Raise ValueError or KeyError if it is damaged, or of another format.
    """
    return Status(orjson.loads(unpack(stored))["status"])


def _without(json: bytes, end: bytes) -> bytes:
    """The object without its last members, if they are these."""
    return json[: -len(end)] + b"}" if json.endswith(end) else json
