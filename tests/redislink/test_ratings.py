"""Boards show players as their accounts say."""

from collections.abc import Iterator

import pytest
from redis.asyncio import Redis
from redislink.ratings import PLACES, UNLISTED, follow_listed, set_listed

ANN = "k3Jd9aQ0VbW7yZ1xT2sR4g"


@pytest.mark.anyio
@pytest.mark.parametrize("hidden", [True, False])
async def test_what_an_account_says_last_holds_whoever_has_changed_it_meanwhile(
    client: Redis, hidden: bool
) -> None:
    says: Iterator[bool] = iter([hidden, not hidden, not hidden])

    async def is_listed() -> bool:
        """An operator changes the account, and is done, while the player's change goes on."""
        listed = next(says)
        if listed is hidden:
            await set_listed(client, ANN, not hidden)
        return listed

    await follow_listed(client, ANN, is_listed)
    assert (await client.zscore(UNLISTED, ANN) is not None) == hidden
    assert await client.zscore(PLACES, ANN) == 0
