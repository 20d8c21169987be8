"""What an engine tells `croupierctl doctor`: whether it is well, and whether Redis is the same.

A Redis that is well says nothing of the engines, and nothing of the data that it has lost.
"""

import asyncio
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from telemetry.listening import dialled

from engine.admin.doctor.finding import Finding
from engine.config import Settings
from engine.rpc.server import SERVICE

TIMEOUT_S = 2.0
"""A stopped engine process still has its port, and sends no answer."""
REPLACED = "croupier_engine_redis_replaced"
# A connection of its own: one that it shared might still wait after a failure of an earlier call.
OPTIONS = (("grpc.enable_http_proxy", 0), ("grpc.use_local_subchannel_pool", 1))


def address_of(settings: Settings) -> str:
    """Where the engine of these settings tells its health in plain text; "" if they do not say.

    Only an address that was set: on the default one there may be no engine of this Redis.
    """
    if settings.health_address:
        return dialled(settings.health_address)
    unknown = settings.tls or "address" not in settings.model_fields_set
    return "" if unknown else dialled(settings.address)


async def of_health(address: str) -> Finding:
    """Whether an engine answers there, and can store; a note if `address` is empty."""
    if not address:
        return Finding("note", "no engine was asked; name one by --engine HOST:PORT")
    request = health_pb2.HealthCheckRequest(service=SERVICE)
    async with grpc.aio.insecure_channel(address, OPTIONS) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        try:
            answer = await stub.Check(request, timeout=TIMEOUT_S)
        except grpc.aio.AioRpcError as error:
            text = f"no engine answers at {address} ({error.code().name})"
            return Finding("wrong", f"{text}; the runbook has CroupierEngineAway")
    if answer.status != health_pb2.HealthCheckResponse.SERVING:
        text = f"the engine at {address} can store nothing, or is about to stop"
        return Finding("wrong", f"{text}; its log says why")
    return Finding("ok", f"an engine answers at {address}")


async def of_metrics(address: str) -> list[Finding]:
    """Whether the engine with these metrics knows other data of Redis; none if it is silent."""
    try:
        replaced = bool(address) and await asyncio.to_thread(_replaced, address)
    except (OSError, HTTPException):  # whether there is an engine is for its health
        return []
    if not replaced:
        return []
    text = f"Redis has not the data that the engine of {address} has seen in it: stop the gateways"
    return [Finding("wrong", f"{text}; the runbook has CroupierStoreReplaced")]


def _replaced(address: str) -> bool:
    host, _, port = dialled(address).rpartition(":")
    with closing(HTTPConnection(host.strip("[]"), int(port), timeout=TIMEOUT_S)) as connection:
        connection.request("GET", f"/metrics?name[]={REPLACED}")
        told = connection.getresponse().read()
    return f"{REPLACED} 1.0".encode() in told.splitlines()
