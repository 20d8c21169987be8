"""The acts of operators, by croupierctl and by the console alike: who did what to whom, and why.

    {operators}:acts  stream  an act, with the fields of `Act`; the newest MOST are kept, about

An act is noted before it is done, so that none is missing; if it fails, a second entry says so.
What has an audit of its own, a match or an account, has its entry there, too.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from croupier_match.clock import rfc3339_of
from croupier_match.refusals import Refusal
from croupier_tournament import refusals as tournaments
from redis.asyncio import Redis

from engine.domain.errors import StoreUnavailable
from engine.store.errors import outage

KEY = "{operators}:acts"
MOST = 10_000
SCANNED = 1000
FAILED = "failed"
"""The kind of an entry that says that the act named by `subject` was not done."""
UNFORESEEN = "It failed; the log says where."


class Kind(StrEnum):
    """What an operator does: the noun, and what is done to it."""

    MATCH_ABORT = "match.abort"
    MATCH_SECRETS = "match.secrets"
    MATCH_EXPORT = "match.export"
    MATCH_IMPORT = "match.import"
    MATCHES_EXPORT = "matches.export"
    MATCHES_REINDEX = "matches.reindex"
    MATCHES_REARCHIVE = "matches.rearchive"
    PLAYER_SUSPEND = "player.suspend"
    PLAYER_UNSUSPEND = "player.unsuspend"
    PLAYER_RENAME = "player.rename"
    PLAYER_HIDE = "player.hide"
    PLAYER_UNHIDE = "player.unhide"
    PLAYER_RECOVER = "player.recover"
    PLAYER_REMOVE_KEY = "player.removeKey"
    PLAYER_END_SESSION = "player.endSession"
    PLAYER_REVOKE = "player.revoke"
    PLAYER_DELETE = "player.delete"
    PLAYER_RECOUNT = "player.recount"
    REPORT_CLOSE = "report.close"
    RATINGS_REBUILD = "ratings.rebuild"
    RATINGS_VOID = "ratings.void"
    SEASON_BEGIN = "season.begin"
    TOURNAMENT_START = "tournament.start"
    TOURNAMENT_PAUSE = "tournament.pause"
    TOURNAMENT_RESUME = "tournament.resume"
    TOURNAMENT_ABORT = "tournament.abort"
    TOURNAMENT_REMOVE = "tournament.remove"
    TOURNAMENT_EXPORT = "tournament.export"
    TOURNAMENT_IMPORT = "tournament.import"
    HOOK_ADD = "hook.add"
    HOOK_REMOVE = "hook.remove"
    HOOK_REPLAY = "hook.replay"
    MAINTENANCE_BEGIN = "maintenance.begin"
    MAINTENANCE_END = "maintenance.end"
    CONSOLE_SIGN_IN = "console.signIn"


@dataclass(frozen=True, slots=True)
class Act:
    """An act of the operator `by`: its id, which begins with its time in ms since the epoch.

    `subject` is the id of what it was done to, "" for the installation; `detail` says how.
    """

    id: str
    kind: str
    subject: str
    by: str
    reason: str = ""
    detail: str = ""

    @property
    def time(self) -> str:
        """When it began, RFC 3339."""
        return rfc3339_of(int(self.id.partition("-")[0]))

    def shown(self) -> dict[str, Any]:
        """The act as JSON shows it."""
        names = ("id", "time", "kind", "subject", "by", "reason", "detail")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        what = " ".join(filter(None, (self.kind, self.subject, self.detail)))
        return f"{self.time} {what} by {self.by}{self.reason and f': {self.reason}'}"


class Acts:
    """All acts that are kept. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def add(self, by: str, kind: str, subject: str, reason: str, detail: str = "") -> str:
        """Note an act, and return its id."""
        fields = {"kind": kind, "subject": subject, "by": by, "reason": reason, "detail": detail}
        with outage():
            made = await self._redis.xadd(KEY, fields, maxlen=MOST, approximate=True)
        return str(made.decode())

    async def page(self, before: str = "", size: int = 100) -> Sequence[Act]:
        """Up to `size` acts before the one of this id, newest first; "" is the end."""
        with outage():
            found = await self._redis.xrevrange(KEY, f"({before}" if before else "+", "-", size)
        return [_act(made, fields) for made, fields in found]

    async def on(self, subject: str, before: str = "", size: int = 100) -> Sequence[Act]:
        """The same of what was done to one subject, each act below what says that it failed.

        All that are kept are looked through: some MOST.
        """
        found, failures = list[Act](), dict[str, Act]()
        while len(found) < size and (page := await self.page(before, SCANNED)):
            for act in page:
                if act.kind == FAILED:
                    failures[act.subject] = act
                elif act.subject == subject:
                    found += [failures[act.id], act] if act.id in failures else [act]
            before = page[-1].id
        return found[:size]

    @asynccontextmanager
    async def doing(
        self, by: str, kind: Kind, subject: str, reason: str, detail: str
    ) -> AsyncIterator[None]:
        """Note an act that the block does, and whether it fails."""
        made = await self.add(by, kind, subject, reason, detail)
        try:
            yield
        except StoreUnavailable:
            raise  # nothing can be added, and whether it was done is open
        except Exception as error:
            with suppress(StoreUnavailable):
                await self.add(by, FAILED, made, "", _why(error))
            raise


def _why(error: Exception) -> str:
    """The sentence of a refusal; of anything else none, as that could hold a card."""
    told = isinstance(error, Refusal | tournaments.Refusal)
    return str(error) if told else UNFORESEEN


def _act(made: bytes, fields: dict[bytes, bytes]) -> Act:
    return Act(made.decode(), **{name.decode(): each.decode() for name, each in fields.items()})
