"""Subjects of issuers as players: whoever comes with a token of an issuer.

An account is written before what leads to it, so nothing leads to an account that is not there yet.
Of two gateways that meet a new subject at the same moment, one wins: the other's player expires as
one that has not played.
"""

import json
from collections.abc import Callable
from typing import Any

from openid.verifying import Verified
from redislink.accounts import IDENTITY
from redislink.display_names import NAME_LENGTH, check_name

from gateway.errors import Problem
from gateway.http import times
from gateway.oidc.pointers import Pointers
from gateway.players import tokens
from gateway.players.outages import redis_errors
from gateway.players.player_store import PlayerStore
from gateway.players.tokens import Token

NAMELESS = "Player"
"""What a player is called whose issuer tells no name that can be one here."""
NO_ACCOUNT = "This identity has no account here."


class Subjects:
    """The players behind subjects. Every method may raise Problem unavailable."""

    def __init__(
        self, pointers: Pointers, players: PlayerStore, check_free: Callable[[str], None]
    ) -> None:
        """`check_free` raises Problem for a name that nobody may have."""
        self._pointers, self._players, self._check_free = pointers, players, check_free

    async def player_of(self, token: Verified) -> str:
        """Return the id of the player whose token this is: if need be, and may be, a new one.

        "" if there is none.
        """
        with redis_errors():
            owner, opens = await self._pointers.owner(token.identity)
        if opens or not token.issuer.create:
            return owner if opens else ""
        name = self._name(token)
        by = {f"{IDENTITY}{token.identity}": stored(token.issuer.issuer)}
        player = await self._players.create_opened(name, "human", by)
        with redis_errors():
            winner = await self._pointers.claim(token.identity, player.id, owner)
        if winner == player.id:
            await self._players.keep(player.id)
        return winner

    def _name(self, token: Verified) -> str:
        told: Any = token.claims.get(token.issuer.name_claim)
        try:
            name = check_name(" ".join(str(told or "").split())[:NAME_LENGTH].strip())
            self._check_free(name)
        except (ValueError, Problem):
            return NAMELESS
        return name


def stored(issuer: str) -> str:
    """Return what the field of an identity has that is added now."""
    return json.dumps({"issuer": issuer, "createTime": times.now()})


def token_of(field: bytes) -> Token:
    """Return what stands for the tokens of an identity, which is stored so."""
    return Token("", "", tokens.SCOPES, json.loads(field)["createTime"])


def scopes_of(token: Verified) -> tuple[str, ...]:
    """Return what a token allows: what it names of our scopes; all if it names none of them."""
    told = token.claims.get("scope")
    named = set(told.split()) if isinstance(told, str) else set[str]()
    return tuple(each for each in tokens.SCOPES if each in named) or tokens.SCOPES
