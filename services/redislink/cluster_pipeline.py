"""Commands on their way to the nodes of a cluster."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from redis.asyncio.cluster import ClusterNode, ClusterPipeline, PipelineCommand, RedisCluster
from redis.exceptions import AskError, RedisError, TryAgainError
from telemetry.observe import Observer

from redislink.durability import Durability
from redislink.observed import PIPELINE

SCRIPTS = ("EVAL", "EVALSHA")
ELSEWHERE = (AskError, TryAgainError)
"""The node has not done it, and says who would; MOVED is an AskError, too."""


@dataclass(slots=True)
class NodeCommand:
    """A command on its way to the node that has its key, or to one that is to be asked first."""

    command: Sequence[Any]
    options: dict[str, Any] = field(default_factory=dict)
    asking: ClusterNode | None = None
    answer: Any = None

    @property
    def key(self) -> Any:
        return self.command[3 if self.command[0] in SCRIPTS else 1]

    @property
    def elsewhere(self) -> bool:
        return isinstance(self.answer, ELSEWHERE)


CarryOut: TypeAlias = Callable[[Sequence[NodeCommand]], Awaitable[list[Any]]]
"""What comes of each: its answer, or the error that it gave."""


class Pipeline(ClusterPipeline):
    """Commands that are sent at once, to as many nodes as it takes. Scripts are commands, too."""

    def __init__(self, cluster: RedisCluster, carry_out: CarryOut, observer: Observer) -> None:
        super().__init__(cluster)
        self._carry_out = carry_out
        self._observer = observer
        self._errands: list[NodeCommand] = []

    def execute_command(self, *args: Any, **kwargs: Any) -> "Pipeline":
        self._errands.append(NodeCommand(args, kwargs))
        return self

    def evalsha(self, *args: Any) -> "Pipeline":
        return self.execute_command("EVALSHA", *args)

    async def execute(
        self, raise_on_error: bool = True, allow_redirections: bool = True
    ) -> list[Any]:
        """The answers; RedisError or OSError, or that in the place of those that have none."""
        errands, self._errands = self._errands, []
        with self._observer(PIPELINE) as call:
            call.answer = answers = await self._carry_out(errands)
            failures = [each for each in answers if isinstance(each, Exception)]
            if raise_on_error and failures:
                raise failures[0]
            return answers


async def send_to(
    node: ClusterNode, errands: Sequence[NodeCommand], durability: Durability | None
) -> None:
    """Over one connection, and fill in the answers."""
    commands: list[PipelineCommand] = []
    own: list[PipelineCommand] = []
    for errand in errands:
        if errand.asking:
            commands.append(PipelineCommand(0, "ASKING"))
        own.append(PipelineCommand(0, *errand.command, **errand.options))
        commands.append(own[-1])
    if durability:
        own.append(PipelineCommand(0, *durability.command))
        commands.append(own[-1])
    try:
        await node.execute_pipeline(commands)
        answers = [command.result for command in own]
    except (RedisError, OSError) as error:
        answers = [error] * len(own)
    judged = durability.judge(answers) if durability else answers
    for errand, answer in zip(errands, judged, strict=True):
        errand.answer = answer
