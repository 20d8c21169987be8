"""Everything that a blocked player can call, before and after the block: the same to the byte.

What is not the same, by design: a friendship has ended, as by its end; a public match refuses a
seat as if it were kept, and a private one as if the code were wrong; two tickets do not meet.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import httpx
import pytest

from tests.gateway.routes.test_blocks import block
from tests.gateway.routes.test_friends import FRIENDS, ask
from tests.support.live import Live
from tests.support.opponents import offer
from tests.support.players import Client, key, ok
from tests.support.requests import newcomer
from tests.support.stream_reader import events_path, following

CHANGING = {"date", "x-time", "x-request-id", "ratelimit", "ratelimit-policy"}
"""Headers that differ from one answer to the next."""
REQUEST_ID = re.compile(rb'"requestId":"[0-9a-f]{32}"')


class World(NamedTuple):
    """Ann, who is about to block Eve, and what both have."""

    ann: Client
    eve: Client
    table: str
    """A public match of Ann's that waits."""
    shared: str
    """A running match of both."""
    own: str
    """A match of Eve's that waits."""


@pytest.fixture
def world(live: Live) -> World:
    ann, eve = newcomer(live.url, "Ann"), newcomer(live.url, "Eve")
    shared = str(ann.create()["id"])
    eve.join(shared)
    offer(ann)
    ask(eve, ann)
    return World(ann, eve, str(ann.create()["id"]), shared, str(eve.create()["id"]))


def told(answer: httpx.Response) -> object:
    """All that an answer tells, but for what differs anyway."""
    headers = {name: value for name, value in answer.headers.items() if name not in CHANGING}
    return answer.status_code, headers, REQUEST_ID.sub(b"", answer.content)


def looks(world: World) -> Iterator[tuple[str, object]]:
    """What Eve may read, and may do without a consequence that she would see herself."""
    ann, eve = world.ann.id, world.eve
    for path in (
        f"/v1/players/{ann}",
        "/v1/players/me",
        FRIENDS,
        "/v1/players/me/blocks",
        "/v1/matches?game=lost-cities&status=waiting&pageSize=100",
        f"/v1/matches?player={ann}",
        "/v1/matches?player=me",
        f"/v1/matches/{world.table}",
        f"/v1/matches/{world.shared}",
        f"/v1/matches/{world.shared}/rematch",
        f"/v1/matches/{world.own}/invitations",
        "/v1/players?available=lost-cities&pageSize=100",
        "/v1/tickets?game=lost-cities",
        "/v1/leaderboards",
    ):
        yield path, told(eve.get(path))
    yield "PUT friends", told(eve.put(f"{FRIENDS}/{ann}"))
    yield "DELETE blocks", told(eve.delete(f"/v1/players/me/blocks/{ann}"))


def test_all_that_is_read_is_the_same(world: World) -> None:
    list(looks(world))  # once, so that nothing is told for the first time
    before = dict(looks(world))
    block(world.ann, world.eve)
    after = dict(looks(world))
    assert before.keys() == after.keys()
    for what, answer in before.items():
        assert after[what] == answer, what


def test_what_is_sent_is_answered_alike(live: Live, world: World) -> None:
    """Invitations, reports, emotes and requests, beside a twin who is not blocked."""
    ann, eve, twin = world.ann, world.eve, newcomer(live.url, "Eve")
    block(ann, eve)
    shared = str(ann.create()["id"])
    twin.join(shared)
    for each, match_id in ((eve, world.shared), (twin, shared)):
        with following(each, events_path(match_id)) as reader:
            reader.next("snapshot")
            answer = each.post(f"/v1/matches/{match_id}/emotes", {"emote": "hello"})
            assert (answer.status_code, answer.content) == (204, b"")
            assert reader.next("emote").data == {"seat": 1, "emote": "hello"}
    sent = []
    for each in (eve, twin):
        own = str(each.create()["id"])
        path = f"/v1/matches/{own}/invitations"
        made = ok(each.post(path, {"playerId": ann.id}, key()), 201)
        (listed,) = ok(each.get(path))["invitations"]
        assert listed == made
        again = each.post(path, {"playerId": ann.id}, key()).json()
        withdrawn = each.delete(f"{path}/{made['id']}").status_code
        report = each.post(f"/v1/players/{ann.id}/reports", {"reason": "other"})
        asked = each.put(f"{FRIENDS}/{ann.id}").json()
        ended = each.delete(f"{FRIENDS}/{ann.id}").status_code
        kinds = (set(made), made["status"], again["detail"], withdrawn)
        sent.append((*kinds, report.status_code, set(report.json()), asked, ended))
    assert sent[0] == sent[1]


def test_six_invitations_are_one_too_many_of_who_is_blocked_as_well(world: World) -> None:
    block(world.ann, world.eve)
    body = {"playerId": world.ann.id}
    codes = [
        world.eve.post(f"/v1/matches/{world.eve.create()['id']}/invitations", body).status_code
        for _ in range(6)
    ]
    assert codes == [201] * 5 + [409]
