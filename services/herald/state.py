"""What the herald has told a hook, and has still to tell it. Pure: times are given."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import orjson
from redislink.hooks import Delivery, Hook

from herald.schedule import GONE, Answer, is_over, next_try
from herald.signing import message_id

MS = 1000
TURN = "yourTurn"
WAITING, SENT, SUPERSEDED, DEAD = "waiting", "sent", "superseded", "dead"
REMEMBERED_INVITATIONS = 50
MOST_WAITING = 500
"""The most messages that wait of a player's hook; one of the installation reads no more then."""


@dataclass(slots=True)
class State:
    """What the herald stores of a hook.

    `matches` has of each that is known its version, the decision that was told last, 0 for none,
    and its phase: waiting, revealing (told to), active or ended. `since` is the time after which a
    match has been made that may be unknown, "" before the first look. `queue` is what is to be
    sent, in the order in which it happened. `cursors` are those of an installation's hook.
    `tournaments` has of each that its player has entered the status and the last round.
    """

    off: str = ""
    failing: int = 0
    since: str = ""
    last_turn: int = 0
    matches: dict[str, list[Any]] = field(default_factory=dict)
    invited: list[str] = field(default_factory=list)
    queue: list[Delivery] = field(default_factory=list)
    cursors: dict[str, str] = field(default_factory=dict)
    tournaments: dict[str, list[Any]] = field(default_factory=dict)

    @classmethod
    def load(cls, stored: bytes | None) -> "State":
        """Return the state of its JSON. Raise ValueError, TypeError or KeyError."""
        if not stored:
            return cls()
        found = orjson.loads(stored)
        found["queue"] = [Delivery(**each) for each in found["queue"]]
        return cls(**found)

    def dump(self) -> bytes:
        """Return its JSON."""
        return orjson.dumps(self)

    def heads(self) -> list[Delivery]:
        """Return what is sent next of each subject."""
        first = dict[str, Delivery]()
        for each in self.queue:
            first.setdefault(each.subject, each)
        return [*first.values()]

    def next_ms(self) -> int | None:
        """Return when something is to be sent; None if nothing is."""
        return min((each.next for each in self.heads()), default=None)


def tell(
    hook: Hook,
    state: State,
    kind: str,
    subject: str,
    version: int,
    now_ms: int,
    data: Mapping[str, Any],
) -> list[Delivery]:
    """Queue a message, if the hook wants such; return it, and the turn that it supersedes."""
    gone = supersede(state, subject) if kind in (TURN, "matchFinished") else []
    if kind not in hook.events or state.off:
        return gone
    due = now_ms
    if kind == TURN and hook.min_interval:
        due = max(now_ms, _last_turn(state) + hook.min_interval)
    made = Delivery(
        message_id(hook.id, subject, version, kind), kind, subject, version, now_ms, data, next=due
    )
    if any(each.id == made.id for each in state.queue):
        return gone
    state.queue.append(made)
    return [*gone, *(_give_up_oldest(state) if hook.player else ()), made]


def _give_up_oldest(state: State) -> list[Delivery]:
    """Give up what waits beyond MOST_WAITING: all of it is stored anew with each try."""
    over = state.queue[:-MOST_WAITING]
    state.queue = state.queue[-MOST_WAITING:]
    return [replace(each, state=DEAD, next=0) for each in over]


def _last_turn(state: State) -> int:
    """Return when a turn is told, or was told, after which no other is known of."""
    waiting = (each.next for each in state.queue if each.type == TURN and not each.tries)
    return max(state.last_turn, *waiting, 0)


def supersede(state: State, subject: str, kinds: Collection[str] = (TURN,)) -> list[Delivery]:
    """Take what waits of a subject, of these types, out of the queue; return what became of it."""
    gone = [each for each in state.queue if each.type in kinds and each.subject == subject]
    state.queue = [each for each in state.queue if each not in gone]
    return [replace(each, state=SUPERSEDED, next=0) for each in gone]


def settle(state: State, message: Delivery, answer: Answer, now_ms: int) -> list[Delivery]:
    """Note what became of a message that was sent; return the deliveries that have changed."""
    message = replace(
        message,
        tries=message.tries + 1,
        status=answer.status,
        error=answer.error,
        last=now_ms,
    )
    if message.type == TURN:
        state.last_turn = max(state.last_turn, now_ms)
    if answer.taken:
        state.off, state.failing = "", 0
        return _without(state, replace(message, state=SENT, next=0))
    state.failing = state.failing or now_ms
    if answer.status == GONE:
        return _switch_off(state, message, "gone")
    if is_over(state.failing / MS, now_ms / MS):
        return _switch_off(state, message, "failing")
    at_s = next_try(message.id, message.tries, answer, now_ms / MS)
    # A test says at once how it went; who asked for it asks again.
    if at_s is None or state.off or message.type == "test":
        return _without(state, replace(message, state=DEAD, next=0))
    message = replace(message, next=round(at_s * MS))
    found = [each.id for each in state.queue]
    if message.id not in found:  # it was superseded on its way
        return [replace(message, state=SUPERSEDED, next=0)]
    state.queue[found.index(message.id)] = message
    return [message]


def put_off(state: State, message: Delivery, at_ms: int) -> list[Delivery]:
    """Have a message wait until this time, without a try; return it."""
    later = replace(message, next=at_ms)
    state.queue = [later if each.id == later.id else each for each in state.queue]
    return [later] if later in state.queue else []


def leave_out(state: State, message: Delivery) -> list[Delivery]:
    """Take a message out of the queue that needs not be sent any more; return it."""
    return _without(state, replace(message, state=SUPERSEDED, next=0))


def _switch_off(state: State, message: Delivery, why: str) -> list[Delivery]:
    """Give up all that waits. Once the hook is on again, turns that still wait are told anew."""
    state.off = why
    dead = [each for each in state.queue if each.id != message.id]
    state.queue = []
    state.matches = {each: [0, 0, phase] for each, (*_, phase) in state.matches.items()}
    return [replace(each, state=DEAD, next=0) for each in (*dead, message)]


def _without(state: State, message: Delivery) -> list[Delivery]:
    state.queue = [each for each in state.queue if each.id != message.id]
    return [message]


def again(state: State, found: Iterable[Delivery], now_ms: int) -> list[Delivery]:
    """Queue messages that are to be sent once more; return them."""
    made = list[Delivery]()
    for each in found:
        if all(each.id != one.id for one in state.queue):
            made.append(replace(each, state=WAITING, tries=0, next=now_ms))
    state.queue += made
    return made


def test(state: State, test_id: str, now_ms: int) -> list[Delivery]:
    """Queue a test message; return it."""
    made = Delivery(test_id, "test", f"test {test_id}", 0, now_ms, {}, next=now_ms)
    if any(each.id == test_id for each in state.queue):
        return []
    state.queue.append(made)
    return [made]


def rfc3339(at_ms: int) -> str:
    """Return a time as bodies have it."""
    text = datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def known(state: State) -> Sequence[str]:
    """Return the matches that have not ended as far as is known."""
    return [each for each, (_, _, phase) in state.matches.items() if phase != "ended"]
