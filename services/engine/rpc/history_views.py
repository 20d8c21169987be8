"""The past of a match as the JSON of the public API: its history, and the replay after its end."""

from collections.abc import Iterable

import orjson
from croupier_game.protobuf import Json
from croupier_match.entries import Aborted, Asked, Claimed, Entry, Moved, TimedOut, Undone
from croupier_match.games import Game
from croupier_match.match import AnyMatch

from engine.domain.registry import GAMES
from engine.rpc.match_views import MatchViews, events, server_seed
from engine.service.queries.match_queries import LoggedEntry
from engine.service.queries.past_versions import MatchVersion
from engine.store.audit import AuditEntry


def history_entry(past: MatchVersion, seat: int | None) -> Json:
    """A version's log entry and events, as `seat` may see them."""
    match, entry = past.match, past.entry
    shown: Json = {
        "version": entry.version,
        "game": match.game,
        "kind": entry.kind,
        "seat": entry.seat,
        "move": None,
        "notation": None,
        "time": entry.time,
        "events": orjson.Fragment(events(match, match.events, seat)),
        **_reason(entry),
    }
    if isinstance(entry, Moved):
        game = GAMES.of(match)
        # A move may hide what the others must not know, such as which card was put down.
        seen = game.rules.move_view(entry.move, entry.seat, seat)
        shown["move"] = game.wire.move_json(seen)
        shown["notation"] = game.rules.notation(seen)
    return shown


def _reason(entry: Entry) -> Json:
    """Why the match was aborted, who had gone or was late, or what is taken back by whom."""
    if isinstance(entry, Asked):
        return {"to": entry.to, "needs": entry.needs}
    if isinstance(entry, Undone):
        return {"to": entry.to, "kept": entry.kept} if entry.kept else {"to": entry.to}
    if isinstance(entry, Claimed):
        return {"gone": entry.gone}
    if isinstance(entry, TimedOut):
        return {"late": entry.late}
    if not isinstance(entry, Aborted):
        return {}
    why = {"withheld": entry.withheld, "gone": entry.gone, "note": entry.note}
    return {name: value for name, value in why.items() if value}


def replay_head(match: AnyMatch, seat: int | None, audit: Iterable[AuditEntry]) -> bytes:
    """The replay of a match that has ended, as `seat` may see it, without its log."""
    shown = MatchViews(match)
    return orjson.dumps(
        {
            "game": match.game,
            "match": orjson.Fragment(shown.text(seat).match),
            # The public contract has them twice; the verifier requires both to be the same.
            "options": GAMES.of(match).wire.options_json(match.options),
            "serverSeed": server_seed(match),
            "entropy": [place.entropy or None for place in match.seats],
            "audit": [audited(each) for each in audit],
        }
    )


def audited(entry: AuditEntry) -> Json:
    """An entry of the audit, without the operator's name: that is for operators only."""
    return {
        "time": entry.time,
        "version": entry.version,
        "act": entry.act,
        "reason": entry.reason,
    }


def log_entry(game: Game, logged: LoggedEntry) -> Json:
    """A log entry as it was hashed, with all it hides, for the replay of a match that has ended."""
    hashed = logged.entry.public(game)
    first = {name: hashed.pop(name) for name in ("version", "kind", "seat", "move", "time")}
    return {**first, "prev": logged.prev, "hash": logged.hash, **hashed}
