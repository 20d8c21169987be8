"""A client of a Redis Cluster in which a dead node costs no more than its own keys.

By itself, redis-py's client sends a command again whose connection has failed, closes all
connections when one node refuses, waits for a new list of nodes before anything else, and
returns no answer to any of many commands if one node is unavailable. So commands with a key
are sent to their nodes from here; redis-py keeps the nodes, connections, and the slot map.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
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

from redislink.closing import CLOSED
from redislink.cluster_pipeline import NodeCommand, Pipeline, send_to
from redislink.connections import PACKED, NodeConnection, NodeSSLConnection
from redislink.durability import Durability
from redislink.observed import PIPELINE

LOG = logging.getLogger("redislink")
SPARE = 16
"""Connections to each node that are kept for refreshing the topology."""
SHARE = 0.8
"""The part of the timeout that one node may take, so that other nodes' answers still count."""
REFRESH_PAUSE_S = 0.2
"""The least time between two refreshes of the topology."""
REDIRECTIONS = 5
"""How often a command follows its key to another node."""
MIGRATION_PAUSE_S = 0.02
"""How long to wait while the keys of a command are migrating to another node."""
KEYLESS = ("PUBLISH", "SCAN", "CLUSTER")
STALE_TOPOLOGY = (ConnectionLost, TookTooLong, ClusterError, OSError)
"""Errors after which nodes or slots may be elsewhere."""
UNAVAILABLE = (IndexError, RedisClusterException, RedisError, OSError)
"""What redis-py raises if no node answers, or no node has a slot."""


class Cluster(RedisCluster):
    """The client. What has a key runs here, other commands in redis-py."""

    def __init__(
        self,
        hosts: Iterable[tuple[str, int]],
        timeout_s: float,
        connections: int,
        ssl: bool = False,
        observer: Observer = unobserved,
        **options: Any,
    ) -> None:
        """A client with up to `connections` to each node; some of `hosts` should be reachable.

        A command may take `timeout_s` altogether.
        """
        super().__init__(
            startup_nodes=[ClusterNode(*host) for host in hosts],
            ssl=ssl,
            max_connections=connections + SPARE,
            socket_timeout=SHARE * timeout_s,
            socket_connect_timeout=SHARE * timeout_s,
            retry=Retry(NoBackoff(), 0),
            # By default, the client fails altogether while any slot has no node.
            require_full_coverage=False,
            **options,
        )
        kind = NodeSSLConnection if ssl else NodeConnection
        # The constructor takes no class of connections, so nodes get theirs afterwards.
        self.nodes_manager.connection_kwargs["connection_class"] = kind
        self._configured = {**self.nodes_manager.startup_nodes}
        for node in self._configured.values():
            node.connection_class = kind
        # redis-py does not wait for a connection to a node: beyond the limit it raises.
        self._slots = asyncio.Semaphore(connections)
        self._timeout_s = timeout_s
        self._observer = observer
        self._refreshing: asyncio.Task[None] | None = None
        self._closed = False

    async def initialize(self, *args: Any, **kwargs: Any) -> "Cluster":
        """Learn the nodes, or start a refresh if some are known already. Raise RedisError."""
        if self._closed:
            raise ConnectionLost(CLOSED)
        if self._initialize and self.nodes_manager.default_node is not None:
            self._initialize = False
            self.refresh()
        try:
            await super().initialize(*args, **kwargs)
        except (IndexError, RedisClusterException) as error:
            self.nodes_manager.startup_nodes.update(self._configured)
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
        async with self._in_time():
            return await super().execute_command(*args, **kwargs)

    async def run(
        self, commands: Sequence[Sequence[Any]], durability: Durability | None = None
    ) -> list[Any]:
        """As `redislink.commands.run`; each command must have a key."""
        name = commands[0][0] if len(commands) == 1 else PIPELINE
        with self._observer(name) as call:
            call.answer = answers = await self._run([*map(NodeCommand, commands)], durability)
            return answers

    def pipeline(self, transaction: Any = None, shard_hint: Any = None) -> "Pipeline":
        return Pipeline(self, self._run, self._observer)  # type: ignore[abstract]  # not of pipelines

    def new_connection(self) -> Any:
        """A connection to any node, outside of all pools."""
        node = self.get_random_node()
        kind = SSLConnection if issubclass(node.connection_class, SSLConnection) else Connection
        return PACKED[kind](**node.connection_kwargs)

    def refresh(self) -> None:
        """Start to refresh the topology in the background, unless that is under way."""
        if not self._closed and (self._refreshing is None or self._refreshing.done()):
            self._refreshing = asyncio.create_task(self._refresh())

    async def aclose(self) -> None:
        self._closed = True
        if self._refreshing:
            self._refreshing.cancel()
            await asyncio.gather(self._refreshing, return_exceptions=True)
        await self._close()

    async def _close(self) -> None:
        self._initialize = False  # else redis-py takes it for closed
        await super().aclose()

    @asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        """Do the block within the timeout, and in a slot. Raise TimeoutError."""
        try:
            async with asyncio.timeout(self._timeout_s), self._slots:
                yield
        finally:
            if self._closed:  # meanwhile, and what has been opened since is open
                await self._close()

    def _has_key(self, args: Sequence[Any], options: dict[str, Any]) -> bool:
        # Such commands have a rule of their own in redis-py, or go to any node.
        aimed = "target_nodes" in options or args[0] in self.command_flags
        return len(args) > 1 and not aimed and args[0] not in KEYLESS

    async def _run(
        self, commands: Sequence[NodeCommand], durability: Durability | None = None
    ) -> list[Any]:
        """The answer or the error of each command."""
        try:
            async with self._in_time():
                await self.initialize()
                await self._follow(commands, durability)
        except TimeoutError:
            self.refresh()
            raise
        return [command.answer for command in commands]

    async def _follow(self, commands: Sequence[NodeCommand], durability: Durability | None) -> None:
        """Send the commands, and again to wherever nodes say that their keys have gone."""
        for _ in range(REDIRECTIONS):
            await self._send(commands, durability)
            commands = [command for command in commands if command.redirected]
            if not commands:
                return
            await self._redirect(commands)

    async def _send(self, commands: Sequence[NodeCommand], durability: Durability | None) -> None:
        """Send the commands to all their nodes at the same time, and fill in the answers."""
        groups: dict[ClusterNode, list[NodeCommand]] = defaultdict(list)
        for command in commands:
            try:
                node = command.ask_node or cast(ClusterNode, self.get_node_from_key(command.key))
                groups[node].append(command)
            except SlotNotCoveredError:
                command.answer = ClusterError("No node has the slot of this key.")
        await asyncio.gather(*(send_to(*group, durability) for group in groups.items()))
        # In the background: the callers have their answers, or their errors.
        if any(isinstance(command.answer, STALE_TOPOLOGY) for command in commands):
            self.refresh()

    async def _redirect(self, commands: Sequence[NodeCommand]) -> None:
        """Aim the commands at the nodes that their errors name."""
        for command in commands:
            command.ask_node, error = None, command.answer
            if isinstance(error, MovedError):
                await self._move(error)
            elif isinstance(error, AskError):
                command.ask_node = self.get_node(host=error.host, port=error.port)
            else:
                await asyncio.sleep(MIGRATION_PAUSE_S)

    async def _move(self, error: MovedError) -> None:
        """Note that a slot has moved."""
        if error.slot_id in self.nodes_manager.slots_cache:
            await self.nodes_manager.move_slot(error)
        else:
            self.refresh()

    async def _refresh(self) -> None:
        try:
            await self.nodes_manager.initialize()
        except Exception as error:  # all nodes may have new addresses: begin with those configured
            self.nodes_manager.startup_nodes.update(self._configured)
            if not isinstance(error, UNAVAILABLE):
                LOG.error("the refresh of the nodes failed", extra={"error": error_location(error)})
        # Within the task: as long as it lasts, no other refresh begins.
        await asyncio.sleep(REFRESH_PAUSE_S)
