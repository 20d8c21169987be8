"""Availability: which games players can be had for now, in Redis.

    {available}:player:ID       string  {"games": {GAME: {"maxMatches", "clocks"}}, "description",
                                        "level", "house"}; expires with the offer
    {available}:game:GAME       zset    member -> when it expires, ms since the epoch
    {available}:game:GAME:name  zset    the same members, of equal scores

A member is H K ID: "0" for a player of the house, else "1"; "b" for a bot, "h" for a person; the
player's id. So a page of a list goes on by name, whatever is offered anew meanwhile, and nobody
can push the house from the first page. All keys lie in one slot of a cluster.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redislink.accounts import PLAYER, account
from redislink.commands import Command, run_all
from redislink.script import Script, named

from gateway.players.outages import redis_errors
from gateway.players.player import Player

LIFE_MS = 90_000
"""For how long an offer is good."""
KINDS = {"bot": "b", "human": "h"}
LAST = "~"
"""Sorts behind all characters of an id."""


@dataclass(frozen=True, slots=True)
class GameOffer:
    """In how many running matches the player wants to be, and with which clocks."""

    maxMatches: int  # noqa: N815 - as in JSON
    clocks: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A player's offer to be played against, by game."""

    games: Mapping[str, GameOffer]
    description: str
    level: int | None
    house: bool

    @classmethod
    def load(cls, stored: bytes) -> "Offer":
        """Return the offer that `dump` has made a text of, perhaps that of a later release."""
        members = json.loads(stored)
        games = {
            game: GameOffer(each["maxMatches"], each["clocks"])
            for game, each in members["games"].items()
        }
        return cls(games, members["description"], members["level"], members["house"])

    def dump(self) -> str:
        return json.dumps(asdict(self))


class AvailablePlayer(NamedTuple):
    """A player, and what it offers."""

    player: Player
    offer: Offer


class ListMember(NamedTuple):
    """A member of a list, and its player with the offer; None if these have just gone."""

    member: str
    listed: AvailablePlayer | None


class Availability:
    """The offers of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, games: Callable[[], Collection[str]]) -> None:
        """`games` returns the ids of all games that there are now.

        In the list of a game that goes, offers stay until they expire.
        """
        self._redis = redis
        self._games = games
        self._offer = Script(redis, files("gateway.players") / "offer.lua")
        self._find = Script(redis, files("gateway.players") / "find_available.lua")

    async def put(self, player: Player, offer: Offer) -> int:
        """Store an offer in place of the one before; return when it expires, ms since 1970."""
        member, other = (_member(player, house) for house in (offer.house, not offer.house))
        return await self._store(player.id, offer.dump(), member, other, offer.games)

    async def end(self, player_id: str) -> None:
        """Forget what the player offers."""
        for kind in KINDS.values():
            await self._store(player_id, "", f"0{kind}{player_id}", f"1{kind}{player_id}", ())

    async def of(self, player_id: str) -> Offer | None:
        """Return what the player offers now; None without an offer."""
        with redis_errors():
            stored: Any = await self._redis.get(_offer_key(player_id))
        return Offer.load(stored) if stored else None

    async def page(
        self, game: str, kinds: Sequence[str], after: str, size: int
    ) -> list[ListMember]:
        """Return up to `size` members of these kinds with offers of a game, behind `after`.

        There are no more when it is empty; the first page is after "".
        """
        members: list[str] = []
        if game not in self._games():
            return []
        for lowest, highest in _ranges(kinds, after):
            if len(members) < size:
                args = [lowest, highest, size - len(members)]
                with redis_errors():
                    found = await self._find.one([*_lists(game)], args)
                members += [member.decode() for member in found]
        return await self._details(members)

    async def _details(self, members: Sequence[str]) -> list[ListMember]:
        """Return the members with what is known of them, in one round trip."""
        ids = [member[2:] for member in members]
        commands: list[Command] = [("GET", _offer_key(each)) for each in ids]
        commands += [("HGET", account(each), PLAYER) for each in ids]
        with redis_errors():
            answers = await run_all(self._redis, commands)
        offers, players = answers[: len(ids)], answers[len(ids) :]
        return [
            ListMember(member, _listed(player, offer))
            for member, player, offer in zip(members, players, offers, strict=True)
        ]

    async def _store(
        self, player_id: str, offer: str, member: str, other: str, games: Collection[str]
    ) -> int:
        every = [*self._games()]
        keys = [_offer_key(player_id), *(key for game in every for key in _lists(game))]
        offered = named(
            offer=offer,
            life_ms=LIFE_MS,
            member=member,
            other=other,
            games=[game in games for game in every],
        )
        with redis_errors():
            return int(await self._offer.one(keys, [offered]))


def _listed(player: bytes | None, offer: bytes | None) -> AvailablePlayer | None:
    if player is None or offer is None:
        return None
    return AvailablePlayer(Player.load(player), Offer.load(offer))


def _ranges(kinds: Sequence[str], after: str) -> Iterator[tuple[str, str]]:
    """Yield the ranges of members behind `after`, in order, as ZRANGEBYLEX has them."""
    for prefix in (f"{house}{KINDS[kind]}" for house in "01" for kind in sorted(kinds)):
        if prefix >= after[:2]:
            first = f"({after}" if after.startswith(prefix) else f"[{prefix}"
            yield first, f"[{prefix}{LAST}"


def _member(player: Player, house: bool) -> str:
    return f"{0 if house else 1}{KINDS[player.kind]}{player.id}"


def _offer_key(player_id: str) -> str:
    return f"{{available}}:player:{player_id}"


def _lists(game: str) -> tuple[str, str]:
    own = f"{{available}}:game:{game}"
    return own, f"{own}:name"
