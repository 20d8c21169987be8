"""The id of the match, the commitment to the seed, the terms, and the chain of the log."""

import re
from collections.abc import Iterable
from typing import Any

from croupier_match import terms
from croupier_match.chain import commitment, entry_hash
from croupier_match.verify.errors import MAX_QUOTE, NotAReplay, Refuted, must, printable, quote
from croupier_match.verify.reader import members
from croupier_match.verify.schema import GivenMatch, Json, Replay

MATCH_ID = re.compile("[A-Za-z0-9_-]{22}")
DEAL_ID = re.compile("[A-Za-z0-9_.-]{1,100}")
AGREED = ("id", "game", "rulesVersion", "options", "goneAfter", "deal", "start", "undoMode")
AGREED_OF_THE_TOURNAMENT = ("id", "round", "table")
AGREED_OF_THE_DEAL = ("id", "endTime")
AGREED_OF_THE_CLOCK = ("perMove", "bank", "increment", "onTimeout")
NOT_AGREED = frozenset({"access", "inviteCode", "ratings", "talk", "undo", "yourDecision"})
"""Members of a match that no verifier needs."""


def check_id(replay: Replay) -> None:
    """Raise Refuted unless the match has an id as the server makes them: chance depends on it."""
    must(
        bool(MATCH_ID.fullmatch(replay.match.id)),
        f"match.id is {quote(replay.match.id)}; the id of a match is 22 characters, "
        "each of them a letter, a digit, - or _.",
    )
    deal = replay.match.deal_of
    must(
        deal is None or bool(DEAL_ID.fullmatch(deal.id)),
        f"match.dealOf.id is {quote(deal and deal.id)}; the id of a deal is letters, digits, dots, "
        "- and _.",
    )


def check_commitment(replay: Replay) -> None:
    """Raise Refuted unless the seed is the one that was committed to before the start.

    What a replay says twice must be the same both times.
    """
    fairness = replay.match.fairness
    must(
        commitment(replay.server_seed) == fairness.commitment,
        "The commitment is not the SHA-256 of the server's seed.",
    )
    must(
        fairness.server_seed == replay.server_seed,
        "match.fairness.serverSeed is not serverSeed.",
    )
    must(
        replay.game == replay.match.game,
        f"game is {quote(replay.game)}, and match.game {quote(replay.match.game)}.",
    )


def check_terms(replay: Replay, raw_match: Json) -> None:
    """Raise Refuted unless the terms are those of the match as written in the file, and the log
    begins with them; NotAReplay if it may have been agreed what this verifier does not know.
    """
    shown, first, due = replay.match.fairness.terms, replay.log[0].prev, _terms(raw_match)
    must(
        shown == due or first != due,
        "The log begins with its terms, but match.fairness.terms is another hash.",
    )
    if shown != due and (unknown := _unknown(raw_match)):
        raise NotAReplay(
            "match.fairness.terms: what was agreed may include "
            f"{printable(', '.join(unknown))[:MAX_QUOTE]}, which this verifier does not know."
        )
    must(shown == due, "match.fairness.terms is not that of the id and the settings of the match.")
    must(first == due, "Version 1: prev is not match.fairness.terms.")


def _terms(match: Json) -> str:
    clock, fairness = match.get("clock"), match["fairness"]
    tournament, deal = match.get("tournament"), match.get("dealOf")
    return terms.hash_of(
        {
            **{name: match[name] for name in AGREED},
            "clock": clock and _picked(clock, AGREED_OF_THE_CLOCK),
            "reveal": fairness.get("reveal"),
            "recipe": fairness["recipe"],
            "commitment": fairness["commitment"],
            **({"rated": True} if match.get("rated") else {}),
            **({"tournament": _picked(tournament, AGREED_OF_THE_TOURNAMENT)} if tournament else {}),
            **({"dealOf": _picked(deal, AGREED_OF_THE_DEAL)} if deal else {}),
        }
    )


def _picked(members: Json, names: Iterable[str]) -> Json:
    return {name: members[name] for name in names}


def _unknown(match: Json) -> list[str]:
    """The members of the match that this verifier does not know."""
    known = members(GivenMatch).keys() | NOT_AGREED
    return [name for name in match if name not in known]


def check_versions(replay: Replay) -> None:
    """Raise Refuted unless the log has every version once, in order."""
    for due, entry in enumerate(replay.log, 1):
        if entry.version != due:
            found = quote(entry.version)
            raise Refuted(f"The log has version {found} where {due} is expected.")
    must(
        replay.match.version == len(replay.log),
        f"match.version is {quote(replay.match.version)}, but the log ends at {len(replay.log)}.",
    )


def check_chain(replay: Replay, raw_log: list[dict[str, Any]]) -> None:
    """Raise Refuted unless each entry, as written in the file, hashes to the next one's `prev`."""
    prev = replay.match.fairness.terms
    for entry, raw in zip(replay.log, raw_log, strict=True):
        must(entry.prev == prev, f"Version {entry.version}: prev is not the hash before it.")
        # The raw entry: a member that this verifier does not know must be hashed, too.
        hashed = {name: raw[name] for name in raw if name not in ("prev", "hash")}
        prev = entry_hash(replay.server_seed, prev, hashed)
        must(entry.hash == prev, f"Version {entry.version}: hash is not that of the entry.")
    must(replay.match.fairness.log_head == prev, "logHead is not the hash of the last entry.")
