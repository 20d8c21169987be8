"""A match as its player holds it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec

from croupier_client.base import plain
from croupier_client.changes import Change, Reset, Seen
from croupier_client.clock import remaining
from croupier_client.effects import Emit, Flow, Open, Request, Sleep, Steps
from croupier_client.errors import Decodes, NotProven, checked_id, decoded
from croupier_client.notes import promise_of, terms_of
from croupier_client.opponents import INVITATION, INVITATIONS, Invitation, TablePresence
from croupier_client.pause import Pause
from croupier_client.proof import Proof, prove
from croupier_client.results import ANALYSIS, Analysis
from croupier_client.session import Session
from croupier_client.stream import Lines, OnEmote, OnRatings
from croupier_client.types import (
    Conflict,
    HistoryEntry,
    LegalMove,
    Malformed,
    Match,
    MatchActive,
    MatchNotActive,
    Rematch,
)
from croupier_client.types.known import ENTRY, MATCH
from croupier_client.types.protocol import MatchRatings

T = TypeVar("T")
REMATCH = msgspec.json.Decoder(Rematch)
TABLE_PRESENCE = msgspec.json.Decoder(TablePresence)


class Played(msgspec.Struct):
    """A move that was made; `replayed` if an attempt before was the one that made it."""

    version: int
    match: Match | None = None
    replayed: bool = False


class Made(msgspec.Struct):
    """The answer to a move; the match is still as JSON, null if it is not there."""

    version: int
    match: msgspec.Raw = msgspec.Raw(b"null")
    replayed: bool = False


class Page(msgspec.Struct, rename="camel"):
    """A page of a history, still as JSON."""

    moves: list[msgspec.Raw]
    next_after: int | None


MADE = msgspec.json.Decoder(Made)
PAGE = msgspec.json.Decoder(Page)


def played_in(data: bytes | msgspec.Raw) -> Played:
    """The move that an answer tells of. Raise NotUnderstood."""
    made = decoded(MADE, data)
    match = None if bytes(made.match) == b"null" else decoded(MATCH, made.match)
    return Played(made.version, match, made.replayed)


Move = str | msgspec.Struct | Mapping[str, Any]
"""A notation, a move as a struct of its game or as JSON, or one of the legal moves."""


def encoded(move: Move) -> dict[str, Any]:
    """The members of a body that name the move."""
    if isinstance(move, str):
        return {"notation": move}
    return {"move": getattr(move, "move", move)}


def expected(version: int | None, decision: int | None) -> dict[str, int]:
    """The members of a body that say what a move was decided upon, as far as they are given."""
    said = {"expectedVersion": version, "expectedDecision": decision}
    return {name: each for name, each in said.items() if each is not None}


def lacks_moves(match: Match) -> bool:
    """Whether it is the turn of the caller's seat, and its legal moves are not known."""
    return match.my_turn and match.legal_moves is None


class Held:
    """What a match of either client knows without asking."""

    core: "TableCore"

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.core.id

    @property
    def now(self) -> Match:
        """The latest that this client has seen of the match."""
        return self.core.now

    @property
    def my_turn(self) -> bool:
        """Whether the caller's seat must decide in `now`, and has not done so by this client.

        Where others choose at the same time, their versions may be told after one's own move.
        """
        return self.now.my_turn and not self.core.has_decided(self.now)

    def remaining(self, seat: int | None = None) -> float | None:
        """Seconds until the time of the player to move runs out, by the server's clock.

        Of a seat, what it has left, in its bank while its time does not run; None without any.
        """
        return remaining(self.now.clock, seat, self.core.session.clock.now())


class TableCore:
    """A match, and `now`: the latest that this client has seen of it."""

    def __init__(self, session: Session, match: Match) -> None:
        self.session = session
        self.id = match.id
        self.note = session.notes.of(match.id)
        self._rematch_seal: str | None = None
        self._decided: int | None = None
        """The decision for which this client has moved last."""
        if not self.note.promise:
            session.notes.promise(promise_of(plain(match)))
        self.now = match
        self._saw(match)

    def _saw(self, match: Match) -> Match:
        self.now = match
        # What was seen first stays, or a service that shows something else after the end would have
        # it noted in its place.
        self.note.heads.setdefault(match.version, match.fairness.log_head)
        return match

    def read(self) -> Steps[Match]:
        """The match as it is now, with the caller's legal moves."""
        self._decided = None  # only versions of before may still come, and this is none
        return self._saw((yield from self._get("?include=legalMoves", MATCH)))

    def at(self, version: int) -> Steps[Match]:
        """The match as the caller could see it at an earlier version."""
        match: Match = yield from self._get(f"?atVersion={version}", MATCH)
        return match

    def text(self, version: int | None = None) -> Steps[str]:
        """The table, drawn for people: as it is now, or as `at` shows it."""
        path, query = f"/v1/matches/{self.id}", {"atVersion": version}
        request = self.session.request("GET", path, query=query, Accept="text/plain")
        return (yield from self.session.answer(request)).body.decode()

    def legal_moves(self) -> Steps[list[LegalMove]]:
        """The legal moves of the caller's seat now; none if it is not to move."""
        match = yield from self.read()
        return list(match.legal_moves.moves) if match.legal_moves else []

    def move(
        self,
        move: Move,
        *,
        expected_decision: int | None = None,
        expected_version: int | None = None,
    ) -> Steps[Played]:
        """Make a move for `expected_decision`: if nothing is expected, for that of `now`.

        Raise VersionMismatch if the seat has another decision to make by now, or the match has
        gone on from `expected_version`.
        """
        if expected_decision is None and expected_version is None:
            expected_decision = self.now.your_decision
            expected_version = self.now.version if expected_decision is None else None
        body = {**encoded(move), **expected(expected_version, expected_decision)}
        request = self._post("moves", body)
        answer = yield from self.session.answer(request)
        played = played_in(answer.body)
        played.replayed = "idempotency-replayed" in answer.headers
        self.note.moves[played.version] = plain(body.get("move"))
        self._decided = expected_decision
        if played.match and played.version > self.now.version:
            self._saw(played.match)
        return played

    def has_decided(self, match: Match) -> bool:
        """Whether the decision that the match shows has been made here."""
        return match.your_decision is not None and match.your_decision == self._decided

    def emote(self, emote: str) -> Steps[None]:
        """Say "hello", "thanks", "nice", "oops", "thinking" or "goodGame" to all followers of the
        match now: one in three seconds."""
        yield from self.session.answer(self._post("emotes", {"emote": emote}))

    def invite(self, player_id: str) -> Steps[Invitation]:
        """Invite a player, before the start: it sees the match, and joins it without a code."""
        request = self._post("invitations", {"playerId": player_id})
        return (yield from self.session.call(INVITATION, request))

    def invitations(self) -> Steps[Sequence[Invitation]]:
        """The invitations to the match, for its players."""
        return (yield from self._get("/invitations", INVITATIONS)).invitations

    def withdraw(self, invitation_id: str, all_of_sender: bool = False) -> Steps[None]:
        """Take an invitation back; or decline it, as the invited player.

        `all_of_sender` declines all that its sender has sent, and for a day what else comes.
        """
        path = f"/v1/matches/{self.id}/invitations/{checked_id(invitation_id)}"
        query = {"allOfSender": "true" if all_of_sender else None}
        yield from self.session.answer(self.session.request("DELETE", path, query=query))

    def leave(self) -> Steps[Match]:
        """Free the seat, before the start; or leave a match in which one has not moved, without a
        loss for anybody."""
        return (yield from self._act("leave"))

    def take_away(self, seat: int) -> Steps[Match]:
        """Take a bot away from its seat, before the start, as the creator of the match."""
        request = self.session.request("DELETE", f"/v1/matches/{self.id}/seats/{seat}")
        return self._saw((yield from self.session.call(MATCH, request)))

    def presence(self) -> Steps[TablePresence]:
        """Who of the match is here, away, or gone, for its players."""
        return (yield from self._get("/presence", TABLE_PRESENCE))

    def claim(self, call_off: bool = False) -> Steps[Match]:
        """Claim that those for whom the match waits are gone, or call it off for that.

        Raise Conflict while nobody is; it says who is here, or from when on one can claim.
        """
        return (yield from self._act("claim", {"result": "abort" if call_off else "win"}))

    def start(self) -> Steps[Match]:
        """Start the match, as its creator."""
        return (yield from self._act("start"))

    def resign(self) -> Steps[Match]:
        """Give up."""
        return (yield from self._act("resign"))

    def undo(self, to_version: int) -> Steps[Match]:
        """Ask to return to a version, or agree to that if another seat has asked."""
        return (yield from self._act("undo", {"toVersion": to_version}))

    def refuse_undo(self) -> Steps[Match]:
        """Refuse to take moves back, or withdraw one's own request for it."""
        request = self.session.request("DELETE", f"/v1/matches/{self.id}/undo")
        return self._saw((yield from self.session.call(MATCH, request)))

    def rematch(self, keep_score: bool = False) -> Steps[Rematch]:
        """Ask to play again; call it again to learn the id of the new match."""
        body: dict[str, Any] = {"keepScore": keep_score}
        if self.now.deal == "sealed":
            self._rematch_seal = self._rematch_seal or self.session.notes.seal()
            body["seal"] = self._rematch_seal
        return (yield from self.session.call(REMATCH, self._post("rematch", body)))

    def rematch_requests(self) -> Steps[Rematch]:
        """Who asks to play again, and the id of the new match once all do."""
        return (yield from self._get("/rematch", REMATCH))

    def end_rematch(self) -> Steps[None]:
        """Withdraw the own request to play again; without one, decline those of all."""
        request = self.session.request("DELETE", f"/v1/matches/{self.id}/rematch")
        yield from self.session.answer(request)

    def reveal(self) -> Steps[Match]:
        """Reveal this client's entropy of a sealed deal, if due; `follow` does so by itself.

        The match has the caller's legal moves, if it begins. Raise NotProven, and reveal nothing,
        if the match is not what was promised before.
        """
        if entropy := self._own_entropy():
            yield from self._reveal(entropy)
        return (yield from self.read()) if lacks_moves(self.now) else self.now

    def _reveal(self, entropy: str) -> Steps[None]:
        self._promised(self.now)
        try:
            yield from self._act("entropy", {"entropy": entropy})
            self.note.revealed = True
        except (Conflict, MatchActive, MatchNotActive):  # it came too late, or twice
            self._saw((yield from self._get("", MATCH)))

    def _promised(self, match: Match) -> None:
        """Keep what is promised now that all seals are there."""
        shown = plain(match)
        promise = promise_of(shown)
        for name, value in self.note.promise.items():
            if name != "seals" and promise[name] != value:
                raise NotProven(f"{name} is not what it was at first.")
        if promise["terms"] != terms_of(shown):
            raise NotProven("The terms are not the hash of what was agreed.")
        self.session.notes.promise(promise)

    def history(self, after: int = 0) -> Flow[HistoryEntry]:
        """An entry per version, as the caller could see it then."""
        while True:
            page = yield from self._get(f"/moves?after={after}", PAGE)
            for entry in page.moves:
                yield Emit(decoded(ENTRY, entry))
            if page.next_after is None:
                return
            after = page.next_after

    def replay(self) -> Steps[dict[str, Any]]:
        """The replay of a match that has ended, as docs/fairness.md describes it."""
        path, accept = f"/v1/matches/{self.id}/replay", "application/x-ndjson"
        answer = yield from self.session.answer(self.session.request("GET", path, Accept=accept))
        first, *entries = answer.body.splitlines()
        replay: dict[str, Any] = msgspec.json.decode(first)
        return {**replay, "log": [msgspec.json.decode(entry) for entry in entries]}

    def analysis(self, ask: bool = False) -> Steps[Analysis]:
        """What the moves of the caller's match were worth, once it has ended, or how far that is.

        With `ask` it is to be found out. Raise NotAnalysed if nobody there can.
        """
        if ask:
            return (yield from self.session.call(ANALYSIS, self._post("analysis", {})))
        return (yield from self._get("/analysis", ANALYSIS))

    def cancel_analysis(self) -> Steps[None]:
        """Take back that the caller has asked for it; what has been judged stays."""
        request = self.session.request("DELETE", f"/v1/matches/{self.id}/analysis")
        yield from self.session.answer(request)

    def proof(self) -> Steps[Proof]:
        """Compare the replay with what this client has seen. Raise NotProven if it differs."""
        return prove((yield from self.replay()), self.note, self.session.notes)

    def follow(
        self,
        after: int | None = None,
        include_legal_moves: bool = False,
        on_emote: OnEmote | None = None,
        on_ratings: OnRatings | None = None,
    ) -> Flow[Change]:
        """Each version once and in order, until the match has ended.

        It begins with the version as it is now, or with the one behind `after`; with `after` itself
        if the legal moves are asked for, and those of `now` are not known. Cuts, silence and
        goodbyes are made good. A Reset comes if the service has lost versions. Raise Refused if
        the token is revoked, or the match cannot be seen any more. `on_emote` is called with what
        seats say, between the versions. `on_ratings` is called with what a rated match has changed
        of ratings, moments after its end; `now` has it then as well.
        """
        known = yield from self._known(after, include_legal_moves)
        pause, seen = Pause(), Seen(known)
        asked = "legalMoves" if include_legal_moves else None
        while True:
            query = {"after": seen.version, "include": asked}
            request = self.session.stream(f"/v1/matches/{self.id}/events", query)
            refused = yield from self.session.opened(Open(request), pause)
            if isinstance(refused, Malformed) and seen.version is not None:
                seen.lose()  # the service does not know this version any more
                continue
            if refused:
                raise refused
            rated = partial(self._rated, on_ratings)
            lines, wait = Lines(self.session, on_emote, rated), None
            while wait is None and (line := (yield from lines.next())):
                if line.event == "goodbye":
                    wait = seen.goodbye(line)
                elif seen.is_end(line):
                    return
                elif change := seen.change(line):
                    pause.reset()
                    yield from self.take(change, include_legal_moves)
                    yield Emit(change)
                elif seen.misses(line):
                    break
            yield Sleep(pause.after(wait))

    def _rated(self, on_ratings: OnRatings | None, ratings: MatchRatings) -> None:
        self.now = msgspec.structs.replace(self.now, ratings=ratings)
        if on_ratings:
            on_ratings(ratings)

    def _known(self, after: int | None, include_legal_moves: bool) -> Steps[int | None]:
        """The version behind which a stream begins, if the caller knows `after`.

        What that version asks for is revealed.
        """
        if after is None or after != self.now.version:
            return after
        yield from self._reveal_in(self.now)
        # An answer may have replaced what had the moves.
        return after - 1 if include_legal_moves and lacks_moves(self.now) else after

    def take(self, change: Change, include_legal_moves: bool) -> Steps[None]:
        """Note a version that has come. Reveal what is due; ask for legal moves if it has none."""
        if isinstance(change, Reset):
            self.note.lose(change.match.version)
            self._decided = None
        match = self._saw(change.match)
        yield from self._reveal_in(match)
        if include_legal_moves and lacks_moves(match):
            now = yield from self._get("?include=legalMoves", MATCH)
            if now.version == match.version:
                change.match = msgspec.structs.replace(match, legal_moves=now.legal_moves)
                self.now = change.match if self.now is match else self.now

    def _reveal_in(self, match: Match) -> Steps[None]:
        """Reveal what is due in `now`, of which alone the caller is told."""
        if (entropy := self._own_entropy()) and not self.note.revealed:
            yield from self._reveal(entropy)
            self.now = match

    def _own_entropy(self) -> str:
        """The entropy that is to be revealed; empty if none is, or this client has not drawn it."""
        match, fairness = self.now, self.now.fairness
        if match.your_seat is None or match.your_seat not in (fairness.to_reveal or ()):
            return ""
        return self.session.notes.entropy((fairness.seals or [])[match.your_seat] or "")

    def _get(self, rest: str, decoder: Decodes[T]) -> Steps[T]:
        request = self.session.request("GET", f"/v1/matches/{self.id}{rest}")
        return (yield from self.session.call(decoder, request))

    def _post(self, verb: str, body: dict[str, Any]) -> Request:
        return self.session.request("POST", f"/v1/matches/{self.id}/{verb}", body)

    def _act(self, verb: str, body: dict[str, Any] | None = None) -> Steps[Match]:
        return self._saw((yield from self.session.call(MATCH, self._post(verb, body or {}))))
