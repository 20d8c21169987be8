"""Verification of a stored match against its own log: recomputed, entry by entry.

Sentences about a running match must not reveal what is hidden in it, so they name the
version and never the move.
"""

import re
from collections.abc import Sequence

from croupier_game.errors import RulesError
from croupier_game.seeded import seeded_chance
from croupier_match import absence, clock, sealing
from croupier_match.entries import Aborted, Created, Entry, Joined, Revealed, Undone
from croupier_match.evolve import evolve, genesis
from croupier_match.match import AnyMatch
from croupier_match.sealing import SEAL
from croupier_match.undo import asking

from engine.domain.registry import GAMES
from engine.verify.errors import Refuted, must
from engine.verify.legality import NOTE, check_possible

SEED = re.compile("[0-9a-f]{64}")
ENTROPY = re.compile("([0-9a-f]{2}){0,32}")


def check_stored(match: AnyMatch, log: Sequence[Entry]) -> None:
    """Raise Refuted unless the match is what its log makes of it; NotPlayedHere.

    Each entry must have been possible, and their chain of hashes must end in the match's
    `log_head`.
    """
    GAMES.of(match)  # its log cannot be recomputed by other rules, which says nothing against it
    _check_beginning(match)
    versions = [entry.version for entry in log]
    must(versions == [*range(1, len(log) + 1)], "The versions of the log are not 1, 2, 3, ...")
    must(match.version == len(log), f"It is at version {match.version}, its log at {len(log)}.")
    after = _recompute(match, log)
    must(after.log_head == match.log_head, "The chain of hashes does not end in its log head.")
    must(after == match, "It is not what its log makes of it.")


def _check_beginning(match: AnyMatch) -> None:
    rules = GAMES.of(match).rules
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


def _recompute(match: AnyMatch, log: Sequence[Entry]) -> AnyMatch:
    after = genesis(GAMES.of(match), match)
    past: list[asking.Version] = []
    for entry in log:
        try:
            must(0 <= entry.seat < len(match.seats), "There is no such seat.")
            _check_texts(entry)
            check_possible(after, entry, seeded_chance, past)
            _check_restored(entry, past)
            after = evolve(GAMES.of(after), after, entry, seeded_chance)
            past.append((after, entry))
        except Exception:  # damaged data may fail anywhere, and a message could hold a card
            raise Refuted(f"Version {entry.version} of its log was not possible.") from None
    return after


def _check_texts(entry: Entry) -> None:
    if isinstance(entry, Created | Joined | Revealed):
        must(bool(ENTROPY.fullmatch(entry.entropy)), "Its entropy is not valid.")
    if isinstance(entry, Created | Joined):
        must(not entry.seal or bool(SEAL.fullmatch(entry.seal)), "Its seal is not valid.")
    if isinstance(entry, Aborted):
        must(bool(NOTE.fullmatch(entry.note)), "Its note is not in printable ASCII.")


def _check_restored(entry: Entry, past: Sequence[asking.Version]) -> None:
    """Raise Refuted unless the table that an entry restores is that of the version it names."""
    if isinstance(entry, Undone):
        due = asking.restored(past[entry.to - 1 :])
        must(entry.restored == due, "What it restores is not what was.")
