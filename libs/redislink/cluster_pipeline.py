"""Commands on their way to the nodes of a cluster, and a pipeline of such commands."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from redis.asyncio.cluster import ClusterNode, ClusterPipeline, PipelineCommand, RedisCluster
from redis.exceptions import AskError, RedisError, TryAgainError
from telemetry.observe import Observer

from redislink.durability import Durability
from redislink.observed import PIPELINE

SCRIPTS = ("EVAL", "EVALSHA")
REDIRECTED = (AskError, TryAgainError)
"""Errors of a node that has not carried the command out; MOVED is an AskError, too."""


@dataclass(slots=True)
class NodeCommand:
    """A command for the node of its key, or for `ask_node`, which is taking over the slot."""

    command: Sequence[Any]
    options: dict[str, Any] = field(default_factory=dict)
    ask_node: ClusterNode | None = None
    answer: Any = None

    @property
    def key(self) -> Any:
        return self.command[3 if self.command[0] in SCRIPTS else 1]  # the first of its keys

    @property
    def redirected(self) -> bool:
        """Whether another node must be sent the command."""
        return isinstance(self.answer, REDIRECTED)


Run: TypeAlias = Callable[[Sequence[NodeCommand]], Awaitable[list[Any]]]
"""Gives the answer or the error of each command."""


class Pipeline(ClusterPipeline):
    """Commands that are sent together, to as many nodes as have their keys; scripts as well."""

    def __init__(self, cluster: RedisCluster, run: Run, observer: Observer) -> None:
        super().__init__(cluster)
        self._run = run
        self._observer = observer
        self._commands: list[NodeCommand] = []

    def execute_command(self, *args: Any, **kwargs: Any) -> "Pipeline":
        self._commands.append(NodeCommand(args, kwargs))
        return self

    def evalsha(self, *args: Any) -> "Pipeline":
        return self.execute_command("EVALSHA", *args)

    async def execute(
        self, raise_on_error: bool = True, allow_redirections: bool = True
    ) -> list[Any]:
        """The answers. Raise the first error, or return errors in the place of their answers."""
        commands, self._commands = self._commands, []
        with self._observer(PIPELINE) as call:
            call.answer = answers = await self._run(commands)
            failures = [each for each in answers if isinstance(each, Exception)]
            if raise_on_error and failures:
                raise failures[0]
            return answers


async def send_to(
    node: ClusterNode, commands: Sequence[NodeCommand], durability: Durability | None
) -> None:
    """Send the commands over one connection, and fill in their answers."""
    sent: list[PipelineCommand] = []
    own: list[PipelineCommand] = []
    for command in commands:
        if command.ask_node:
            # It is valid for the one command after it, and must come over the same connection.
            sent.append(PipelineCommand(0, "ASKING"))
        own.append(PipelineCommand(0, *command.command, **command.options))
        sent.append(own[-1])
    if durability:
        own.append(PipelineCommand(0, *durability.command))
        sent.append(own[-1])
    try:
        await node.execute_pipeline(sent)
        answers = [each.result for each in own]
    except (RedisError, OSError) as error:
        answers = [error] * len(own)
    judged = durability.judge(answers) if durability else answers
    for command, answer in zip(commands, judged, strict=True):
        command.answer = answer
