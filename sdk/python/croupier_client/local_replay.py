"""The replay of a local match, as a service shows one."""

from collections.abc import Mapping
from typing import Any

from croupier_game.game import view_json
from croupier_match import Game, absence, clock
from croupier_match.chain import commitment
from croupier_match.match import RECIPE, AnyMatch, ClockOptions, Deal, Seat
from croupier_match.sealing import to_reveal
from croupier_match.terms import terms

from croupier_client.base import plain
from croupier_client.ruled import Ruled


def replay_of(game: Game, ruled: Ruled) -> dict[str, Any]:
    """The replay of a match that has ended, as the service shows it to a spectator."""
    match = ruled.match
    options = game.wire.options_json(match.options)
    shown: dict[str, Any] = plain(
        {
            "game": match.game,
            "match": {
                **_shown(game, match),
                "options": options,
                "fairness": _fairness(game, match),
            },
            "options": options,
            "serverSeed": match.seed,
            "entropy": [seat.entropy or None for seat in match.seats],
            "audit": [],
            "log": _log(game, ruled),
        }
    )
    return shown


def _shown(game: Game, match: AnyMatch) -> Mapping[str, Any]:
    """What is true of a match that has ended, but for its options and its fairness."""
    see, outcome = game.rules.event_view, match.outcome
    return {
        "id": match.id,
        "game": match.game,
        "status": match.status,
        "access": match.access,
        "start": match.start,
        "deal": match.deal,
        "version": match.version,
        "rulesVersion": match.rules_version,
        "createTime": match.create_time,
        "updateTime": match.update_time,
        "seats": [_seat(match, index, seat) for index, seat in enumerate(match.seats)],
        "yourSeat": None,
        "yourDecision": None,
        "toMove": [],
        "clock": _clock(match, match.clock) if match.clock else None,
        "goneAfter": absence.shown(match.gone_after_ms),
        "undoMode": match.undo_mode,
        "undo": None,
        "outcome": {
            name: getattr(outcome, name) for name in ("reason", "ranking", "scores", "winners")
        },
        "state": view_json(game, match.state, None),
        "lastEvents": [game.wire.event_json(see(event, None)) for event in match.events],
    }


def _seat(match: AnyMatch, index: int, seat: Seat) -> Mapping[str, Any]:
    player, moved = seat.player, index in match.moved
    shown = player and {"id": player.id, "displayName": player.display_name, "kind": player.kind}
    return {"index": index, "player": shown, "resigned": seat.resigned, "moved": moved}


def _clock(match: AnyMatch, options: ClockOptions) -> Mapping[str, Any]:
    banks = [*map(clock.duration, clock.banks(match))] if options.bank_ms else None
    idle = {"deadline": None, "deadlines": [None for _ in match.seats]}
    return {**clock.shown(options), **idle, "banks": banks}


def _fairness(game: Game, match: AnyMatch) -> Mapping[str, Any]:
    shown = {
        "commitment": commitment(match.seed),
        "serverSeed": match.seed,
        "logHead": match.log_head,
        "recipe": RECIPE,
        "terms": terms(game, match),
    }
    if match.deal == Deal.OPEN:
        return shown
    return {
        **shown,
        "reveal": clock.duration(match.reveal_ms),
        "seals": [seat.seal for seat in match.seats],
        "toReveal": to_reveal(match),
        "revealBy": None,
    }


def _log(game: Game, ruled: Ruled) -> list[Mapping[str, Any]]:
    log, prev = list[Mapping[str, Any]](), terms(game, ruled.match)
    for match, entry in ruled.past:
        log.append({**entry.public(game), "prev": prev, "hash": match.log_head})
        prev = match.log_head
    return log
