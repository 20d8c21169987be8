"""A league of language models: each plays against each, and anybody can check the deals.

    python league.py --url http://localhost:8080 ann=random 'bob=python my_model.py'

The command of a model is run for each decision: the table and the legal moves are its input, and
the last line that it prints is its move. `random` draws one. After three answers that are no legal
move, one is drawn.

Matches are public and their deals sealed: nobody can choose cards, as long as one of the players
draws its entropy honestly. The terms and the seals are printed before a card is dealt, and the
league, which holds no seat, notes what the service shows meanwhile. The replay is compared with all
of that, and is written to a file, which `croupier verify` recomputes by the rules.
"""

import argparse
import asyncio
import json
import random
import re
import sys
from collections import Counter
from contextlib import AsyncExitStack
from itertools import permutations
from pathlib import Path
from typing import Any

from croupier_client import AsyncCroupier, AsyncTable
from mcp import Client, StdioServerParameters

TRIES = 3
LEGAL = re.compile(r"Legal moves \(\d+\): (\[.*\])")
CREATED = re.compile(r"others join ([\w-]+)\.")


class Model:
    """A player: an MCP server of its own, and the command that chooses."""

    def __init__(self, url: str, name: str, command: str) -> None:
        self.name = name
        self.bad_answers = 0
        self._command = command
        arguments = ["-m", "croupier_client.mcp", "--url", url, "--name", name]
        self.tools = Client(StdioServerParameters(command=sys.executable, args=arguments))

    async def call(self, tool: str, **arguments: Any) -> str:
        """Return the text that a tool answers. Raise RuntimeError for an error."""
        answer = await self.tools.call_tool(tool, arguments)
        text: str = answer.content[0].text  # type: ignore[union-attr]
        if answer.is_error:
            raise RuntimeError(f"{self.name}: {text}")
        return text

    async def play(self, match_id: str) -> None:
        """Play a match to its end."""
        while "It has ended" not in (seen := await self.call("follow", match_id=match_id)):
            if found := LEGAL.search(seen):
                move = await self._choose(seen, json.loads(found[1]))
                await self.call("move", match_id=match_id, move=move)

    async def _choose(self, seen: str, legal: list[str]) -> str:
        for _ in range(TRIES if self._command != "random" else 0):
            process = await asyncio.create_subprocess_shell(
                self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
            said, _error = await process.communicate(seen.encode())
            answer = (said.decode().strip().splitlines() or [""])[-1].strip()
            if answer in legal:
                return answer
            self.bad_answers += 1
        return random.choice(legal)


async def play(league: AsyncCroupier, one: Model, other: Model, said: Any) -> Counter[str]:
    """Let two models play a match, and return the points of each by name."""
    options = json.loads(said.options)
    created = await one.call("create_match", game=said.game, options=options, sealed=True)
    match_id = CREATED.findall(created)[0]
    table = await league.matches.get(match_id)
    await other.call("join_match", match_id=match_id)
    fairness = (await table.read()).fairness
    print(f"{match_id}: {one.name} against {other.name}")
    print(f"  promised  terms {fairness.terms}, seals {fairness.seals}")
    await asyncio.gather(one.play(match_id), other.play(match_id), watch(table))
    await table.proof()  # what was promised and shown is what the replay has
    file = said.replays / f"{match_id}.json"
    file.write_text(json.dumps(await table.replay()))
    assert table.now.outcome
    scores = table.now.outcome.scores
    print(f"  ended     {scores[0]} : {scores[1]}; croupier verify {file} --terms={fairness.terms}")
    return Counter({one.name: scores[0], other.name: scores[1]})


async def watch(table: AsyncTable) -> None:
    """Note each version that the service shows."""
    async for _ in table.follow():
        pass


async def main() -> None:
    """Play all matches, and print the points."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://localhost:8080")
    parser.add_argument("--game", default="lost-cities", help="a game for two: %(default)s")
    parser.add_argument("--options", default='{"rounds": 1, "maxTurnsWithoutDeckDraw": 20}')
    parser.add_argument("--replays", type=Path, default=Path("replays"))
    parser.add_argument("models", nargs="+", metavar="NAME=COMMAND")
    said = parser.parse_args()
    said.replays.mkdir(exist_ok=True)
    models = [Model(said.url, *each.split("=", 1)) for each in said.models]
    points: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        league = await stack.enter_async_context(AsyncCroupier(said.url))
        for model in models:
            await stack.enter_async_context(model.tools)
        for one, other in permutations(models, 2):
            points.update(await play(league, one, other, said))
    for model in sorted(models, key=lambda each: -points[each.name]):
        print(f"{model.name}: {points[model.name]} points, {model.bad_answers} bad answers")


asyncio.run(main())
