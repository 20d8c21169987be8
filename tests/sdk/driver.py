"""The driver of the Python SDK for the list of faults; README.md has the protocol.

`python -m tests.sdk.driver` drives `Croupier`, `... async` drives `AsyncCroupier`.
"""

import asyncio
import inspect
import json
import logging
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from croupier_client import (
    AsyncCroupier,
    Bot,
    Croupier,
    LegalMove,
    Match,
    NotProven,
    Play,
    Refused,
    Reset,
    Turn,
    Unreachable,
)

Step = dict[str, Any]


def say(*words: object) -> None:
    print(*words, flush=True)  # noqa: T201 - this is the protocol


async def result(call: Any) -> Any:
    """What a call returns, of either client."""
    return await call if inspect.isawaitable(call) else call


async def each(stream: Any) -> AsyncIterator[Any]:
    """What a stream hands out, of either client."""
    if hasattr(stream, "__aiter__"):
        async for value in stream:
            yield value
    else:
        for value in stream:
            yield value


def legal(match: Match) -> Sequence[LegalMove]:
    """The legal moves that came with a match."""
    return match.legal_moves.moves if match.legal_moves else ()


class Percy(Bot):
    """A bot that answers requests for undo by default, and plays the match that there is."""

    games = ("lost-cities", "livingstone", "just4fun")
    offers = seeks = False

    def choose(self, turn: Turn) -> LegalMove:
        return turn.moves[0]


class Told(Percy):
    """A bot that says at which versions it is to move, and how its matches end."""

    look_s = 0.1

    def __init__(self, waits: Sequence[int]) -> None:
        super().__init__("Percy")
        self.waits = waits

    def choose(self, turn: Turn) -> LegalMove:
        say("turn", turn.version)
        if turn.version in self.waits:
            say("waits")
            sys.stdin.readline()
        return super().choose(turn)

    def over(self, match: Match) -> None:
        say("over", match.status, match.version)


class Offered(Told):
    """One that can be invited."""

    offers = True


class Results(logging.Handler):
    """Says what a bot says that it has played."""

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        if " has played " in said:
            say(said.split(" has played ")[1])


class Asked(Percy):
    """A bot that says when it is asked, and answers as it was told to."""

    def __init__(self, agrees: bool) -> None:
        super().__init__("Percy")
        self.agrees = agrees

    def on_undo(self, match: Match) -> bool:
        say("asked", match.undo.to_version if match.undo else None)
        return self.agrees


class Driver:
    """A scenario in the hands of a client."""

    def __init__(self, me: Any, match_id: str, url: str, settings: dict[str, float]) -> None:
        self.me, self.id, self.url, self.settings = me, match_id, url, settings
        self._table: Any = None

    async def table(self) -> Any:
        self._table = self._table or await result(self.me.matches.get(self.id))
        return self._table

    def seated(self, table: Any) -> None:
        self._table = table
        say("match", table.now.status, table.now.version)

    async def read(self, step: Step) -> None:
        say("read", (await result((await self.table()).read())).version)

    async def wait(self, step: Step) -> None:
        say("waits")
        sys.stdin.readline()

    async def first(self) -> Any:
        moves = await result((await self.table()).legal_moves())
        return moves[0]

    async def move(self, step: Step) -> None:
        table = await self.table()
        version = table.now.version
        move = step.get("notation") or await self.first()
        played = await result(table.move(move, expected_version=version))
        say("moved", played.version, *(["again"] if played.replayed else []))

    async def open(self, step: Step) -> None:
        self.seated(await result(self.me.matches.get(step.get("match", self.id))))

    async def create(self, step: Step) -> None:
        self.seated(await result(self.me.matches.create(step["game"])))

    async def join(self, step: Step) -> None:
        self.seated(await result(self.me.matches.join(self.id)))

    async def seek(self, step: Step) -> None:
        self.seated(await result(self.me.seek(step["game"])))

    async def batch(self, step: Step) -> None:
        version = (await self.table()).now.version
        first = (await self.first()).move
        moves = [Play(self.id, first, expected_version=version) for _ in step["moves"]]
        results = await result(self.me.matches.play(moves))
        say("results", *(r.code if isinstance(r, Refused) else "moved" for r in results))

    async def reveal(self, step: Step) -> None:
        match = await result((await self.table()).reveal())
        moves = ["with moves"] if legal(match) else []
        say("match", match.status, match.version, *moves)

    async def turn(self, step: Step) -> None:
        table = await self.table()
        known = table.now
        if not known.legal_moves:
            changes = each(table.follow(known.version, include_legal_moves=True))
            known = await anext(change.match async for change in changes if legal(change.match))
        say("moved", (await result(table.move(legal(known)[0]))).version)

    async def undo(self, step: Step) -> None:
        match = await result((await self.table()).undo(step["to"]))
        say("asked" if match.undo else "undone", match.version)

    async def refuse(self, step: Step) -> None:
        say("kept", (await result((await self.table()).refuse_undo())).version)

    async def bot(self, step: Step) -> None:
        if "matches" in step:
            kind = Offered if step.get("offers") else Told
            settings: dict[str, Any] = {**self.settings, "matches": step["matches"]}
            await kind(step["waits"]).serve(self.url, token=self.me.token, **settings)
            return
        percy = Asked(step["agrees"]) if "agrees" in step else Percy("Percy")
        playing = asyncio.create_task(percy.serve(self.url, token=self.me.token))
        until: list[int] = step["until"]
        async with AsyncCroupier(self.url, self.me.token) as me:
            async for change in (await me.matches.get(self.id)).follow(until[0] - 1):
                if change.version in until:
                    say("reached", change.version, "seat", *change.match.to_move)
                if change.version == until[-1]:
                    break
        playing.cancel()
        await asyncio.wait([playing])

    async def allow(self, step: Step) -> None:
        allowed = await result(self.me.allow_research(step["research"]))
        say("allowed" if allowed else "not allowed")

    async def allows(self, step: Step) -> None:
        say("allows" if await result(self.me.allows_research()) else "does not allow")

    async def follow(self, step: Step) -> None:
        async for change in each((await self.table()).follow(step.get("after"))):
            say("reset" if isinstance(change, Reset) else "change", change.version)
            if change.version == step.get("until"):
                return
        say("finished")

    async def watch(self, step: Step) -> None:
        async for change in each(self.me.watch([self.id])):
            say("reset" if isinstance(change, Reset) else "change", change.version)
        say("finished")

    async def notices(self, step: Step) -> None:
        async for notice in each(self.me.follow()):
            say(notice.event, notice.version)
            if notice.event == step["until"]:
                return

    async def play(self, step: Step) -> None:
        table, seen = await self.table(), list[int]()
        async for change in each(table.follow(0, include_legal_moves=True)):
            seen.append(change.version)
            if moves := legal(change.match):
                try:
                    await result(table.move(moves[0]))
                except Refused as refused:
                    if refused.code not in ("version_mismatch", "match_not_active"):
                        raise
        say("played" if seen == [*range(1, seen[-1] + 1)] else "gap")

    async def proof(self, step: Step) -> None:
        proof = await result((await self.table()).proof())
        say("not all mine" if proof.not_mine else "proven")


async def carry_out(scenario: Step, kind: Callable[..., Any]) -> None:
    settings = {"patience_s": scenario["patience"], "silence_s": scenario["silence"]}
    me = kind(scenario["url"], scenario["token"], **settings)
    driver = Driver(me, scenario["match"], scenario["url"], settings)
    try:
        for step in scenario["do"]:
            await getattr(driver, step["do"])(step)
    except NotProven:
        say("not proven")
    except Unreachable:
        say("unreachable")
    except Refused as refused:
        say("refused", refused.code, *_more(refused))
    except Exception as error:
        say("broken:", repr(error))
    await result(me.close())
    say("done")


def _more(refused: Refused) -> list[object]:
    version = [] if refused.version is None else [refused.version]
    return [*version, *(["rule"] if refused.rule else [])]


def main() -> None:
    log = logging.getLogger("croupier_client")
    log.setLevel(logging.INFO)
    log.addHandler(Results())
    kind = AsyncCroupier if sys.argv[1:] == ["async"] else Croupier
    while line := sys.stdin.readline():
        asyncio.run(carry_out(json.loads(line), kind))


if __name__ == "__main__":
    main()
