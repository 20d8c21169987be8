"""The positions in which `croupier board` shows a board, out of random matches and of the spec.

`python -m croupier_game.kit.positions GAME` prints the game, its files and its positions as JSON.
"""

import base64
import json
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from itertools import islice
from typing import Any

from croupier_match.games import Game

from croupier_game.game import view_json, view_of
from croupier_game.installed import GROUP
from croupier_game.kit.games import GAMES, ORACLES, Unplayable, choose
from croupier_game.kit.random_matches import NAMES, random_match
from croupier_game.kit.spec import Oracle
from croupier_game.listing import listing

MATCHES, LONGEST = 3, 150
"""How many random matches are looked through with each number of seats, and the moves of each."""
LEAST, MOST = 6, 12
"""Of the positions with one number of seats, how many are shown."""
LOOKED_AT = 200
"""Of the legal moves of a seat, of how many the kinds are looked at."""
DEEP = 3
"""How far into a view it is looked for something new."""


@dataclass(frozen=True)
class Position:
    """A state, and the events that led to it; `version` is 0 for one that the spec constructs."""

    options: Any
    state: Any
    events: Sequence[Any]
    version: int
    match: int = 0


def main(game_id: str) -> int:
    """Print the game; return the exit code."""
    try:
        choose([game_id])
    except Unplayable as error:
        sys.stderr.write(f"{error}\n{_failed_import(game_id)}")
        return 1
    sys.stdout.write(json.dumps(described(GAMES[game_id], ORACLES[game_id])))
    return 0


def _failed_import(game_id: str) -> str:
    """Return where the rules fail when they are imported; "" if they do not."""
    for entry in entry_points(group=GROUP, name=game_id):
        try:
            entry.load()
        except Exception:  # whatever an author may write
            return traceback.format_exc()
    return ""


def described(game: Game, oracle: Oracle) -> dict[str, Any]:
    """Return what a page shows of the game: who can play, its files in base64, its positions."""
    rules = game.rules
    return {
        "id": rules.ID,
        "name": rules.NAME,
        "seats": [rules.MIN_SEATS, rules.MAX_SEATS],
        "files": {name: base64.b64encode(body).decode() for name, body in game.files.items()},
        "positions": [_shown(game, each) for each in positions(game, oracle)],
    }


def positions(game: Game, oracle: Oracle) -> Iterator[Position]:
    """Yield positions with each number of seats that show all there is, and those of the spec."""
    for seats in range(game.rules.MIN_SEATS, game.rules.MAX_SEATS + 1):
        yield from _telling(game, oracle, [*_played(game, oracle, seats)])
    for state, _ in oracle.constructed:
        yield Position(state.options, state, (), 0)


def _played(game: Game, oracle: Oracle, seats: int) -> Iterator[Position]:
    for number in range(MATCHES):
        options = oracle.options[number % len(oracle.options)]
        bound = min(LONGEST, oracle.bound(options, seats))
        played = random_match(game.rules.ID, options, seats, number + 1, bound)
        for match in played.dealt:
            yield Position(options, match.state, match.events, match.version, number + 1)


def _telling(game: Game, oracle: Oracle, found: Sequence[Position]) -> Sequence[Position]:
    """Return the fewest of these positions that show all there is, in their order, and some more.

    That is every kind of event and of move, and each member of a view empty, full, true or false.
    """
    left = {number: {*_features(game, oracle, each)} for number, each in enumerate(found)}
    chosen = [0] * bool(found)  # the deal
    missing = set[str]().union(*left.values()) - (left[0] if found else set())
    while missing and len(chosen) < MOST:
        best = max(left, key=lambda number: (len(left[number] & missing), -number))
        chosen.append(best)
        missing -= left[best]
    chosen += range(0, len(found), len(found) // LEAST + 1) if len(chosen) < LEAST else ()
    return [found[number] for number in sorted({*chosen})]


def _features(game: Game, oracle: Oracle, position: Position) -> Iterator[str]:
    """Yield what there is to be seen in a position."""
    rules, state = game.rules, position.state
    moving = rules.to_move(state)
    yield "over" if rules.over(state) else f"{min(len(moving), 2)} to move"
    yield from (f"event {type(event).__name__}" for event in position.events)
    for seat in moving:
        yield from (
            f"move {oracle.kind(each)}"
            for each in islice(rules.legal_moves(state, seat), LOOKED_AT)
        )
    for viewer in (*moving[:1], None):
        yield from _shape("", view_json(game, state, viewer), DEEP)


def _shape(place: str, value: Any, deep: int) -> Iterator[str]:
    match value:
        case dict() if deep:
            for name, each in value.items():
                yield from _shape(f"{place}.{name}", each, deep - 1)
        case list() if value and deep:
            yield from {found for each in value for found in _shape(f"{place}[]", each, deep - 1)}
        case str() if "[]" not in place:
            yield f"{place} {value}"  # a phase, say
        case bool() | None:
            yield f"{place} {value}"
        case _:
            yield f"{place} {bool(value)}"


def _shown(game: Game, position: Position) -> dict[str, Any]:
    """Return a position as boards get it, through the eyes of each seat and of a spectator."""
    rules, state = game.rules, position.state
    seats = len(rules.scores(state))
    return {
        "seats": seats,
        "title": _title(position),
        "players": NAMES[:seats],
        "options": game.wire.options_json(position.options),
        "toMove": [*rules.to_move(state)],
        "over": rules.over(state),
        "eyes": [_seen(game, position, seat) for seat in (*range(seats), None)],
    }


def _title(position: Position) -> str:
    if not position.version:
        return "constructed by the spec"
    kinds = dict.fromkeys(type(event).__name__ for event in position.events)
    where = f"match {position.match}, version {position.version}"
    return f"{where}: {', '.join(kinds)}" if kinds else where


def _seen(game: Game, position: Position, seat: int | None) -> dict[str, Any]:
    rules, wire, state = game.rules, game.wire, position.state
    moves = rules.legal_moves(state, seat) if seat in rules.to_move(state) else ()
    names = NAMES[: len(rules.scores(state))]
    return {
        "seat": seat,
        "view": view_json(game, state, seat),
        "choose": [],
        **listing(game, moves),
        "events": [wire.event_json(rules.event_view(each, seat)) for each in position.events],
        "table": game.table.render(view_of(rules, state, seat), names, seat),
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
