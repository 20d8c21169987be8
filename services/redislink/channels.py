"""Names of the pub/sub channels, for the services that publish and those that subscribe.

A message names what has changed and nothing that is hidden: every gateway may receive it,
and asks the engine for what each of its viewers may see. An emote is told as a whole.
"""

REVOCATIONS = "tokens:revoked"
"""Carries the id of a player one of whose tokens was revoked."""
TICKET_CHANNELS = "ticket:"
"""The prefix of all ticket channels, for scripts that find ticket ids by themselves."""

EMOTE = "emote "
"""What the message of an emote begins with."""


def match_channel(match_id: str) -> str:
    """Return the channel of a match, which carries its new version numbers.

    The script that saves a match publishes to the name of the match's own key, which
    therefore must be the same.
    """
    return f"match:{{{match_id}}}"


def heads_channel(match_id: str) -> str:
    """Return the channel that carries each new version of a match with its head of the log.

    A message is "VERSION HEAD BEFORE HEAD_BEFORE": the new version and the head of the log then,
    and the version and head that it was made from; 0 and nothing for a new match. It also carries
    the emotes of seats, see `emote_message`, which gateways of earlier releases overlook.
    """
    return f"{match_channel(match_id)}:heads"


def emote_message(seat: int, emote: str) -> str:
    """Return what is said in the channel of heads when a seat sends an emote: "emote SEAT NAME"."""
    return f"{EMOTE}{seat} {emote}"


def late_emote_message(match_id: str, number: int) -> str:
    """Return what is said in a player's channel of an emote after the end: "MATCH -NUMBER".

    Gateways of earlier releases overlook it, since they know a later version than one below 0.
    """
    return f"{match_id} -{number}"


def ticket_channel(ticket_id: str) -> str:
    """Return the channel of a ticket, which carries its status once the search has ended."""
    return f"{TICKET_CHANNELS}{ticket_id}"


def player_channel(player_id: str) -> str:
    """Return the channel of a player.

    It carries "MATCH VERSION" when one of the player's matches has changed, "MATCH VERSION
    rematch" when another player has asked for a rematch, "MATCH -NUMBER" for an emote after the
    end, and "revoked" when a token was revoked.
    """
    return f"player:{{{player_id}}}:notices"
