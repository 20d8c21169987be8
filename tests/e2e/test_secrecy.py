"""No answer depends on what its caller may not know, byte by byte, on every path.

For random positions and each viewer, a twin is made (croupier_game.kit.twins): the same
match in the viewer's eyes, with other hidden hands, another deck and another
seed. Both are stored under the same id, one after the other, and asked about
over HTTP. The answers must be equal: status, headers and body; only the
commitment, the terms and the log's head may differ, since they pin the secrets on purpose: of what
is hidden, the terms have the commitment alone.
"""

import json
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import httpx
import pytest
from croupier_game.errors import RulesError
from croupier_game.kit import twins
from croupier_game.kit.differences import difference
from croupier_game.kit.games import SECRETS
from croupier_game.kit.seeds import SEEDS
from croupier_game.kit.twins import Planted, Position, viewer_name
from croupier_match.admission import Caller
from croupier_match.clock import epoch_ms
from croupier_match.commands import Move
from croupier_match.evolve import genesis
from croupier_match.match import Access, AnyMatch, DealOf, Player
from engine.domain.ids import derived_id, match_id_for_code, random_code
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store.idempotency import Answer
from engine.store.matches import MatchStore
from engine.store.types import Saving
from mcp import Client as Model
from redis.asyncio import Redis
from redislink import deals
from redislink.deals import Result
from websockets.sync.client import ClientConnection

from tests.support.bad_game import failing
from tests.support.live import TTL, Live
from tests.support.matches import reading
from tests.support.models import called, model_of, read
from tests.support.models import told as answered
from tests.support.players import HTTP, Client, Json, register
from tests.support.requests import send
from tests.support.socket_client import PATIENCE_S, dialled

pytestmark = pytest.mark.anyio

SEED = 20261121
NOW = datetime(2126, 11, 22, tzinfo=UTC)
PINS = re.compile(r'"(commitment|logHead|terms)":"[0-9a-f]{64}"')
TIMES = ("date", "x-time")
"""Headers that tell the time of day."""
FIXED = {"X-Request-Id": "secrecy"}
QUIET = ("event: ping", "event: presence")
"""Events that come at any time; of who is here, tests/gateway/routes/test_presence.py tells all."""
DEAL = DealOf("secret" + "-" * 16, epoch_ms(NOW + timedelta(hours=1)))
TRY: Any = {"deal_of": DEAL, "access": Access.PRIVATE}
"""What makes a match a try of a deal that several play."""
STALE = {**FIXED, "If-Match": '"1"'}
"""For what might be done otherwise: a position that is planted has more versions."""
NDJSON = "application/x-ndjson"
TWINS = 1 if len(SEEDS) < 10 else len(SEEDS)
"""For each game and role, one for a change: test_every_view of the kit has many more."""
MOVES: Json = {"include": "legalMoves"}
OUTLINES: Json = {"view": "none", **MOVES}
FORMS: tuple[Json, ...] = ({}, {"view": "none"}, MOVES, OUTLINES)
LEASE = "l" * 22
"""That of the worker who is said to analyse a planted match."""
SELDOM = 4
"""Of how many twins one is asked everything: the others not what is told on another path too,
or what is refused before anybody looks at the table."""


class Table:
    """A running service in which matches can be planted, and the players in them."""

    def __init__(self, url: str, planted: Planted, redis: Redis, people: list[Client]) -> None:
        """`people` are those of `registered`."""
        self.planted = planted
        self.redis = redis
        self.store = MatchStore(redis, TTL)
        self.stranger, *self.seats = people
        self.spectator = Client(url)

    def players(self, seats: int) -> list[Player]:
        return [Player(each.id, each.player["displayName"], "human") for each in self.seats[:seats]]

    def eyes(self, viewer: int | None) -> Client:
        return self.spectator if viewer is None else self.seats[viewer]

    async def plant(self, position: Position) -> str:
        """Store the match with its log; its id."""
        match = position.match
        await self._plant_deal(match)
        self.planted.plant(match.seed, position.luck)
        answer = Answer(0, match.version, None)
        await self.store.save(Saving(None, match, position.log, None, answer))
        await self._plant_analysis(position)
        return match.id

    async def _plant_deal(self, match: AnyMatch) -> None:
        """Store the deal that all matches here may be tries of, and which is the first player's."""
        made = {"id": DEAL.id, "game": match.game, "rulesVersion": 1, "options": {}, "seats": 2}
        made |= {"name": "Secret", "opponents": ["Hugo"], "maker": None}
        made |= {"startMs": 0, "endMs": DEAL.over_ms}
        await self.redis.hset(deals.deal(DEAL.id), deals.MADE, json.dumps(made))
        await self.redis.hset(deals.tries(DEAL.id), self.seats[0].id, match.id)
        await self.redis.zadd(deals.board(DEAL.id), {self.stranger.id: Result(0, 9, 40).score()})

    async def _plant_analysis(self, position: Position) -> None:
        """Store an analysis that tells the state, in the line for another worker to take."""
        match = position.match
        said = {"state": "done", "of": "1", "strategy": "1", "unit": "points"}
        said |= {"lease": LEASE, "player": self.seats[0].id, "tries": "0", "tag": "1"}
        await self.redis.hset(f"{{analysis}}:match:{match.id}", mapping=cast(Any, said))
        told = json.dumps(str(position.state))
        await self.redis.hset(f"{{analysis}}:moves:{match.id}", "3", told)
        await self.redis.zadd("{analysis}:line", {f"{match.game} {match.id}": 1})
        await self.redis.set(f"{{analysis}}:game:{match.game}", "1")

    async def plant_tickets(self, match: AnyMatch) -> list[str]:
        """Matched tickets of all its players, in seat order. No other ticket has this very wish."""
        ids = [derived_id("ticket", match.id, str(seat)) for seat in range(len(match.seats))]
        wished, now_ms = genesis(GAMES.of(match), match), epoch_ms(NOW)
        for ticket_id, seat in zip(ids, match.seats, strict=True):
            assert seat.player
            await self.store.tickets.enter(ticket_id, seat.player, wished, "", match.id, now_ms)
        await self.store.tickets.mark_made(ids)
        return ids

    async def remove(self, match_id: str) -> None:
        for pattern in (f"match:{{{match_id}}}*", "{analysis}:*", f"{deals.deal(DEAL.id)}*"):
            for key in await self.redis.keys(pattern):
                await self.redis.delete(key)


@pytest.fixture(scope="module")
def planted() -> Planted:
    return Planted()


@pytest.fixture(scope="module")
def stage(
    redis_url: str, planted: Planted, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Live]:
    """The service in which matches are planted, for one table after the other."""
    key = tmp_path_factory.mktemp("house") / "key"
    key.write_text("k" * 32)
    with Live(
        redis_url, now=lambda: NOW, chance=planted, ticking=False, house_key_file=str(key)
    ) as live:
        yield live


@pytest.fixture(scope="module")
def people(stage: Live) -> list[Client]:
    return registered(stage.url)


@pytest.fixture
async def table(stage: Live, planted: Planted, redis: Redis, people: list[Client]) -> Table:
    # Offers of other tests could expire between the answers to two twins.
    await redis.delete(*[key async for key in redis.scan_iter("{available}:game:*")], "none")
    return Table(stage.url, planted, redis, people)


def registered(url: str) -> list[Client]:
    """A stranger, and the players of a table."""
    return [register(url, name) for name in ("Eve", "Ann", "Bob", "Cleo", "Dan", "Fay")]


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("role", ["mover", "waiting", "spectator"])
async def test_no_answer_tells_what_its_caller_may_not_know(
    table: Table, game_id: str, role: str
) -> None:
    dice = random.Random(f"{SEED} {game_id} {role}")
    for number, (one, other, viewer) in enumerate(differing(table, game_id, role, TWINS, dice)):
        questions = Questions.of(one, other, viewer, dice, everything=number % SELDOM == 0)
        for path, (first, second) in (await both(table, one, other, questions)).items():
            found = difference(first, second, path)
            assert not found, (
                f"{game_id}, seed {SEED}, pair {number}: {viewer_name(viewer)} ({role}) can tell "
                f"twins apart by the answer to: {found}"
            )


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("role", ["mover", "waiting", "spectator"])
async def test_no_tool_tells_a_model_what_its_seat_may_not_know(
    table: Table, game_id: str, role: str
) -> None:
    """MCP answers a model alike in twins; a model without a seat sees what spectators see."""
    dice = random.Random(f"{SEED} {game_id} {role} tools")
    for one, other, viewer in differing(table, game_id, role, TWINS, dice):
        eyes = table.stranger if viewer is None else table.eyes(viewer)
        hidden = not_to_be_had(one, other, viewer)
        move = twins.common_move(one, other, viewer, dice)
        answers = list[dict[str, str]]()
        for each in (one, other):
            await table.plant(each)
            async with model_of(eyes) as model:
                told = {name: text async for name, text in tools(model, each, hidden)}
                if move is not None:
                    table.seats[each.turn].move(each.match.id, move, view="none")
                    later = {name: text async for name, text in looks(model, each)}
                    told |= {f"{name} after a move": text for name, text in later.items()}
            answers.append(told)
            await table.remove(each.match.id)
        found = difference(answers[0], answers[1], "tools")
        assert not found, f"{game_id}, seed {SEED}: {viewer_name(viewer)} can tell by {found}"


async def tools(model: Model, at: Position, hidden: str) -> AsyncIterator[tuple[str, str]]:
    """What all tools and resources answer about a match, without what pins the secrets."""
    async for each in looks(model, at):
        yield each
    match_id = at.match.id
    for name, wish in (
        ("read_replay", {}),
        ("answer_undo", {"agree": True}),
        ("join_match", {}),
        ("move", {"move": hidden}),
        ("move", {"move": "Q1+*"}),
        ("move", {"move": hidden, "decision": at.match.version - 1}),
    ):
        failed, text = await called(model, name, match_id=match_id, **wish)
        assert failed
        yield f"{name} {wish}", text
    yield "replay", await read(model, f"croupier://matches/{match_id}/replay")


async def looks(model: Model, at: Position) -> AsyncIterator[tuple[str, str]]:
    match_id = at.match.id
    yield "see_table", await answered(model, "see_table", match_id=match_id, state=True)
    yield "list_legal_moves", await answered(model, "list_legal_moves", match_id=match_id)
    yield "follow", await answered(model, "follow", match_id=match_id, seconds=0)
    yield "list_matches", await answered(model, "list_matches")


def differing(
    table: Table, game_id: str, role: str, pairs: int, dice: random.Random
) -> Iterator[tuple[Position, Position, int | None]]:
    """So many twins that really differ, each with its viewer; one in two is rated."""
    tries = 0
    while pairs:
        tries += 1
        one = position(table, game_id, dice)
        if dice.random() < 0.5:
            one = replace(one, pasts=[replace(each, rated=True) for each in one.pasts])
        viewer = viewer_of(one, role, dice)
        if viewer is not None and dice.random() < 0.5:
            one = replace(one, pasts=[replace(each, **TRY) for each in one.pasts])
        other = twins.twin(one, viewer, dice)
        if one.state != other.state:
            yield one, other, viewer
            pairs -= 1
        assert tries < 200, "there is too little that the viewer does not know"


@pytest.mark.parametrize("game_id", GAMES)
async def test_what_a_caller_may_know_shows(table: Table, game_id: str) -> None:
    """Matches that a spectator cannot tell apart, seen by the player to move in them."""
    dice = random.Random(f"{SEED} {game_id}")
    shown: Counter[str] = Counter()
    always = ("match", "text", "all history", "with legal moves", "list own")
    for _ in range(12):  # early on there is little to know
        one = position(table, game_id, dice)
        other = twins.twin(one, None, dice)
        for path, (first, second) in (await both(table, one, other, Looks(one.turn))).items():
            shown[path] += first != second
        if min(shown[path] for path in always) >= 3 and shown["legal moves"] >= 2:
            return
    raise AssertionError(shown)


def position(table: Table, game_id: str, dice: random.Random) -> Position:
    """A random position of a running match."""
    rules = GAMES[game_id].rules
    players = table.players(dice.randint(rules.MIN_SEATS, rules.MAX_SEATS))
    return twins.play(game_id, players, dice.randrange(SECRETS[game_id].turns), dice)


def viewer_of(position: Position, role: str, dice: random.Random) -> int | None:
    if role == "spectator":
        return None
    waiting = [seat for seat in range(len(position.match.seats)) if seat != position.turn]
    return position.turn if role == "mover" else dice.choice(waiting)


async def both(
    table: Table, one: Position, other: Position, questions: "Questions | Looks"
) -> dict[str, tuple[bytes, bytes]]:
    """What is answered about either match, by path."""
    told = []
    for each in (one, other):
        await table.plant(each)
        told.append(dict(questions.ask(table, each)))
        await table.remove(each.match.id)
    assert told[0].keys() == told[1].keys()
    return {path: (told[0][path], told[1][path]) for path in told[0]}


def not_to_be_had(one: Position, other: Position, viewer: int | None) -> str:
    """A move that the viewer can make in neither match, and another player perhaps could make."""
    probe = SECRETS[one.match.game].probe
    probes = (probe(each.state, viewer) for each in (one, other))
    return next(
        (each for each in probes if not any(legal(at, viewer, each) for at in (one, other))), "Q1+*"
    )


def legal(position: Position, viewer: int | None, notation: str) -> bool:
    rules = GAMES[position.match.game].rules
    try:
        rules.check(position.state, position.turn, rules.parse(notation))
    except RulesError:
        return False
    return viewer == position.turn


@dataclass(frozen=True)
class Looks:
    """What is shown to a viewer that only looks."""

    viewer: int | None

    def ask(self, table: Table, position: Position) -> Iterator[tuple[str, bytes]]:
        eyes, match = table.eyes(self.viewer), position.match
        for name, answer in latest(eyes, match.id, match.version, everything=True):
            yield name, whole(answer)
        yield "all history", whole(history(eyes, match.id))
        yield "list own", whole(own(eyes))


@dataclass(frozen=True)
class Questions:
    """What a caller can ask about a running match; if `everything`, all of it.

    `move` is one that whoever is to move can make in both twins, `hidden` is one
    that the viewer cannot make, but may be somebody else could.
    """

    viewer: int | None
    move: str | None
    hidden: str
    everything: bool

    @classmethod
    def of(
        cls,
        one: Position,
        other: Position,
        viewer: int | None,
        dice: random.Random,
        everything: bool,
    ) -> "Questions":
        move = twins.common_move(one, other, viewer, dice)
        return cls(viewer, move, not_to_be_had(one, other, viewer), everything)

    def ask(self, table: Table, position: Position) -> Iterator[tuple[str, bytes]]:
        """Each question with its answer."""
        eyes, match = table.eyes(self.viewer), position.match
        for name, answer in reads(eyes, match.id, match.version, self.everything):
            yield name, whole(answer)
        for name, answer in listings(eyes, table.seats[0].id, self.everything):
            yield name, whole(answer)
        for name, answer in refusals(eyes, match.id, match.version, self.hidden):
            yield name, whole(answer)
        yield "games", whole(eyes.get("/v1/games", FIXED))
        for view in ("public_view", "private_view"):
            with failing(match.game, view, "tells"):
                failed = eyes.get(f"/v1/matches/{match.id}", {**FIXED, "Accept": "text/plain"})
            assert failed.json()["code"] == "game_failed"
            yield f"a {view} that fails", whole(failed)
        if self.everything:
            for name, answer in blind_refusals(eyes, table.stranger, match.id, self.hidden):
                yield name, whole(answer)
        if self.move is not None:
            yield from self._move(table, position, self.move)
        if self.move is not None and self.everything:
            yield from self._undo(table, position)

    def _move(self, table: Table, position: Position, move: str) -> Iterator[tuple[str, bytes]]:
        """What followers of the match are told, and what there is to see then."""
        eyes, match, mover = table.eyes(self.viewer), position.match, table.seats[position.turn]
        path = f"/v1/matches/{match.id}"
        with (
            stream(eyes, f"{path}/events") as told,
            stream(eyes, f"{path}/events", **OUTLINES) as outlined,
            stream(eyes, f"{path}/events", **MOVES) as legal,
            line(eyes) as socket,
        ):
            yield "stream", next(told)
            yield "stream of outlines", next(outlined)
            yield "stream with legal moves", next(legal)
            for op, members in requests(match.version, self.hidden):
                said = heard(socket, op, matchId=match.id, **members)
                yield f"{op} {members} over a socket", said
            if mover is eyes:
                form = (MOVES, {"view": "none"}, {"view": "full"})[match.version % 3]
                for name, answer in moves(mover, match.id, move, **form):
                    yield name, whole(answer)
            else:
                mover.move(match.id, move, view="none")
            yield "stream after a move", next(told)
            yield "stream of outlines after a move", next(outlined)
            yield "stream with legal moves after a move", next(legal)
            yield "pushed after a move", pinned(socket)
            if self.everything:
                again = heard(socket, "subscribe", matchId=match.id, after=match.version - 1)
                yield "socket taken up again", again + pinned(socket) + pinned(socket)
                for form in (OUTLINES, MOVES):
                    since = {"matchId": match.id, "after": match.version - 1}
                    again = heard(socket, "subscribe", **since, **form)
                    yield f"{form} over a socket", again + pinned(socket) + pinned(socket)
            if mover is eyes:
                same = {"matchId": match.id, "notation": move, "idempotencyKey": "once"}
                yield "the move again over a socket", heard(socket, "move", **same)
        with stream(eyes, f"{path}/events", after=match.version - 1) as told:
            yield "stream taken up again", next(told) + next(told)
        for form in (OUTLINES, MOVES):
            with stream(eyes, f"{path}/events", after=match.version - 1, **form) as told:
                yield f"stream of {form} taken up again", next(told) + next(told)
        for name, answer in latest(eyes, match.id, match.version + 1, self.everything):
            yield f"{name} after a move", whole(answer)

    def _undo(self, table: Table, position: Position) -> Iterator[tuple[str, bytes]]:
        """What is told when that move is taken back, if it can be."""
        match, eyes = position.match, table.eyes(self.viewer)
        seats = table.seats[: len(match.seats)]
        order = [seats[position.turn], *seats[: position.turn], *seats[position.turn + 1 :]]
        for name, answer in undo(eyes, order, f"/v1/matches/{match.id}", match.version):
            yield name, whole(answer)


def undo(
    eyes: Client, seats: list[Client], path: str, to: int
) -> Iterator[tuple[str, httpx.Response]]:
    """The first seat takes back what it can, to this version; all seats that are asked agree."""
    for seat in seats:
        answer = seat.post(f"{path}/undo", {"toVersion": to}, FIXED)
        if seat is eyes:
            yield "what can be taken back", answer
        yield f"as it is after that of seat {seats.index(seat)}", eyes.get(path, FIXED)
    yield "history of what was taken back", eyes.get(f"{path}/moves", FIXED, after=to - 1)
    yield "outlines of it", eyes.get(f"{path}/moves", FIXED, after=to - 1, view="none")


def reads(
    eyes: Client, match_id: str, version: int, everything: bool
) -> Iterator[tuple[str, httpx.Response]]:
    path, middle = f"/v1/matches/{match_id}", version // 2 + 1
    text = {**FIXED, "Accept": "text/plain"}
    yield from latest(eyes, match_id, version, everything)
    if everything:
        yield "unchanged", eyes.get(path, {**FIXED, "If-None-Match": f'"{version}"'})
        yield "at the start", eyes.get(path, FIXED, atVersion=2)
        yield "text at a version", eyes.get(path, text, atVersion=middle)
    yield "at a version", eyes.get(path, FIXED, atVersion=middle)
    yield "history from a version", eyes.get(f"{path}/moves", FIXED, after=middle, pageSize=3)
    yield "all history", history(eyes, match_id)


def latest(
    eyes: Client, match_id: str, version: int, everything: bool
) -> Iterator[tuple[str, httpx.Response]]:
    path = f"/v1/matches/{match_id}"
    yield "match", eyes.get(path, FIXED)
    yield "text", eyes.get(path, {**FIXED, "Accept": "text/plain"})
    yield "legal moves", eyes.get(f"{path}/legal-moves", FIXED)
    if everything:
        yield "with legal moves", eyes.get(path, FIXED, include="legalMoves")
        yield "history", eyes.get(f"{path}/moves", FIXED, after=version - 2)


def history(eyes: Client, match_id: str) -> httpx.Response:
    return eyes.get(f"/v1/matches/{match_id}/moves", FIXED, pageSize=100)


def own(eyes: Client) -> httpx.Response:
    return eyes.get("/v1/matches", FIXED, player="me")


def listings(
    eyes: Client, player_id: str, everything: bool
) -> Iterator[tuple[str, httpx.Response]]:
    yield "list", eyes.get("/v1/matches", FIXED, player=player_id)
    yield "a deal", eyes.get(f"/v1/deals/{DEAL.id}", FIXED)
    yield "its board", eyes.get(f"/v1/deals/{DEAL.id}/board", FIXED)
    if everything:
        yield "list active", eyes.get("/v1/matches", FIXED, player=player_id, status="active")
        yield "a profile", eyes.get(f"/v1/players/{player_id}", FIXED)
        yield "meetings", eyes.get(f"/v1/players/{player_id}/against/{player_id}", FIXED)
        yield "leaderboards", eyes.get("/v1/leaderboards", FIXED)
        yield "friends", eyes.get("/v1/players/me/friends", FIXED)
        yield "own data", eyes.get("/v1/players/me/data", FIXED)
    yield "list own", own(eyes)


def refusals(
    eyes: Client, match_id: str, version: int, hidden: str
) -> Iterator[tuple[str, httpx.Response]]:
    """Of moves that another player perhaps could make."""
    path = f"/v1/matches/{match_id}/moves"
    stale = {"notation": hidden, "expectedVersion": version - 1}
    own = eyes.get(f"/v1/matches/{match_id}").json()["yourDecision"] or 1
    for decision in (own, own - 1, version):
        decided = {"notation": hidden, "expectedDecision": decision}
        yield f"a move for decision {decision}", eyes.post(path, decided, FIXED)
    yield "a move not to be had", eyes.post(path, {"notation": hidden}, FIXED)
    yield "a dry run of it", eyes.post(path, {"notation": hidden}, FIXED, dryRun="true")
    yield "a stale move", eyes.post(path, stale, FIXED)
    yield "many moves", many(eyes, match_id, {"notation": hidden}, stale, decided)


def blind_refusals(
    eyes: Client, stranger: Client, match_id: str, hidden: str
) -> Iterator[tuple[str, httpx.Response]]:
    """Of what is refused whatever lies on the table."""
    path = f"/v1/matches/{match_id}"
    yield "no such move", eyes.post(f"{path}/moves", {"notation": "Q1+*"}, FIXED)
    yield "no move", eyes.post(f"{path}/moves", {"move": {"no": 1}}, FIXED)
    yield "many that are none", many(eyes, match_id, {"notation": "Q1+*"}, {"move": {"no": 1}}, {})
    yield "replay", eyes.get(f"{path}/replay", FIXED)
    for name in ("", "/moves", "/events"):
        for who in ("0", "1", "spectator"):
            yield f"{name} as {who}", eyes.get(f"{path}{name}", FIXED, **{"as": who})
    yield "analysis", eyes.get(f"{path}/analysis", FIXED)
    yield "no analysis", eyes.post(f"{path}/analysis", {}, FIXED)
    yield "a stranger's analysis", stranger.post(f"{path}/analysis", {}, FIXED)
    yield "nothing to analyse any more", eyes.delete(f"{path}/analysis", FIXED)
    yield from without_house_key(eyes, match_id)
    yield "replay as lines", eyes.get(f"{path}/replay", {**FIXED, "Accept": NDJSON})
    yield "join", eyes.post(f"{path}/join", {}, FIXED)
    yield "leave", eyes.post(f"{path}/leave", {}, STALE)
    yield "a claim", eyes.post(f"{path}/claim", {}, STALE)
    yield "calling it off", eyes.post(f"{path}/claim", {"result": "abort"}, STALE)
    yield "a stranger's claim", stranger.post(f"{path}/claim", {}, FIXED)
    yield "a stranger's leaving", stranger.post(f"{path}/leave", {}, FIXED)
    yield "who is here, to a stranger", stranger.get(f"{path}/presence", FIXED)
    yield "a seat to free", eyes.delete(f"{path}/seats/1", FIXED)
    yield "no rematch", eyes.get(f"{path}/rematch", FIXED)
    yield "no rematch to end", eyes.delete(f"{path}/rematch", FIXED)
    yield "start", eyes.post(f"{path}/start", {}, FIXED)
    yield "rematch", eyes.post(f"{path}/rematch", {}, FIXED)
    yield "entropy", eyes.post(f"{path}/entropy", {"entropy": "00" * 32}, FIXED)
    yield "no emote", eyes.post(f"{path}/emotes", {"emote": "no"}, FIXED)
    yield "invitations", eyes.get(f"{path}/invitations", FIXED)
    yield "an invitation", eyes.post(f"{path}/invitations", {"playerId": stranger.id}, FIXED)
    yield "no invitation", eyes.delete(f"{path}/invitations/{'A' * 22}", FIXED)
    every = f"{path}/invitations/{'A' * 22}?allOfSender=true"
    yield "no invitations of a sender", eyes.delete(every, FIXED)
    yield "who can be had", eyes.get("/v1/players", FIXED, available="lost-cities")
    yield "who searches", eyes.get("/v1/tickets", FIXED)
    yield "no invite code", eyes.post("/v1/invitations", {"code": "none"}, FIXED)
    yield "nobody can be had", eyes.delete("/v1/players/me/availability", FIXED)
    yield "a new name", rename(eyes)
    yield (
        "the end of nobody",
        send(Client(eyes.url, "x"), "DELETE", "/v1/players/me", *FIXED.items()),
    )
    yield "a stranger's move", stranger.post(f"{path}/moves", {"notation": hidden}, FIXED)
    yield "a stranger's moves", many(stranger, match_id, {"notation": hidden})
    yield "a stranger's emote", stranger.post(f"{path}/emotes", {"emote": "oops"}, FIXED)
    yield "no code", eyes.post("/v1/pairings", {"code": "none"}, FIXED)
    yield "ways in", eyes.get("/v1/players/me/passkeys", FIXED)
    yield "no way in", eyes.post("/v1/sessions", {"recoveryCode": "none"}, FIXED)
    yield "no passkey", eyes.post("/v1/players/me/passkeys", {"credential": {}}, FIXED)
    yield "no passkey to remove", eyes.delete("/v1/players/me/passkeys/AAAA", FIXED)
    yield "no ID token", eyes.post("/v1/sessions", {"idToken": "a.b.c"}, FIXED)
    yield "no identity", eyes.post("/v1/players/me/identities", {"idToken": "a.b.c"}, FIXED)
    yield "no identity to remove", eyes.delete(f"/v1/players/me/identities/{'0' * 64}", FIXED)
    yield "who may use passkeys", eyes.get("/.well-known/webauthn", FIXED)
    yield "a stranger's resignation", stranger.post(f"{path}/resign", {}, FIXED)
    yield "nothing to take back", eyes.post(f"{path}/undo", {"toVersion": 1}, FIXED)
    yield "nothing to refuse", eyes.delete(f"{path}/undo", FIXED)
    yield "a stranger's undo", stranger.post(f"{path}/undo", {"toVersion": 2}, FIXED)


def without_house_key(eyes: Client, match_id: str) -> Iterator[tuple[str, httpx.Response]]:
    """What a worker may do with the analysis of a match, done by a caller with another key."""
    other = {"houseKey": "o" * 32}
    task = other | {"strategies": dict.fromkeys(GAMES, "1")}
    yield "no task", eyes.post("/v1/analyses", task, FIXED)
    report = other | {"game": "nim", "lease": LEASE, "state": "running", "of": 2}
    report |= {"unit": "points"}
    yield "no report", eyes.post(f"/v1/analyses/{match_id}", report, FIXED)


def rename(eyes: Client) -> httpx.Response:
    """Ask for a new name, which no player may have."""
    body = json.dumps({"displayName": " "}).encode()
    own = (*FIXED.items(), ("Content-Type", "application/json"))
    return send(eyes, "PATCH", "/v1/players/me", *own, content=body)


def moves(
    mover: Client, match_id: str, notation: str, view: str = "full", **query: str
) -> Iterator[tuple[str, httpx.Response]]:
    """With one `view` it is made by itself, with the other among many."""
    path, body = f"/v1/matches/{match_id}/moves", {"notation": notation}
    once = {**FIXED, "Idempotency-Key": "once"}
    among = {**body, "idempotencyKey": "once"}
    yield "a dry run", mover.post(path, body, FIXED, dryRun="true")
    if view == "none":
        yield "a move among many", many(mover, match_id, among, among, view=view)
    yield "a move", mover.post(path, body, once, view=view, **query)
    yield "the move again", mover.post(path, body, once, view=view, **query)
    yield "the move again among many", many(mover, match_id, among, {"move": {}}, view=view)
    yield "the move again with another view", many(mover, match_id, among)


def many(eyes: Client, match_id: str, *wishes: Json, **query: str) -> httpx.Response:
    """All of them with one request."""
    body = {"moves": [{"matchId": match_id, **wish} for wish in wishes]}
    return eyes.post("/v1/moves", body, FIXED, **query)


@contextmanager
def stream(
    eyes: Client, path: str, form: str = "text/event-stream", **query: Any
) -> Iterator[Iterator[bytes]]:
    """What a stream says, one thing after the other, as it stands there; first its headers.

    Without its pings, which tell the time of day, and who is here.
    """
    own = {**FIXED, "Accept": form, "Authorization": f"Bearer {eyes.token}"}
    if not eyes.token:
        del own["Authorization"]
    with HTTP.stream("GET", eyes.url + path, headers=own, params=query) as response:
        yield said(response)


def said(response: httpx.Response) -> Iterator[bytes]:
    head, lines = [str(whole_headers(response))], list[str]()
    for line in response.iter_lines():
        lines.append(PINS.sub(r'"\1":"pinned"', line))
        if not line:
            if lines[0] not in QUIET:
                yield "\n".join([*head, *lines]).encode()
                head = []
            lines = []


@contextmanager
def line(eyes: Client) -> Iterator[ClientConnection]:
    """A socket of the viewer."""
    with dialled(eyes.url, additional_headers=FIXED) as talk:
        heard(talk.socket, "hello", **({"token": eyes.token} if eyes.token else {}))
        yield talk.socket


def requests(version: int, hidden: str) -> Iterator[tuple[str, Json]]:
    """Requests over a socket that change no match."""
    yield "subscribe", {"after": 0, "nonsense": 1}
    yield "subscribe", {"after": version + 1}
    yield "subscribe", {}
    yield "legalMoves", {}
    yield "move", {"notation": hidden}
    yield "move", {"notation": hidden, "expectedVersion": version - 1}
    yield "move", {"notation": hidden, "expectedDecision": version - 1}
    yield "move", {"notation": "Q1+*", "idempotencyKey": "other"}
    yield "move", {"move": {"no": 1}}


def heard(socket: ClientConnection, op: str, **members: Any) -> bytes:
    """What comes next, once this has been said."""
    socket.send(json.dumps({"id": "same", "op": op, **members}))
    return pinned(socket)


def pinned(socket: ClientConnection) -> bytes:
    while '"event":"presence"' in (frame := str(socket.recv(PATIENCE_S))):
        pass
    return PINS.sub(r'"\1":"pinned"', frame).encode()


def whole(response: httpx.Response) -> bytes:
    """Status, headers and body, without the time of day and what pins the secrets."""
    body = PINS.sub(r'"\1":"pinned"', response.text)
    return f"{response.status_code}\n{json.dumps(whole_headers(response))}\n{body}".encode()


def whole_headers(response: httpx.Response) -> list[tuple[str, str]]:
    return [(name, value) for name, value in response.headers.items() if name not in TIMES]


@pytest.mark.parametrize("game_id", GAMES)
async def test_an_invite_code_tells_nothing_of_what_was_dealt(table: Table, game_id: str) -> None:
    """The code of a running private match works for its players and is unknown to all others."""
    dice = random.Random(f"{SEED} {game_id} code")
    code = random_code()
    match_id = match_id_for_code(code, await table.store.installation.secret())
    for one, other, viewer in differing(table, game_id, "waiting", 2, dice):
        told = list[list[bytes]]()
        for each in (one, other):
            private = replace(each.match, id=match_id, access=Access.PRIVATE, invite_code=code)
            await table.plant(replace(each, pasts=[*each.pasts[:-1], private]))
            asked = [
                caller.post("/v1/invitations", {"code": wish}, FIXED)
                for caller in (table.eyes(viewer), table.stranger, table.spectator)
                for wish in (code, "none")
            ]
            assert [answer.status_code for answer in asked] == [200, *[404] * 5]
            told.append([*map(whole, asked)])
            await table.remove(match_id)
        assert told[0] == told[1]
        assert len({*told[0][1:]}) == 1


@pytest.mark.parametrize("game_id", GAMES)
async def test_no_analysis_of_a_private_match_tells_a_stranger_of_it(
    table: Table, game_id: str
) -> None:
    """Once it has ended, a worker takes it with its replay, and its players read the analysis."""
    dice = random.Random(f"{SEED} {game_id} analysis")
    for one, other, _ in differing(table, game_id, "spectator", 1, dice):
        told = list[list[bytes]]()
        for each in (one, other):
            private = replace(each.match, access=Access.PRIVATE)
            path = f"/v1/matches/{await table.plant(replace(each, pasts=[private]))}/analysis"
            players = table.seats[: len(private.seats)]
            for player in players:
                player.post(f"/v1/matches/{private.id}/resign", {}, FIXED)
            assert {player.get(path).json()["state"] for player in players} == {"done"}
            asked = list[httpx.Response]()
            for eyes in (table.stranger, table.spectator):
                asked += [
                    eyes.get(path, FIXED),
                    eyes.post(path, {}, FIXED),
                    eyes.delete(path, FIXED),
                ]
                asked += dict(without_house_key(eyes, private.id)).values()
            told.append([*map(whole, asked)])
            await table.remove(private.id)
        assert told[0] == told[1]


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("made", ["here", "elsewhere"])
async def test_what_many_are_shown_at_once_is_to_each_what_it_may_know(
    table: Table, game_id: str, made: str
) -> None:
    """One answer, of the move or of a look, shows a change to all followers of a match."""
    dice = random.Random(f"{SEED} {game_id} {made}")
    one = position(table, game_id, dice)
    path = f"/v1/matches/{await table.plant(one)}"
    everybody = [*table.seats[: len(one.match.seats)], table.stranger, table.spectator]
    with ExitStack() as following:
        told = [
            following.enter_context(stream(each, f"{path}/events", **form))
            for each in everybody
            for form in FORMS
        ]
        for each in told:
            next(each)
        await make_move(table, one, dice, made)
        events = [next(each).decode() for each in told]
    for place, event in enumerate(events):
        viewer, form = divmod(place, len(FORMS))
        shown = expected(everybody[viewer], path, **FORMS[form])
        assert shown in event, f"{game_id}, seed {SEED}: viewer {viewer}"
    await table.remove(one.match.id)


def expected(eyes: Client, path: str, view: str = "full", **query: str) -> str:
    """What an event of the current version has, by what its reader is told when it asks alone."""
    own = PINS.sub(r'"\1":"pinned"', eyes.get(path, FIXED, **query).text.strip())
    return f'"match":{own}}}' if view == "full" else outline(json.loads(own))


def outline(match: Json) -> str:
    """What is told of a version without its match."""
    told = {
        "version": match["version"],
        "game": match["game"],
        "events": match["lastEvents"],
        "toMove": match["toMove"],
        "yourDecision": match["yourDecision"],
        "status": match["status"],
        "clock": match["clock"],
        "undo": match["undo"],
        "logHead": match["fairness"]["logHead"],
        **({"legalMoves": match["legalMoves"]} if "legalMoves" in match else {}),
    }
    return f"data: {json.dumps(told, separators=(',', ':'), ensure_ascii=False)}\n"


async def make_move(table: Table, position: Position, dice: random.Random, made: str) -> None:
    """Make a legal move over this gateway, or with another engine, of which only notices tell."""
    match, rules = position.match, GAMES[position.match.game].rules
    move = dice.choice(rules.legal_moves(position.state, position.turn))
    mover = table.seats[position.turn]
    if made == "here":
        mover.move(match.id, rules.notation(move), view="none")
    else:
        other = Matches(table.store, now=lambda: NOW, chance=table.planted)
        command = Move(position.turn, reading(move))
        await other.change(match.id, Caller(mover.id, position.turn), command)


@pytest.mark.parametrize("game_id", GAMES)
async def test_what_many_read_at_once_is_to_each_what_it_may_know(
    table: Table, game_id: str
) -> None:
    """Reads of many callers are answered together; one of a version, by a call of its own."""
    one = position(table, game_id, random.Random(f"{SEED} {game_id} together"))
    match, path = one.match, f"/v1/matches/{await table.plant(one)}"
    everybody = [*table.seats[: len(match.seats)], table.stranger, table.spectator]
    alone = [whole(each.get(path, FIXED, atVersion=match.version)) for each in everybody]
    assert len({*alone}) > len(match.seats), "views differ"
    with ThreadPoolExecutor(16) as at_once:
        told = at_once.map(lambda each: whole(each.get(path, FIXED)), everybody * 8)
        for place, answer in enumerate(told):
            viewer = place % len(everybody)
            assert answer == alone[viewer], f"{game_id}, seed {SEED}: viewer {viewer}"
    await table.remove(match.id)


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_ticket_tells_nothing_of_its_match(table: Table, game_id: str) -> None:
    dice = random.Random(f"{SEED} {game_id} tickets")
    for _ in range(3):
        one = position(table, game_id, dice)
        other = twins.twin(one, None, dice)
        told = []
        for each in (one, other):
            await table.plant(each)
            told.append([whole(answer) for answer in await of_tickets(table, each.match)])
            await table.remove(each.match.id)
        found = difference(told[0], told[1], "tickets")
        assert not found, f"{game_id}, seed {SEED}: {found}"


async def of_tickets(table: Table, match: AnyMatch) -> list[httpx.Response]:
    """What all are told of the tickets that the match was made of."""
    told = []
    ids = await table.plant_tickets(match)
    for player, ticket_id in zip(table.seats, ids, strict=False):
        path = f"/v1/tickets/{ticket_id}"
        told += [player.get(path, FIXED), player.delete(path, FIXED)]
        assert [answer.status_code for answer in told[-2:]] == [200, 409]
        await table.redis.delete(f"{{tickets}}:ticket:{ticket_id}")
    return [*told, table.spectator.get(path, FIXED)]


async def test_a_ticket_of_somebody_else_is_none(table: Table) -> None:
    """A stranger and the other matched player are told the same as of an unknown ticket."""
    match = position(table, "lost-cities", random.Random(SEED)).match
    path, other = (f"/v1/tickets/{each}" for each in await table.plant_tickets(match))
    for ask in (Client.get, Client.delete):
        unknown = whole(ask(table.stranger, f"/v1/tickets/{'A' * 22}", FIXED))
        assert unknown.startswith(b"404")
        for eyes in (table.stranger, table.seats[1]):
            assert whole(ask(eyes, path, FIXED)) == unknown
        assert whole(ask(table.seats[0], other, FIXED)) == unknown


async def test_a_ticket_tells_nothing_of_who_else_searches(table: Table) -> None:
    """Ann searches alone, behind a player with her wish, or behind four, one of them cancelled."""
    ann, *others = table.seats
    wish = {"game": "livingstone", "seats": 3, "clock": {"perMove": "54321.987s"}}
    once = {**FIXED, "Idempotency-Key": "ticket"}
    told = []
    for crowd in (0, 1, 4):
        made = [
            other.post("/v1/tickets", {**wish, "seats": 3 + number % 2}).json()
            for number, other in enumerate(others[:crowd])
        ]
        for other, ticket in list(zip(others, made, strict=False))[2::2]:
            other.delete(f"/v1/tickets/{ticket['id']}", FIXED)
        answers = [ann.post("/v1/tickets", wish, once), ann.post("/v1/tickets", wish, once)]
        path = answers[0].headers["location"]
        answers += [ann.get(path, FIXED), ann.delete(path, FIXED), ann.get(path, FIXED)]
        assert [answer.status_code for answer in answers] == [201, 201, 200, 204, 200]
        told.append([whole(answer) for answer in answers])
        for ticket_id in (path.rsplit("/", 1)[1], *(ticket["id"] for ticket in made)):
            await table.redis.delete(f"{{tickets}}:ticket:{ticket_id}")
    assert told[0] == told[1] == told[2]


def test_who_is_here_is_told_by_two_numbers_and_nothing_else(live: Live) -> None:
    """They are of the moment, so they cannot be compared between twins."""
    answer = register(live.url).get("/v1/presence")
    assert re.fullmatch(r'{"people":\d+,"bots":\d+}', answer.text.strip())
    assert "etag" not in answer.headers


def test_no_private_table_tells_that_somebody_waits_there(live: Live) -> None:
    ann, bob, stranger = (register(live.url) for _ in range(3))
    ann.create(access="private")
    shown = ann.create(access="public")["id"]
    ann.create(access="private")
    bob.join(ann.create()["id"])
    for here in ("true", "false"):
        for eyes in (stranger, bob):
            answer = eyes.get("/v1/matches", FIXED, player=ann.id, here=here, status="waiting")
            assert [each["id"] for each in answer.json()["matches"]] == [shown]
