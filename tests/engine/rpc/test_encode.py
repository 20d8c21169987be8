"""What leaves the engine as a message, or as text for people."""

from dataclasses import replace

from croupier.v1 import engine_service_pb2 as pb
from engine.rpc import encode, table_text
from engine.store.tickets import Ticket, TicketStatus

from tests.support.matches import created, resigned, seated


def test_the_table_is_text_with_what_the_viewer_may_see() -> None:
    match = seated(created()[0], 1)[0]
    assert match.state
    text = table_text.text(match, 0)
    assert text.startswith(f"Lost Cities {match.id}, version 2, active\nto move: ")
    assert "seat 1: free" in table_text.text(created()[0], None)
    ended = table_text.text(resigned(match, 1)[0], None)
    assert "resigned: " in ended
    assert "resigned; won by " in ended


def test_a_roster_is_settled_once_no_player_can_leave() -> None:
    waiting = created()[0]
    roster = encode.roster(waiting)
    assert roster.settled is False
    assert [bool(player_id) for player_id in roster.player_ids] == [True, False]
    assert encode.roster(seated(waiting, 1)[0]).settled is True


def test_a_ticket_has_its_match_once_it_is_matched() -> None:
    ticket = Ticket("t", "ann", "lost-cities", b"{}", "", TicketStatus.SEARCHING, 1_500)
    message = encode.ticket(ticket, 1_000, replayed=True)
    assert (message.status, message.match_id) == (pb.TICKET_STATUS_SEARCHING, "")
    assert (message.expire_time, message.replayed) == ("1970-01-01T00:00:01.500Z", True)
    matched = replace(ticket, status=TicketStatus.MATCHED, match_id="m")
    assert encode.ticket(matched, 1_000).match_id == "m"
    assert not message.HasField("window")


def test_a_rated_ticket_says_how_wide_it_searches_by_now() -> None:
    ticket = Ticket("t", "a", "lost-cities", b"{}", "", TicketStatus.SEARCHING, 9_000, since_ms=0)
    windows = [encode.ticket(ticket, now_ms).window for now_ms in (-1, 0, 4_999, 5_000, 60_000)]
    assert windows == [200, 200, 200, 300, 1_400]
    expired = replace(ticket, status=TicketStatus.EXPIRED)
    assert not encode.ticket(expired, 60_000).HasField("window")
