"""Whatever can be played can be read, however long it is and however it was stored."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from engine.store.matches import MatchStore
from engine.verify import verify
from engine.verify.__main__ import load
from redis.asyncio import Redis

from tests.support.live import TTL, Live
from tests.support.long_matches import endless_match, resigned, stored
from tests.support.players import HTTP, Client, ok

pytestmark = [pytest.mark.anyio, pytest.mark.full]

VERSIONS = 25_000


@pytest.mark.parametrize("snapshots", [True, False], ids=["with snapshots", "imported"])
async def test_a_match_of_25000_versions_can_be_read(
    live: Live, redis: Redis, snapshots: bool, tmp_path: Path
) -> None:
    played = resigned(endless_match(VERSIONS))
    match = await stored(MatchStore(redis, TTL), played, snapshots)
    watcher, path = Client(live.url), f"/v1/matches/{match.id}"
    for version in (VERSIONS, 1, VERSIONS // 2 - 1):
        assert ok(watcher.get(path, atVersion=version))["fairness"]["logHead"] == (
            played.versions[version - 1].log_head
        )
    page = ok(watcher.get(f"{path}/moves", after=VERSIONS - 5))
    assert [entry["version"] for entry in page["moves"]] == [*range(VERSIONS - 4, VERSIONS + 2)]
    told = stream(watcher, path, after=VERSIONS - 10)
    assert told == [*range(VERSIONS - 9, VERSIONS + 2)]
    lines = watcher.get(f"{path}/replay", {"Accept": "application/x-ndjson"})
    file = tmp_path / "replay.ndjson"
    file.write_bytes(lines.content)
    replay = load(file)
    assert len(replay["log"]) == match.version
    assert all(after["prev"] == before["hash"] for before, after in pairwise(replay["log"]))
    assert verify(replay)[-1] == "verified"


def stream(watcher: Client, path: str, after: int) -> list[int]:
    """The versions of the changes that a stream tells before it ends."""
    headers = {"Accept": "application/x-ndjson"}
    url = f"{watcher.url}{path}/events"
    with HTTP.stream("GET", url, params={"after": after}, headers=headers) as answer:
        events = [json.loads(line) for line in answer.iter_lines()]
    return [event["version"] for event in events if event["event"] == "change"]
