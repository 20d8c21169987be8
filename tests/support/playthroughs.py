"""Playthroughs: whole matches as text, with every move, and now and then the table of each seat.

`python -m tests.support.playthroughs` writes the playthroughs of every game anew, or of those
that it is given by their ids, and a stored match for a game that has none. A playthrough changes
with the rules, the table's text or the chance: look at the difference before you commit it. A
stored match is written once and never again: what players have stored must load for ever.
"""

import json
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from itertools import cycle
from typing import Any

from engine.domain.match import Kind
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES, Game
from engine.store.compression import pack
from pydantic import TypeAdapter

from tests.support.games import ORACLES, TABLES, playthrough
from tests.support.random_matches import Played, follow, move_entry, random_match, seated
from tests.support.stored_matches import stored

HEADER = re.compile(r"^(game|options|seats|seed|views): (.+)$", re.MULTILINE)
MOVE = re.compile(r"^\d+ seat (\d+): (.+)$", re.MULTILINE)
EYE = "--- {} sees"
TWO = 2


def write(played: Played, views: int) -> str:
    """The whole match; `views` is after how many moves the table is shown again.

    With two seats all eyes look at it each time; with more, one after the other
    does, or the text would be too long to read.
    """
    return "\n".join(_lines(played, views)) + "\n"


def read(text: str) -> tuple[Played, int]:
    """The match of a text, played once more from its seed, options and moves; and its `views`."""
    header = dict(HEADER.findall(text))
    game = GAMES[header["game"]]
    options = _options_json(game).validate_json(header["options"])
    played = seated(game.rules.ID, options, int(header["seats"]), header["seed"])
    for seat, notation in MOVE.findall(text):
        move = game.rules.parse(notation)
        game.rules.check(played.last.state, int(seat), move)
        entry = move_entry(played.last, int(seat), move)
        step = follow(played.last, [entry])
        played = Played(played.versions + step.versions, played.log + step.log)
    return played, int(header["views"])


def _lines(played: Played, views: int) -> Iterator[str]:
    match, seats = played.last, len(played.last.seats)
    game, looks = GAMES[match.game], _looks(seats)
    yield f"game: {match.game}"
    yield f"options: {_options_json(game).dump_json(match.options).decode()}"
    yield f"seats: {seats}"
    yield f"seed: {match.seed}"
    yield f"views: {views}"
    for version, entry in zip(played.versions, played.log, strict=True):
        if entry.kind == Kind.MOVE:
            yield _move_line(game, entry)
        if version.ended or (version.version >= seats and (version.version - seats) % views == 0):
            yield from _tables(game, version, next(looks))
    yield from _outcome(match)


def _move_line(game: Game, entry: AnyEntry) -> str:
    return f"{entry.version} seat {entry.seat}: {game.rules.notation(entry.move)}"


def _looks(seats: int) -> Iterator[tuple[int | None, ...]]:
    """Whose eyes look, one time after the other: each seat's, and a spectator's."""
    everyone = (*range(seats), None)
    return cycle([everyone] if seats == TWO else [(eye,) for eye in everyone])


def _tables(game: Game, match: AnyMatch, eyes: Sequence[int | None]) -> Iterator[str]:
    """The table as each of these sees it."""
    names = [seat.player.display_name for seat in match.seats if seat.player]
    for seat in eyes:
        yield ""
        yield EYE.format("a spectator" if seat is None else names[seat])
        yield game.table.render(game.rules.view(match.state, seat), names, seat).rstrip("\n")
    yield ""


def _outcome(match: AnyMatch) -> Iterator[str]:
    assert match.outcome is not None, "a playthrough goes to the end"
    yield f"outcome: {match.outcome.reason}, ranking {json.dumps(match.outcome.ranking)}"
    yield f"scores: {json.dumps(match.outcome.scores)}"


def _options_json(game: Game) -> TypeAdapter[Any]:
    return TypeAdapter(game.rules.Options)


def main(game_ids: Collection[str]) -> None:
    for game_id, seats in TABLES:
        if game_ids and game_id not in game_ids:
            continue
        specimen, bound = ORACLES[game_id].specimens[seats], ORACLES[game_id].bound
        most = bound(specimen.options, seats)
        played = random_match(game_id, specimen.options, seats, specimen.seed, most)
        path = playthrough(game_id, seats)
        path.parent.mkdir(exist_ok=True)
        path.write_text(write(played, specimen.views))
        if seats == GAMES[game_id].rules.MAX_SEATS and not stored(game_id).exists():
            _store(game_id, played)


def _store(game_id: str, played: Played) -> None:
    """Write the match at three quarters of its way, bare and packed, and the log up to there."""
    game, path, versions = GAMES[game_id], stored(game_id), len(played.versions) * 3 // 4
    match = game.match_json.dump_json(played.versions[versions - 1]) + b"\n"
    packed = pack(match)
    rows = [game.entry_json.dump_json(each, exclude_defaults=True) for each in played.log]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(match)
    path.with_suffix(f".pack{packed[0]}").write_bytes(packed)
    path.with_suffix(".log").write_bytes(b"".join(row + b"\n" for row in rows[:versions]))


if __name__ == "__main__":
    main(sys.argv[1:])
