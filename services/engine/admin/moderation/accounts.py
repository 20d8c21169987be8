"""What operators change of a player's account: its suspension, its name, whether it is listed.

Each act goes into the account's audit in the same step. Gateways have accounts in memory, and are
told of every change. redislink.accounts has the fields.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any

from croupier_match.clock import rfc3339_of
from croupier_match.refusals import Conflict, NotFound
from redis.asyncio import Redis
from redislink import accounts, recovery
from redislink.accounts import Suspension
from redislink.channels import REVOCATIONS
from redislink.display_names import check_name
from redislink.script import Script, named

from engine.store.errors import outage

FIELDS = (accounts.SUSPENDED, accounts.HIDDEN, accounts.LISTED, accounts.AUDIT)
ATTEMPTS = 10
"""How often an account is read again that changes meanwhile."""


class Act(StrEnum):
    """What an operator did to an account."""

    SUSPENDED = "suspended"
    UNSUSPENDED = "unsuspended"
    RENAMED = "renamed"
    HIDDEN = "hidden"
    UNHIDDEN = "unhidden"
    RECOVERED = "recovered"
    """A recovery code was made."""
    KEY_REMOVED = "key_removed"
    SESSION_ENDED = "session_ended"


class BadName(Exception):
    """Players could not give themselves this name; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An act: its time (RFC 3339), the operator `by`, and the reason."""

    time: str
    act: Act
    by: str
    reason: str

    def __str__(self) -> str:
        return f"{self.time} {self.act} by {self.by}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Standing:
    """What operators have made of an account, as JSON shows it."""

    id: str
    display_name: str
    suspension: Suspension | None
    hidden: bool
    listed: bool
    """Whether the player wants to be on boards."""
    audit: Sequence[Entry]

    def shown(self) -> dict[str, Any]:
        reason = self.suspension and self.suspension.reason
        return {
            "id": self.id,
            "displayName": self.display_name,
            "suspended": self.suspension and {"until": self.until, "reason": reason},
            "hidden": self.hidden,
            "listed": self.listed,
            "audit": [
                {"time": each.time, "act": each.act, "by": each.by, "reason": each.reason}
                for each in self.audit
            ],
        }

    @property
    def until(self) -> str | None:
        """When the suspension ends, RFC 3339; None if it never does, or there is none."""
        until = self.suspension.until if self.suspension else None
        return None if until is None else rfc3339_of(until)

    def lines(self) -> Iterator[str]:
        """What `croupierctl player show` says of it."""
        if self.suspension:
            until = f"until {self.until}" if self.until else "for ever"
            yield f"suspended   {until}: {self.suspension.reason}"
        if self.hidden:
            yield "hidden      from all boards, by an operator"
        for entry in self.audit:
            yield f"audit       {entry}"


class Accounts:
    """The accounts, changed by one operator. `redis` is of a user that may change them.

    Every call may raise NotFound, for who has no account, and StoreUnavailable.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._change = Script(
            redis, files(__package__) / "change_account.lua", prelude=accounts.SCRIPTED
        )

    async def standing(self, player_id: str) -> Standing:
        """What operators have made of the account so far."""
        return standing_of(await self._fields(player_id))

    async def suspend(self, player_id: str, until_ms: int | None, entry: Entry) -> Standing:
        """Keep the player from beginning and joining matches, for ever if `until_ms` is None."""
        suspension = Suspension(until_ms, entry.reason)
        return await self._act(player_id, entry, {accounts.SUSPENDED: suspension.dump()})

    async def unsuspend(self, player_id: str, entry: Entry) -> Standing:
        """End a suspension before its time; there need be none."""
        return await self._act(player_id, entry, drop=[accounts.SUSPENDED])

    async def hide(self, player_id: str, entry: Entry) -> Standing:
        """Note that boards and lists are to be without the player."""
        return await self._act(player_id, entry, {accounts.HIDDEN: "1"})

    async def unhide(self, player_id: str, entry: Entry) -> Standing:
        """Note that boards and lists may have the player again."""
        return await self._act(player_id, entry, drop=[accounts.HIDDEN])

    async def rename(self, player_id: str, name: str, entry: Entry) -> Standing:
        """Give the player another name; matches that have the player keep the earlier one.

        Raise BadName for one that no player could choose.
        """
        return await self._act(player_id, entry, name=checked_name(name))

    async def recover(self, player_id: str, entry: Entry, now_ms: int) -> str:
        """Make a recovery code that lives a day, in place of the player's last one; return it.

        The player is shown that there was one, and the reason.
        """
        code = recovery.new_code()
        mark, expires = recovery.hash_of(code), rfc3339_of(now_ms + recovery.OPERATORS_S * 1000)
        event = {"time": entry.time, "event": "operatorCodeMade", "reason": entry.reason}
        await self._fields(player_id)
        with outage():
            await recovery.forget_code(self._redis, player_id)
            life_s = recovery.OPERATORS_S
            await self._redis.set(recovery.pointer(mark), player_id, ex=life_s)
        fields = {accounts.RECOVERY: recovery.stored(mark, entry.time, expires)}
        await self._act(player_id, entry, fields, event=json.dumps(event))
        return code

    async def remove_key(self, player_id: str, key_id: str, entry: Entry) -> Standing:
        """Remove a passkey. Raise NotFound if there is none of this id."""
        field = f"{accounts.PASSKEY}{key_id}"
        with outage():
            found = await self._redis.hexists(accounts.account(player_id), field)
        if not found:
            raise NotFound("There is no such passkey.")
        return await self._act(player_id, entry, drop=[field])

    async def end_session(self, player_id: str, token_id: str, entry: Entry) -> Standing:
        """End a token. Raise NotFound if there is none of this id."""
        with outage():
            tokens = await accounts.token_fields(self._redis, player_id)
        found = [name for name, each in tokens.items() if json.loads(each)["id"] == token_id]
        if not found:
            raise NotFound("There is no such token.")
        return await self._act(player_id, entry, drop=[each.decode() for each in found])

    async def _act(
        self,
        player_id: str,
        entry: Entry,
        added: Mapping[str, str] | None = None,
        drop: Sequence[str] = (),
        name: str = "",
        event: str = "",
    ) -> Standing:
        """Change the account, and tell all gateways. Raise Conflict if it keeps changing."""
        for _ in range(ATTEMPTS):
            before = (await self._fields(player_id))[accounts.PLAYER]
            fields = {**(added or {})}
            if name:
                fields[accounts.PLAYER] = json.dumps({**json.loads(before), "displayName": name})
            given = named(
                before=before,
                set=fields,
                drop=[*drop],
                event=event,
                kept=accounts.ACCESS_KEPT,
                entry=_line(entry),
            )
            with outage():
                changed = await self._change.one([accounts.account(player_id)], [given])
                await self._redis.publish(REVOCATIONS, player_id)
            if changed:
                return await self.standing(player_id)
        raise Conflict("The account keeps changing; try again.")

    async def _fields(self, player_id: str) -> dict[str, str]:
        names = [accounts.PLAYER, *FIELDS]
        with outage():
            found: Any = await self._redis.hmget(accounts.account(player_id), names)
        fields = {name: value.decode() for name, value in zip(names, found, strict=True) if value}
        if accounts.PLAYER not in fields:
            raise NotFound("There is no such player.")
        return fields


def checked_name(name: str) -> str:
    """The name as it is stored. Raise BadName for one that no player could choose."""
    try:
        return check_name(name)
    except ValueError as error:
        raise BadName(f"The name {error}.") from None


def standing_of(fields: Mapping[str, str]) -> Standing:
    """What the fields of an account say of it."""
    player = json.loads(fields[accounts.PLAYER])
    suspended = fields.get(accounts.SUSPENDED)
    return Standing(
        player["id"],
        player["displayName"],
        Suspension.load(suspended) if suspended else None,
        accounts.HIDDEN in fields,
        fields.get(accounts.LISTED) != "0",
        [_entry(line) for line in fields.get(accounts.AUDIT, "").splitlines()],
    )


def _line(entry: Entry) -> str:
    return json.dumps(
        {"time": entry.time, "act": entry.act, "by": entry.by, "reason": entry.reason}
    )


def _entry(line: str) -> Entry:
    members = json.loads(line)
    return Entry(**{**members, "act": Act(members["act"])})
