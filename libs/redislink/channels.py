"""Names of the pub/sub channels, for the services that publish and those that subscribe.

A message names what has changed and nothing that is hidden: every gateway may receive it,
and asks the engine for what each of its viewers may see. An emote is told as a whole.
"""

from typing import NamedTuple

REVOCATIONS = "tokens:revoked"
"""Carries the id of a player one of whose tokens was revoked, or who has another name."""
TICKET_CHANNELS = "ticket:"
"""The prefix of all ticket channels, for scripts that find ticket ids by themselves."""

EMOTE = "emote"
"""The first word of an emote's message."""
RATED = "rated"
"""The message in the channel of a match that has ended, once its `ratings` are known."""
FRIEND = "friend"
"""The first word of the message of a request for friendship. No match has such an id."""

TOURNAMENT = "tournament"
"""The first word of the message "tournament ID": its player has joined one. No match has such an
id."""


class Notice(NamedTuple):
    """A new version of a match, and the head of its log then; both of the version before.

    Its message is "VERSION HEAD BEFORE HEAD_BEFORE", with 0 and nothing before a new match.
    """

    version: int
    head: str
    before: int
    head_before: str

    @classmethod
    def parse(cls, message: str) -> "Notice":
        """Return the notice of a message. Raise ValueError for any other message."""
        version, head, before, head_before = message.split(" ")
        return cls(int(version), head, int(before), head_before)


class Emote(NamedTuple):
    """What a seat says to all followers of its match; its message is "emote SEAT NAME PLAYER".

    The player at the seat is named so that others need not ask whether they want to hear it.
    """

    seat: int
    name: str
    player_id: str

    @classmethod
    def parse(cls, message: str) -> "Emote | None":
        """Return the emote of a message; None for another message. Raise ValueError."""
        kind, _, said = message.partition(" ")
        if kind != EMOTE:
            return None
        seat, name, player_id = said.split(" ")
        return cls(int(seat), name, player_id)

    def message(self) -> str:
        """Return the message of the emote."""
        return f"{EMOTE} {self.seat} {self.name} {self.player_id}"


class FriendNotice(NamedTuple):
    """A request for friendship, `asked`, or that it is `accepted`, by a player.

    Its message is "friend WHAT PLAYER".
    """

    what: str
    player_id: str

    @classmethod
    def parse(cls, message: str) -> "FriendNotice | None":
        """Return the notice of a message; None for another message. Raise ValueError."""
        kind, _, told = message.partition(" ")
        if kind != FRIEND:
            return None
        what, player_id = told.split(" ")
        return cls(what, player_id)


def match_channel(match_id: str) -> str:
    """Return the channel of a match, which carries a Notice of each version, emotes, and RATED.

    The script that saves a match publishes to the name of the match's own key, which
    therefore must be the same.
    """
    return f"match:{{{match_id}}}"


def ticket_channel(ticket_id: str) -> str:
    """Return the channel of a ticket, which carries its status once the search has ended."""
    return f"{TICKET_CHANNELS}{ticket_id}"


def player_channel(player_id: str) -> str:
    """Return the channel of a player.

    It carries "MATCH VERSION" when one of the player's matches has changed, "MATCH VERSION
    rematch" when another player has asked for a rematch, "MATCH VERSION withdrawn SEAT" and
    "MATCH VERSION declined SEAT" when that has ended, and "MATCH emote SEAT NAME PLAYER" for
    an emote after the end; a FriendNotice; and "tournament ID".
    """
    return f"player:{{{player_id}}}:notices"
