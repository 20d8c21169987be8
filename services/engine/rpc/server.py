"""The gRPC server: the service, health, reflection, and the interceptor around every call."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from croupier_match.refusals import NotPlayedHere
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer
from grpc_reflection.v1alpha import reflection
from grpc_status import rpc_status
from tls.credentials import CredentialFiles, Reloader

from engine.domain.errors import NotPlayed, Overloaded, StoreUnavailable
from engine.observability.metrics import Metrics
from engine.observability.rpc import RpcObserver
from engine.rpc import status
from engine.rpc.servicer import EngineServicer
from engine.service.matches import Matches
from engine.service.workers.store_watch import Health
from engine.store.matches import MatchStore

Method: TypeAlias = Callable[[Any, Any], Awaitable[Any]]

CALLS = 256
LEAST_S = 0.02
"""A call that has less time left would be given up by its caller before it is answered."""
SERVICE = pb.DESCRIPTOR.services_by_name["EngineService"].full_name
OURS = f"/{SERVICE}/"
# As enginelink.channel has it.
MAX_MESSAGE_BYTES = 4 * 1024 * 1024
OPTIONS = (
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_connection_age_ms", 300_000),
    ("grpc.max_connection_age_grace_ms", 30_000),
    ("grpc.so_reuseport", 0),
    ("grpc.http2.max_ping_strikes", 0),
)
"""Connections end after five minutes, so that gateways find engines that were added. A port
is not shared: a second engine on it must fail to start. Gateways that
hear nothing ping every three seconds; gRPC by itself takes one in five minutes, and closes the
connections of others. However close pings come together, none is: a busy machine delays them."""

WELL = Health(serves=True, stores=True)
_STATUS = {
    True: health_pb2.HealthCheckResponse.SERVING,
    False: health_pb2.HealthCheckResponse.NOT_SERVING,
}


class Admission:
    """Refuses unary calls that cannot be answered in time, before any work is done for them.

    They are bounded by number and by the time that is left to them. Batches of moves need no
    number: each gateway has two on the way to an engine, and sends the next when one is answered.
    """

    def __init__(self, calls: int, metrics: Metrics) -> None:
        """Work on `calls` calls at a time."""
        self._most = calls
        self._calls = 0
        self._refused = metrics.refused

    @contextmanager
    def admitted(self, left_s: float | None) -> Iterator[None]:
        """Count the call of the block as one in progress. Raise Overloaded.

        `left_s` are the seconds that its caller still waits; None does not say.
        """
        if left_s is not None and left_s < LEAST_S:
            raise self._refusal("late")
        if self._calls >= self._most:
            raise self._refusal("busy")
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1

    def _refusal(self, kind: str) -> Overloaded:
        self._refused[(kind,)].inc()
        return Overloaded("The engine has too much to do.")


class StatusInterceptor(grpc.aio.ServerInterceptor):
    """Turns the errors of methods into statuses, and has each unary call observed."""

    def __init__(self, observer: RpcObserver, admission: Admission, store: MatchStore) -> None:
        self._observer = observer
        self._admission = admission
        self._archiving = store.archiving
        self._engines = store.engines

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        # Streams handle errors of each message by themselves; see EngineServicer._apply_batch.
        if handler is None or not handler.unary_unary:
            return handler
        rpc = handler_call_details.method
        return grpc.unary_unary_rpc_method_handler(
            _with_status(self._in_turn(handler.unary_unary, rpc), rpc, self._observer),
            request_deserializer=handler.request_deserializer,
            response_serializer=handler.response_serializer,
        )

    def _in_turn(self, method: Method, rpc: str) -> Method:
        """The method for as many calls at a time as are admitted; probes always are."""
        if not rpc.startswith(OURS):
            return method

        async def call(request: Any, context: Any) -> Any:
            with self._admission.admitted(context.time_remaining()):
                try:
                    if self._archiving.archive is None:
                        return await method(request, context)
                    async with self._archiving.alike(getattr(request, "match_id", "")):
                        return await method(request, context)
                except NotPlayedHere as refusal:
                    await self._check_played(refusal.rules)
                    raise

        return call

    async def _check_played(self, rules: str) -> None:
        """Raise NotPlayed if no engine has these rules, so that gateways need not ask all."""
        with suppress(StoreUnavailable):
            if not await self._engines.any_plays(rules):
                raise NotPlayed(self._engines.gone(rules)) from None


class Server:
    """The gRPC server of one engine. It is stopped by `drain`."""

    def __init__(
        self,
        matches: Matches,
        with_reflection: bool = True,
        observer: RpcObserver | None = None,
        calls: int = CALLS,
    ) -> None:
        """Work on `calls` calls at a time."""
        self._observer = observer or RpcObserver(Metrics())
        admission = Admission(calls, self._observer.metrics)
        interceptors = [StatusInterceptor(self._observer, admission, matches.store)]
        self.grpc = grpc.aio.server(interceptors=interceptors, options=OPTIONS)
        self.health = HealthServicer()
        self._probe_servers: list[grpc.aio.Server] = []
        self._servicer = EngineServicer(matches, self._observer)
        pb_grpc.add_EngineServiceServicer_to_server(self._servicer, self.grpc)
        health_pb2_grpc.add_HealthServicer_to_server(self.health, self.grpc)
        if with_reflection:
            names = (SERVICE, "grpc.health.v1.Health", reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, self.grpc)

    async def start(
        self, address: str, files: CredentialFiles | None = None, health: Health = WELL
    ) -> int:
        """Listen, with TLS if there are files for it, and report `health`; the port.

        Raise RuntimeError if the address cannot be listened on, InvalidCredentials if the
        files cannot be used.
        """
        if files:
            port = self.grpc.add_secure_port(address, _credentials(files))
        else:
            port = self.grpc.add_insecure_port(address)
        await self.report(health)
        await self.grpc.start()
        return port

    async def report(self, health: Health) -> None:
        """Report this health from now on."""
        # Kubernetes asks for the server, "", and would restart it for what is wrong with Redis.
        # Gateways ask for the service, for their own readiness.
        await self.health.set("", _STATUS[health.serves])
        await self.health.set(SERVICE, _STATUS[health.stores])

    async def start_probes(self, address: str) -> int:
        """Serve health alone, in plain text; the port."""
        server = grpc.aio.server(options=OPTIONS)
        health_pb2_grpc.add_HealthServicer_to_server(self.health, server)
        port = server.add_insecure_port(address)
        await server.start()
        self._probe_servers.append(server)
        return port

    async def drain(self, seconds: float) -> None:
        """Report unhealthy, take no new calls, and let those in flight finish for `seconds`."""
        self._observer.metrics.draining.set(1)
        # Gateways stop to send new calls here as soon as they see it.
        await self.health.enter_graceful_shutdown()
        # Before gRPC cuts them: of moves on a stream that was cut, nobody knows whether they were
        # made.
        self._servicer.batch_streams.end()
        await self.grpc.stop(seconds)
        # Last, so that probes are told of the drain as long as it takes.
        for server in self._probe_servers:
            await server.stop(None)


def _with_status(method: Method, name: str, observer: RpcObserver) -> Method:
    """The method, observed, with a status for each error; unexpected ones become INTERNAL."""
    rpc = name.rsplit("/", 1)[-1]

    async def call(request: Any, context: Any) -> Any:
        observed, code = observer.begin(rpc, request, context.invocation_metadata()), "OK"
        try:
            return await method(request, context)
        except status.REFUSALS as refusal:
            code = status.code_of(refusal)
            # Moves that succeed are counted by the servicer, which knows their game.
            if isinstance(request, pb.ApplyMoveRequest) and not request.dry_run:
                observer.refused(request.match_id, status.reason_of(refusal))
            await context.abort(*_abort_arguments(refusal))
        except Exception as error:
            code = "INTERNAL"
            status.report(error, rpc)
            await context.abort(grpc.StatusCode.INTERNAL, "internal")
        except asyncio.CancelledError:
            code = "CANCELLED"
            raise
        finally:
            observed.end(code)

    return call


def _abort_arguments(refusal: Exception) -> tuple[grpc.StatusCode, str, Any]:
    """What `ServicerContext.abort` takes: code, message, and the ErrorInfo in the trailers."""
    converted = rpc_status.to_status(status.status_of(refusal))
    return converted.code, converted.details, converted.trailing_metadata


def _credentials(files: CredentialFiles) -> grpc.ServerCredentials:
    """Credentials that follow the files. Raise InvalidCredentials if they cannot be used now."""
    reloader = Reloader(files, logging.getLogger("engine"))

    def reload() -> grpc.ServerCertificateConfiguration | None:
        """gRPC asks for each connection, from a thread of its own; None keeps what it has."""
        return _configuration(reloader) if reloader.reload() else None

    return grpc.dynamic_ssl_server_credentials(
        _configuration(reloader),
        reload,  # type: ignore[arg-type] # the stubs know of no None
        require_client_authentication=True,
    )


def _configuration(reloader: Reloader) -> grpc.ServerCertificateConfiguration:
    current = reloader.credentials
    return grpc.ssl_server_certificate_configuration(
        [(current.key, current.certificate)], current.authorities
    )
