"""The application: routes, refusals, and what they work with."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from pydantic_core import CoreSchema
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.auth.authentication import Authenticator
from gateway.auth.players import Holder, PlayerStore
from gateway.auth.rate_limits import LIMITS, RateLimits, Table
from gateway.auth.token_cache import REVOCATIONS, TokenCache
from gateway.config import Settings
from gateway.contract import json_schema, models
from gateway.dependencies import Dependencies
from gateway.engine_client.client import EngineClient
from gateway.errors import Problem
from gateway.fast_path import FastPath
from gateway.observability.metrics import Metrics
from gateway.observability.redis_client import RedisObserver
from gateway.observability.requests import RequestObserver
from gateway.pubsub import Subscriber
from gateway.routes import batch, events, games, matches, moves, ops, players, socket, tickets
from gateway.streaming.event_stream import EventStreams
from gateway.streaming.match_feeds import MatchFeeds
from gateway.streaming.player_feed import PlayerFeeds
from gateway.transport.middleware import RequestContext
from gateway.transport.responses import problem_response
from gateway.visibility import Visibility

if TYPE_CHECKING:
    from telemetry.spans import Tracing

TITLE = "Croupier"
VERSION = "1"
ABOUT = """A backend for turn-based card and board games with hidden hands.

To play from this page: make a player (POST /v1/players), press *Authorize* and paste its token;
make a match; let a second player join it (in another browser, or with another token); then ask
for the legal moves and post one of them. `GET /v1/matches/{id}` with `Accept: text/plain` draws
the table.

**Versions.** Every stored change of a match adds one to its `version`, which is also its ETag (in
quotes: `"17"`). Send the version that you decided upon, as `expectedVersion` or `If-Match`, and a
move is made at that version or refused with 412. `If-None-Match: "17"` with `Prefer: wait=30` waits
up to 30 seconds for the next version, else answers 304.

**Repeats.** With an `Idempotency-Key`, a POST may be sent again: it is carried out once, and the
repeat gets the same answer, with `Idempotency-Replayed: true`. A key counts for you and the match
(for tokens: for the token you use; for tickets: for you), as long as the match or the ticket is
kept. Refusals are not remembered. Only `POST /v1/players` cannot be repeated, since there is nobody
yet to remember a key for.

**Refusals** are `application/problem+json`: `code` is stable, `detail` is for people, and `type` is
a page that says what to do. Of several that apply, the first of this order is told: 413, 415, 400,
401, 429, 404, 403, a repeat or `idempotency_mismatch`, 412, 409, 422.

**Limits.** What you ask for is counted, per token and per address that you ask from. `RateLimit`
and `RateLimit-Policy` tell what is left of the one that will be used up first. Beyond it, requests
are refused with 429 and `Retry-After`, before anything is done.

**Sockets.** `GET /v1/socket` is a WebSocket of the subprotocol `croupier.v1.json`. Send text frames
of up to 64 KiB: `{"id": 1, "op": "hello", "token": "..."}` first, within 10 seconds; then
`subscribe`, `unsubscribe`, `move`, `legalMoves` or `ping`. Each is answered by `{"id": 1, "ok":
{...}}` or `{"id": 1, "error": problem}`, those about one match in the order they were sent in. What
happens in the matches you subscribe to comes as `{"matchId", "event", "data"}`. The socket is
closed with 1012 when this server stops, with 4401 once your token is revoked, with 4408 without a
hello.
"""
NOUNS = (players, games, matches, moves, batch, events, socket, tickets, ops)
BODIES = (
    models.NewPlayer,
    models.NewToken,
    models.NewMatch,
    models.NewTicket,
    models.Join,
    models.EmptyBody,
    models.RematchRequest,
    models.NewMove,
    models.MoveInMatch,
    models.NewMoves,
    models.Problem,
)


class WholeFiles(StaticFiles):
    """Files that are not served in parts: a wrong Range would be refused in foreign words."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await super().__call__({**scope, "headers": headers}, receive, send)


def create_app(
    settings: Settings, table: Table = LIMITS, traces: "Tracing | None" = None
) -> FastAPI:
    """The application; it connects when it starts, and lets go when it stops.

    `table` has the rate limits, unless the settings switch them off.
    """
    app = FastAPI(
        title=TITLE,
        version=VERSION,
        description=ABOUT,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        lifespan=_lifespan(settings, table if settings.rate_limits else None),
    )
    app.state.observer = RequestObserver(Metrics(), traces)
    for module in NOUNS:
        app.include_router(module.router)
    app.mount("/assets", WholeFiles(directory=str(files("fastapi_offline") / "static")))
    app.add_exception_handler(Problem, _refuse)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def front_of(app: FastAPI, settings: Settings) -> ASGIApp:
    """What stands before the application: what every request gets, and the busiest routes."""
    return RequestContext(FastPath(app) if settings.hot_routes else app, app.state.observer)


def _lifespan(
    settings: Settings, table: Table | None
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            observer: RequestObserver = app.state.observer
            redis = settings.connect_redis(observer=RedisObserver(observer.metrics))
            stack.push_async_callback(redis.aclose)
            limits = RateLimits(redis, settings.redis_timeout_s / 2, table)
            engine = EngineClient(
                settings.engine_target,
                settings.engine_timeout_s,
                settings.batching,
                observer.metrics,
                tls=settings.tls,
                tls_name=settings.tls_name,
            )
            engine.start()
            stack.push_async_callback(engine.close)
            subscriber = Subscriber(redis)
            subscriber.start()
            stack.push_async_callback(subscriber.stop)
            tokens: TokenCache[Holder] = TokenCache(settings.cached_tokens, observer.metrics)
            subscriber.add(REVOCATIONS, tokens.hear)
            visibility = Visibility(engine)
            feeds = MatchFeeds(engine, visibility, subscriber)
            feeds.start()
            stack.push_async_callback(feeds.stop)
            app.state.dependencies = Dependencies(
                settings=settings,
                engine=engine,
                authenticator=Authenticator(redis, limits, tokens),
                players=PlayerStore(redis, tokens),
                limits=limits,
                visibility=visibility,
                subscriber=subscriber,
                match_feeds=feeds,
                player_feeds=PlayerFeeds(engine, feeds, subscriber),
                event_streams=EventStreams(observer.metrics),
                observer=observer,
            )
            yield

    return lifespan


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)  # noqa: S101
    return problem_response(error)


async def _refuse_http(request: Request, error: Exception) -> Response:
    """What the framework refuses: paths and methods that there are none of."""
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code == 405:
        allowed = ", ".join(_allowed(request))
        return problem_response(
            Problem("method_not_allowed", f"Here, you can {allowed}.", {"Allow": allowed})
        )
    if error.status_code == 404:
        return problem_response(Problem("not_found", "There is nothing at this path."))
    return problem_response(Problem("malformed", "The request cannot be understood."))


def _allowed(request: Request) -> list[str]:
    """The methods of all routes at this path; without any, it is that of an asset."""
    found: set[str] = set()
    for module in NOUNS:
        for route in module.router.routes:
            if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE:
                found |= route.methods or set()
    return sorted(found or {"GET", "HEAD"})


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the bodies and the games' schemas."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        _forget_validation(document)
        parts = document.setdefault("components", {}).setdefault("schemas", {})
        parts.update(json_schema.components())
        parts.update(_bodies())
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}, {}]
        app.openapi_schema = document
    return app.openapi_schema


def _forget_validation(document: dict[str, Any]) -> None:
    """Leave out the 422 of FastAPI's own checks, which find nothing to check here."""
    error = "HTTPValidationError"
    for operations in document["paths"].values():
        for operation in operations.values():
            if error in str(operation["responses"].get("422")):
                del operation["responses"]["422"]
    for name in (error, "ValidationError"):
        document["components"]["schemas"].pop(name, None)


def _bodies() -> dict[str, Any]:
    """The schemas of what `bodies.read` checks, which FastAPI does not know of.

    `model_json_schema` would look for the games' schemas among pydantic's own.
    """
    generator = GenerateJsonSchema(ref_template=json_schema.REFERENCE + "{model}")
    inputs: list[tuple[str, JsonSchemaMode, CoreSchema]] = [
        (model.__name__, "validation", model.__pydantic_core_schema__) for model in BODIES
    ]
    return {str(name): shape for name, shape in generator.generate_definitions(inputs)[1].items()}
