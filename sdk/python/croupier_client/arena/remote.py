"""Matches on a running service: it deals as it likes, so they are not paired.

Bots of the service are invited by name. Those that play here are the players of the tokens, in
order, or new ones, and take turns in creating the match, which is to sit at seat 0.
"""

import asyncio
import time
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from math import ceil

from croupier_client.aio import AsyncCroupier, AsyncTable
from croupier_client.arena.contest import BadContest, Contest
from croupier_client.arena.players import REMOTE
from croupier_client.arena.seating import Ended, ended, seated
from croupier_client.arena.watch import Failure, Watch, Watched
from croupier_client.errors import CroupierError
from croupier_client.inviting import joined_by, who_can_be_had
from croupier_client.opponents import Available
from croupier_client.playing import LATE, WRONG, turn_in
from croupier_client.running import aside
from croupier_client.types import Clock, IllegalMove, Match

FIND_S, LOOK_S = 30.0, 1.0
"""For how long, and how often, a bot is looked for that cannot be had."""
GRACE_S = 5
"""What the match's clock has besides the time limit of a move."""
_registered: dict[int, str] = {}
"""The tokens of the new players of this process, by their numbers at the table."""


def play_there(contest: Contest, unit: int, watch: Watch, players: list[Watched]) -> Ended:
    """Play a match on the service. Raise Failure if a player does, BadContest if none can be."""
    try:
        return asyncio.run(_play(contest, unit, watch, players))
    except CroupierError as error:
        raise BadContest(f"{contest.url}: {type(error).__name__}: {error}") from error


async def _play(contest: Contest, unit: int, watch: Watch, players: list[Watched]) -> Ended:
    names = contest.players
    here = [player for player, name in enumerate(names) if not name.startswith(REMOTE)]
    if not here:
        raise BadContest(f"Players of {contest.url} alone cannot be seated: let one play here.")
    order = here[unit % len(here) :] + here[: unit % len(here)]
    order += [player for player in range(contest.seats) if player not in here]
    async with AsyncExitStack() as stack:
        mine = {
            player: await stack.enter_async_context(await _player(contest, player, here))
            for player in here
        }
        tables = await _seat(contest, order, mine)
        seats = [order.index(player) for player in range(contest.seats)]
        bots = {}
        for player in here:
            bots[player] = seated(contest, unit, player, seats[player], watch)
            stack.callback(bots[player].close)
            players.append(bots[player])
        await _all(_follow(tables[player], bots[player]) for player in here)
        return _end(tables[here[0]].now, seats)


async def _player(contest: Contest, player: int, here: Sequence[int]) -> AsyncCroupier:
    """Return the client of a player that plays here."""
    place = here.index(player)
    kept = contest.tokens[place] if place < len(contest.tokens) else _registered.get(player, "")
    me = AsyncCroupier(contest.url, kept)
    if not kept:
        await me.register(f"Arena {player + 1}")
        _registered[player] = me.token
    return me


async def _seat(
    contest: Contest, order: Sequence[int], mine: Mapping[int, AsyncCroupier]
) -> Mapping[int, AsyncTable]:
    """Seat the players in this order at a new match; return it as each of ours holds it.

    Those who are invited may have no room for a moment, and are asked again for a while. Raise
    BadContest.
    """
    creator = mine[order[0]]
    invited = [contest.players[player][len(REMOTE) :] for player in order if player not in mine]
    until = time.monotonic() + FIND_S
    while True:
        available = [await _found(creator, contest.game, name) for name in invited]
        tables = await _created(contest, order, mine)
        for name, those in zip(invited, available, strict=True):
            if await joined_by(tables[order[0]], those, 1):
                continue
            if time.monotonic() > until:
                raise BadContest(f"{name} does not accept an invitation to {contest.game}.")
            await asyncio.sleep(LOOK_S)
            break
        else:
            return tables


async def _created(
    contest: Contest, order: Sequence[int], mine: Mapping[int, AsyncCroupier]
) -> Mapping[int, AsyncTable]:
    """Create a match, and seat those who play here; return it as each of them holds it."""
    table = await mine[order[0]].matches.create(
        contest.game,
        options=contest.options,
        clock=Clock(per_move=f"{ceil(contest.seconds) + GRACE_S}s"),
        seats=contest.seats,
        access="private",
    )
    tables = {order[0]: table}
    for seat, player in enumerate(order[1 : len(mine)], 1):
        code = table.now.invite_code
        joined = await mine[player].matches.join(table.id, seat=seat, invite_code=code)
        tables[player] = joined
    return tables


async def _found(me: AsyncCroupier, game: str, name: str) -> Sequence[Available]:
    """Return the players of this name; wait for them for a while. Raise BadContest."""
    until = time.monotonic() + FIND_S
    while not (found := await who_can_be_had(me, game, name)):
        if time.monotonic() > until:
            there = [each.display_name async for each in me.players(game)]
            said = f"There {'are ' + ', '.join(there) if there else 'is nobody'}."
            raise BadContest(f"No player {name} can be invited to {game}: does it run? {said}")
        await asyncio.sleep(LOOK_S)
    return found


async def _follow(table: AsyncTable, bot: Watched) -> None:
    """Play a seat to the end. Raise Failure, having resigned, if the bot does."""
    try:
        async for change in table.follow(include_legal_moves=True):
            if turn := turn_in(table, change.match):
                chosen = await aside(bot.choose, turn)
                try:
                    await table.move(chosen, expected_decision=turn.decision)
                except LATE:  # the end of the match says whose fault that was, if anybody's
                    continue
                except WRONG as refused:
                    said = f"at version {turn.version}: {refused}"
                    why = "illegal" if isinstance(refused, IllegalMove) else "nonsense"
                    raise Failure(bot.player, why, said) from refused
    except Failure:
        with suppress(CroupierError):
            await table.resign()
        raise


async def _all(following: Iterable[Coroutine[None, None, None]]) -> None:
    """Wait for all seats. Raise what the first one raises, when the others have stopped."""
    tasks = [asyncio.ensure_future(each) for each in following]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _end(match: Match, seats: Sequence[int]) -> Ended:
    """Return how it has ended. Raise Failure if somebody has resigned, or lost by the clock."""
    outcome = match.outcome
    if outcome is None or outcome.reason != "completed":
        gone = [player for player, seat in enumerate(seats) if match.seats[seat].resigned]
        why = outcome.reason if outcome else "aborted"
        raise Failure(gone[0] if gone else None, why, match.id)
    return ended(seats, outcome.scores, outcome.winners)
