"""The gateway with one more route, `GET /hello`: the yardstick of `bench.moves`.

`python -m bench.gateway` is `python -m gateway` with a route as FastAPI's own documentation has
it. The route is the first in the list, so it is found as fast as in an application that has
no other. Rate limits apply, unless they are switched off, but nobody comes near them.
"""

import asyncio
import logging
import signal

import uvloop
from fastapi import APIRouter, FastAPI
from gateway.__main__ import build_server, stop
from gateway.app import create_app
from gateway.config import Settings
from gateway.limits.limit_table import LIMITS, Allowance, Limit
from telemetry.startup import collect_garbage_seldom

PATH = "/hello"
HIGH = Limit(100_000, 1_000_000)
UNREACHED = {
    bucket: Allowance(HIGH, HIGH, HIGH if allowed.daily else None)
    for bucket, allowed in LIMITS.items()
}
"""The table of rate limits with numbers that a load generator does not reach."""

router = APIRouter()


@router.get(PATH)
async def hello() -> dict[str, str]:
    return {"message": "Hello World"}


def with_hello(app: FastAPI) -> FastAPI:
    """The application itself, with the route added in front of all others."""
    before = list(app.router.routes)
    app.include_router(router)
    app.router.routes[:] = [*app.router.routes[len(before) :], *before]
    return app


async def serve(settings: Settings) -> None:
    app = with_hello(create_app(settings, UNREACHED))
    server = build_server(app, settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop, server, app)
    await server.serve()


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    collect_garbage_seldom()
    uvloop.run(serve(Settings()))


if __name__ == "__main__":
    main()
