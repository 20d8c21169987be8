"""The dependencies of routes and sockets, composed once per process by `app`."""

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from gateway.auth.authentication import Authenticator
from gateway.auth.availability import Availability
from gateway.auth.deletions import Deletions
from gateway.auth.emotes import Emotes
from gateway.auth.house import House
from gateway.auth.invited import Invited
from gateway.auth.pairings import Pairings
from gateway.auth.players import PlayerStore
from gateway.auth.rate_limits import RateLimits
from gateway.config import Settings
from gateway.engine_client.client import EngineClient
from gateway.observability.metrics import Metrics
from gateway.observability.refusals import RefusedMoves
from gateway.observability.requests import RequestObserver
from gateway.pubsub import Subscriber
from gateway.streaming.event_stream import EventStreams
from gateway.streaming.followers import Followers
from gateway.streaming.match_feeds import MatchFeeds
from gateway.streaming.match_source import MatchSource
from gateway.streaming.player_feeds import PlayerFeeds
from gateway.transport.turns import Turns
from gateway.visibility import Visibility


@dataclass(slots=True)
class Readiness:
    """Whether engine and Redis have been reached since this process began."""

    reached: bool = False


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Everything that outlives a request: clients, caches, feeds and settings."""

    settings: Settings
    engine: EngineClient
    authenticator: Authenticator
    players: PlayerStore
    availability: Availability
    invited: Invited
    pairings: Pairings
    emotes: Emotes
    house: House
    deletions: Deletions
    limits: RateLimits
    visibility: Visibility
    subscriber: Subscriber
    match_source: MatchSource
    match_feeds: MatchFeeds
    player_feeds: PlayerFeeds
    event_streams: EventStreams
    turns: Turns
    followers: Followers = field(default_factory=lambda: Followers(Metrics(), None))
    readiness: Readiness = field(default_factory=Readiness)
    refused_moves: RefusedMoves = field(default_factory=RefusedMoves)
    observer: RequestObserver = field(default_factory=lambda: RequestObserver(Metrics()))


async def _dependencies(request: Request) -> Dependencies:
    # async, though nothing is awaited: FastAPI runs a plain function in a thread.
    dependencies: Dependencies = request.app.state.dependencies
    return dependencies


Deps = Annotated[Dependencies, Depends(_dependencies)]
