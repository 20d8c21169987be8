"""Profiles, leaderboards, histories and ledgers by the SDK."""

import json
import random

import pytest
from croupier_client.aio import AsyncCroupier
from croupier_client.errors import Refused
from redis import Redis

from tests.support.boards import a_pool
from tests.support.ledgers import Kept, a_match
from tests.support.live import Live
from tests.support.requests import newcomer
from tests.support.waiting import until


async def test_how_players_fare(live: Live, redis_url: str) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201
    dice = random.Random(seed)
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    with Redis.from_url(redis_url) as server:
        kept = Kept(server, a_pool(dice))
        kept.play(
            a_match(dice, dice.sample([ann.id, bob.id], 2), 25 * number) for number in range(120)
        )
    async with AsyncCroupier(live.url, ann.token) as me:
        points = [each async for each in me.rating_history(ann.id, kept.pool)]
        assert [each.seq for each in points] == [*range(120, 0, -1)]
        assert await me.ledger(kept.pool) == kept.lines()
        assert await me.ledger(kept.pool, after=100) == kept.lines(100)
        listed = [each async for each in me.leaderboard(kept.pool)]
        assert {each.player.display_name for each in listed} == {"Ann", "Bob"}
        assert [each.rank for each in listed] in ([1, 2], [1, 1])
        first = await me.leaderboard_page(kept.pool, page_size=1)
        assert (first.seq, first.head) == (120, kept.ledger.head)
        then = await me.leaderboard_page(kept.pool, page_token=first.next_page_token)
        assert [*first.entries, *then.entries] == listed
        around = [each async for each in me.leaderboard(kept.pool, around="me")]
        assert [each.player.id for each in around] == [each.player.id for each in listed]
        until(lambda: newcomer(live.url).get(f"/v1/players/{bob.id}").json()["ratings"])
        assert kept.pool in [each.pool for each in await me.leaderboards()]
        profile = await me.profile(bob.id)
        assert (profile.display_name, profile.ratings[0].matches) == ("Bob", 120)
        assert (await me.against(ann.id, bob.id)).last is None
        account, *_, end = map(json.loads, (await me.own_data()).splitlines())
        assert (account["what"], end) == ("account", {"what": "end"})
        with pytest.raises(Refused, match="no such pool"):
            await me.ledger("x.live.human.0")
