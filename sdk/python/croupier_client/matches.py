"""What a player can do with matches at large: create and find them, join, move in several."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from croupier_client.base import plain
from croupier_client.effects import Flow, Steps
from croupier_client.errors import Refused, checked_id, refusal
from croupier_client.session import Session
from croupier_client.table import Move, Played, TableCore, encoded, expected, played_in
from croupier_client.types import Clock, InvalidOptions, Match, NotFound, Options
from croupier_client.types.known import MATCH


class Page(msgspec.Struct, rename="camel"):
    """A page of matches, still as JSON."""

    matches: Sequence[msgspec.Raw]
    next_page_token: str | None


PAGE = msgspec.json.Decoder(Page)


@dataclass(frozen=True)
class Play:
    """A move of a batch, in the match of this id."""

    match_id: str
    move: Move
    expected_version: int | None = None
    expected_decision: int | None = None

    def body(self) -> dict[str, Any]:
        """Its JSON."""
        said = expected(self.expected_version, self.expected_decision)
        return {"matchId": self.match_id, **encoded(self.move), **said}


class MatchesCore:
    """All matches, as far as the player may know of them."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def create(
        self,
        game: str | Options,
        *,
        options: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        seats: int | None = None,
        access: str | None = None,
        start: str | None = None,
        deal: str | None = None,
        reveal: str | None = None,
        undo: str | None = None,
        gone_after: str | None = "",
        entropy: str | None = None,
        talk: bool | None = None,
        rated: bool | None = None,
    ) -> Steps[TableCore]:
        """Create a match of a game, by id or by its options, and sit down at seat 0.

        A player who is away for as long as `gone_after`, such as "600s", is gone; None is never.
        `options` are those of a game by its id, as JSON: for one that has no types here.
        """
        body = settings(
            game,
            options=options,
            clock=clock,
            seats=seats,
            access=access,
            start=start,
            deal=deal,
            reveal=reveal,
            undo=undo,
            gone_after=gone_after,
            entropy=entropy,
            talk=talk,
            rated=rated,
        )
        if deal == "sealed":
            body["seal"] = self.session.notes.seal()
        request = self.session.request("POST", "/v1/matches", body)
        return TableCore(self.session, (yield from self.session.call(MATCH, request)))

    def get(self, match_id: str, include_legal_moves: bool = False) -> Steps[TableCore]:
        """A match by its id."""
        query = {"include": "legalMoves" if include_legal_moves else None}
        request = self.session.request("GET", f"/v1/matches/{checked_id(match_id)}", query=query)
        return TableCore(self.session, (yield from self.session.call(MATCH, request)))

    def join(
        self,
        match_id: str,
        *,
        seat: int | None = None,
        invite_code: str | None = None,
        entropy: str | None = None,
    ) -> Steps[TableCore]:
        """Take a seat; the seal of a sealed deal is made and kept."""
        try:
            sealed = (yield from self.get(match_id)).now.deal == "sealed"
        except NotFound:  # private: known to those only who have its code
            sealed = False
        said = {"seat": seat, "inviteCode": invite_code, "entropy": entropy}
        try:
            return (yield from self._joined(match_id, said, sealed))
        except InvalidOptions:
            if sealed or not invite_code:
                raise
            return (yield from self._joined(match_id, said, sealed=True))

    def _joined(self, match_id: str, said: Mapping[str, Any], sealed: bool) -> Steps[TableCore]:
        body = {**said, "seal": self.session.notes.seal() if sealed else None}
        request = self.session.request("POST", f"/v1/matches/{checked_id(match_id)}/join", body)
        return TableCore(self.session, (yield from self.session.call(MATCH, request)))

    def list(
        self, *, game: str | None = None, status: str | None = None, player: str | None = None
    ) -> Flow[Match]:
        """Matches, newest first; all pages of them, one after the other."""
        query = {"game": game, "status": status, "player": player}
        yield from self.session.pages("/v1/matches", query, PAGE, _readable)

    def play(self, moves: Sequence[Play]) -> Steps[Sequence[Played | Refused]]:
        """Make up to 256 moves in any matches; for each the answer or the refusal, in order."""
        body = {"moves": [move.body() for move in moves]}
        request = self.session.request("POST", "/v1/moves", body)
        answer = yield from self.session.answer(request)
        results = msgspec.json.decode(answer.body, type=dict[str, list[msgspec.Raw]])["results"]
        return [self._result(*each) for each in zip(moves, results, strict=True)]

    def _result(self, play: Play, result: msgspec.Raw) -> Played | Refused:
        if error := msgspec.json.decode(result).get("error"):
            return refusal(error["status"], error)
        played = played_in(result)
        move = plain(play.body().get("move"))
        self.session.notes.of(play.match_id).moves[played.version] = move
        return played


def _readable(page: Page) -> Iterator[Match]:
    for raw in page.matches:
        with suppress(msgspec.ValidationError):  # one that this client cannot read
            yield MATCH.decode(raw)


def settings(game: str | Options, gone_after: str | None, **others: Any) -> dict[str, Any]:
    """The body of a request for a match."""
    # Null is a wish here, and not to be left out.
    when = {"goneAfter": msgspec.Raw(b"null") if gone_after is None else gone_after or None}
    return {**others, **when, **of_game(game)}


def of_game(game: str | Options) -> dict[str, Any]:
    """The members of a body that name a game, and its options unless it is named by its id."""
    return {"game": game} if isinstance(game, str) else {"game": game.game, "options": game}
