"""Hooks: URLs that are told of what happens. The gateway makes those of players, the herald calls.

    {hook:ID}             hash        hook   JSON, see `Hook`
                                      rev    how often anything of it has changed
                                      asked  what the herald is asked to do, see `asks`
                                      state  JSON of the herald, of which others read `Standing`
    {hook:ID}:sent        hash        the id of a message -> JSON, see `Delivery`
    {hook:ID}:order       sorted set  the same ids -> when it was made, ms since the epoch
    player:{P}:hooks      hash        the id of each hook of a player -> ms since the epoch
    player:{P}:push       hash        the same of its browsers: hooks with `push`
    player:{P}:tests      string      how many test messages the player has asked for in a day
    {hooks}:PART          set         the ids of all hooks of a partition
    {herald}:parts        hash        partition -> "HERALD UNTIL", ms since the epoch
    {herald}:heralds      sorted set  herald -> when it was last there, ms since the epoch
    {herald}:push         hash        key: the public key by which push services know the herald
    {tally}:hooks         hash        the id of each hook of the installation -> "" or "file"
    {tally}:ended         stream      what an installation is told of and nothing else has in order:
                                      `type` and `data`, JSON; written only while there is a hook

The last two lie beside the queue of the tally, so that whoever counts matches can tell of them.
Who changes the hook itself raises `rev`, so that the herald cannot store what followed from the
hook before. Nothing of a body that is sent is stored but ids and numbers.
"""

import hashlib
import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from redislink.accounts import account
from redislink.commands import Command

EVENTS = (
    "yourTurn",
    "matchStarted",
    "matchFinished",
    "invited",
    "rematchOffered",
    "entropyNeeded",
    "checkInOpened",
    "roundPaired",
    "tournamentFinished",
)
"""What a player's hook can be told of."""
OF_INSTALLATION = (
    "match.finished",
    "rating.changed",
    "player.created",
    "player.deleted",
    "report.made",
    "tournament.finished",
)
"""What a hook of the installation can be told of."""
TEST, RETRY, SINCE = "test", "retry", "since"
"""What the herald may be asked: to send a test, which is the type of that message, too; to send a
message once more; or to tell what has happened since a time, ms since the epoch."""

MAX_OF_PLAYER = 5
MAX_BROWSERS = 10
TESTS_A_DAY = 20
KEPT_DELIVERIES = 50
SECOND_SECRET_MS = 24 * 60 * 60 * 1000
"""For how long a message is also signed with the secret before."""
PARTITIONS = 256

CHANGED = "herald:hooks"
"""The channel that carries the id of a hook that was made, changed or ended, or is asked."""
PARTS, HERALDS = "{herald}:parts", "{herald}:heralds"
PUSH, PUSH_KEY = "{herald}:push", "key"
INSTALLATION, ENDED = "{tally}:hooks", "{tally}:ended"
MOST_ENDED = 100_000
"""So many entries of ENDED are kept, about."""

HOOK, REV, ASKED, STATE = "hook", "rev", "asked", "state"


@dataclass(frozen=True, slots=True)
class Hook:
    """A hook: `player` is the id of whose it is, "" for the installation's.

    `secrets` are pairs: a secret, and until when it signs, ms since the epoch, 0 for ever.
    """

    id: str
    player: str
    url: str
    events: Sequence[str]
    created: int
    secrets: Sequence[Sequence[Any]]
    while_online: bool = True
    min_interval: int = 0
    """Milliseconds between two turns that are told."""
    push: Sequence[str] = ()
    """Of a browser, which is told by Web Push: its keys `p256dh` and `auth`."""
    token: str = ""
    """Of a browser: the id of the token that it has, with which it ends; "" for an issuer's."""

    @classmethod
    def load(cls, stored: bytes | str) -> "Hook":
        """Return the hook of its JSON. Raise ValueError or TypeError."""
        return cls(**json.loads(stored))

    def dump(self) -> str:
        """Return its JSON."""
        return json.dumps(asdict(self), separators=(",", ":"), sort_keys=True)

    def signing(self, now_ms: int) -> list[str]:
        """Return the secrets that sign at this time."""
        return [secret for secret, until in self.secrets if not until or now_ms < until]

    def with_secret(self, secret: str, now_ms: int) -> "Hook":
        """Return the hook with another secret, beside which the one before signs for a day."""
        before, *_ = self.secrets
        kept = [[secret, 0], [before[0], now_ms + SECOND_SECRET_MS]]
        return Hook(**{**asdict(self), "secrets": kept})


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a hook is `off`, "gone" or "failing", or since when it fails, ms since the epoch."""

    off: str = ""
    failing: int = 0

    @classmethod
    def load(cls, state: bytes | None) -> "Standing":
        """Return it of the herald's state. Raise ValueError."""
        found: Mapping[str, Any] = json.loads(state) if state else {}
        return cls(found.get("off", ""), found.get("failing", 0))


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message and what became of it: `state` is waiting, sent, superseded or dead.

    `at` is when it was made, `last` when it was last tried and `next` when it is again, all in ms
    since the epoch, 0 for never. `status` is that of the last answer, 0 without one; then `error`
    is one word that says why. `data` are the ids and numbers of its body.
    """

    id: str
    type: str
    subject: str
    version: int
    at: int
    data: Mapping[str, Any]
    state: str = "waiting"
    tries: int = 0
    status: int = 0
    error: str = ""
    last: int = 0
    next: int = 0

    @classmethod
    def load(cls, stored: bytes | str) -> "Delivery":
        """Return it of its JSON. Raise ValueError or TypeError."""
        return cls(**json.loads(stored))

    def dump(self) -> str:
        """Return its JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))


def hook(hook_id: str) -> str:
    """Return the key of a hook."""
    return f"{{hook:{hook_id}}}"


def all_of(hook_id: str) -> list[str]:
    """Return all keys of a hook: itself, its deliveries, and their order."""
    own = hook(hook_id)
    return [own, f"{own}:sent", f"{own}:order"]


def of_player(player_id: str) -> str:
    """Return the key of a player's hooks."""
    return f"{account(player_id)}:hooks"


def browsers_of(player_id: str) -> str:
    """Return the key of a player's browsers that are told by Web Push."""
    return f"{account(player_id)}:push"


def tests_of(player_id: str) -> str:
    """Return the key of the number of a player's test messages."""
    return f"{account(player_id)}:tests"


def partition(hook_id: str) -> int:
    """Return the partition of a hook."""
    return zlib.crc32(hook_id.encode()) % PARTITIONS


def listed(part: int) -> str:
    """Return the key of the hooks of a partition."""
    return f"{{hooks}}:{part}"


def asks(asked: bytes | None) -> Iterable[tuple[str, str]]:
    """Return what the herald is asked: one of TEST, RETRY and SINCE, and of what."""
    words = (asked or b"").decode().split()
    return [(what, of) for what, _, of in (word.partition(":") for word in words)]


def of_installation(url: str, events: Sequence[str], secret: str, now_ms: int) -> Hook:
    """Return a hook of the installation; its id is that of its URL."""
    digest = hashlib.sha256(f"installation {url}".encode()).digest()
    hook_id = urlsafe_b64encode(digest[:16]).decode().rstrip("=")
    return Hook(hook_id, "", url, [*events], now_ms, [[secret, 0]])


def installing(made: Hook, by: str) -> list[Command]:
    """Return the commands that store a hook of the installation, made `by` "file" or "".

    They do the same again when they are sent twice.
    """
    # Any other number tells the herald that the hook has changed.
    return [
        ("HSET", INSTALLATION, made.id, by),
        ("SADD", listed(partition(made.id)), made.id),
        ("HSET", hook(made.id), HOOK, made.dump(), REV, str(made.created)),
        ("PUBLISH", CHANGED, made.id),
    ]


def uninstalling(hook_id: str) -> list[Command]:
    """Return the commands that end a hook of the installation."""
    return [
        ("UNLINK", *all_of(hook_id)),
        ("SREM", listed(partition(hook_id)), hook_id),
        ("HDEL", INSTALLATION, hook_id),
        ("PUBLISH", CHANGED, hook_id),
    ]


def replaying(hook_id: str, since_ms: int, now_ms: int) -> list[Command]:
    """Return the commands that have a hook be told once more what has happened since a time."""
    asked = f"{SINCE}:{since_ms}"
    return [
        ("HSET", hook(hook_id), ASKED, asked, REV, str(now_ms)),
        ("PUBLISH", CHANGED, hook_id),
    ]
