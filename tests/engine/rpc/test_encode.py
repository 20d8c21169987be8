"""Encoding of matches: what each viewer gets, and what stays inside."""

from dataclasses import replace
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine.domain.chance import seeded_chance
from engine.domain.hash_chain import commitment
from engine.domain.match import Access, ClockOptions, Kind
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.rpc import encode, table
from engine.rpc.form import OUTLINE
from engine.service.changes import prepare
from engine.service.past import MatchVersion
from engine.service.queries import LoggedEntry
from engine.store.audit import Act, AuditEntry
from engine.store.tickets import Ticket, TicketStatus

from tests.support.matches import SEED, TIME, created, moved, resigned, seated, step

CODE = "invite-code"


def running(**changes: Any) -> AnyMatch:
    return seated(replace(created()[0], **changes), 1)[0]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_viewer_sees_the_own_hand_only(seat: int | None) -> None:
    message = encode.match(running(), seat)
    assert message.HasField("your_seat") is (seat is not None)
    assert len(message.view.lost_cities.hand) == (0 if seat is None else 8)


def test_a_match_that_waits_has_no_view() -> None:
    message = encode.match(created()[0], 0)
    assert message.status == pb.MATCH_STATUS_WAITING
    assert not message.HasField("view")
    assert not message.HasField("outcome")
    assert list(message.to_move) == []
    assert [seat.HasField("player") for seat in message.seats] == [True, False]


def test_the_invite_code_is_for_players() -> None:
    match = running(access=Access.PRIVATE, invite_code=CODE)
    codes = [encode.match(match, seat).invite_code for seat in (None, 0, 1)]
    assert codes == ["", CODE, CODE]


def test_the_seed_is_shown_at_the_end() -> None:
    match = running()
    for each, seed in ((match, ""), (resigned(match, 0)[0], SEED)):
        fairness = encode.match(each, 0).fairness
        assert (fairness.server_seed, fairness.commitment) == (seed, commitment(SEED))
        assert fairness.log_head == each.log_head


def test_a_clock_has_a_deadline_while_a_seat_is_to_move() -> None:
    match = running(clock=ClockOptions(bank_ms=60_000, increment_ms=1_000))
    clock = encode.match(match, None).clock
    assert clock.deadline == TIME.replace("03:04:05", "03:05:05")
    assert list(clock.banks_ms) == [60_000, 60_000]
    assert encode.match(resigned(match, 0)[0], None).clock.deadline == ""
    assert not encode.match(running(), None).HasField("clock")


def test_a_change_shows_its_events_once() -> None:
    match = running()
    entry = moved(match)[1]
    change = prepare(match, [entry], None, seeded_chance).change
    message = encode.change(change)
    assert message.version == message.match.version == 3
    assert list(message.events) == list(message.match.last_events)
    assert len(message.events) == 2
    assert not encode.change(change, OUTLINE).HasField("match")


def test_legal_moves_are_those_of_the_seat_to_move() -> None:
    match = running()
    first = encode.legal_moves(match, 0)
    assert (first.version, first.seat) == (2, 0)
    rules = GAMES[match.game].rules
    assert [each.notation for each in first.moves] == [
        rules.notation(move) for move in rules.legal_moves(match.state, 0)
    ]
    for seat in (1, None):
        assert list(encode.legal_moves(match, seat).moves) == []
    assert list(encode.legal_moves(resigned(match, 1)[0], 0).moves) == []


def test_the_table_is_text_with_what_the_viewer_may_see() -> None:
    match = running()
    assert match.state
    text = table.text(match, 0)
    assert text.startswith(f"Lost Cities {match.id}, version 2, active\nto move: ")
    assert "seat 1: free" in table.text(created()[0], None)
    ended = table.text(resigned(match, 1)[0], None)
    assert "resigned: " in ended
    assert "resigned; won by " in ended


def test_a_roster_is_settled_once_no_player_can_leave() -> None:
    waiting = created()[0]
    roster = encode.roster(waiting)
    assert roster.settled is False
    assert [bool(player_id) for player_id in roster.player_ids] == [True, False]
    assert encode.roster(seated(waiting, 1)[0]).settled is True


def test_an_entry_of_the_history_hides_what_its_move_hides() -> None:
    match = running()
    after, entry = moved(match)
    version = MatchVersion(after, entry)
    shown = encode.history_entry(version, None)
    assert (shown.version, shown.kind, shown.seat) == (3, pb.ENTRY_KIND_MOVE, 0)
    assert shown.notation == GAMES[match.game].rules.notation(entry.move)
    assert not shown.HasField("note")
    aborted, entry = step(match, Kind.ABORTED, 0, note="why")
    assert encode.history_entry(MatchVersion(aborted, entry), None).note == "why"


def test_an_entry_of_the_log_has_its_place_in_the_chain() -> None:
    match = running()
    after, entry = moved(match)
    logged = encode.log_entry(GAMES[match.game], LoggedEntry(entry, match.log_head, after.log_head))
    assert (logged.prev, logged.hash) == (match.log_head, after.log_head)


def test_an_audit_does_not_name_the_operator() -> None:
    entry = AuditEntry(TIME, Act.SHOWN, "olga", "x", 7)
    assert encode.audit_entry(entry) == pb.AuditEntry(time=TIME, version=7, act="shown", reason="x")


def test_a_ticket_has_its_match_once_it_is_matched() -> None:
    ticket = Ticket("t", "ann", "lost-cities", b"{}", "", TicketStatus.SEARCHING, 1_500)
    message = encode.ticket(ticket, replayed=True)
    assert (message.status, message.match_id) == (pb.TICKET_STATUS_SEARCHING, "")
    assert (message.expire_time, message.replayed) == ("1970-01-01T00:00:01.500Z", True)
    matched = replace(ticket, status=TicketStatus.MATCHED, match_id="m")
    assert encode.ticket(matched).match_id == "m"
