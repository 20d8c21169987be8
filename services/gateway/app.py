"""Composition of the gateway: routes, middleware, and what lives as long as the process."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fastapi import FastAPI
from redis.asyncio import Redis
from redislink.channels import REVOCATIONS
from redislink.installation_id import InstallationId
from redislink.pubsub import Subscriber
from starlette.datastructures import State
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp
from telemetry.metrics import report_expiry
from tls.handshake import expiry

from gateway.catalog import Catalog
from gateway.config import Settings
from gateway.contract.document import components, openapi
from gateway.deals.reading import Deals
from gateway.dependencies import Dependencies
from gateway.engine_client.client import EngineClient
from gateway.engine_client.group import Way
from gateway.http.bad_bodies import BadBodies
from gateway.http.board_site import BoardSite
from gateway.http.client_address import ForwardedAddress
from gateway.http.error_handlers import add_error_handlers
from gateway.http.head_requests import HeadRequests
from gateway.http.middleware import RequestContext
from gateway.http.request_slots import RequestSlots
from gateway.http.root_path import RootPath
from gateway.http.static_files import WholeFiles
from gateway.limits.follower_limit import FollowerLimits, Followers
from gateway.limits.limit_table import LIMITS, Table
from gateway.limits.rate_limits import RateLimits
from gateway.observability.doctor_notes import DoctorNotes
from gateway.observability.metrics import Metrics
from gateway.observability.redis_client import RedisObserver
from gateway.observability.refusal_log import RefusedMoves
from gateway.observability.requests import RequestObserver
from gateway.observability.untrusted_proxies import UntrustedProxies
from gateway.oidc.json_web_tokens import JsonWebTokens
from gateway.oidc.pointers import Pointers
from gateway.players.analyses import Analyses
from gateway.players.analysis_metrics import AnalysisMetrics
from gateway.players.authentication import Authenticator
from gateway.players.availability import Availability
from gateway.players.blocks import Blocks
from gateway.players.deletions import Deletions
from gateway.players.eligibility import Eligibility
from gateway.players.emotes import Emotes
from gateway.players.friends import Friends
from gateway.players.hearing import Hearing
from gateway.players.hooks import Hooks
from gateway.players.house_key import House
from gateway.players.identity import Identity
from gateway.players.known_players import KnownPlayers
from gateway.players.pairings import Pairings
from gateway.players.pending_invitations import Invited
from gateway.players.player_store import PlayerStore
from gateway.players.presence import Presence
from gateway.players.repeats import Repeats
from gateway.players.report_box import ReportBox
from gateway.players.revocations import Revocations
from gateway.players.subjects import Subjects
from gateway.players.token_cache import TokenCache
from gateway.players.token_store import TokenStore
from gateway.players.visibility import Visibility
from gateway.routes import (
    analysis,
    availability,
    batch,
    blocks,
    deals,
    emotes,
    events,
    friends,
    games,
    hooks,
    invitations,
    invite_codes,
    leaderboards,
    linked_identities,
    match_lifecycle,
    match_list,
    matches,
    moves,
    ops,
    own_data,
    pairings,
    passkeys,
    players,
    presence,
    profiles,
    push,
    ratings,
    rematches,
    reports,
    sessions,
    tickets,
    tournament_acts,
    tournaments,
    websocket,
)
from gateway.routes.busy_routes import BusyRoutes
from gateway.sessions.authenticators import Site as PasskeySite
from gateway.sessions.challenges import Challenges
from gateway.sessions.linked_identities import LinkedIdentities
from gateway.sessions.passkey_rps import PasskeyRps
from gateway.sessions.passkeys import Passkeys
from gateway.sessions.recovery_codes import RecoveryCodes
from gateway.sessions.refusals import Refusals
from gateway.sessions.sign_in import SignIn
from gateway.standings.boards import Boards
from gateway.standings.histories import Histories
from gateway.standings.kept import Kept
from gateway.standings.ledgers import Ledgers
from gateway.standings.own_data import OwnData
from gateway.standings.pools import Pools
from gateway.standings.profiles import Profiles
from gateway.streams.drain import EventStreams
from gateway.streams.match_feeds import MatchFeeds
from gateway.streams.match_source import MatchSource
from gateway.streams.own_tournaments import OwnTournaments
from gateway.streams.player_feeds import PlayerFeeds
from gateway.streams.table_presence import TablePresence
from gateway.streams.tournament_feeds import TournamentFeeds
from gateway.tournaments import lists, standings
from gateway.tournaments.downloads import Downloads
from gateway.tournaments.reading import Reading
from gateway.tournaments.shown import Showing
from gateway.web import frames, page
from gateway.web.files import WebFiles
from gateway.web.games import WebGame, web_game
from gateway.websocket.frames import OPS
from gateway.websocket.message_slots import MessageSlots

if TYPE_CHECKING:
    from telemetry.spans import Tracing

NOUNS = (
    matches,
    match_list,
    match_lifecycle,
    rematches,
    friends,
    blocks,
    reports,
    hooks,
    push,
    players,
    own_data,
    passkeys,
    linked_identities,
    profiles,
    pairings,
    sessions,
    games,
    moves,
    batch,
    events,
    emotes,
    analysis,
    websocket,
    tickets,
    tournaments,
    tournament_acts,
    availability,
    presence,
    invitations,
    invite_codes,
    leaderboards,
    ratings,
    deals,
    ops,
)
"""The route modules. A request is held against their routes one by one: most ask the first."""
Part = TypeVar("Part", Subscriber, Catalog, Deletions, Presence, TablePresence, MatchFeeds)
"""What works by itself, from its start to its stop."""
FIRST_PAGE_S, FIRST_PAGES = 1.0, 64
"""For how long the first pages of boards are kept, and of how many boards."""
ASSETS = Path(str(files("fastapi_offline") / "static"))


def create_app(
    settings: Settings, table: Table = LIMITS, traces: "Tracing | None" = None
) -> FastAPI:
    """Return the application, which connects to Redis and the engine at start-up, not before.

    `table` has the rate limits, unless the settings switch them off.
    """
    app = FastAPI(
        title=openapi.TITLE,
        version=openapi.VERSION,
        description=openapi.ABOUT,
        # These pages are routes of our own, in `ops`: without anything from the internet.
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # a path with a slash at its end does not exist
        lifespan=_lifespan(settings, table if settings.rate_limits else None),
    )
    app.state.observer = RequestObserver(Metrics(), traces)
    registry = app.state.observer.metrics.registry
    report_expiry(registry, "gateway", partial(expiry, settings.tls, "client"))
    app.state.slots = RequestSlots(settings.working, settings.queue_s, app.state.observer.metrics)
    app.state.message_slots = MessageSlots()
    for module in NOUNS:  # players/me stands before players/{id} within its module
        app.router.routes += module.router.routes
    if settings.web:
        files = WebFiles(Path(settings.web))
        site = frames.FrameSite(settings.board_origin, settings.board_pages)
        app.state.web = page.WebPage(
            files,
            lambda: _web_games(app),
            settings.own,
            settings.root_path,
            site,
            settings.issuer_origins,
        )
        app.router.routes += page.router.routes
    app.mount("/assets", WholeFiles(ASSETS, lambda caller: _charge_read(app, caller)))
    routes = [each for module in (*NOUNS, page) for each in module.router.routes]
    add_error_handlers(app, routes, page.missing_page)
    app.state.document = openapi.Document(app, OPS, settings.root_path)
    return app


def front_of(app: FastAPI, settings: Settings) -> ASGIApp:
    """Return the ASGI application to serve: `app` behind the middleware and the busy routes."""
    observer: RequestObserver = app.state.observer
    bad_bodies = BadBodies(observer.metrics, settings.rate_limits)
    routes: ASGIApp = HeadRequests(BusyRoutes(app))
    if settings.board_origin:
        routes = BoardSite(routes, settings.board_origin)
    front: ASGIApp = RequestContext(routes, observer, app.state.slots, bad_bodies)
    is_trusted = lru_cache(10_000)(settings.is_trusted_proxy)

    def tell(host: str) -> None:
        app.state.dependencies.untrusted_proxies.seen(host)

    front = ForwardedAddress(front, is_trusted, settings.trusted_hops, tell)
    return RootPath(front, settings.root_path) if settings.root_path else front


def _web_games(app: FastAPI) -> Iterable[WebGame]:
    """Return the games that there are now, as the page has them."""
    return map(web_game, app.state.dependencies.catalog.games.values())


async def _charge_read(app: FastAPI, caller: HTTPConnection) -> None:
    await app.state.dependencies.limits.spend("reads", caller)


def _lifespan(
    settings: Settings, table: Table | None
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            app.state.dependencies = _open(settings, table, app.state, stack)
            yield

    return lifespan


def _open(
    settings: Settings, table: Table | None, state: State, stack: AsyncExitStack
) -> Dependencies:
    """Return what the routes work with; leaving the `stack` closes it, in reverse order."""
    observer: RequestObserver = state.observer
    redis = settings.connect_redis(observer=RedisObserver(observer.metrics))
    stack.push_async_callback(redis.aclose)
    engine = _engine_client(settings, observer)
    engine.start()
    stack.push_async_callback(engine.close)
    subscriber = _started(Subscriber(redis), stack)
    cache: TokenCache[Identity] = TokenCache(settings.cached_tokens, observer.metrics)
    subscriber.add(REVOCATIONS, cache.on_revocation)
    revocations = Revocations()
    subscriber.add(REVOCATIONS, revocations.on_revocation)
    players, tokens = PlayerStore(redis, cache), TokenStore(redis, cache)
    catalog = _started(Catalog(engine, partial(components.fitting, OPS)), stack)
    offers, invited = Availability(redis, lambda: catalog.games), Invited(redis)
    rated, visibility = Pools(redis), Visibility(engine)
    profiles_of = Profiles(redis, rated)
    reading, listed = Reading(redis, engine), lists.Lists(redis)
    followed = TournamentFeeds(reading, subscriber)
    source = MatchSource(engine, visibility)
    # Half of Redis's time, so that a request goes on in time when limits cannot be checked.
    limits = RateLimits(redis, settings.redis_timeout_s / 2, table)
    stack.push_async_callback(limits.stop)
    presence = _started(Presence(redis), stack)
    subscriber.add(REVOCATIONS, presence.on_revocation)
    tables = _started(TablePresence(source, presence), stack)
    keys = Passkeys(redis, Challenges(redis), _passkey_site(settings))
    codes, refusals = RecoveryCodes(redis), Refusals(observer.metrics)
    house, issued = House(settings.house_key_file), JsonWebTokens(redis, settings.issuers)
    subjects = Subjects(Pointers(redis), players, house.check_name)
    identities = LinkedIdentities(redis, issued, subjects)
    rps = PasskeyRps(redis, keys.site.rp_id)
    rps.used()
    known_players, friends, blocks = KnownPlayers(redis), Friends(redis), Blocks(redis)
    subscriber.add(REVOCATIONS, known_players.on_revocation)
    subscriber.add(REVOCATIONS, blocks.on_revocation)
    webhooks = Hooks(redis)
    hearing = Hearing(redis, known_players, blocks)
    deletions = Deletions(
        redis,
        players,
        offers,
        invited,
        friends,
        blocks,
        webhooks,
        presence,
        engine,
        observer.metrics,
    )
    subscriber.add(REVOCATIONS, deletions.on_revocation)
    return Dependencies(
        settings=settings,
        installation=InstallationId(redis, settings.installation),
        engine=engine,
        catalog=catalog,
        authenticator=Authenticator(redis, limits, cache, issued, subjects, presence.touch),
        players=players,
        tokens=tokens,
        availability=offers,
        invited=invited,
        pairings=Pairings(redis),
        presence=presence,
        revocations=revocations,
        known_players=known_players,
        friends=friends,
        blocks=blocks,
        report_box=ReportBox(redis),
        emotes=Emotes(redis),
        analyses=_analyses(redis, settings, observer),
        repeats=Repeats(redis),
        passkeys=keys,
        recovery_codes=codes,
        issued=issued,
        identities=identities,
        sign_in=SignIn(redis, keys, codes, identities, refusals),
        refusals=refusals,
        passkey_rps=rps,
        eligibility=Eligibility(redis),
        hooks=webhooks,
        house=house,
        deletions=_started(deletions, stack),
        pools=rated,
        boards=Boards(redis),
        deals=Deals(redis),
        first_pages=Kept(FIRST_PAGE_S, FIRST_PAGES),
        ledgers=Ledgers(redis),
        histories=Histories(redis),
        profiles=profiles_of,
        own_data=OwnData(redis, tokens, keys, profiles_of, engine),
        tournaments=reading,
        tournament_boards=standings.Boards(reading),
        tournament_lists=listed,
        tournament_downloads=Downloads(redis),
        tournament_feeds=followed,
        showing=Showing(redis, reading, known_players),
        limits=limits,
        visibility=visibility,
        subscriber=subscriber,
        match_source=source,
        match_feeds=_started(MatchFeeds(source, subscriber, tables, hearing), stack),
        player_feeds=PlayerFeeds(
            engine,
            source,
            subscriber,
            invited,
            blocks,
            hearing,
            lambda player_id, tell: OwnTournaments(player_id, listed, reading, followed, tell),
            settings.engine_timeout_s,
        ),
        event_streams=EventStreams(observer.metrics),
        followers=Followers(observer.metrics, _follower_limits(settings)),
        refused_moves=RefusedMoves(settings.log_players),
        untrusted_proxies=UntrustedProxies(redis),
        guest_boards=DoctorNotes(redis, frames.KEY),
        observer=observer,
        slots=state.slots,
    )


def _started(part: Part, stack: AsyncExitStack) -> Part:
    """Start what has work of its own, and return it; leaving the `stack` stops it."""
    part.start()
    stack.push_async_callback(part.stop)
    return part


def _follower_limits(settings: Settings) -> FollowerLimits | None:
    if not settings.rate_limits:
        return None
    return FollowerLimits(
        settings.max_followers_per_token, settings.max_followers_per_address, settings.max_followers
    )


def _passkey_site(settings: Settings) -> PasskeySite:
    return PasskeySite(settings.passkey_rp, settings.passkey_pages)


def _analyses(redis: Redis, settings: Settings, observer: RequestObserver) -> Analyses:
    analyses = Analyses(redis, settings.analysed_moves_a_day)
    told = AnalysisMetrics(analyses.line, analyses.counts, asyncio.get_running_loop())
    observer.metrics.registry.register(told)
    return analyses


def _engine_client(settings: Settings, observer: RequestObserver) -> EngineClient:
    way = Way(settings.engine_timeout_s, settings.batching, settings.tls, settings.tls_name)
    return EngineClient(settings.engines, way, observer.metrics)
