"""The JSON of a stored match, without members that have no value.

They came after the dictionary of `engine.store.compression`, so they would not be packed well: in
an open deal they are a tenth of a match.
"""

from collections.abc import Mapping
from typing import Any

import orjson
from croupier_game.replace import replace
from croupier_match.match import AnyMatch, Deal, Seat, Status, Undo
from croupier_match.refusals import GameFailed
from croupier_match.stored import match_type

from engine.domain.registry import GAMES
from engine.store.compression import pack, unpack
from engine.store.match_types import read_json

LATER = (
    *(("dealt_at", 0), ("deal", Deal.OPEN), ("reveal_ms", 0), ("reveal_by", "")),
    *(("talk", True), ("rated", False), ("tournament", None), ("deal_of", None)),
    *(("decisions", ()), ("phase_left_ms", None)),
)
"""The members of a match that came later, and what each has where it says nothing."""
NOTHING_ASKED = Undo()


def dumps(match: AnyMatch) -> bytes:
    """The match as `match_type` would write it, in half the time, without these members.

    Raise GameFailed if its state cannot be written.
    """
    members = vars(match).copy()
    for name, nothing in LATER:
        if members[name] == nothing:
            del members[name]
    del members["ratings"]  # beside it, see `read_match`
    if match.undo is None:
        del members["undo"]
    elif match.undo == NOTHING_ASKED:
        members["undo"] = {}
    members["seats"] = [*map(_seat, match.seats)]
    try:
        return orjson.dumps(members)
    except TypeError:  # a number of more than 64 bits, or something that is no JSON
        raise GameFailed(match.game, match.rules_version, "apply") from None


def _seat(seat: Seat) -> Mapping[str, Any]:
    members = vars(seat)
    if not seat.seal:
        members = members.copy()
        del members["seal"]
    return members


def check_readable(match: AnyMatch) -> None:
    """Raise GameFailed unless the match can be read once it is stored.

    Of a state that the rules have just dealt, only the class was checked: a member may be None
    although it has the type int.
    """
    game = GAMES.of(match)
    game.rules.guarded(match_type(game).validate_json, name="new_game")(dumps(match))


def packed(match: AnyMatch) -> bytes:
    """Return the match as it is stored."""
    return pack(dumps(match))


def read_match(
    game: bytes | None, match: bytes | None, tallied: bytes | None = None
) -> AnyMatch | None:
    """Return the match in these fields; None if there is none. See `read_json` for errors."""
    if game is None or match is None:
        return None
    read = read_json(game.decode(), unpack(match))
    return replace(read, ratings=tallied.decode()) if tallied and read.rated else read


def status_of(stored: bytes) -> Status:
    """The status of a stored match, without making the match of it, which takes much longer.

    Raise ValueError or KeyError if it is damaged, or of another format.
    """
    return Status(orjson.loads(unpack(stored))["status"])
