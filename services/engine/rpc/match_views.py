"""Matches as the JSON of the public API, each as one seat may see it.

Nothing about a match leaves the engine but what is put into a text here, into one for people by
table_text.py, or into either by a game from a view.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import orjson
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.listing import listing
from croupier_game.protobuf import Json
from croupier_match import absence, clock, sealing
from croupier_match.chain import commitment
from croupier_match.decisions import since
from croupier_match.games import Game
from croupier_match.match import (
    CREATOR,
    RECIPE,
    AnyMatch,
    ClockOptions,
    Deal,
    Outcome,
    Seat,
    Status,
    UndoRequest,
)
from croupier_match.refusals import GameFailed
from croupier_match.terms import shown_deal, terms

from engine.domain.registry import GAMES
from engine.rpc import encode
from engine.store.saves import head_of

OUTLINES = (pb.FORM_OUTLINE, pb.FORM_OUTLINE_WITH_MOVES)
WITH_MOVES = (pb.FORM_MATCH_WITH_MOVES, pb.FORM_OUTLINE_WITH_MOVES)
REMEMBERED = 10_000
"""Events, and options, whose text is kept: most come again and again."""


class MatchViews:
    """One version of a match; `text` is what a seat sees of it, None what a spectator does.

    Every part is made once: what all seats see alike, and what one seat sees. What all see is text
    at once, to which that of a seat is only added.
    """

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self._game = GAMES.of(match)
        self._wire = self._game.wire
        self._texts: dict[tuple[int | None, pb.Form.ValueType], pb.Text] = {}

    def text(self, seat: int | None, form: pb.Form.ValueType = pb.FORM_MATCH) -> pb.Text:
        """What the form asks for, as `seat` may see it."""
        found = self._texts.get((seat, form))
        if found is None:
            found = self._texts[seat, form] = self._text(seat, form)
        return found

    def legal_moves(self, seat: int | None) -> bytes:
        """The legal moves of `seat` now, and its decision; none unless it is to move."""
        rules = self._game.rules
        moves = rules.legal_moves(self.match.state, seat) if seat in self._to_move else ()
        try:
            listed = listing(self._game, moves)
        except GameFailed:
            raise
        except Exception as error:  # a game's move may refuse to be made of all that it describes
            rules.fail("legal_moves", error)
        return orjson.dumps(
            {
                "version": self.match.version,
                "game": self.match.game,
                "seat": seat,
                "decision": self._decision(seat),
                **listed,
            }
        )

    def shown(self, *texts: pb.Text) -> pb.Shown:
        """The version as it is shown to the viewers of these texts."""
        match = self.match
        shown = pb.Shown(
            texts=texts,
            version=match.version,
            game=match.game,
            head=head_of(match),
            status=encode.STATUS[match.status],
            to_move=self._to_move,
            update_time=match.update_time,
            deadline=self._deadline,
        )
        if match.rated and match.ended and match.was_dealt:
            shown.ratings = match.ratings.encode()
            shown.awaits_ratings = not match.ratings
        return shown

    def shown_to(self, seat: int | None, form: pb.Form.ValueType, ended: bool) -> pb.Shown:
        """The answer to GetMatch; `ended` says whether the match has ended by now."""
        shown, request = self.shown(self.text(seat, form)), self._undo_request
        shown.ended = ended
        if seat is not None:
            shown.your_seat = seat
        decision = self._decision(seat)
        if decision is not None:
            shown.your_decision = decision
        shown.to_reveal.extend(sealing.to_reveal(self.match))
        if request:
            shown.undo_needs.extend(request.needs)
            # Since then, each version was an agreement: any other entry ends a request.
            shown.undo_asked = self.match.version - len(request.agreed)
        return shown

    def terms(self, player_id: str) -> bytes:
        """What a player with the invite code may know: who sits there, and what is to be played."""
        match, players = self.match, [seat.player for seat in self.match.seats]
        host = players[CREATOR]
        return orjson.dumps(
            {
                "matchId": match.id,
                "game": match.game,
                "host": host.display_name if host else None,
                "seats": [player.display_name if player else None for player in players],
                "yourSeat": match.seat_of(player_id),
                "options": self._wire.options_json(match.options),
                "clock": clock.shown(match.clock) if match.clock else None,
                "goneAfter": absence.shown(match.gone_after_ms),
                "deal": match.deal,
                "undoMode": match.undo_mode,
                "status": match.status,
            }
        )

    def _decision(self, seat: int | None) -> int | None:
        """The decision of `seat`; None unless it is to move."""
        return since(self.match, seat) if seat in self._to_move else None

    @cached_property
    def _deadline(self) -> str:
        """The deadline of the seat to move, "" without one."""
        due = clock.deadline(self._game, self.match)
        return "" if due is None else clock.rfc3339_of(due)

    @property
    def _deadlines(self) -> list[str | None]:
        """The deadline of each seat, None where its time does not run."""
        due = clock.due(self._game, self.match)
        seats = range(len(self.match.seats))
        return [clock.rfc3339_of(due[seat]) if seat in due else None for seat in seats]

    @cached_property
    def _to_move(self) -> list[int]:
        return list(encode.to_move(self.match))

    def _text(self, seat: int | None, form: pb.Form.ValueType) -> pb.Text:
        seen = events(self.match, self.match.events, seat)
        outlined = form in OUTLINES
        shown = self._outline(seat, seen) if outlined else self._match(seat, seen)
        if form in WITH_MOVES:
            shown = b'%b,"legalMoves":%b}' % (shown[:-1], self.legal_moves(seat))
        return pb.Text(match=shown, events=b"" if outlined else seen)

    def _outline(self, seat: int | None, seen: bytes) -> bytes:
        match = self.match
        return orjson.dumps(
            {
                "version": match.version,
                "game": match.game,
                "events": orjson.Fragment(seen),
                "toMove": self._to_move,
                "yourDecision": self._decision(seat),
                "status": match.status,
                "clock": self._clock,
                "undo": self._undo,
                "logHead": match.log_head,
            }
        )

    def _match(self, seat: int | None, seen: bytes) -> bytes:
        own: Json = {
            "yourSeat": seat,
            "yourDecision": self._decision(seat),
            "state": orjson.Fragment(self._state(seat)),
            "lastEvents": orjson.Fragment(seen),
        }
        # Players may invite others; spectators must not learn the code.
        if self.match.invite_code and seat is not None:
            own["inviteCode"] = self.match.invite_code
        return _joined(self._public, orjson.dumps(own))

    def _state(self, seat: int | None) -> bytes:
        # State leaves the engine here only, as the views that the rules give of it.
        state = self.match.state
        if state is None:
            return b"null"
        try:
            private = self._game.rules.private_view(state, seat)
            own = orjson.dumps(self._wire.private_view_json(private))
            return _joined(self._public_state, own)
        except GameFailed:
            # Of a match that was aborted for it, all else is shown, such as why.
            if self.match.status != Status.ABORTED:
                raise
            return b"null"

    @cached_property
    def _public_state(self) -> bytes:
        """What all seats see alike of the state."""
        view = self._game.rules.public_view(self.match.state)
        return orjson.dumps(self._wire.public_view_json(view))

    @cached_property
    def _public(self) -> bytes:
        """What all seats see alike of all else."""
        match = self.match
        shown = {
            "id": match.id,
            "game": match.game,
            "status": match.status,
            "access": match.access,
            "start": match.start,
            "deal": match.deal,
            "version": match.version,
            "rulesVersion": match.rules_version,
            "options": _options(self._game, match.options),
            "createTime": match.create_time,
            "updateTime": match.update_time,
            "seats": [
                _seat(index, place, index in match.moved) for index, place in enumerate(match.seats)
            ],
            "toMove": self._to_move,
            "clock": self._clock,
            "goneAfter": absence.shown(match.gone_after_ms),
            "undoMode": match.undo_mode,
            "undo": self._undo,
            "outcome": _outcome(match.outcome) if match.outcome else None,
            "fairness": _fairness(match),
        }
        if not match.talk:
            shown["talk"] = False
        if match.tournament:
            shown["tournament"] = match.tournament.shown
        if match.deal_of:
            shown["dealOf"] = shown_deal(match.deal_of)
        if match.rated:
            shown["rated"] = True
            shown["ratings"] = orjson.Fragment(match.ratings or "null")
        return orjson.dumps(shown)

    @property
    def _undo_request(self) -> UndoRequest | None:
        return self.match.undo.request if self.match.undo else None

    @property
    def _undo(self) -> Json | None:
        request = self._undo_request
        return _undo(request) if request else None

    @property
    def _clock(self) -> Json | None:
        options = self.match.clock
        return _clock(self.match, options, self._deadlines) if options else None


def _joined(one: bytes, other: bytes) -> bytes:
    """One object with the members of two."""
    if one == b"{}":
        return other
    return one if other == b"{}" else b"%b,%b" % (one[:-1], other[1:])


def events(match: AnyMatch, all_events: Iterable[Any], seat: int | None) -> bytes:
    """Events of the match as `seat` may see them, as an array."""
    game = GAMES.of(match)
    see = game.rules.event_view
    return orjson.dumps([_event(game, see(event, seat)) for event in all_events])


@lru_cache(REMEMBERED)
def _options(game: Game, options: Any) -> orjson.Fragment:
    """The JSON of options, by which they are remembered: each version of a match shows them."""
    return orjson.Fragment(orjson.dumps(game.wire.options_json(options)))


@lru_cache(REMEMBERED)
def _event(game: Game, seen: Any) -> orjson.Fragment:
    """The JSON of an event as a viewer may see it, by which it is remembered."""
    return orjson.Fragment(orjson.dumps(game.wire.event_json(seen)))


def _seat(index: int, seat: Seat, moved: bool) -> Json:
    player = seat.player
    return {
        "index": index,
        "player": {"id": player.id, "displayName": player.display_name, "kind": player.kind}
        if player
        else None,
        "resigned": seat.resigned,
        "moved": moved,
    }


def _undo(request: UndoRequest) -> Json:
    return {
        "seat": request.seat,
        "toVersion": request.to,
        "agreed": request.agreed,
        "needs": request.needs,
    }


def _outcome(outcome: Outcome) -> Json:
    return {
        "reason": outcome.reason,
        "ranking": outcome.ranking,
        "scores": outcome.scores,
        "winners": outcome.winners,
    }


def _fairness(match: AnyMatch) -> Json:
    shown: dict[str, Any] = {
        "commitment": commitment(match.seed),
        "serverSeed": server_seed(match),
        "logHead": match.log_head,
        "recipe": RECIPE,
        "terms": terms(GAMES.of(match), match),
    }
    if match.deal == Deal.SEALED:
        # What was revealed stays secret like the seed: only that it was is told.
        shown["reveal"] = clock.duration(match.reveal_ms)
        shown["seals"] = [seat.seal or None for seat in match.seats]
        shown["toReveal"] = sealing.to_reveal(match)
        shown["revealBy"] = match.reveal_by or None
    return shown


def server_seed(match: AnyMatch) -> str | None:
    """The seed once the match has ended: until then, all future cards follow from it."""
    return match.seed if match.ended else None


def _clock(match: AnyMatch, options: ClockOptions, deadlines: Sequence[str | None]) -> Json:
    deadline = min(filter(None, deadlines), default=None)
    banks = [*map(clock.duration, clock.banks(match))] if options.bank_ms else None
    return {**clock.shown(options), "deadline": deadline, "deadlines": deadlines, "banks": banks}
