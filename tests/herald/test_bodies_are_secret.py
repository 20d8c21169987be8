"""Bodies of messages have ids and numbers: nothing of what is hidden, and no name."""

import json
import re
from functools import partial
from typing import Any

import pytest
import trustme

from tests.herald.test_runner import ALL, do, move
from tests.support.heralds import Called, herald, hook_of, receiver
from tests.support.live import Live
from tests.support.players import Client, key
from tests.support.requests import newcomer

pytestmark = [pytest.mark.service, pytest.mark.anyio]

NAMES = ("Annabellissima", "Bobadilla")
MEMBERS = {"matchId", "game", "version", "url", "installation", "invitationId"}
OTHER = re.compile(r"[\w-]{22}")


def has_turns(player_id: str, match_id: str, count: int, called: Called) -> bool:
    return called.told(player_id).count(("yourTurn", match_id)) >= count


async def told_of_a_match(live: Live, called: Called, seats: list[Client]) -> list[Any]:
    """Play a match of which both have a hook; return what both were told, without its ids."""
    ann, bob = seats
    match_id = str((await do(lambda: ann.create(options={"startSeat": 0})))["id"])
    path = f"/v1/matches/{match_id}/invitations"
    await do(lambda: ann.post(path, {"playerId": bob.id}, key()))
    await called.until(lambda it: ("invited", match_id) in it.told(bob.id))
    await do(bob.join, match_id)
    for mover, count in ((ann, 1), (bob, 1), (ann, 2)):
        await called.until(partial(has_turns, mover.id, match_id, count))
        await do(move, match_id, seats)
    # A turn that is over is not told, so the match ends once the last one was.
    await called.until(partial(has_turns, bob.id, match_id, 2))
    await do(ann.act, match_id, "resign")
    finished = ("matchFinished", match_id)
    await called.until(lambda it: finished in it.told(ann.id) and finished in it.told(bob.id))
    return [
        OTHER.sub("ID", json.dumps([each["type"], each["data"]]))
        for who in (ann, bob)
        for one, each in zip(called.receiver.received, called.messages, strict=True)
        if f"/{who.id} " in one.line and each["data"].get("matchId") == match_id
    ]


async def test_two_matches_of_other_cards_are_told_alike_and_without_names(live: Live) -> None:
    """The same course with another deal gives the same bodies."""
    authority = trustme.CA()
    async with receiver(authority) as called, herald(live, authority, called):
        seats = [await do(newcomer, live.url, name) for name in NAMES]
        for each in seats:
            await hook_of(each, *ALL)
        first = await told_of_a_match(live, called, seats)
        second = await told_of_a_match(live, called, seats)
    assert kinds(first) == kinds(second)
    assert turns(first) == turns(second)
    for message in called.messages:
        assert message.keys() == {"type", "timestamp", "data"}
        assert message["data"].keys() <= MEMBERS
    bodies = " ".join(one.body.decode() for one in called.receiver.received)
    assert not [name for name in (*NAMES, *(each.id for each in seats)) if name in bodies]


def kinds(told: list[Any]) -> list[str]:
    return sorted({json.loads(each)[0] for each in told})


def turns(told: list[Any]) -> list[str]:
    """Turns by their version; a notice may find two versions at once, so others may be fewer."""
    return sorted({each for each in told if '"yourTurn"' in each})
