"""The asynchronous driver of the core: the same as `sync`, with awaits."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Self, TypeVar

import httpx2

from croupier_client.core import Core
from croupier_client.deals import DealsCore
from croupier_client.effects import (
    Answer,
    Connect,
    Effect,
    Emit,
    Flow,
    Open,
    Read,
    Reply,
    Request,
    Say,
    Send,
    Sleep,
    Steps,
)
from croupier_client.holding import InOwnTask
from croupier_client.matches import MatchesCore
from croupier_client.request import (
    FAILURES,
    LIMITS,
    PROTOCOL,
    arguments,
    check_sockets,
    checked,
    tls,
)
from croupier_client.session import Session
from croupier_client.table import Held, TableCore
from croupier_client.tournaments import TournamentsCore

if TYPE_CHECKING:
    from httpx2.websockets import AsyncWebSocketSession

C = TypeVar("C", covariant=True)
T = TypeVar("T")
P = ParamSpec("P")


class Driver:
    """Carries out effects over HTTP, one after the other."""

    def __init__(self, url: str) -> None:
        # A proxy of the environment would be asked for 127.0.0.1 as well.
        self.http = httpx2.AsyncClient(base_url=url, trust_env=False, limits=LIMITS, verify=tls())

    async def run(self, steps: Steps[T]) -> T:
        """What the call returns."""
        async with Performer(self.http) as performer:
            try:
                effect = next(steps)
                while True:
                    try:
                        reply = await performer.perform(effect)
                    except BaseException as error:  # cancelled: the call may have to tidy up
                        effect = steps.throw(error)
                    else:
                        effect = steps.send(reply)
            except StopIteration as end:
                value: T = end.value
                return value

    async def each(self, flow: Flow[T]) -> AsyncGenerator[T]:
        """What the stream hands out."""
        async with Performer(self.http) as performer:
            reply: Reply = None
            while True:
                try:
                    effect = flow.send(reply)
                except StopIteration:
                    return
                if isinstance(effect, Emit):
                    reply = None
                    yield effect.value
                else:
                    reply = await performer.perform(effect)


class Performer:
    """Does what effects say; it has at most one stream or socket open."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self._http = http
        self._stack = AsyncExitStack()
        self._parts: AsyncIterator[bytes] | None = None
        self._socket: AsyncWebSocketSession

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def perform(self, effect: Effect) -> Reply:
        """What comes of the effect; the error if the connection fails."""
        try:
            match effect:
                case Send(request):
                    answer = await self._http.request(**arguments(request))
                    return Answer(answer.status_code, answer.headers, answer.content)
                case Open(request):
                    await self._stack.aclose()
                    answer = await self._stack.enter_async_context(
                        self._http.stream(**arguments(request))
                    )
                    self._parts = answer.aiter_bytes()
                    body = b"" if answer.is_success else await answer.aread()
                    return Answer(answer.status_code, answer.headers, body)
                case Connect(request):
                    return await self._connect(request)
                case Say(text):
                    await self._socket.send_text(text)
                case Read():
                    return await anext(self._parts, None) if self._parts else None
                case Sleep(seconds):
                    await asyncio.sleep(seconds)
        except FAILURES as error:
            return error
        return None

    async def _connect(self, request: Request) -> Answer:
        check_sockets()
        from httpx2.websockets import WebSocketUpgradeError

        await self._stack.aclose()
        socket = self._http.websocket(
            request.path, subprotocols=[PROTOCOL], timeout=request.timeout_s
        )
        try:
            self._socket = await self._stack.enter_async_context(InOwnTask(socket))
        except WebSocketUpgradeError as error:
            return Answer(error.response.status_code, error.response.headers, b"")
        self._parts = messages(self._socket)
        return Answer(101, {}, b"")


async def messages(socket: "AsyncWebSocketSession") -> AsyncIterator[bytes]:
    """What comes on a socket, until it is closed or cut."""
    from anyio import ClosedResourceError, EndOfStream
    from httpx2.websockets import WebSocketDisconnect, WebSocketNetworkError

    with suppress(WebSocketDisconnect, WebSocketNetworkError, EndOfStream, ClosedResourceError):
        while True:
            yield (await socket.receive_text()).encode()


class Part(Generic[C]):
    """A part of the core, and what drives it."""

    def __init__(self, core: C, driver: Driver) -> None:
        self.core = core
        self._driver = driver


def call(
    steps: Callable[Concatenate[C, P], Steps[T]],
) -> Callable[Concatenate[Part[C], P], Coroutine[Any, Any, T]]:
    """A method that returns what the call does."""

    @wraps(steps)
    async def method(part: Part[C], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await part._driver.run(steps(part.core, *args, **kwargs))

    return method


def table(
    steps: Callable[Concatenate[C, P], Steps[TableCore]],
) -> Callable[Concatenate[Part[C], P], Coroutine[Any, Any, "AsyncTable"]]:
    """A method that returns the match that the call does."""

    @wraps(steps)
    async def method(part: Part[C], /, *args: P.args, **kwargs: P.kwargs) -> "AsyncTable":
        return AsyncTable(await part._driver.run(steps(part.core, *args, **kwargs)), part._driver)

    return method


def stream(
    flow: Callable[Concatenate[C, P], Flow[T]],
) -> Callable[Concatenate[Part[C], P], AsyncGenerator[T]]:
    """A method that iterates over the stream."""

    @wraps(flow)
    def method(part: Part[C], /, *args: P.args, **kwargs: P.kwargs) -> AsyncGenerator[T]:
        return part._driver.each(flow(part.core, *args, **kwargs))

    return method


class AsyncCroupier(Part[Core]):
    """A player at a Croupier service, or a spectator if there is no token."""

    def __init__(
        self,
        url: str,
        token: str = "",
        *,
        patience_s: float = 30.0,
        silence_s: float = 30.0,
        notes: str = "",
    ) -> None:
        """Calls are repeated for `patience_s`; streams are opened again after `silence_s`.

        `notes` names a file for what sealed deals and proofs need after a restart.
        """
        session = Session(token, patience_s, silence_s, notes, checked(url))
        super().__init__(Core(session), Driver(url))
        self.matches = AsyncMatches(MatchesCore(session), self._driver)
        self.tournaments = AsyncTournaments(TournamentsCore(session), self._driver)
        self.deals = AsyncDeals(DealsCore(session), self._driver)

    register = call(Core.register)
    pairing = call(Core.pairing)
    pair = call(Core.pair)
    recovery_code = call(Core.recovery_code)
    sign_in = call(Core.sign_in)
    identities = call(Core.identities)
    add_identity = call(Core.add_identity)
    remove_identity = call(Core.remove_identity)
    webhooks = call(Core.webhooks)
    add_webhook = call(Core.add_webhook)
    delete_webhook = call(Core.delete_webhook)
    test_webhook = call(Core.test_webhook)
    change_webhook_secret = call(Core.change_webhook_secret)
    webhook_deliveries = call(Core.webhook_deliveries)
    retry_webhook = call(Core.retry_webhook)
    player = call(Core.player)
    allows_research = call(Core.allows_research)
    allow_research = call(Core.allow_research)
    friends = call(Core.friends)
    befriend = call(Core.befriend)
    unfriend = call(Core.unfriend)
    block = call(Core.block)
    unblock = call(Core.unblock)
    blocked = call(Core.blocked)
    report = call(Core.report)
    games = call(Core.games)
    rules = call(Core.rules)
    about = call(Core.about)
    players = stream(Core.players)
    searchers = stream(Core.searchers)
    presence = call(Core.presence)
    profile = call(Core.profile)
    against = call(Core.against)
    rating_history = stream(Core.rating_history)
    leaderboards = call(Core.leaderboards)
    leaderboard = stream(Core.leaderboard)
    leaderboard_page = call(Core.leaderboard_page)
    ledger = call(Core.ledger)
    own_data = call(Core.own_data)
    invitation = call(Core.invitation)
    available = call(Core.available)
    unavailable = call(Core.unavailable)
    seek = table(Core.seek)
    follow = stream(Core.follow)
    watch = stream(Core.watch)

    @property
    def token(self) -> str:
        """The token of the player; keep it to speak for the same player again."""
        return self.core.session.token

    async def close(self) -> None:
        """Close the connections."""
        await self._driver.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()


class AsyncMatches(Part[MatchesCore]):
    """All matches."""

    create = table(MatchesCore.create)
    get = table(MatchesCore.get)
    join = table(MatchesCore.join)
    list = stream(MatchesCore.list)
    play = call(MatchesCore.play)


class AsyncDeals(Part[DealsCore]):
    """All deals."""

    list = call(DealsCore.list)
    get = call(DealsCore.get)
    attempt = table(DealsCore.attempt)
    board = call(DealsCore.board)
    create = call(DealsCore.create)


class AsyncTournaments(Part[TournamentsCore]):
    """All tournaments."""

    create = call(TournamentsCore.create)
    list = stream(TournamentsCore.list)
    get = call(TournamentsCore.get)
    join = call(TournamentsCore.join)
    leave = call(TournamentsCore.leave)
    check_in = call(TournamentsCore.check_in)
    add_seals = call(TournamentsCore.add_seals)
    start = call(TournamentsCore.start)
    pause = call(TournamentsCore.pause)
    resume = call(TournamentsCore.resume)
    abort = call(TournamentsCore.abort)
    remove = call(TournamentsCore.remove)
    standings = stream(TournamentsCore.standings)
    standings_page = call(TournamentsCore.standings_page)
    tables = stream(TournamentsCore.tables)
    round_page = call(TournamentsCore.round_page)
    players = stream(TournamentsCore.players)
    log = call(TournamentsCore.log)
    follow = stream(TournamentsCore.follow)


class AsyncTable(Part[TableCore], Held):
    """A match."""

    read = call(TableCore.read)
    at = call(TableCore.at)
    text = call(TableCore.text)
    legal_moves = call(TableCore.legal_moves)
    move = call(TableCore.move)
    emote = call(TableCore.emote)
    invite = call(TableCore.invite)
    invitations = call(TableCore.invitations)
    withdraw = call(TableCore.withdraw)
    leave = call(TableCore.leave)
    take_away = call(TableCore.take_away)
    presence = call(TableCore.presence)
    claim = call(TableCore.claim)
    start = call(TableCore.start)
    resign = call(TableCore.resign)
    undo = call(TableCore.undo)
    refuse_undo = call(TableCore.refuse_undo)
    rematch = call(TableCore.rematch)
    rematch_requests = call(TableCore.rematch_requests)
    end_rematch = call(TableCore.end_rematch)
    reveal = call(TableCore.reveal)
    history = stream(TableCore.history)
    replay = call(TableCore.replay)
    analysis = call(TableCore.analysis)
    cancel_analysis = call(TableCore.cancel_analysis)
    proof = call(TableCore.proof)
    follow = stream(TableCore.follow)
