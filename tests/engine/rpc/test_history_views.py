"""The past of a match as JSON: entries of the history, of the log, and of the audit."""

from croupier_match.chain import entry_hash
from croupier_match.match import Kind
from engine.domain.registry import GAMES
from engine.rpc.history_views import audited, history_entry, log_entry
from engine.service.queries.match_queries import LoggedEntry
from engine.service.queries.past_versions import MatchVersion
from engine.store.audit import Act, AuditEntry

from tests.support.matches import SEED, TIME, created, moved, seated, step


def test_an_entry_of_the_history_says_why_a_match_was_aborted() -> None:
    aborted, entry = step(seated(created()[0], 1)[0], Kind.ABORTED, 0, note="why")
    told = history_entry(MatchVersion(aborted, entry), None)
    assert (told["kind"], told["note"], told["move"]) == ("aborted", "why", None)


def test_an_entry_of_the_log_is_as_it_was_hashed() -> None:
    match = seated(created()[0], 1)[0]
    after, entry = moved(match)
    told = log_entry(GAMES.of(match), LoggedEntry(entry, match.log_head, after.log_head))
    assert [*told] == ["version", "kind", "seat", "move", "time", "prev", "hash"]
    prev, own = told.pop("prev"), told.pop("hash")
    assert entry_hash(SEED, prev, told) == own


def test_an_audit_does_not_name_the_operator() -> None:
    told = audited(AuditEntry(TIME, Act.SHOWN, "olga", "x", 7))
    assert told == {"time": TIME, "version": 7, "act": "shown", "reason": "x"}
