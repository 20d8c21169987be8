"""The players that an MCP server speaks for, and what it says when something is refused."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ToolError

from croupier_client.aio import AsyncCroupier
from croupier_client.errors import CroupierError, NotProven, Refused, Unreachable
from croupier_client.mcp.tools import in_tools
from croupier_client.running import keep_token, read_token

PATIENCE_S = 10.0
"""For how long a call that is not answered is repeated: a model may try again later."""
MOST = 1000
"""How many players are remembered. What is kept of one are connections and the seals that it
has drawn, which a sealed deal needs until it has begun."""
HEADER_WANTED = (
    "Say which player you are: configure your client to send the header 'Authorization: Bearer "
    "TOKEN' with the token of a player, which POST /v1/players of the service makes."
)
NEXT = {
    "conflict": "Call see_table to see how the match stands, or list_deals for the deals.",
    "forbidden": "Only players with a seat may do that: join_match takes one, if one is free.",
    "illegal_move": "Call list_legal_moves, and choose one of them.",
    "invalid_move": "Call list_legal_moves, and choose one of them as it is written there.",
    "invalid_options": "Call list_games: it shows the options and the numbers of seats.",
    "match_active": "The match has not ended: call follow until it has.",
    "match_full": "Call list_matches with status waiting to find another one, or create_match.",
    "match_not_active": "Call see_table: the match has ended, or has not begun.",
    "name_reserved": "Whoever runs this server starts it with another --name.",
    "not_found": "Call list_matches for the ids of your matches, list_games for the games, or "
    "list_deals for the deals.",
    "not_your_match": "You have no seat in it. Call list_matches to see where you have one.",
    "not_your_turn": "Call follow: it waits until it is your turn.",
    "rate_limited": "Wait some seconds, and call the tool again.",
    "unauthenticated": "The token is of no player, or was revoked: configure another one.",
    "unavailable": "Wait some seconds, and call the tool again.",
    "version_mismatch": "You have another decision to make by now, or none. Call see_table.",
}
"""What to do next, by the code of a refusal."""


class Failed(ToolError, ResourceError):
    """A call that has failed, with what a model should do next."""


@dataclass
class Speaking:
    """A player's client, and how many calls use it now."""

    me: AsyncCroupier
    calls: int = 0

    @property
    def sealed(self) -> bool:
        """Whether there may be something to reveal."""
        return self.me.core.session.notes.unrevealed


class Players:
    """The players by their tokens.

    Over stdio there is one: that of the token in the file `keep`, or a new one with this name,
    whose token the file then has. Over HTTP each request says by a header which player calls.
    """

    def __init__(self, url: str, name: str = "Model", *, token: str = "", keep: str = "") -> None:
        self._url = url
        self._name = name
        self._keep = keep
        self._own = token or read_token(keep)
        self._registering = asyncio.Lock()
        self._by_token: dict[str, Speaking] = {}

    @asynccontextmanager
    async def of(self, context: Context[Any, Any]) -> AsyncIterator[AsyncCroupier]:
        """Speak for the player that calls. Raise Failed for what goes wrong meanwhile."""
        try:
            headers = context.headers
            token = await self._own_token() if headers is None else bearer(headers)
            if token not in self._by_token:
                async with self._client(token) as me:
                    await me.player()  # tokens of nobody would push players out
            speaking = self._by_token.pop(token, None) or Speaking(self._client(token))
            self._by_token[token] = speaking  # the last one is the one that has called last
            speaking.calls += 1
            try:
                yield speaking.me
            finally:
                speaking.calls -= 1
                await self._forget_one()
        except Refused as error:
            raise Failed(in_tools(f"{error} {NEXT.get(error.code, '')}".strip())) from None
        except Unreachable as error:
            wait = "Wait some seconds, and call the tool again."
            raise Failed(f"{in_tools(str(error))}. {wait}") from None
        except NotProven as error:
            raise Failed(f"NOT PROVEN, the service is not to be trusted: {error}") from None
        except CroupierError as error:
            raise Failed(in_tools(str(error))) from None
        except UnicodeEncodeError:  # by the JSON of a request
            raise Failed("An argument is no text: it has half a surrogate pair.") from None

    async def close(self) -> None:
        """Close all connections."""
        for speaking in self._by_token.values():
            await speaking.me.close()

    def _client(self, token: str) -> AsyncCroupier:
        notes = f"{self._keep}.notes" if self._keep and token == self._own else ""
        return AsyncCroupier(self._url, token, patience_s=PATIENCE_S, notes=notes)

    async def _own_token(self) -> str:
        async with self._registering:
            if not self._own:
                async with self._client("") as me:
                    await me.register(self._name)
                    self._own = me.token
                keep_token(self._keep, self._own)
            return self._own

    async def _forget_one(self) -> None:
        """Forget the player that has not called for longest; those with something to reveal last,
        since their matches could not begin."""
        idle = [each for each in self._by_token if not self._by_token[each].calls]
        if len(self._by_token) > MOST and idle:
            token = min(idle, key=lambda each: self._by_token[each].sealed)
            await self._by_token.pop(token).me.close()


def bearer(headers: Any) -> str:
    """Return the token of a request. Raise Failed if it has none."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Failed(HEADER_WANTED)
    return str(token.strip())
