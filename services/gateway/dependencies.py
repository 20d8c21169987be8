"""What the routes work with; made once per process, in `app.lifespan`."""

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from gateway.auth.players import Identity
from gateway.auth.rate_limits import Limits
from gateway.config import Settings
from gateway.engine_client.client import EngineClient
from gateway.observability.metrics import Metrics
from gateway.observability.requests import Seeing
from gateway.pubsub import Watch
from gateway.streaming.event_stream import Streams
from gateway.streaming.match_feeds import Feeds
from gateway.streaming.player_feed import Lobby
from gateway.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    engine: EngineClient
    identity: Identity
    limits: Limits
    visibility: Visibility
    watch: Watch
    feeds: Feeds
    lobby: Lobby
    streams: Streams
    seeing: Seeing = field(default_factory=lambda: Seeing(Metrics()))


async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Use = Annotated[Services, Depends(_services)]
