"""A match at one version as JSON text, as each seat may see it: the `data` of events in streams.

Every part is made once: what all seats see alike, and what one seat sees. Nothing about a match
is in a text but what is put there here, or by a game's wire.py from a view.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

import orjson
from croupier.v1 import engine_service_pb2 as pb

from engine.domain import clock, sealing
from engine.domain.hash_chain import commitment
from engine.domain.match import RECIPE, ClockOptions, Deal, Outcome, Seat, UndoRequest
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.domain.terms import terms
from engine.rpc import encode
from engine.rpc.form import MATCH, Form
from engine.rpc.json_messages import Json, json_wire

WIRES: Mapping[str, Any] = {game_id: json_wire(game.wire) for game_id, game in GAMES.items()}


class Shown:
    """One version of a match; `sight` is what a seat sees of it, None what a spectator does."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self._game = GAMES.of(match)
        self._wire = WIRES[match.game]
        self._sights: dict[tuple[int | None, Form], pb.Sight] = {}

    def sight(self, seat: int | None, form: Form = MATCH) -> pb.Sight:
        """What the form asks for, as `seat` may see it."""
        found = self._sights.get((seat, form))
        if found is None:
            found = self._sights[seat, form] = self._sight(seat, form)
        return found

    @cached_property
    def deadline(self) -> str:
        """The deadline of the seat to move, "" without one."""
        due = clock.deadline(self.match)
        return "" if due is None else clock.rfc3339_of(due)

    @cached_property
    def to_move(self) -> list[int]:
        return list(encode.to_move(self.match))

    def _sight(self, seat: int | None, form: Form) -> pb.Sight:
        moves = orjson.dumps(self._legal_moves(seat)) if form.include_legal_moves else b""
        seen = events(self.match, self.match.events, seat)
        if form.omit_match:
            return pb.Sight(outline=self._outline(seen), legal_moves=moves)
        return pb.Sight(match=self._match(seat, seen), events=seen, legal_moves=moves)

    def _legal_moves(self, seat: int | None) -> Json:
        encode_move, notation = self._wire.encode_move, self._game.rules.notation
        return {
            "version": self.match.version,
            "game": self.match.game,
            "seat": seat,
            "moves": [
                {"move": encode_move(move), "notation": notation(move)}
                for move in encode.moves_of(self.match, seat)
            ],
        }

    def _outline(self, seen: bytes) -> bytes:
        match = self.match
        return orjson.dumps(
            {
                "version": match.version,
                "game": match.game,
                "events": orjson.Fragment(seen),
                "toMove": self.to_move,
                "status": match.status,
                "clock": self._clock,
                "undo": self._undo,
                "logHead": match.log_head,
            }
        )

    def _match(self, seat: int | None, seen: bytes) -> bytes:
        match = self.match
        shown = {
            **self._first,
            "yourSeat": seat,
            "toMove": self.to_move,
            "clock": self._clock,
            "state": None if match.state is None else self._state(seat),
            "lastEvents": orjson.Fragment(seen),
            **self._last,
        }
        # Players may invite others; spectators must not learn the code.
        if match.invite_code and seat is not None:
            shown["inviteCode"] = match.invite_code
        if not match.talk:
            shown["talk"] = False
        return orjson.dumps(shown)

    def _state(self, seat: int | None) -> Json:
        # As in `encode.match`: a state leaves the engine only as the view of a seat.
        view: Json = self._wire.encode_view(self._game.rules.view(self.match.state, seat))
        return view

    @cached_property
    def _first(self) -> Json:
        """The members that all seats see alike, up to the first that differs between seats."""
        match = self.match
        return {
            "id": match.id,
            "game": match.game,
            "status": match.status,
            "access": match.access,
            "start": match.start,
            "deal": match.deal,
            "version": match.version,
            "rulesVersion": match.rules_version,
            "options": self._wire.encode_options(match.options),
            "createTime": match.create_time,
            "updateTime": match.update_time,
            "seats": [_seat(index, place) for index, place in enumerate(match.seats)],
        }

    @cached_property
    def _last(self) -> Json:
        """The members that all seats see alike, after the last that differs between seats."""
        match = self.match
        return {
            "undoMode": match.undo_mode,
            "undo": self._undo,
            "outcome": _outcome(match.outcome) if match.outcome else None,
            "fairness": _fairness(match),
        }

    @cached_property
    def _undo(self) -> Json | None:
        request = self.match.undo.request if self.match.undo else None
        return _undo(request) if request else None

    @cached_property
    def _clock(self) -> Json | None:
        options = self.match.clock
        return _clock(self.match, options, self.deadline) if options else None


def events(match: AnyMatch, all_events: Iterable[Any], seat: int | None) -> bytes:
    """Events of the match as `seat` may see them, as an array."""
    see = GAMES.of(match).rules.event_view
    return orjson.dumps([_event(match.game, see(event, seat)) for event in all_events])


@lru_cache(encode.REMEMBERED)
def _event(game: str, seen: Any) -> orjson.Fragment:
    """The JSON of an event as a viewer may see it, by which it is remembered."""
    return orjson.Fragment(orjson.dumps(WIRES[game].encode_event(seen)))


def _seat(index: int, seat: Seat) -> Json:
    player = seat.player
    return {
        "index": index,
        "player": {"id": player.id, "displayName": player.display_name, "kind": player.kind}
        if player
        else None,
        "resigned": seat.resigned,
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
        # All future cards follow from the seed, so it stays secret until the end.
        "serverSeed": match.seed if match.ended else None,
        "logHead": match.log_head,
        "recipe": RECIPE,
        "terms": terms(match),
    }
    if match.deal == Deal.SEALED:
        # What was revealed stays secret like the seed: only that it was is told.
        shown["reveal"] = clock.duration(match.reveal_ms)
        shown["seals"] = [seat.seal or None for seat in match.seats]
        shown["toReveal"] = sealing.to_reveal(match)
        shown["revealBy"] = match.reveal_by or None
    return shown


def _clock(match: AnyMatch, options: ClockOptions, deadline: str) -> Json:
    banks = [*map(clock.duration, clock.banks(match))] if options.bank_ms else None
    return {**clock.shown(options), "deadline": deadline or None, "banks": banks}
