"""What a player can do, as generators of effects; `sync` and `aio` are the drivers of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from croupier_client.access import AccessCore
from croupier_client.changes import Change
from croupier_client.effects import Answer, Flow, Send, Sleep, Steps
from croupier_client.errors import CroupierError, Refused, Unreachable, checked_id
from croupier_client.matches import MatchesCore, settings
from croupier_client.opponents import (
    ABOUT,
    AVAILABILITY,
    PLAYERS,
    PRESENCE,
    SEARCHERS,
    TERMS,
    About,
    Availability,
    Available,
    Games,
    Presence,
    Searcher,
    Terms,
    offered,
)
from croupier_client.pause import Pause
from croupier_client.relations import (
    ALL_FRIENDS,
    BLOCKED,
    BLOCKS,
    FILED,
    FRIENDS,
    FRIENDSHIP,
    Friends,
)
from croupier_client.session import AGAIN, Session
from croupier_client.socket import watch
from croupier_client.standings import StandingsCore
from croupier_client.stream import Notice, OnEmoteIn, OnRatingsIn, notices
from croupier_client.table import TableCore
from croupier_client.types import (
    Clock,
    Game,
    Options,
    OwnPlayer,
    Player,
    PlayerAndToken,
    Ticket,
)
from croupier_client.types import Games as GameList
from croupier_client.webhooks import WebhooksCore

WAIT_S = 30
PARTING_S = 2.0
"""For so long a caller that gives up waits for the answer to what it takes back."""
PLAYER = msgspec.json.Decoder(Player)
OWN_PLAYER = msgspec.json.Decoder(OwnPlayer)
PLAYER_AND_TOKEN = msgspec.json.Decoder(PlayerAndToken)
GAMES = msgspec.json.Decoder(GameList)
TICKET = msgspec.json.Decoder(Ticket)


class Core(StandingsCore, AccessCore, WebhooksCore):
    """A player, or without a token a spectator."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def register(self, name: str, kind: str = "bot", house_key: str = "") -> Steps[Player]:
        """Create a player, and speak for it from now on; its token is `session.token`.

        Names of the house's own bots, such as Hugo, are for who shows its `house_key`.
        """
        body = {"displayName": name, "kind": kind, "houseKey": house_key or None}
        request = self.session.request("POST", "/v1/players", body)
        made = yield from self.session.call(PLAYER_AND_TOKEN, request)
        self.session.token = made.token
        return made.player

    def player(self, player_id: str = "me") -> Steps[Player]:
        """A player; the caller without an id."""
        request = self.session.request("GET", f"/v1/players/{checked_id(player_id)}")
        return (yield from self.session.call(PLAYER, request))

    def allows_research(self) -> Steps[bool]:
        """Whether the caller lets its matches be exported for research."""
        request = self.session.request("GET", "/v1/players/me")
        return (yield from self.session.call(OWN_PLAYER, request)).research

    def allow_research(self, allowed: bool) -> Steps[bool]:
        """Let matches of the caller be exported for research, or no more; whether they now may.

        What has been exported stays so. Bots consent as people do: whoever runs one decides.
        """
        request = self.session.request("PATCH", "/v1/players/me", {"research": allowed})
        return (yield from self.session.call(OWN_PLAYER, request)).research

    def friends(self) -> Steps[Friends]:
        """Friends, which of them are here, and open requests, each by name."""
        return (yield from self.session.call(ALL_FRIENDS, self.session.request("GET", FRIENDS)))

    def befriend(self, player_id: str) -> Steps[str]:
        """Ask a player to be a friend, or accept its request; "friend" once both have asked."""
        request = self.session.request("PUT", f"{FRIENDS}/{checked_id(player_id)}")
        return (yield from self.session.call(FRIENDSHIP, request)).status

    def unfriend(self, player_id: str) -> Steps[None]:
        """End a friendship, decline a request or withdraw one; the other is not told."""
        path = f"{FRIENDS}/{checked_id(player_id)}"
        yield from self.session.answer(self.session.request("DELETE", path))

    def block(self, player_id: str) -> Steps[None]:
        """Meet a player no more, who is not told; this ends a friendship."""
        path = f"{BLOCKS}/{checked_id(player_id)}"
        yield from self.session.answer(self.session.request("PUT", path))

    def unblock(self, player_id: str) -> Steps[None]:
        """Take a block back."""
        path = f"{BLOCKS}/{checked_id(player_id)}"
        yield from self.session.answer(self.session.request("DELETE", path))

    def blocked(self) -> Steps[Sequence[Player]]:
        """Whom the caller has blocked, the last one first."""
        return (yield from self.session.call(BLOCKED, self.session.request("GET", BLOCKS))).blocks

    def report(self, player_id: str, reason: str, match_id: str = "", text: str = "") -> Steps[str]:
        """Report a player to the operator, at most ten times a day; the id of the report.

        `reason` is cheating, stalling, collusion, name, emotes or other; a text has at most 500
        characters.
        """
        body: dict[str, object] = {
            "reason": reason,
            "text": text,
            **({"matchId": match_id} if match_id else {}),
        }
        path = f"/v1/players/{checked_id(player_id)}/reports"
        return (yield from self.session.call(FILED, self.session.request("POST", path, body))).id

    def games(self) -> Steps[Sequence[Game]]:
        """The games of the service."""
        request = self.session.request("GET", "/v1/games")
        return (yield from self.session.call(GAMES, request)).games

    def rules(self, game: str) -> Steps[str]:
        """The rules of a game, in Markdown."""
        path = f"/v1/games/{checked_id(game)}/rules"
        request = self.session.request("GET", path, Accept="text/plain")
        return (yield from self.session.answer(request)).body.decode()

    def about(self) -> Steps[About]:
        """The name and the version of the service, and what is switched on."""
        return (yield from self.session.call(ABOUT, self.session.request("GET", "/v1/about")))

    def players(self, available: str, kind: str | None = None) -> Flow[Available]:
        """The players open to invitations to a match of the game, of all pages."""
        query = {"available": available, "kind": kind}
        yield from self.session.pages("/v1/players", query, PLAYERS, lambda page: page.players)

    def searchers(self, game: str | None = None) -> Flow[Searcher]:
        """The players that search by tickets, newest first; those for one game, or for any."""
        query = {"game": game}
        yield from self.session.pages("/v1/tickets", query, SEARCHERS, lambda page: page.tickets)

    def presence(self) -> Steps[Presence]:
        """How many people and bots are here, some seconds ago."""
        return (yield from self.session.call(PRESENCE, self.session.request("GET", "/v1/presence")))

    def invitation(self, code: str) -> Steps[Terms]:
        """What the invite code of a private match invites to, as somebody has typed it."""
        request = self.session.request("POST", "/v1/invitations", {"code": code})
        return (yield from self.session.call(TERMS, request))

    def available(
        self,
        games: Games,
        description: str = "",
        house_key: str = "",
        level: int | None = None,
    ) -> Steps[Availability]:
        """Be invited to matches of these games, up to `expire_time`: say it again before.

        Those who choose whom to invite read the description and the level, which is how strong
        the caller plays: 1 easy, 2 medium, 3 strong, 4 expert. A service lists as its own who shows
        its `house_key`.
        """
        body = offered(games, description, house_key, level)
        request = self.session.request("PUT", "/v1/players/me/availability", body)
        return (yield from self.session.call(AVAILABILITY, request))

    def unavailable(self) -> Steps[None]:
        """Be invited no more."""
        request = self.session.request("DELETE", "/v1/players/me/availability")
        yield from self.session.answer(request)

    def follow(self) -> Flow[Notice]:
        """What concerns the caller in all of its matches, for ever: turns, ends, invitations.

        Each notice comes once; what happens while the line is cut is not told, but for turns and
        invitations.
        """
        yield from notices(self.session)

    def watch(
        self,
        match_ids: Sequence[str],
        include_legal_moves: bool = False,
        on_emote: OnEmoteIn | None = None,
        on_ratings: OnRatingsIn | None = None,
    ) -> Flow[Change]:
        """Follow many matches over one socket, until all have ended; needs `httpx2[ws]`.

        It begins with each of them as it is now, and goes on as `follow` of a match does.
        `on_emote` is called with the id of a match and what a seat says there, `on_ratings` with
        that and what it has changed of ratings, before its end is told.
        """
        yield from watch(self.session, match_ids, include_legal_moves, on_emote, on_ratings)

    def seek(
        self,
        game: str | Options,
        *,
        options: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        seats: int | None = None,
        deal: str | None = None,
        reveal: str | None = None,
        undo: str | None = None,
        gone_after: str | None = "",
        entropy: str | None = None,
        listed: bool | None = None,
        rated: bool | None = None,
    ) -> Steps[TableCore]:
        """The match that a ticket leads to, however long that takes; games as in `create`.

        Unless it is to be `listed`, others do not see that the caller searches. The ticket is
        cancelled if the caller gives up. Raise CroupierError if others cancel it.
        """
        body = settings(
            game,
            options=options,
            clock=clock,
            seats=seats,
            deal=deal,
            reveal=reveal,
            undo=undo,
            gone_after=gone_after,
            entropy=entropy,
            rated=rated,
        )
        if listed is not None:
            body["listed"] = listed
        while (ticket := (yield from self._searched(body))).status == "expired":
            continue
        if ticket.match_id is None:
            raise CroupierError("The ticket was cancelled.")
        return (yield from MatchesCore(self.session).get(ticket.match_id))

    def _searched(self, body: dict[str, Any]) -> Steps[Ticket]:
        """A ticket when its search has ended."""
        session = self.session
        sealed = {"seal": session.notes.seal()} if body.get("deal") == "sealed" else {}
        request = session.request("POST", "/v1/tickets", {**body, **sealed})
        try:
            ticket, pause = (yield from session.call(TICKET, request)), Pause()
            while ticket.status == "searching":
                ticket = yield from self._looked_up(ticket, pause)
        except Refused:
            raise
        except BaseException:
            # The ticket may be there though its answer has not come: a repeat tells its id.
            answer = yield Send(replace(request, timeout_s=PARTING_S))
            if isinstance(answer, Answer) and answer.status < 400:
                made = TICKET.decode(answer.body)
                cancel = session.request("DELETE", f"/v1/tickets/{made.id}")
                yield Send(replace(cancel, timeout_s=PARTING_S))
            raise
        return ticket

    def _looked_up(self, ticket: Ticket, pause: Pause) -> Steps[Ticket]:
        """A ticket after some more seconds; as it was, if the service is away: it may still lead to
        a match."""
        path, session = f"/v1/tickets/{ticket.id}", self.session
        wait = session.request("GET", path, Prefer=f"wait={WAIT_S}")
        try:
            return (yield from session.call(TICKET, replace(wait, timeout_s=WAIT_S + 10.0)))
        except (Refused, Unreachable) as error:
            if isinstance(error, Refused) and error.status not in AGAIN:
                raise
        yield Sleep(pause.after())
        return ticket
