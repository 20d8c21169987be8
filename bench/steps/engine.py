"""The engine's steps: its servicer called in process, with a Redis that is not there.

What comes in batches over a long call comes in one of COUNT here; messages come and go as bytes.
"""

from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, NamedTuple, cast

from croupier.v1 import engine_service_pb2 as pb
from croupier_game.seeded import seeded_chance
from croupier_match.entries import BY_KIND
from croupier_match.evolve import evolve
from croupier_match.match import AnyMatch, Kind, Player
from croupier_match.settings import MatchSettings
from engine.config import Settings
from engine.domain.creation import new_match
from engine.domain.ids import random_id
from engine.domain.registry import GAMES as PLAYED
from engine.observability.metrics import Metrics
from engine.observability.rpc import RpcObserver
from engine.observability.store import MetricsObserver
from engine.rpc.servicer import Context, EngineServicer
from engine.service.matches import Matches
from engine.store import match_json
from engine.store.matches import MatchStore
from engine.store.saves import head_of

from bench.steps.answering import answering
from bench.steps.step import GAMES, Step

COUNT = 24
MOVES = {"lost-cities": 40, "livingstone": 40, "just4fun": 10}
"""So many were made before; the shortest matches of Just4Fun have 12."""
FEW = 8
"""Of what does not come in batches."""
BEGAN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
TIME = "2026-01-02T03:04:04.000Z"
"""When the matches were played so far."""
TTL = Settings(redis_url="redis://not-here").ttl
NO_CONTEXT = cast(Context, None)

Answer = Callable[[], Awaitable[None]]


async def steps() -> AsyncIterator[Step]:
    """Yield the steps of each game."""
    for game in GAMES:
        dice = Random(1)
        turns = [middle(game, dice) for _ in range(COUNT)]
        # Each has an engine of its own, as what one step leaves in memory would serve another.
        yield Step(f"{game} move", COUNT, Engine(game, turns).moving(with_match=False))
        yield Step(f"{game} move with view", COUNT, Engine(game, turns).moving(with_match=True))
        yield Step(f"{game} look of two", 2 * COUNT, Engine(game, turns).looking())
        yield Step(f"{game} read", COUNT, Engine(game, turns).reading())
        yield Step(f"{game} creation", FEW, await Engine(game, turns).creating())
        yield Step(f"{game} join", FEW, Engine(game, turns).joining())


class Engine:
    """An engine with COUNT matches of a game in the middle, which its memory has."""

    def __init__(self, game: str, turns: Sequence["Turn"]) -> None:
        self._game = game
        self._told: dict[str, Any] = {}
        metrics, ticks = Metrics(), count()
        redis = answering(lambda command: self._told[command[0]])
        observer = MetricsObserver(metrics)
        self._store = MatchStore(
            redis, Settings(redis_url="redis://not-here").ttl, COUNT, observer=observer
        )
        # Each change at a time of its own, as no two have the same hash.
        matches = Matches(self._store, lambda: BEGAN + timedelta(milliseconds=next(ticks)))
        seen = RpcObserver(metrics, game_of=self._store.cache.game_of)
        self._servicer = EngineServicer(matches, seen)
        self._turns = turns
        self._matches = [each.match for each in turns]

    def moving(self, with_match: bool) -> Answer:
        sent = pb.BatchRequest(moves=[_move(each, with_match) for each in self._turns])

        async def answer() -> None:
            self._told = {"EVALSHA": [b"saved"] * COUNT}
            told = await self._batch(self._matches, sent.SerializeToString())
            assert all(each.change.version for each in told.results), told

        return answer

    def looking(self) -> Answer:
        """Both seats look at what a move has changed; at two versions by turns, as what was shown
        last of a match is kept."""
        after = [_moved(*each) for each in self._turns]
        asked = [(each, _looks(each)) for each in (self._matches, after)]

        async def answer() -> None:
            for matches, sent in asked:
                told = await self._batch(matches, sent.SerializeToString())
                assert all(len(each.texts) == 2 for each in told.shown), told

        return answer

    def reading(self) -> Answer:
        sent = pb.BatchRequest(looks=[_read(each) for each in self._matches])
        stamps = [
            [b"%d" % each.version, head_of(each).encode(), None, None] for each in self._matches
        ]

        async def answer() -> None:
            self._told = {"EVALSHA": stamps}
            told = await self._batch(self._matches, sent.SerializeToString())
            assert all(each.texts[0].match for each in told.shown), told

        return answer

    async def _batch(self, matches: Sequence[AnyMatch], sent: bytes) -> pb.BatchResponse:
        for match in matches:
            self._store.cache.put(match)
        told = await self._servicer._apply_batch(pb.BatchRequest.FromString(sent))
        told.SerializeToString()
        return told

    async def creating(self) -> Answer:
        # What an engine reads now and then, and not for each match.
        self._told = {"EVALSHA": [[]]}
        await self._store.engines.read()
        sent = pb.CreateMatchRequest(creator=_person(), game=self._game).SerializeToString()

        async def answer() -> None:
            self._told = {"HGET": b"5eed" * 16, "GET": None, "ZCARD": 0, "EVALSHA": [b"saved"]}
            for _ in range(FEW):
                request = pb.CreateMatchRequest.FromString(sent)
                told = await self._servicer.CreateMatch(request, NO_CONTEXT)
                assert told.version == 1, told
                told.SerializeToString()

        return answer

    def joining(self) -> Answer:
        """The last free seat of a match is taken, which deals."""
        waiting = begun(self._game, 1, Random(2))
        stored = [self._game.encode(), match_json.packed(waiting)]
        sent = pb.JoinMatchRequest(match_id=waiting.id, player=_person()).SerializeToString()

        async def answer() -> None:
            self._told = {"HMGET": stored, "HGETALL": {}, "EVALSHA": [b"saved"]}
            for _ in range(FEW):
                request = pb.JoinMatchRequest.FromString(sent)
                told = await self._servicer.JoinMatch(request, NO_CONTEXT)
                assert told.version == 2, told
                told.SerializeToString()

        return answer


class Turn(NamedTuple):
    """A match, the seat that moves next, and its move."""

    match: AnyMatch
    seat: int
    move: Any


def middle(game: str, dice: Random) -> Turn:
    """Return the turn after the MOVES of a match in which any legal moves are made."""
    turn = _turn(begun(game, 2, dice), dice)
    for _ in range(MOVES[game]):
        turn = _turn(_moved(*turn), dice)
    return turn


def _turn(match: AnyMatch, dice: Random) -> Turn:
    rules = PLAYED[match.game].rules
    seat = rules.to_move(match.state)[0]
    return Turn(match, seat, dice.choice(rules.legal_moves(match.state, seat)))


def begun(game: str, players: int, dice: Random) -> AnyMatch:
    """Return a match of two, with this many of them."""
    match = new_match(_id(dice), dice.randbytes(32).hex(), MatchSettings(game, seats=2))
    for seat in range(players):
        kind = Kind.JOINED if seat else Kind.CREATED
        match = _after(match, kind, seat, player=Player(_id(dice), "Ada", "human"))
    return match


def _id(dice: Random) -> str:
    return urlsafe_b64encode(dice.randbytes(16)).decode().rstrip("=")


def _moved(match: AnyMatch, seat: int, move: Any) -> AnyMatch:
    return _after(match, Kind.MOVE, seat, move=move)


def _after(match: AnyMatch, kind: Kind, seat: int, **more: Any) -> AnyMatch:
    return evolve(
        PLAYED.of(match), match, BY_KIND[kind](match.version + 1, seat, TIME, **more), seeded_chance
    )


def _move(turn: Turn, with_match: bool) -> pb.ApplyMoveRequest:
    match, seat, move = turn
    return pb.ApplyMoveRequest(
        match_id=match.id,
        caller=_caller(match, seat),
        notation=PLAYED[match.game].rules.notation(move),
        form=pb.FORM_MATCH if with_match else pb.FORM_OUTLINE,
    )


def _looks(matches: Sequence[AnyMatch]) -> pb.BatchRequest:
    return pb.BatchRequest(
        looks=[
            pb.Look(
                match_id=each.id,
                version=each.version,
                head=head_of(each),
                viewers=[_caller(each, seat) for seat in (0, 1)],
            )
            for each in matches
        ]
    )


def _read(match: AnyMatch) -> pb.Look:
    return pb.Look(match_id=match.id, viewers=[_caller(match, 0)])


def _caller(match: AnyMatch, seat: int) -> pb.Caller:
    player = match.seats[seat].player
    assert player
    return pb.Caller(player_id=player.id, seat=seat)


def _person() -> pb.Player:
    return pb.Player(id=random_id(), display_name="Bob", kind=pb.PLAYER_KIND_HUMAN)
