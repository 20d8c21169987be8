"""Who asks: what a valid token proves, and how that is looked up and kept."""

from collections.abc import Callable
from datetime import timedelta
from importlib.resources import files
from time import time
from typing import Any, NamedTuple

from redislink.accounts import (
    IDENTITY,
    PLAYER,
    PRESENCE,
    SUSPENDED,
    UNPLAYED,
    Suspension,
    account,
)
from redislink.commands import Command
from redislink.relations import friends

from gateway.players import own_settings, tokens
from gateway.players.player import Player
from gateway.players.tokens import Token

UNPLAYED_TTL = timedelta(days=30)
UNPLAYED_S = int(UNPLAYED_TTL.total_seconds())
RENEW = (files("gateway.players") / "renew_player.lua").read_text()
RENEW_SESSION = (files("gateway.players") / "renew_session.lua").read_text()
RENEW_S = 24 * 60 * 60
"""How often at most the use of a player that has not played is noted."""


class Identity(NamedTuple):
    """What a valid token proves: its player, and what the token allows.

    `unplayed` is when a player that has not played yet was last seen, in seconds since the
    epoch; None once it has played. `hidden` says whether nobody may see that the player is here.
    """

    player: Player
    token: Token
    unplayed: int | None = None
    hidden: bool = False
    suspension: Suspension | None = None


def lookup_command(token: str) -> Command | None:
    """Return the Redis command that reads a token and its player; None for what is not a token."""
    parts = tokens.split(token)
    if parts is None:
        return None
    player_id, secret = parts
    field = tokens.field_of(secret)
    return "HMGET", account(player_id), PLAYER, field, UNPLAYED, PRESENCE, SUSPENDED


def subject_lookup(player_id: str, subject: str) -> Command:
    """Return the command that reads a subject of an issuer and its player, for `parse_lookup`."""
    field = f"{IDENTITY}{subject}"
    return "HMGET", account(player_id), PLAYER, field, UNPLAYED, PRESENCE, SUSPENDED


def parse_lookup(reply: Any, load: Callable[[bytes], Token] = Token.load) -> Identity | None:
    """Return what the answer to `lookup_command` says; None if the token is not valid."""
    player, token, unplayed, presence, suspended = reply
    if player is None or token is None:
        return None
    found = load(token)
    if found.has_expired():
        return None
    return Identity(
        Player.load(player),
        found,
        None if unplayed is None else int(unplayed),
        presence is not None,
        own_settings.suspension_of(suspended),
    )


def keeping(player_id: str) -> list[Command]:
    """Return the commands that keep a player for good."""
    key = account(player_id)
    # Its friends as well: requests of others expire with an account that is never used.
    return [
        ("PERSIST", key),
        ("PERSIST", friends(player_id)),
        ("HDEL", key, UNPLAYED),
    ]


def renewal(identity: Identity) -> list[Command]:
    """Return the commands that keep an unplayed player for UNPLAYED_TTL from now.

    There are none if it was seen in use less than RENEW_S ago.
    """
    key, now = account(identity.player.id), int(time())
    if identity.unplayed is None or now - identity.unplayed < RENEW_S:
        return []
    return [("EVAL", RENEW, 1, key, UNPLAYED, now, UNPLAYED_S)]


def session_renewal(token: str, identity: Identity) -> list[Command]:
    """Return the commands by which a session that is in use goes on, unless it was just ended.

    There are none for other tokens, and within a day of the last time.
    """
    renewed = identity.token.renewed()
    if renewed is None:
        return []
    key, field = account(identity.player.id), tokens.field_of_token(token)
    return [("EVAL", RENEW_SESSION, 1, key, field, identity.token.dump(), renewed.dump())]
