"""What the routes work with; made once per process, in `app.lifespan`."""

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from gateway.config import Settings
from gateway.engine import EngineClient
from gateway.feeds import Feeds
from gateway.identity import Identity
from gateway.limits import Limits
from gateway.lobby import Lobby
from gateway.metrics import Metrics
from gateway.seeing import Seeing
from gateway.streams import Streams
from gateway.visibility import Visibility
from gateway.watch import Watch


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
