"""What a hook is told of matches, by what was known of them."""

from typing import Any

import pytest
from herald.following import ACTIVE, ENDED, IN_WAIT, REVEALING, Seen, drop, follow, invite
from herald.schedule import WAITS_S, Answer
from herald.state import State, again, put_off, settle, supersede
from herald.state import test as send_test
from redislink.hooks import EVENTS, Delivery, Hook

MATCH, OTHER = "M" * 22, "N" * 22
DAY_MS = 24 * 60 * 60 * 1000


def hook(*events: str, **given: Any) -> Hook:
    return Hook(
        "H" * 22, "P" * 22, "https://x.example.com/", events or EVENTS, 0, [["s", 0]], **given
    )


def seen(version: int, phase: str, decision: int = 0, match_id: str = MATCH) -> Seen:
    return Seen(match_id, "lost-cities", version, phase, decision)


def queued(state: State) -> list[tuple[str, int]]:
    return [(each.type, each.version) for each in state.queue]


def test_a_life_is_told_in_its_order() -> None:
    state, one = State(), hook()
    life = [
        seen(1, IN_WAIT),
        seen(2, REVEALING),
        seen(3, REVEALING),
        seen(4, ACTIVE),
        seen(5, ACTIVE, 5),
    ]
    for each in life:
        follow(one, state, [each], 1000)
    assert queued(state) == [("entropyNeeded", 2), ("matchStarted", 4), ("yourTurn", 5)]
    follow(one, state, [seen(9, ENDED)], 2000)
    assert queued(state) == [("entropyNeeded", 2), ("matchStarted", 4), ("matchFinished", 9)]


def test_nothing_is_told_twice() -> None:
    state, one = State(), hook()
    for _ in range(3):
        follow(one, state, [seen(6, ACTIVE, 5)], 1000)
        follow(one, state, [seen(9, ENDED, match_id=OTHER)], 1000)
    assert queued(state) == [("matchStarted", 6), ("yourTurn", 5), ("matchFinished", 9)]


def test_a_newer_turn_takes_the_place_of_one_that_waits_and_other_matches_stay() -> None:
    state, one = State(), hook("yourTurn")
    follow(one, state, [seen(5, ACTIVE, 5), seen(7, ACTIVE, 7, OTHER)], 1000)
    changed = follow(one, state, [seen(8, ACTIVE, 8)], 2000)
    assert queued(state) == [("yourTurn", 7), ("yourTurn", 8)]
    assert [(each.version, each.state) for each in changed] == [(5, "superseded"), (8, "waiting")]


def test_a_turn_that_was_made_is_not_told() -> None:
    state = State()
    follow(hook(), state, [seen(5, ACTIVE, 5)], 1000)
    (gone,) = follow(hook(), state, [seen(6, ACTIVE)], 2000)
    assert (gone.type, gone.state) == ("yourTurn", "superseded")
    assert queued(state) == [("matchStarted", 5)]


def test_of_a_match_that_is_older_than_the_hook_only_the_turn_is_told() -> None:
    state = State()
    follow(hook(), state, [seen(5, ACTIVE, 4)], 1000, [MATCH])
    assert queued(state) == [("yourTurn", 4)]


def test_only_what_is_wanted_is_told() -> None:
    state = State()
    follow(hook("matchFinished"), state, [seen(5, ACTIVE, 5)], 1000)
    assert not state.queue
    follow(hook("matchFinished"), state, [seen(6, ENDED)], 1000)
    assert queued(state) == [("matchFinished", 6)]


def test_a_match_that_goes_on_from_an_older_version_has_its_turn_told_again() -> None:
    """As after a restore of Redis."""
    state = State(matches={MATCH: [9, 9, ACTIVE]})
    follow(hook(), state, [seen(7, ACTIVE, 7)], 1000)
    assert queued(state) == [("yourTurn", 7)]


def test_turns_keep_their_distance() -> None:
    state, one = State(), hook("yourTurn", min_interval=60_000)
    follow(one, state, [seen(5, ACTIVE, 5)], 100_000)
    follow(one, state, [seen(6, ACTIVE, 6, OTHER)], 110_000)
    assert [each.next for each in state.queue] == [100_000, 160_000]


def test_turns_that_were_never_told_keep_no_distance() -> None:
    """Who moves before a turn is told is not told the next one the later for it."""
    state, one = State(), hook("yourTurn", min_interval=60_000)
    follow(one, state, [seen(1, ACTIVE, 1)], 100_000)
    settle(state, state.queue[0], Answer(204), 101_000)
    for version in range(2, 20, 2):
        follow(one, state, [seen(version, ACTIVE)], 110_000 + version)
        follow(one, state, [seen(version + 1, ACTIVE, version + 1)], 110_000 + version)
    assert [each.next for each in state.queue] == [161_000]


def test_of_more_than_500_that_wait_the_oldest_are_given_up() -> None:
    """As of a program that plays on, whose receiver does not answer."""
    state, one, dead = State(), hook("matchFinished"), list[Delivery]()
    for version in range(600):
        (*gone, made) = follow(one, state, [seen(9, ENDED, match_id=f"{version:022}")], 1000)
        dead += gone
        assert made.state == "waiting"
    assert [each.subject for each in state.queue] == [f"{each:022}" for each in range(100, 600)]
    assert [(each.subject, each.state) for each in dead] == [
        (f"{each:022}", "dead") for each in range(100)
    ]


def test_what_is_put_off_waits_however_long_it_has_been_due() -> None:
    state = State()
    put_off(state, waiting(state), 900_000)
    assert [each.next for each in state.queue] == [900_000]


def test_what_is_gone_is_forgotten() -> None:
    state = State()
    follow(hook("yourTurn"), state, [seen(5, ACTIVE, 5)], 1000)
    drop(state, [MATCH])
    assert (state.queue, state.matches) == ([], {})


def test_an_invitation_is_told_once() -> None:
    state = State()
    pending = {"I" * 22: (MATCH, 3)}
    invite(hook(), state, pending, 1000)
    assert not invite(hook(), state, pending, 2000)
    assert queued(state) == [("invited", 3)]
    invite(hook(), state, {}, 3000)
    assert state.invited == []


def waiting(state: State) -> Delivery:
    follow(hook("yourTurn"), state, [seen(5, ACTIVE, 5)], 1000)
    return state.queue[0]


def test_what_arrives_is_out_of_the_queue() -> None:
    state = State(failing=5)
    (sent,) = settle(state, waiting(state), Answer(204), 2000)
    assert (sent.state, sent.tries, sent.status, sent.last, sent.next) == ("sent", 1, 204, 2000, 0)
    assert (state.queue, state.failing) == ([], 0)


def test_what_fails_is_tried_eight_times() -> None:
    state, now = State(), 1000
    waiting(state)
    for tries in range(1, len(WAITS_S) + 1):
        (again,) = settle(state, state.queue[0], Answer(0, error="timeout"), now)
        assert (again.state, again.tries, again.error) == ("waiting", tries, "timeout")
        now = again.next
    (dead,) = settle(state, state.queue[0], Answer(500), now)
    assert (dead.state, dead.tries, dead.next) == ("dead", 8, 0)
    assert (state.queue, state.off, state.failing) == ([], "", 1000)


def test_410_ends_a_hook_and_all_that_waits() -> None:
    state = State()
    first = waiting(state)
    follow(hook("yourTurn"), state, [seen(6, ACTIVE, 6, OTHER)], 1000)
    dead = settle(state, first, Answer(410), 2000)
    assert [each.state for each in dead] == ["dead", "dead"]
    assert (state.off, state.queue) == ("gone", [])


def test_a_hook_that_is_on_again_is_told_the_turn_that_waits_and_nothing_that_was_told() -> None:
    state, begun, ended = State(), "B" * 22, "E" * 22
    life = [seen(5, ACTIVE, 5), seen(6, ACTIVE, 6, OTHER), seen(7, ACTIVE, 0, begun)]
    follow(hook(), state, [*life, seen(9, ENDED, match_id=ended)], 1000)
    state.since = "then"
    settle(state, state.queue[0], Answer(410), 2000)
    assert not state.queue
    (test,) = send_test(state, "msg_t", 3000)
    settle(state, test, Answer(204), 3000)
    now = [seen(5, ACTIVE, 5), seen(8, ENDED, match_id=OTHER), seen(7, ACTIVE, 0, begun)]
    follow(hook(), state, [*now, seen(9, ENDED, match_id=ended)], 4000)
    assert queued(state) == [("yourTurn", 5), ("matchFinished", 8)]
    assert state.since == "then", "what has ended before is not looked for"


def test_five_days_of_failures_end_a_hook_and_a_test_that_arrives_begins_it_anew() -> None:
    state = State()
    settle(state, waiting(state), Answer(500), 1000)
    settle(state, state.queue[0], Answer(500), 1000 + 5 * DAY_MS)
    assert (state.off, state.queue) == ("failing", [])
    (test,) = send_test(state, "msg_t", 1000)
    settle(state, test, Answer(200), 2000)
    assert (state.off, state.failing, state.queue) == ("", 0, [])


def test_a_test_is_not_tried_again() -> None:
    state = State()
    (test,) = send_test(state, "msg_t", 1000)
    (dead,) = settle(state, test, Answer(500), 2000)
    assert (dead.state, state.queue) == ("dead", [])


def test_a_turn_that_is_superseded_on_its_way_is_not_tried_again() -> None:
    state = State()
    turn = waiting(state)
    supersede(state, MATCH)
    (gone,) = settle(state, turn, Answer(500), 2000)
    assert (gone.state, state.queue) == ("superseded", [])


def test_what_is_sent_again_begins_anew() -> None:
    state = State()
    dead = Delivery("msg_1", "yourTurn", MATCH, 5, 1000, {}, "dead", 8, 500)
    (made,) = again(state, [dead], 9000)
    assert (made.state, made.tries, made.next) == ("waiting", 0, 9000)
    assert again(state, [dead], 9000) == []


@pytest.mark.parametrize(
    "state", [State(), State("gone", 7, "x", 8, {MATCH: [1, 0, ACTIVE]}, ["i"])]
)
def test_a_state_is_read_as_it_was_stored(state: State) -> None:
    state.queue.append(Delivery("msg_1", "yourTurn", MATCH, 5, 1000, {"matchId": MATCH}))
    assert State.load(state.dump()) == state
    assert State.load(None) == State()
