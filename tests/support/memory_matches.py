"""Matches in memory, read as the feeds read them from the engine, so that a test sets the pace."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from gateway.engine_client.batch_stream_pool import OnShown
from gateway.errors import Problem
from gateway.players.player import Player
from gateway.players.visibility import Eyes, caller
from gateway.streams.match_source import MatchSource
from redislink.channels import match_channel

MATCH_ID = "m" * 22
CHANNEL = match_channel(MATCH_ID)
TEXT = pb.Text(match=b'{"id":"%s"}' % (b"m" * 500), events=b"[]")
"""What everybody sees, in any form; about as long as a match of which little is to be seen."""
ANN, BOB, EVE = (Player(name * 22, name, "human") for name in "abe")


class MemoryMatch(MatchSource):
    """One match of Ann and Bob at version 2, which changes when a test says so.

    `reads` has the version after which changes were asked for, once for each call, and `asked`
    is released by each. While `answering` is cleared, changes are read but their answer is held
    back. A `refusal` is raised instead of any answer.
    """

    def __init__(self) -> None:
        self.match = pb.Shown(version=2, status=pb.MATCH_STATUS_ACTIVE)
        self.settled = True
        self.reads: list[int] = []
        self.asked = asyncio.Semaphore(0)
        self.answering = asyncio.Event()
        self.answering.set()
        self.refusal: Problem | None = None
        self.looks: list[tuple[pb.Look, OnShown]] = []
        self.engine: Any = self
        self.visibility: Any = self

    def change(self, status: "pb.MatchStatus.ValueType" = pb.MATCH_STATUS_ACTIVE) -> int:
        """Return the new version."""
        self.match.version += 1
        self.match.status = status
        return self.match.version

    async def roster(self, match_id: str, viewer: Player | None, anew: bool = False) -> pb.Roster:
        return self._roster()

    def _roster(self) -> pb.Roster:
        return pb.Roster(match_id=MATCH_ID, player_ids=[ANN.id, BOB.id], settled=self.settled)

    def settled_caller(self, match_id: str, viewer: Player | None) -> pb.Caller | None:
        return caller(self._roster(), viewer) if self.settled else None

    def follow(self, look: pb.Look, on_shown: OnShown) -> bool:
        self.looks.append((look, on_shown))
        return True

    async def see(
        self,
        match_id: str,
        viewer: Player | None,
        form: pb.Form.ValueType = pb.FORM_MATCH,
        eyes: Eyes | None = None,
    ) -> pb.Shown:
        if self.refusal:
            raise self.refusal
        return self._at(self.match.version)

    async def changes(
        self,
        match_id: str,
        viewer: Player | None,
        after: int,
        form: pb.Form.ValueType = pb.FORM_MATCH,
        eyes: Eyes | None = None,
    ) -> pb.ListChangesResponse:
        self.reads.append(after)
        self.asked.release()
        if self.refusal:
            raise self.refusal
        now = self.match.version
        if after > now:
            raise Problem("malformed", "There is no such version yet.")
        changes = [self._at(version) for version in range(after + 1, now + 1)]
        await self.answering.wait()
        return pb.ListChangesResponse(version=now, changes=changes)

    async def versions(self, match_ids: Iterable[str]) -> Sequence[int]:
        return [self.match.version for _ in match_ids]

    def _at(self, version: int) -> pb.Shown:
        found = pb.Shown(texts=[TEXT])
        found.MergeFrom(self.match)
        found.version = version
        if version < self.match.version:
            found.status = pb.MATCH_STATUS_ACTIVE
        return found
