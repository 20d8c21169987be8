"""The blocking driver of the core."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, Generic, ParamSpec, Self, TypeVar

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
    from httpx2.websockets import WebSocketSession

C = TypeVar("C", covariant=True)
T = TypeVar("T")
P = ParamSpec("P")


class Driver:
    """Carries out effects over HTTP, one after the other."""

    def __init__(self, url: str) -> None:
        # A proxy of the environment would be asked for 127.0.0.1 as well.
        self.http = httpx2.Client(base_url=url, trust_env=False, limits=LIMITS, verify=tls())

    def run(self, steps: Steps[T]) -> T:
        """What the call returns."""
        with Performer(self.http) as performer:
            try:
                effect = next(steps)
                while True:
                    try:
                        reply = performer.perform(effect)
                    except BaseException as error:  # Ctrl-C: the call may have to tidy up
                        effect = steps.throw(error)
                    else:
                        effect = steps.send(reply)
            except StopIteration as end:
                value: T = end.value
                return value

    def each(self, flow: Flow[T]) -> Iterator[T]:
        """What the stream hands out."""
        with Performer(self.http) as performer:
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
                    reply = performer.perform(effect)


class Performer:
    """Does what effects say; it has at most one stream or socket open."""

    def __init__(self, http: httpx2.Client) -> None:
        self._http = http
        self._stack = ExitStack()
        self._parts: Iterator[bytes] = iter(())
        self._socket: WebSocketSession

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def perform(self, effect: Effect) -> Reply:
        """What comes of the effect; the error if the connection fails."""
        try:
            match effect:
                case Send(request):
                    answer = self._http.request(**arguments(request))
                    return Answer(answer.status_code, answer.headers, answer.content)
                case Open(request):
                    self._stack.close()
                    answer = self._stack.enter_context(self._http.stream(**arguments(request)))
                    self._parts = answer.iter_bytes()
                    body = b"" if answer.is_success else answer.read()
                    return Answer(answer.status_code, answer.headers, body)
                case Connect(request):
                    return self._connect(request)
                case Say(text):
                    self._socket.send_text(text)
                case Read():
                    return next(self._parts, None)
                case Sleep(seconds):
                    time.sleep(seconds)
        except FAILURES as error:
            return error
        return None

    def _connect(self, request: Request) -> Answer:
        check_sockets()
        from httpx2.websockets import WebSocketUpgradeError

        self._stack.close()
        socket = self._http.websocket(
            request.path, subprotocols=[PROTOCOL], timeout=request.timeout_s
        )
        try:
            self._socket = self._stack.enter_context(socket)
        except WebSocketUpgradeError as error:
            return Answer(error.response.status_code, error.response.headers, b"")
        self._parts = messages(self._socket)
        return Answer(101, {}, b"")


def messages(socket: "WebSocketSession") -> Iterator[bytes]:
    """What comes on a socket, until it is closed or cut."""
    from httpx2.websockets import WebSocketDisconnect, WebSocketNetworkError

    with suppress(WebSocketDisconnect, WebSocketNetworkError):
        while True:
            yield socket.receive_text().encode()


class Part(Generic[C]):
    """A part of the core, and what drives it."""

    def __init__(self, core: C, driver: Driver) -> None:
        self.core = core
        self._driver = driver


def call(steps: Callable[Concatenate[C, P], Steps[T]]) -> Callable[Concatenate[Part[C], P], T]:
    """A method that returns what the call does."""

    @wraps(steps)
    def method(part: Part[C], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return part._driver.run(steps(part.core, *args, **kwargs))

    return method


def table(
    steps: Callable[Concatenate[C, P], Steps[TableCore]],
) -> Callable[Concatenate[Part[C], P], "Table"]:
    """A method that returns the match that the call does."""

    @wraps(steps)
    def method(part: Part[C], /, *args: P.args, **kwargs: P.kwargs) -> "Table":
        return Table(part._driver.run(steps(part.core, *args, **kwargs)), part._driver)

    return method


def stream(
    flow: Callable[Concatenate[C, P], Flow[T]],
) -> Callable[Concatenate[Part[C], P], Iterator[T]]:
    """A method that iterates over the stream."""

    @wraps(flow)
    def method(part: Part[C], /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return part._driver.each(flow(part.core, *args, **kwargs))

    return method


class Croupier(Part[Core]):
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
        self.matches = MatchesOf(MatchesCore(session), self._driver)
        self.tournaments = TournamentsOf(TournamentsCore(session), self._driver)
        self.deals = DealsOf(DealsCore(session), self._driver)

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

    def close(self) -> None:
        """Close the connections."""
        self._driver.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class MatchesOf(Part[MatchesCore]):
    """All matches."""

    create = table(MatchesCore.create)
    get = table(MatchesCore.get)
    join = table(MatchesCore.join)
    list = stream(MatchesCore.list)
    play = call(MatchesCore.play)


class DealsOf(Part[DealsCore]):
    """All deals."""

    list = call(DealsCore.list)
    get = call(DealsCore.get)
    attempt = table(DealsCore.attempt)
    board = call(DealsCore.board)
    create = call(DealsCore.create)


class TournamentsOf(Part[TournamentsCore]):
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


class Table(Part[TableCore], Held):
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
