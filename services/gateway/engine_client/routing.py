"""Routing: the group of engines to ask about a match, which is the one that lists its game.

Engines of any group answer for what every match has, such as its players; only its own group has
its rules. Of a match that is not remembered here, the first group is asked, which says who plays it
(NotPlayedHere). So a private match takes a stranger there in any case: an answer that came from
elsewhere, or not at all, would tell that there is such a match.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.v1 import engine_service_pb2 as pb
from enginelink.targets import targets
from google.protobuf.message import Message

from gateway.engine_client.group import EngineGroup, Way
from gateway.recent import Recent

NOBODY = pb.Caller()
CACHED = 100_000
"""The matches of other groups than the first that are remembered."""


class KnownGroup(NamedTuple):
    """The group of a match, and whether everybody may know of the match."""

    group: EngineGroup
    public: bool


class Routing:
    """The groups of engines, and which of them is asked."""

    def __init__(self, engines: str, way: Way) -> None:
        """`engines` is as in GATEWAY_ENGINES."""
        self.groups: Sequence[EngineGroup] = [
            EngineGroup(name, target, way) for name, target in targets(engines).items()
        ]
        self.first = next(group for group in self.groups if not group.name)
        self._by_game: Mapping[str, EngineGroup] = {
            game: group for group in self.groups for game in group.name.split("+")
        }
        self._known: Recent[str, KnownGroup] = Recent(CACHED)

    def of_game(self, game: str) -> EngineGroup:
        """Return the group of a game, the first one for those that are listed nowhere."""
        return self._by_game.get(game, self.first)

    def of_match(self, match_id: str) -> EngineGroup:
        """Return the group of a match that its reader is known to see."""
        known = self._known.get(match_id)
        return known.group if known else self.first

    def of(self, request: Any) -> EngineGroup:
        """Return the group that is asked about a match on behalf of a caller."""
        has_caller = "caller" in request.DESCRIPTOR.fields_by_name
        return self.of_caller(request.match_id, request.caller if has_caller else NOBODY)

    def of_caller(self, match_id: str, caller: pb.Caller) -> EngineGroup:
        """Return the group that is asked about a match on behalf of this caller."""
        known = self._known.get(match_id)
        return known.group if known and (known.public or caller.HasField("seat")) else self.first

    def note(self, match_id: str, game: str, public: bool) -> None:
        """Remember which game a match is of."""
        group = self.of_game(game)
        if group is not self.first:
            self._known[match_id] = KnownGroup(group, public)

    def note_rosters(self, rosters: Sequence[pb.Roster]) -> None:
        """Remember which games these matches are of."""
        for roster in rosters:
            self.note(roster.match_id, roster.game, roster.access != pb.ACCESS_PRIVATE)

    def after(self, request: Message, asked: EngineGroup, rules: str) -> EngineGroup:
        """Return the group to ask once an engine of `asked` has said that others play `rules`."""
        game, _, _ = rules.partition("@")
        if not game:
            return asked
        if match_id := getattr(request, "match_id", ""):
            # What an engine says to somebody without a name, it says to everybody.
            self.note(match_id, game, public=_is_anonymous(request))
        return self.of_game(game)


def _is_anonymous(request: Any) -> bool:
    return (
        "caller" in request.DESCRIPTOR.fields_by_name
        and not request.caller.HasField("seat")
        and not request.caller.player_id
    )
