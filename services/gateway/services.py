"""What the routes work with; made once per process, in `app.lifespan`."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from gateway.config import Settings
from gateway.engine import EngineClient
from gateway.identity import Identity
from gateway.visibility import Visibility
from gateway.watch import Watch


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    engine: EngineClient
    identity: Identity
    visibility: Visibility
    watch: Watch


async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Use = Annotated[Services, Depends(_services)]
