"""Players by their names, which are neither unique nor indexed: all accounts are looked through.

Nothing is stored for this, since names change and are deleted. Redis looks at a thousand keys at
a time, so nobody else waits for it.
"""

import json
import logging
import unicodedata
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier_match.match import Status
from redis.asyncio import Redis
from redislink import accounts

from engine.admin.operator import TIMEOUT_S, Operator
from engine.store.errors import outage

KEYS = 1000
"""The keys that Redis looks at in one step, and the accounts that are read in one."""
MOST = 100
"""The most players that are listed."""
PROGRESS = 100_000
"""Players between two lines about the progress."""

log = logging.getLogger("engine")


@dataclass(frozen=True, slots=True)
class Found:
    """A player that was found, and the numbers of its matches."""

    id: str
    kind: str
    display_name: str
    counts: Mapping[Status, int]

    def shown(self) -> dict[str, Any]:
        """The player as JSON shows it."""
        about = {"id": self.id, "kind": self.kind, "displayName": self.display_name}
        return {**about, "matches": {status.value: n for status, n in self.counts.items()}}

    def __str__(self) -> str:
        running = ", ".join(f"{number} {each}" for each, number in self.counts.items() if number)
        return f"{self.id} {self.kind} {self.display_name}: {running or 'no matches'}"


async def find(operator: Operator, redis: Redis, name: str, part: bool) -> AsyncIterator[Found]:
    """Up to MOST players of this name, in any case, and one more if there are more; with `part`,
    also those whose names contain it.

    `redis` is of a user that may read accounts. Raise StoreUnavailable.
    """
    # Names are stored in this form; a terminal may send another one.
    wanted, seen = unicodedata.normalize("NFC", name).casefold(), 0
    found: set[str] = set()
    async for players in _accounts(operator, redis):
        for player in players:
            own = str(player["displayName"]).casefold()
            if player["id"] in found or not (wanted == own or (part and wanted in own)):
                continue
            found.add(player["id"])
            counts = await operator.store.lists.count_of(player["id"])
            yield Found(player["id"], player["kind"], player["displayName"], counts)
            if len(found) > MOST:
                return
        before, seen = seen, seen + len(players)
        if before // PROGRESS < seen // PROGRESS:
            log.info("%d players so far, %d found", seen, len(found))
    log.info("%d players, %d found", seen, len(found))


async def _accounts(operator: Operator, redis: Redis) -> AsyncIterator[list[dict[str, Any]]]:
    """The public parts of all accounts, many at a time; one may come twice."""
    names = list[bytes]()
    async with operator.settings.connect_redis(TIMEOUT_S) as engines:
        with outage():
            # Only the engines' user may list keys, and only the gateways' read accounts.
            async for name in engines.scan_iter(match=accounts.account("*"), count=KEYS):
                # There are player:{ID}:key:KEY as well, with keys that callers have chosen.
                if name != accounts.DELETIONS.encode() and name.index(b"}") == len(name) - 1:
                    names.append(name)
                if len(names) == KEYS:
                    yield await _read(redis, names)
                    names.clear()
    yield await _read(redis, names)


async def _read(redis: Redis, names: Sequence[bytes]) -> list[dict[str, Any]]:
    """The public parts of these accounts, without those that have expired."""
    pipeline = redis.pipeline(transaction=False)
    for name in names:
        pipeline.hget(name, accounts.PLAYER)
    with outage():
        return [json.loads(each) for each in await pipeline.execute() if each]
