"""What there is of a player's matches now, by the index in Redis and by the engines."""

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from croupier.v1 import engine_service_pb2 as pb

from herald.engines import Engines
from herald.following import ACTIVE, ENDED, IN_WAIT, REVEALING, Seen
from herald.state import State, known
from herald.store import HookStore, Kept

MARGIN_S = 120.0
"""How much earlier than a look begins a match may have been made that it has not found."""
RUNNING = ("waiting", "active")
OVER = ("finished", "aborted")


@dataclass(frozen=True, slots=True)
class Listed:
    """The matches of a player by the index: those that run, those that have ended of which nothing
    may be known, and those of the former that are older than the hook."""

    running: Sequence[str]
    over: Sequence[str]
    old: Collection[str]


class Reading:
    """Reads matches. Every call may raise Away, RedisError or OSError."""

    def __init__(self, store: HookStore, engines: Engines) -> None:
        self._store, self._engines = store, engines

    async def differing(self, looked: Sequence[Kept]) -> list[Kept]:
        """Return those of whose players' matches anything is not as it is known.

        That costs little: most have none.
        """
        now = await self._listed(looked)
        running = {each for listed in now for each in listed.running}
        versions = await self._engines.versions([*running]) if running else {}
        return [
            kept
            for kept, listed in zip(looked, now, strict=True)
            if not kept.state.since or _differs(kept.state, listed, versions)
        ]

    async def listed(self, kept: Kept) -> Listed:
        """Return which matches the player of a hook has."""
        (found,) = await self._listed([kept])
        return found

    async def of(self, kept: Kept, over: Collection[str]) -> tuple[list[Seen], list[str]]:
        """Return the matches of a hook's player as they are, and those known that are gone.

        `over` are those that may have ended before they were known.
        """
        player, state = kept.hook.player, kept.state
        seen = list[Seen]()
        for status in (pb.MATCH_STATUS_WAITING, pb.MATCH_STATUS_ACTIVE):
            listing = await self._engines.of_player(player, status)
            seen += [_seen(each, player) for each in listing]
        listed = {each.match_id for each in seen}
        ended = {each for each, (*_, phase) in state.matches.items() if phase == ENDED}
        gone = list[str]()
        for match_id in sorted(({*known(state), *over} - listed) - ended):
            roster = await self._engines.roster(match_id)
            if roster and roster.ended and player in roster.player_ids:
                seen.append(Seen(match_id, roster.game, roster.version, ENDED))
            elif match_id in state.matches and not (roster and player in roster.player_ids):
                gone.append(match_id)
        return seen, gone

    async def invitations(self, player_id: str) -> dict[str, tuple[str, int]]:
        """Return the match and version of each invitation of a player that is pending."""
        match_ids = await self._store.invited_to(player_id)
        if not match_ids:
            return {}
        found = await self._engines.invitations(player_id, match_ids)
        return {each.id: (each.match_id, each.version) for each in found}

    async def _listed(self, looked: Sequence[Kept]) -> list[Listed]:
        keys = [each for kept in looked for each in self._keys(kept)]
        lists = iter(await self._store.lists(keys))
        games = self._engines.games
        found = list[Listed]()
        for kept in looked:
            running = [each for _ in RUNNING for _ in games for each in next(lists)]
            over = [match_id for _ in OVER for _ in games for _, match_id in next(lists)]
            begun = _text(kept.hook.created / 1000)
            old = frozenset(match_id for made, match_id in running if made < begun)
            found.append(Listed([match_id for _, match_id in running], over, old))
        return found

    def _keys(self, kept: Kept) -> Iterable[tuple[str, str]]:
        since = kept.state.since or _text(kept.hook.created / 1000)
        for status in (*RUNNING, *OVER):
            for game in self._engines.games:
                key = f"index:player:{kept.hook.player}:{game}:{status}"
                yield key, since if status in OVER else ""


def beginning(now_s: float) -> str:
    """Return after which time a match may be unknown once a look has begun at this time."""
    return _text(now_s - MARGIN_S)


def now_ms() -> int:
    return round(time.time() * 1000)


def _differs(state: State, listed: Listed, versions: Mapping[str, int]) -> bool:
    """Whether matches are not as they are known."""
    if {*listed.running} != {*known(state)}:
        return True
    if any(versions.get(each) != state.matches[each][0] for each in listed.running):
        return True
    return any(each not in state.matches for each in listed.over)


def _text(at_s: float) -> str:
    """The time as the index has it."""
    return datetime.fromtimestamp(at_s, UTC).isoformat(timespec="milliseconds")[:23]


def _seen(roster: pb.Roster, player_id: str) -> Seen:
    """A match as an engine lists it, for this player."""
    if roster.ended:
        return Seen(roster.match_id, roster.game, roster.version, ENDED)
    if roster.settled:
        deciding = zip(roster.to_move, roster.decisions, strict=True)
        own = (each for seat, each in deciding if roster.player_ids[seat] == player_id)
        return Seen(roster.match_id, roster.game, roster.version, ACTIVE, next(own, 0))
    reveals = player_id in (roster.player_ids[seat] for seat in roster.to_reveal)
    phase = REVEALING if reveals else IN_WAIT
    return Seen(roster.match_id, roster.game, roster.version, phase)
