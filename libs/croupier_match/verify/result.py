"""The result that the file shows, compared with the recomputed match."""

from typing import Any

from croupier_game.game import view_json

from croupier_match import clock
from croupier_match.games import Game
from croupier_match.match import AnyMatch, Outcome
from croupier_match.verify.decoding import duration_ms
from croupier_match.verify.errors import Refuted, must, printable, quote
from croupier_match.verify.schema import GivenMatch, Json


def check_result(game: Game, given: GivenMatch, match: AnyMatch) -> None:
    """Raise Refuted unless view, events, status and outcome are those that `yourSeat` may see."""
    seat = given.your_seat
    if seat is not None:
        taken = 0 <= seat < len(match.seats) and match.seats[seat].player
        must(bool(taken), f"yourSeat is {quote(seat)}, but that is not a taken seat.")
    _agree("state", given.state, _state(game, match, seat))
    _agree("lastEvents", given.last_events, _events(game, match, seat))
    _agree("outcome", given.outcome, _outcome(match.outcome))
    _agree("status", given.status, match.status.value)
    must(match.ended, f"The match has not ended at version {match.version}.")


def check_times(given: GivenMatch, match: AnyMatch) -> None:
    """Raise Refuted unless the times are right, and no seat is to move any more."""
    _agree("toMove", given.to_move, [])
    _agree("createTime", given.create_time, match.create_time)
    _agree("updateTime", given.update_time, match.update_time)
    if given.clock:
        _agree("clock.deadline", given.clock.deadline, None)
        _agree("clock.deadlines", given.clock.deadlines, [None] * len(match.seats))
        shown = None if given.clock.banks is None else [*map(duration_ms, given.clock.banks)]
        _agree("clock.banks", shown, _banks(match))


def _banks(match: AnyMatch) -> list[int] | None:
    """The banks in milliseconds; None without banks."""
    return [*clock.banks(match)] or None


def _state(game: Game, match: AnyMatch, seat: int | None) -> Json | None:
    if match.state is None:
        return None
    shown: Json = view_json(game, match.state, seat)
    return shown


def _events(game: Game, match: AnyMatch, seat: int | None) -> list[Json]:
    return [game.wire.event_json(game.rules.event_view(event, seat)) for event in match.events]


def _outcome(outcome: Outcome | None) -> Json | None:
    if outcome is None:
        return None
    return {
        "scores": list(outcome.scores),
        "ranking": [list(rank) for rank in outcome.ranking],
        "winners": list(outcome.winners),
        "reason": outcome.reason.value,
    }


def _agree(path: str, given: Any, due: Any) -> None:
    """Raise Refuted naming the first place at which `given` differs, in the order of `due`."""
    # True and 1 are equal in Python, and are not in JSON.
    same_type = type(given) is type(due)
    if same_type and isinstance(due, dict):
        _agree_by_member(path, given, due)
    elif same_type and isinstance(due, list):
        _agree_by_item(path, given, due)
    elif not (same_type and given == due):
        raise Refuted(f"{path} is {quote(given)}, the recomputed match says {quote(due)}.")


def _agree_by_member(path: str, given: Json, due: Json) -> None:
    for name, value in due.items():
        if name not in given:
            raise Refuted(f"{path}.{name} is missing, the recomputed match says {quote(value)}.")
        _agree(f"{path}.{name}", given[name], value)
    for name in given:
        must(
            name in due,
            f"{path}.{printable(name)} is given, the recomputed match has no such member.",
        )


def _agree_by_item(path: str, given: list[Any], due: list[Any]) -> None:
    must(
        len(given) == len(due),
        f"{path} has {len(given)} items, the recomputed match has {len(due)}.",
    )
    for index, (one, other) in enumerate(zip(given, due, strict=True)):
        _agree(f"{path}[{index}]", one, other)
