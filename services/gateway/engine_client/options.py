"""The options of the gRPC channel to the engines: load balancing, retries, limits and pings."""

import json
from typing import Any

from croupier.v1 import engine_service_pb2 as pb

SERVICE = pb.DESCRIPTOR.services_by_name["EngineService"].full_name
READS = [
    "ListGames",
    "GetRoster",
    "GetMatch",
    "BatchGetMatches",
    "ListMatches",
    "ListLegalMoves",
    "ListMoves",
    "ListChanges",
    "GetVersions",
    "GetReplay",
    "GetTicket",
    "ListInvitations",
    "FindInvitations",
    "CountMatches",
]
MAX_MESSAGE_BYTES = 4 * 1024 * 1024

# Only reads are retried. A change whose answer was lost may have been stored, so its
# caller must repeat it, with its Idempotency-Key. CANCELLED is what an engine answers
# that begins to stop just as it is called.
SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{"service": SERVICE, "method": method} for method in READS],
            "retryPolicy": {
                "maxAttempts": 3,
                "initialBackoff": "0.05s",
                "maxBackoff": "0.2s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"],
            },
        }
    ],
}
OPTIONS = (
    ("grpc.service_config", json.dumps(SERVICE_CONFIG)),
    # gRPC's own limits, 2 minutes between attempts to connect and 30 s between look-ups of names,
    # would leave gateways without engines after a rollout that replaces all of them.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.dns_min_time_between_resolutions_ms", 1000),
    ("grpc.keepalive_time_ms", 3_000),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
)


def channel_options(timeout_s: float) -> list[tuple[str, Any]]:
    """Return the options of a channel that leaves out engines which hang.

    Their connections stay open, so they would get their share of the calls. A ping that gets no
    answer tells; twice the time of a call, so that a short pause fails no more than its calls.
    """
    wait_ms = int(2000 * timeout_s)
    # gRPC 1.85 takes the latter, which is a minute by default, whatever the former is.
    names = ("grpc.keepalive_timeout_ms", "grpc.http2.ping_timeout_ms")
    return [*OPTIONS, *((name, wait_ms) for name in names)]
