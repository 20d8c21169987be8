"""Groups of players that deal sealed, one match after another, by every way into a match.

Before each request that is a step of the deal, a group tells which one it is about to take, so
that a campaign can kill something while it is taken. Some players never reveal, some reveal at
the very end of the time to do so.
"""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from tests.faults.caller import Caller, Stuck
from tests.faults.sealed_deal import Deal, Player
from tests.faults.tables import Wrong, body_of
from tests.support.players import Json
from tests.support.sealed import seal_of

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
GAMES: Sequence[tuple[str, int, Json]] = (
    ("lost-cities", 2, {"rounds": 1}),
    ("just4fun", 3, {}),
    ("just4fun", 4, {}),
    ("livingstone", 3, {}),
    ("livingstone", 5, {}),
)
STEPS = (
    *("create", "join", "last join", "start", "ticket", "last ticket", "rematch", "last rematch"),
    *("first reveal", "reveal", "last reveal", "deadline", "late reveal", "resign"),
)
"""What a group may be about to do; at the deadline it does nothing."""
WITHHOLDING = 0.4
"""Of all deals, those in which somebody does not reveal, or late."""
NEVER_S, REVEAL_S = 5, (6, 15)
"""Seconds to reveal: where somebody withholds, and elsewhere at least and at most."""
LATE_S = 0.15
"""Before or after the end of the time to reveal, at most, in which a late one reveals."""
LOOK_S = 0.1
SETTLED_S = 300.0
"""How long after its deadline a deal may be neither begun nor aborted: kills take their time."""
OVER = 409, "match_not_active"

Announce: TypeAlias = Callable[[str], None]


class Group:
    """Players of one game that make one match after another; `wrong` ends that."""

    def __init__(
        self, callers: Sequence[Caller], dice: random.Random, number: int, announce: Announce
    ) -> None:
        """`number` keeps the tickets of a group apart from all others; a caller per player."""
        self.game, seats, self.options = GAMES[number % len(GAMES)]
        self.players = [Player(caller) for caller in callers[:seats]]
        self.deals: list[Deal] = []
        self.wrong = ""
        self._dice = dice
        self._number = number
        self._announce = announce

    async def sit_down(self) -> None:
        for player, name in zip(self.players, NAMES, strict=False):
            await player.register(name)

    async def play(self, enough: asyncio.Event) -> None:
        """One match after another, until it is enough."""
        try:
            while not enough.is_set():
                await self._play_one()
        except (Wrong, Stuck) as wrong:
            self.wrong = f"{wrong!s:.300}"

    async def close(self) -> None:
        for player in self.players:
            await player.caller.close()

    async def _play_one(self) -> None:
        withheld = self._withheld()
        way = self._dice.choice([self._by_joining, self._by_tickets])
        await self._deal(await way(self._wish(withheld)), withheld)
        # In a rematch there is as much time as before.
        while self.deals[-1].sights[-1].status == "active" and self._dice.random() < 0.5:
            await self._end(self.deals[-1])
            await self._deal(await self._by_rematch(self.deals[-1]), self._withheld())
        if self.deals[-1].sights[-1].status == "active":
            await self._end(self.deals[-1])

    def _withheld(self) -> dict[int, bool]:
        """The seats that do not reveal in time, and whether they do so late."""
        if self._dice.random() > WITHHOLDING:
            return {}
        seats = range(len(self.players))
        chosen = self._dice.sample(seats, self._dice.randint(1, len(seats)))
        return {seat: self._dice.random() < 0.5 for seat in chosen}

    def _wish(self, withheld: dict[int, bool]) -> Json:
        """A match that no other group makes."""
        seconds = NEVER_S if withheld else self._dice.randint(*REVEAL_S)
        settings = {"game": self.game, "options": self.options, "seats": len(self.players)}
        return {**settings, "deal": "sealed", "reveal": f"{seconds}.{self._number:03}s"}

    def _seal(self, player: Player) -> Json:
        """The seal of new entropy, which the player keeps."""
        player.kept = self._dice.randbytes(32).hex()
        return {"seal": seal_of(player.kept)}

    async def _by_joining(self, wish: Json) -> Deal:
        creator, *others = self.players
        manual = self._dice.random() < 0.3
        start = {"start": "manual" if manual else "auto"}
        self._announce("create")
        body = {**wish, **start, **self._seal(creator)}
        made = body_of(await creator.post("/v1/matches", body))
        path = f"/v1/matches/{made['id']}"
        await self._each([self._join(player, path, player is others[-1]) for player in others])
        if manual:
            self._announce("start")
            body_of(await creator.post(f"{path}/start", {}))
        return await self._seated(made["id"], manual)

    async def _join(self, player: Player, path: str, last: bool) -> None:
        self._announce("last join" if last else "join")
        body_of(await player.post(f"{path}/join", self._seal(player)))

    async def _by_tickets(self, wish: Json) -> Deal:
        tickets = dict[str, str]()

        async def ask(player: Player) -> None:
            self._announce("last ticket" if player is self.players[-1] else "ticket")
            made = body_of(await player.post("/v1/tickets", {**wish, **self._seal(player)}))
            tickets[player.id] = made["id"]

        await self._each([ask(player) for player in self.players])
        matches = [await self._match_of(each, tickets[each.id]) for each in self.players]
        if len({*matches}) != 1:
            raise Wrong(f"the tickets of one match led to {matches}")
        return await self._seated(matches[0], manual=False)

    async def _match_of(self, player: Player, ticket_id: str) -> str:
        async def matched() -> Json | None:
            ticket = await player.see(f"/v1/tickets/{ticket_id}")
            return ticket if ticket["matchId"] else None

        return str((await _settled(matched, f"ticket {ticket_id} found no match"))["matchId"])

    async def _by_rematch(self, deal: Deal) -> Deal:
        told: list[Json] = []

        async def ask(player: Player) -> None:
            self._announce("rematch" if len(told) < len(self.players) - 1 else "last rematch")
            told.append(body_of(await player.post(f"{deal.path}/rematch", self._seal(player))))

        await self._each([ask(player) for player in self.players])
        (match_id,) = {each["matchId"] for each in told if each["matchId"]}
        return await self._seated(match_id, manual=False)

    async def _each(self, steps: Sequence[Coroutine[Any, Any, None]]) -> None:
        """All these steps, at the same time or one after the other."""
        if self._dice.random() < 0.5:
            await asyncio.gather(*steps)
            return
        for step in steps:
            await step

    async def _seated(self, match_id: str, manual: bool) -> Deal:
        """The match, in which all players have their seats; they are in that order from now on."""
        path = f"/v1/matches/{match_id}"
        seats = {player.id: (await player.see(path))["yourSeat"] for player in self.players}
        if sorted(seats.values(), key=str) != [*range(len(self.players))]:
            raise Wrong(f"{match_id} has players at the seats {seats}")
        self.players.sort(key=lambda player: seats[player.id])
        by_seat = [(player.token, player.id, player.kept) for player in self.players]
        tokens, ids, kept = (list(each) for each in zip(*by_seat, strict=True))
        self.deals.append(Deal(match_id, manual, tokens, ids, kept))
        return self.deals[-1]

    async def _deal(self, deal: Deal, withheld: dict[int, bool]) -> None:
        """Reveal, but for the seats that do not; until the match has begun or is aborted."""
        honest = [seat for seat in range(len(self.players)) if seat not in withheld]
        self._dice.shuffle(honest)
        last = honest[-1] if honest and not withheld else None
        names = dict.fromkeys(honest, "reveal") | {last: "last reveal"}
        names |= {honest[0]: "first reveal"} if honest else {}
        await self._each([self._reveal(deal, seat, names[seat]) for seat in honest])
        if withheld:
            await self._at_the_deadline(deal, [seat for seat, late in withheld.items() if late])
        await _settled(lambda: self._begun(deal), f"{deal.id} was neither dealt nor aborted")
        for seat in range(len(self.players)):
            await self._look(deal, seat)

    async def _at_the_deadline(self, deal: Deal, late: Sequence[int]) -> None:
        match = await self._look(deal, 0)
        if reveal_by := match["fairness"]["revealBy"]:
            due_s = datetime.fromisoformat(reveal_by).timestamp() - time.time()
            await asyncio.gather(
                self._pass(due_s),
                *(self._reveal_late(deal, seat, due_s) for seat in late),
            )

    async def _pass(self, due_s: float) -> None:
        await asyncio.sleep(due_s - self._dice.uniform(0, LATE_S))
        self._announce("deadline")

    async def _reveal_late(self, deal: Deal, seat: int, due_s: float) -> None:
        await asyncio.sleep(due_s + self._dice.uniform(-LATE_S, LATE_S))
        await self._reveal(deal, seat, "late reveal")

    async def _reveal(self, deal: Deal, seat: int, name: str) -> None:
        self._announce(name)
        path, body = f"{deal.path}/entropy", {"entropy": deal.kept[seat]}
        told = await self.players[seat].post(path, body)
        if (told.status, told.json().get("code")) == OVER:
            deal.refused.add(seat)
        else:
            deal.revealed[seat] = body_of(told)["version"]

    async def _begun(self, deal: Deal) -> bool:
        return bool((await self._look(deal, 0))["status"] != "waiting")

    async def _look(self, deal: Deal, seat: int) -> Json:
        player = self.players[seat]
        match = await player.see(deal.path)
        deal.look(match, player.caller.sent_at)
        return match

    async def _end(self, deal: Deal) -> None:
        """All but one resign."""
        for player in self._dice.sample(self.players, len(self.players) - 1):
            self._announce("resign")
            body_of(await player.post(f"{deal.path}/resign", {}))


async def _settled(check: Callable[[], Coroutine[Any, Any, Any]], complaint: str) -> Any:
    """What `check` has found, once that is true. Raise Wrong if that takes too long."""
    began = time.monotonic()
    while not (found := await check()):
        if time.monotonic() > began + SETTLED_S:
            raise Wrong(complaint)
        await asyncio.sleep(LOOK_S)
    return found
