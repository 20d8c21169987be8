"""Playthroughs: whole matches as text, with every move, and now and then the table of each seat.

`python -m croupier_game.kit.playthroughs` writes the playthroughs of every game anew, or of those
that it is given by their ids. A playthrough changes with the rules, the table's text or the chance:
look at the difference before you commit it.
"""

import json
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from itertools import cycle
from typing import Any

from croupier_match.entries import Moved
from croupier_match.games import Game
from croupier_match.match import AnyMatch
from pydantic import TypeAdapter

from croupier_game.game import view_of
from croupier_game.kit.games import GAMES, ORACLES, playthrough, tables
from croupier_game.kit.random_matches import Played, follow, move_entry, random_match, seated

HEADER = re.compile(r"^(game|options|seats|seed|views): (.+)$", re.MULTILINE)
MOVE = re.compile(r"^\d+ seat (\d+): (.+)$", re.MULTILINE)
HEADING = "--- {} sees"
TWO = 2


def write(played: Played, views: int) -> str:
    """Write the whole match; the table is shown again after every `views` moves.

    With two seats it is shown to all viewers each time; with more, to one after the
    other, or the text would be too long to read.
    """
    return "\n".join(_lines(played, views)) + "\n"


def read(text: str) -> tuple[Played, int]:
    """Play the match of a text once more; return it, and the `views` of the text."""
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
    game, viewers = GAMES[match.game], _viewers(seats)
    yield f"game: {match.game}"
    yield f"options: {_options_json(game).dump_json(match.options).decode()}"
    yield f"seats: {seats}"
    yield f"seed: {match.seed}"
    yield f"views: {views}"
    for version, entry in zip(played.versions, played.log, strict=True):
        if isinstance(entry, Moved):
            yield _move_line(game, entry)
        if version.ended or (version.version >= seats and (version.version - seats) % views == 0):
            yield from _tables(game, version, next(viewers))
    yield from _outcome(match)


def _move_line(game: Game, entry: Moved[Any]) -> str:
    return f"{entry.version} seat {entry.seat}: {game.rules.notation(entry.move)}"


def _viewers(seats: int) -> Iterator[tuple[int | None, ...]]:
    """Yield the viewers of each time: all with two seats, else one after the other."""
    everyone = (*range(seats), None)
    return cycle([everyone] if seats == TWO else [(viewer,) for viewer in everyone])


def _tables(game: Game, match: AnyMatch, viewers: Sequence[int | None]) -> Iterator[str]:
    """Yield the table as each of these viewers sees it."""
    names = [seat.player.display_name for seat in match.seats if seat.player]
    for seat in viewers:
        yield ""
        yield HEADING.format("a spectator" if seat is None else names[seat])
        yield game.table.render(view_of(game.rules, match.state, seat), names, seat).rstrip("\n")
    yield ""


def _outcome(match: AnyMatch) -> Iterator[str]:
    assert match.outcome is not None, "a playthrough goes to the end"
    yield f"outcome: {match.outcome.reason}, ranking {json.dumps(match.outcome.ranking)}"
    yield f"scores: {json.dumps(match.outcome.scores)}"
    # Of all moves as JSON: a replay could not be verified any more if that of a move changed.
    yield f"log head: {match.log_head}"


def _options_json(game: Game) -> TypeAdapter[Any]:
    return TypeAdapter(game.rules.Options)


def write_all(game_ids: Collection[str]) -> None:
    """Write the playthroughs of these games, or of all."""
    for game_id, seats in tables():
        if game_ids and game_id not in game_ids:
            continue
        specimen, bound = ORACLES[game_id].specimens[seats], ORACLES[game_id].bound
        most = bound(specimen.options, seats)
        played = random_match(game_id, specimen.options, seats, specimen.seed, most)
        path = playthrough(game_id, seats)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(played, specimen.views))


if __name__ == "__main__":
    write_all(sys.argv[1:])
