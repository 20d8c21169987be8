"""Attacks that ask for what costs much: the past, and long lists."""

import asyncio
import random
from base64 import urlsafe_b64encode
from functools import partial
from itertools import cycle
from json import dumps

from tests.abuse import prepared
from tests.abuse.target import Target
from tests.support.issuers import claims
from tests.support.players import register
from tests.support.raw_http import encode, get, post

FEW = 3
SOME = 8
MANY = 32
PRIVATE = 2_000
TOKENS = 2_000


async def old_versions(target: Target) -> None:
    """`?atVersion=` of a long match, without a token, over three connections."""
    match = await prepared.long_match(target.back)
    await target.go()
    await target.ask(
        FEW, lambda: get(f"{match.path}?atVersion={random.randrange(3, prepared.LONG)}")
    )


async def first_version(target: Target) -> None:
    """`?atVersion=1` of a long match, without a token."""
    match = await prepared.long_match(target.back)
    await target.go()
    await target.ask(FEW, lambda: get(f"{match.path}?atVersion=1"))


async def history(target: Target) -> None:
    """`moves?after=` of a long match, without a token."""
    match = await prepared.long_match(target.back)
    await target.go()
    page = f"{match.path}/moves?pageSize=100&after="
    await target.ask(FEW, lambda: get(f"{page}{random.randrange(prepared.LONG)}"))


async def replays(target: Target) -> None:
    """`/replay` of a long match that has ended."""
    match = await prepared.long_match(target.back)
    await asyncio.to_thread(match.seats[0].act, match.id, "resign")
    await target.go()
    await target.ask(FEW, partial(get, f"{match.path}/replay"))


async def keyed_repeats(target: Target) -> None:
    """The same move of a long match again and again, under its key."""
    match = await prepared.long_match(target.back)
    mover = match.seats[prepared.LONG % 2]
    path = f"{match.path}/moves"
    wire = post(path, mover.token, next(match.moves), Idempotency_Key="once")
    await prepared.sent(target.back, [wire])
    await target.go()
    await target.ask(SOME, lambda: wire)


async def lists_of_a_stranger(target: Target) -> None:
    """`GET /v1/matches?player=` of a player of many matches, all private."""
    player = await asyncio.to_thread(register, target.back)
    await prepared.matches(target.back, player, PRIVATE, access="private")
    await target.go()
    await target.ask(SOME, partial(get, f"/v1/matches?player={player.id}&pageSize=100"))


async def lists_of_tokens(target: Target) -> None:
    """A list of the tokens of a player with many."""
    player = await asyncio.to_thread(register, target.back)
    await prepared.tokens(target.back, player, TOKENS)
    await target.go()
    await target.ask(SOME, partial(get, "/v1/players/me/tokens", player.token))


async def unknown_ids(target: Target) -> None:
    """Matches, players and tickets that there are not."""
    await target.go()
    kinds = cycle(("matches", "players", "matches", "tickets"))
    await target.ask(
        MANY, lambda: get(f"/v1/{next(kinds)}/{random.randbytes(11).hex()}?include=legalMoves")
    )


async def bad_tokens(target: Target) -> None:
    """Tokens that are well formed and unknown."""
    await target.go()
    await target.ask(
        MANY,
        lambda: get(
            "/v1/players/me", f"crp_{random.randbytes(11).hex()}_{random.randbytes(32).hex()[:43]}"
        ),
    )


async def unknown_keys(target: Target) -> None:
    """Tokens of the issuer, each by a key of its own that the issuer does not have."""
    await target.go()
    body, signature = _part(claims()), "A" * 86

    def ask() -> bytes:
        head = _part({"alg": "ES256", "typ": "at+jwt", "kid": random.randbytes(11).hex()})
        return get("/v1/players/me", f"{head}.{body}.{signature}")

    await target.ask(MANY, ask)
    taken = target.answers.keys() - {"401", "503"}
    target.check(not taken, f"answered with {', '.join(taken)}")


def _part(said: object) -> str:
    return urlsafe_b64encode(dumps(said).encode()).decode().rstrip("=")


async def documents(target: Target) -> None:
    """The largest pages that are served to everybody: the document, and what it is read with."""
    await target.go()
    paths = cycle(("/openapi.json", "/v1/games", "/docs", "/assets/swagger-ui-bundle.js"))
    await target.ask(SOME, lambda: encode("GET", next(paths)))


async def files_of_the_page(target: Target) -> None:
    """Files of the web table that there are not, and its pages at addresses without a match."""
    await target.go()
    kinds = cycle(("/t/web/app/main-{}.js", "/t/{0}/games/{0}/board.js", "/m/{}", "/rules/{}"))
    await target.ask(MANY, lambda: encode("GET", next(kinds).format(random.randbytes(11).hex())))
    target.check(target.answers["404"] > 0, "nothing was asked for")
