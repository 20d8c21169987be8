"""A stored match against its own log: recomputed, entry by entry.

Sentences about a running match must not reveal what is hidden in it, so they name the version and
never the move.
"""

import re
from collections.abc import Sequence

from croupier_game.errors import RulesError
from croupier_game.seeded import seeded_chance

from croupier_match import absence, clock, sealing
from croupier_match.entries import Entry
from croupier_match.evolve import genesis
from croupier_match.games import Game, Games
from croupier_match.match import AnyMatch
from croupier_match.verify.errors import Refuted, must
from croupier_match.verify.following import follow

SEED = re.compile("[0-9a-f]{64}")


def check_stored(games: Games, match: AnyMatch, log: Sequence[Entry]) -> None:
    """Raise Refuted unless the match is what its log makes of it; NotPlayedHere.

    Each entry must have been possible, and their chain of hashes must end in the match's
    `log_head`.
    """
    # By other rules its log cannot be recomputed, which says nothing against it.
    game = games.of(match)
    _check_beginning(game, match)
    versions = [entry.version for entry in log]
    must(versions == [*range(1, len(log) + 1)], "The versions of the log are not 1, 2, 3, ...")
    must(match.version == len(log), f"It is at version {match.version}, its log at {len(log)}.")
    after = _recompute(game, match, log)
    must(after.log_head == match.log_head, "The chain of hashes does not end in its log head.")
    must(after == match, "It is not what its log makes of it.")


def _check_beginning(game: Game, match: AnyMatch) -> None:
    rules = game.rules
    must(bool(SEED.fullmatch(match.seed)), "Its seed is not valid.")
    must(
        rules.MIN_SEATS <= len(match.seats) <= rules.MAX_SEATS, "It has too few or too many seats."
    )
    try:
        rules.check_options(match.options, len(match.seats))
        if match.clock:
            clock.check_options(match.clock)
        absence.check_options(match.gone_after_ms)
    except RulesError:
        raise Refuted("Its options or its times are not possible.") from None
    try:
        sealing.check_options(match.deal, match.reveal_ms)
    except RulesError:
        raise Refuted("Its deal is not possible.") from None


def _recompute(game: Game, match: AnyMatch, log: Sequence[Entry]) -> AnyMatch:
    after = genesis(game, match)
    try:
        for step in follow(game, after, log, len(log), seeded_chance):
            must(step.given == step.due, "It is not what had to be there.")
            after = step.after
    except Exception:  # damaged data may fail anywhere, and a message could hold a card
        raise Refuted(f"Version {after.version + 1} of its log was not possible.") from None
    return after
