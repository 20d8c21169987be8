"""A match played again from its replay, by the rules that are installed here.

It is the verifier of the server. Each entry of the log must follow from what a player, a clock or
the server could do just then, each card and die from the seed, and all else that the replay shows
from its log.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from croupier_game.seeded import seeded_chance
from croupier_match import Game, Games, Refusal
from croupier_match import verify as rulebook
from croupier_match.entries import Entry
from croupier_match.match import AnyMatch
from croupier_match.verify import decoding
from croupier_match.verify.following import follow
from croupier_match.verify.replaying import genesis
from croupier_match.verify.schema import parse

from croupier_client.checks import ALONE
from croupier_client.errors import NotProven
from croupier_client.installed import UnknownGame as UnknownGame
from croupier_client.installed import played

Json: TypeAlias = Mapping[str, Any]


class Step(NamedTuple):
    """An entry of a log, and the match before and after it."""

    game: Game
    before: AnyMatch
    entry: Entry
    after: AnyMatch


def verify(replay: Json) -> list[str]:
    """Return what the replay of any match proves, in sentences, without notes of it.

    Raise NotProven for the first thing that is wrong, and UnknownGame.
    """
    if not isinstance(replay, Mapping):
        raise NotProven("This is no replay: it is no JSON object.")
    if "match" not in replay:
        raise NotProven(f"This is no replay: {replay.get('detail', 'it has no match.')}")
    try:
        _game_of(replay)
        proven = [check(replay) for check in ALONE]
        return [*filter(None, proven), play_again(replay)]
    except UnknownGame:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise NotProven("The replay is not of the documented form.") from error


def play_again(replay: Json) -> str:
    """Return what has been proven. Raise NotProven for what does not follow, and UnknownGame."""
    game = _game_of(replay)
    with _contradictions():
        rulebook.verify(Games([game]), replay)
    rules = game.rules
    return f"Each card, die and move follows by the rules of {rules.NAME}, version {rules.VERSION}."


def steps(replay: Json) -> Iterator[Step]:
    """Play a match again, step by step. Raise NotProven for one that is not possible, and
    UnknownGame."""
    game = _game_of(replay)
    with _contradictions():
        given = parse(replay)
        match = genesis(game, given)
        entries = (decoding.entry(game, given, each) for each in given.log)
        for step in follow(game, match, entries, len(given.log), seeded_chance):
            yield Step(game, match, step.given, step.after)
            match = step.after


def _game_of(replay: Json) -> Game:
    match = replay["match"]
    return played(match["game"], match["rulesVersion"]).game


@contextmanager
def _contradictions() -> Iterator[None]:
    """What the verifier finds is not proven."""
    try:
        yield
    except (Refusal, rulebook.NotAReplay, rulebook.Refuted) as error:
        raise NotProven(str(error)) from error
