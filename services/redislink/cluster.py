"""A Redis Cluster, by redis-py's client for it, so that one dead node is no more than that.

By itself, that client sends again what a connection has failed with, closes all connections
where one node refuses, waits for news of the nodes before it does anything else, and of many
commands tells no answer at all if one node is away. So what has a key is sent to its node from
here; of redis-py are the nodes, their connections, and who has which slot.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, cast

from redis.asyncio import Connection, SSLConnection
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AskError,
    ClusterError,
    MovedError,
    RedisClusterException,
    RedisError,
    SlotNotCoveredError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TookTooLong
from telemetry.observe import Observer, unobserved
from telemetry.redaction import error_location

from redislink.cluster_pipeline import NodeCommand, Pipeline, send_to
from redislink.connections import PACKED, NodeConnection, NodeSSLConnection
from redislink.durability import Durability
from redislink.observed import PIPELINE

LOG = logging.getLogger("redislink")
SPARE = 16
"""Connections to a node that are for asking about the nodes."""
SHARE = 0.8
"""A node may take this part of the time: who has asked others too still gets their answers."""
PAUSE_S = 0.2
"""Between two questions about the nodes."""
REDIRECTIONS = 5
MOVING_S = 0.02
"""How long to wait while the keys of a command are on their way to another node."""
KEYLESS = ("PUBLISH", "SCAN", "CLUSTER")
NEWS = (ConnectionLost, TookTooLong, ClusterError, OSError)
"""What tells that something is not where it was."""

AWAY = (IndexError, RedisClusterException, RedisError, OSError)
"""What the client raises where no node answers, or none has a slot."""


class Cluster(RedisCluster):
    """A client of a cluster."""

    def __init__(
        self,
        hosts: Iterable[tuple[str, int]],
        timeout_s: float,
        connections: int,
        ssl: bool = False,
        observer: Observer = unobserved,
        **options: Any,
    ) -> None:
        """Up to `connections` to each node, of which some of `hosts` should be there.

        A command may take `timeout_s` altogether.
        """
        super().__init__(
            startup_nodes=[ClusterNode(*host) for host in hosts],
            ssl=ssl,
            max_connections=connections + SPARE,
            socket_timeout=SHARE * timeout_s,
            socket_connect_timeout=SHARE * timeout_s,
            retry=Retry(NoBackoff(), 0),
            require_full_coverage=False,
            **options,
        )
        kind = NodeSSLConnection if ssl else NodeConnection
        self.nodes_manager.connection_kwargs["connection_class"] = kind
        self._named = {**self.nodes_manager.startup_nodes}
        for node in self._named.values():
            node.connection_class = kind
        self._turns = asyncio.Semaphore(connections)
        self._timeout_s = timeout_s
        self._observer = observer
        self._looking: asyncio.Task[None] | None = None

    async def initialize(self, *args: Any, **kwargs: Any) -> "Cluster":
        """Know the nodes. Who knows some does not wait for news of them. Raise RedisError."""
        if self._initialize and self.nodes_manager.default_node is not None:
            self._initialize = False
            self.look_again()
        try:
            await super().initialize(*args, **kwargs)
        except (IndexError, RedisClusterException) as error:
            self.nodes_manager.startup_nodes.update(self._named)
            raise ConnectionLost("no node has any slot: there is no cluster yet") from error
        return self

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        """Raise RedisError or OSError."""
        with self._observer(args[0]) as call:
            call.answer = await self._execute(*args, **kwargs)
            return call.answer

    async def _execute(self, *args: Any, **kwargs: Any) -> Any:
        if self._has_key(args, kwargs):
            (answer,) = await self._run([NodeCommand(args, kwargs)])
            if isinstance(answer, Exception):
                raise answer
            return answer
        async with asyncio.timeout(self._timeout_s), self._turns:
            return await super().execute_command(*args, **kwargs)

    async def run(
        self, commands: Sequence[Sequence[Any]], durability: Durability | None = None
    ) -> list[Any]:
        """See `redislink.pipelines.run`. Each command has a key."""
        name = commands[0][0] if len(commands) == 1 else PIPELINE
        with self._observer(name) as call:
            call.answer = answers = await self._run([*map(NodeCommand, commands)], durability)
            return answers

    def pipeline(self, transaction: Any = None, shard_hint: Any = None) -> "Pipeline":
        return Pipeline(self, self._run, self._observer)  # type: ignore[abstract]  # not of pipelines

    def line(self) -> Any:
        """A connection to some node that belongs to no pool."""
        node = self.get_random_node()
        kind = SSLConnection if issubclass(node.connection_class, SSLConnection) else Connection
        return PACKED[kind](**node.connection_kwargs)

    def look_again(self) -> None:
        """Something is not where it was: ask for the nodes, and nobody has to wait for it."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())

    async def aclose(self) -> None:
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await super().aclose()

    def _has_key(self, args: Sequence[Any], options: dict[str, Any]) -> bool:
        aimed = "target_nodes" in options or args[0] in self.command_flags
        return len(args) > 1 and not aimed and args[0] not in KEYLESS

    async def _run(
        self, errands: Sequence[NodeCommand], durability: Durability | None = None
    ) -> list[Any]:
        """What comes of each: its answer, or the error that it gave."""
        try:
            async with asyncio.timeout(self._timeout_s), self._turns:
                await self.initialize()
                await self._carry_out(errands, durability)
        except TimeoutError:
            self.look_again()
            raise
        return [errand.answer for errand in errands]

    async def _carry_out(self, left: Sequence[NodeCommand], durability: Durability | None) -> None:
        """Wherever the keys are by now."""
        for _ in range(REDIRECTIONS):
            await self._send(left, durability)
            left = [errand for errand in left if errand.elsewhere]
            if not left:
                return
            await self._redirect(left)

    async def _send(self, errands: Sequence[NodeCommand], durability: Durability | None) -> None:
        """All of them, to all nodes at once."""
        groups: dict[ClusterNode, list[NodeCommand]] = defaultdict(list)
        for errand in errands:
            try:
                node = errand.asking or cast(ClusterNode, self.get_node_from_key(errand.key))
                groups[node].append(errand)
            except SlotNotCoveredError:
                errand.answer = ClusterError("Nobody has that slot.")
        await asyncio.gather(*(send_to(*group, durability) for group in groups.items()))
        if any(isinstance(errand.answer, NEWS) for errand in errands):
            self.look_again()

    async def _redirect(self, errands: Sequence[NodeCommand]) -> None:
        """Aim at who is said to have the key."""
        for errand in errands:
            errand.asking, error = None, errand.answer
            if isinstance(error, MovedError):
                await self._move(error)
            elif isinstance(error, AskError):
                errand.asking = self.get_node(host=error.host, port=error.port)
            else:
                await asyncio.sleep(MOVING_S)

    async def _move(self, error: MovedError) -> None:
        if error.slot_id in self.nodes_manager.slots_cache:
            await self.nodes_manager.move_slot(error)
        else:
            self.look_again()

    async def _look(self) -> None:
        try:
            await self.nodes_manager.initialize()
        except Exception as error:  # perhaps all have other addresses by now
            self.nodes_manager.startup_nodes.update(self._named)
            if not isinstance(error, AWAY):
                LOG.error("looking for the nodes failed", extra={"error": error_location(error)})
        await asyncio.sleep(PAUSE_S)
