"""What operators are shown of a player: `croupierctl player show`, and the console's page.

It is built up from nothing: of a token, a passkey or a recovery code never what opens the account.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from croupier_match.clock import rfc3339_of
from croupier_match.match import Status
from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from redislink import accounts
from telemetry.players import told_as

from engine.admin.moderation.accounts import Accounts, Standing
from engine.admin.operator import Operator
from engine.admin.players import fields_of, passes_of
from engine.store.errors import outage

Members: TypeAlias = Mapping[str, Any]
FIRST = "first"
"""The name of the token that a player is created with."""
SHORT = 12
"""What is shown of the hash that stands for a subject of an issuer."""


@dataclass(frozen=True, slots=True)
class Account:
    """What opens an account and when it came to be; times are RFC 3339."""

    kind: str
    created: str
    """As text: of an account without its first token only "before" is known."""
    last_seen: str | None
    """Of a player who has never played, for so long the account is kept."""
    tokens: Sequence[Members]
    passkeys: Sequence[Members]
    identities: Sequence[Members]
    recovery: Members | None

    def shown(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "created": self.created,
            "lastSeen": self.last_seen,
            "tokens": [*self.tokens],
            "passkeys": [*self.passkeys],
            "identities": [*self.identities],
            "recovery": self.recovery,
        }


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All of a player; of one that was deleted, what is left: no account and no standing."""

    id: str
    account: Account | None
    standing: Standing | None
    deletion: str | None
    """When the next pass of its deletion is due."""
    matches: Mapping[Status, int]

    def shown(self) -> dict[str, Any]:
        """The player as JSON shows it."""
        return {
            "id": self.id,
            "inLogs": told_as(self.id),
            "account": self.account and self.account.shown(),
            "standing": self.standing and self.standing.shown(),
            "deletion": self.deletion,
            "matches": {status.value: number for status, number in self.matches.items()},
        }

    def lines(self) -> Iterator[str]:
        """What `croupierctl player show` prints."""
        yield f"player      {self.id}"
        if self.account and self.standing:
            yield f"name        {self.standing.display_name}"
            yield from _lines(self.id, self.account)
        if self.deletion:
            yield f"deletion    ordered; next pass at {self.deletion}"
        if self.standing:
            yield from self.standing.lines()
        counts = ", ".join(f"{number} {status}" for status, number in self.matches.items())
        yield f"matches     {counts}"


async def read(operator: Operator, redis: Redis, player_id: str) -> PlayerPage:
    """The player as it is now. Raise NotFound for who has neither an account nor an order to
    delete it."""
    deletion = await _deletion(redis, player_id)
    account, standing = None, None
    try:
        account = _account(await fields_of(redis, player_id))
        standing = await Accounts(redis).standing(player_id)
    except NotFound:
        if not deletion:
            raise
    counts = await operator.store.lists.count_of(player_id)
    return PlayerPage(player_id, account, standing, deletion, counts)


async def names_of(redis: Redis, player_ids: Iterable[str]) -> dict[str, str]:
    """The names of those of these players who have an account."""
    ids = [*dict.fromkeys(player_ids)]
    pipeline = redis.pipeline(transaction=False)
    for each in ids:
        pipeline.hget(accounts.account(each), accounts.PLAYER)
    with outage():
        found = await pipeline.execute()
    stored = zip(ids, found, strict=True)
    return {each: json.loads(player)["displayName"] for each, player in stored if player}


def _account(fields: Mapping[bytes, bytes]) -> Account:
    player = json.loads(fields[accounts.PLAYER.encode()])
    found = sorted(_of(fields, accounts.TOKEN), key=lambda each: str(each[1]["createTime"]))
    tokens = [
        {**_members(each, "id", "name", "createTime", "expireTime"), "scopes": [*each["scopes"]]}
        for _, each in found
    ]
    seen = fields.get(accounts.UNPLAYED.encode())
    code = fields.get(accounts.RECOVERY.encode())
    return Account(
        player["kind"],
        _created(tokens),
        rfc3339_of(int(seen) * 1000) if seen else None,
        tokens,
        [
            {"id": key, **_members(each, "name", "createTime", "useTime")}
            for key, each in _of(fields, accounts.PASSKEY)
        ],
        [
            {"subject": subject[:SHORT], **_members(each, "issuer", "createTime")}
            for subject, each in _of(fields, accounts.IDENTITY)
        ],
        _members(json.loads(code), "createTime", "expireTime") if code else None,
    )


def _of(fields: Mapping[bytes, bytes], prefix: str) -> list[tuple[str, Members]]:
    """The fields whose names begin so: the rest of the name, and the value."""
    return [
        (name.decode().removeprefix(prefix), json.loads(value))
        for name, value in fields.items()
        if name.startswith(prefix.encode())
    ]


def _members(stored: Members, *names: str) -> dict[str, Any]:
    return {name: stored.get(name) for name in names}


def _created(tokens: Sequence[Members]) -> str:
    if not tokens:
        return ""
    before = "" if tokens[0]["name"] == FIRST else "before "
    return f"{before}{tokens[0]['createTime']}"


def _lines(player_id: str, account: Account) -> Iterator[str]:
    yield f"kind        {account.kind}"
    if account.created:
        yield f"created     {account.created}"
    yield f"in logs     {told_as(player_id)}"
    if account.last_seen:
        yield f"played      never; last seen {account.last_seen}"
    for token in account.tokens:
        scopes = " ".join(token["scopes"])
        until = f" until {token['expireTime']}" if token["expireTime"] else ""
        yield f"token       {token['id']} {token['createTime']}{until} {scopes}: {token['name']}"
    for key in account.passkeys:
        used = f", used {key['useTime']}" if key["useTime"] else ""
        yield f"passkey     {key['id']} {key['createTime']}{used}: {key['name']}"
    for identity in account.identities:
        subject, issuer = identity["subject"], identity["issuer"]
        yield f"identity    {subject} {identity['createTime']} of {issuer}"
    if account.recovery:
        yield f"recovery    a code of {account.recovery['createTime']}"


async def _deletion(redis: Redis, player_id: str) -> str | None:
    """When the next pass of the player's deletion is due, if there is one."""
    with outage():
        due = [await redis.zscore(accounts.DELETIONS, each) for each in passes_of(player_id)]
    left = [each for each in due if each is not None]
    return rfc3339_of(int(min(left) * 1000)) if left else None
