"""The closed lists: all that logs, spans and metrics may tell. What is not here is a leak."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from croupier_match.guarded import FUNCTIONS
from croupier_match.match import Kind, Reason, Status
from engine.domain.registry import GAMES
from engine.rpc.status import STATUS
from gateway.app import NOUNS
from gateway.errors import KINDS
from gateway.sessions.refused import Reason as RefusedAccess
from gateway.websocket.frames import OPS
from prometheus_client.parser import text_string_to_metric_families
from redislink.refusals import TEXTS

from tests.telemetry.collector import Span

ID = re.compile(r"[\w-]{22}", re.ASCII)
NUMBER = re.compile(r"\d+(\.\d+)?")
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "other"}
ROUTES = {route.path for noun in NOUNS for route in noun.router.routes} | {"other"}
RPCS = {method.name for method in pb.DESCRIPTOR.services_by_name["EngineService"].methods}
RPCS |= {"Check", "Watch", "List", "Moves", "Look", "Looks", "Reads"}
GRPC = {"OK", "INTERNAL", "CANCELLED"} | {code.name for code in STATUS.values()}
CODES = {"ok", "replayed", "cancelled", "maintenance", "roster_changed", "not_played_here"}
CODES |= {*KINDS}
ENGINE = {"load", "load_many", "stamps", "versions", "save", "save_all", "log", "ask_rematch"}
ENGINE |= {"end_rematch", "page", "claim_due", "renew", "waiting", "read_past", "append_snapshots"}
ENGINE |= {"tournament_append", "tournament_read"}
ENGINE |= {"archive_find", "archive_page", "archive_put", "archive_restore"}
GATEWAY = {"eval", "evalsha", "hdel", "hget", "hgetall", "hmget", "hset", "ping", "publish"}
GATEWAY |= {"pipeline", "other"}
SUCCESSES = {"101", "200", "201", "204", "304"}
MESSAGES = re.compile(
    r"games: [a-z0-9@, -]+|called|moved|answered|refused a move"
    r"|a way into an account was refused: \w+"
    r"|serving on 127\.0\.0\.1:\d+|stopping"
    r"|(no|an) engine can be reached( again)?"  # as where a gateway is ready first
)
REQUEST_ID = re.compile(r"[0-9a-f]{32}(\.\d+)?")
"""As the gateway makes one; those over a socket have a number besides."""
FIELDS: Mapping[str, Any] = {
    "request_id": REQUEST_ID,
    "time": re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ"),
    "level": {"debug", "info", "warning"},
    "logger": {"engine", "gateway"},
    "message": MESSAGES,
    "match_id": ID,
    "player": re.compile(r"[0-9a-f]{16}"),
    "seat": {"0", "1"},
    "trace_id": re.compile(r"[0-9a-f]{32}"),
    "method": METHODS,
    "route": ROUTES,
    "status": {str(kind.status) for kind in KINDS.values()} | SUCCESSES | {"0"},
    "op": {*OPS, "malformed"},
    "rpc": RPCS,
    "code": GRPC | CODES,
    "milliseconds": NUMBER,
}
ATTRIBUTES: Mapping[str, Any] = {
    "http.request.method": METHODS,
    "http.route": ROUTES,
    "http.response.status_code": FIELDS["status"],
    "rpc.method": RPCS,
    "croupier.request_id": REQUEST_ID,
    "croupier.code": FIELDS["code"],
    "croupier.match_id": ID,
    "croupier.op": FIELDS["op"],
    "db.system.name": {"redis"},
    "db.operation.name": ENGINE | GATEWAY,
}
RESOURCE: Mapping[str, Any] = {
    "service.name": {"croupier-engine", "croupier-gateway"},
    "service.version": re.compile(r"\d+\.\d+\.\d+"),
    "service.instance.id": re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
}
NAMES = {f"redis {name}" for name in ENGINE | GATEWAY} | RPCS
NAMES |= {f"{method} {route}" for method in METHODS for route in ROUTES}
NAMES |= {f"socket {op}" for op in FIELDS["op"]}
GAME_CODE = {"render", "read_options", "read_move", "parse"}
GAME_CODE |= {
    f"{each}_json" for each in ("options", "move", "public_view", "private_view", "event")
}
TALLIED = {"unrated", "rated", "not_rated", "failed", "gone"}
TABLES = {"made", "unsealed", "failed"}
OVER = {"archived", "dropped", "failed"}
OWN_KINDS = {"archive", "clock", "damaged", "busy", "late", "gone"}
LABELS: Mapping[str, Any] = {
    "function": FUNCTIONS | GAME_CODE,
    "game": {*GAMES, "unknown"},
    "games": {""},
    "group": {""},
    "result": CODES | TALLIED | TABLES | OVER | {"hit", "miss", "done"},
    "kind": {*Kind, "sse", "ndjson", "socket", "subscription", *TEXTS, *OWN_KINDS},
    "policy": re.compile(r"noeviction|(allkeys|volatile)-(lru|lfu|lrm|random|ttl)"),
    "reason": {*Reason, *RefusedAccess},
    "why": {"failed", "not_played_here"},
    "bound": {"total", "address", "token"},
    "state": {"waiting", "judged"},
    "status": {*Status, "2xx", "3xx", "4xx", "5xx", "0"},
    "method": METHODS | RPCS,
    "route": ROUTES,
    "waited": {"yes", "no"},
    "code": GRPC | CODES,
    "op": FIELDS["op"],
    "operation": ENGINE | GATEWAY,
    "version": re.compile(r"\d+\.\d+\.\d+"),
    "le": re.compile(r"[\d.]+|\+Inf"),
}


def strange_lines(log: str, request_ids: set[str]) -> Iterator[str]:
    """What lines of a log tell beyond the lists. `request_ids` are what callers have chosen."""
    for line in log.splitlines():
        try:
            members = json.loads(line)
        except ValueError:
            yield line
            continue
        for name, value in members.items():
            if name == "request_id" and value in request_ids:
                continue
            if not _fits(FIELDS.get(name), value):
                yield f"{name}={value}"


def strange_spans(spans: Iterable[Span], request_ids: set[str]) -> Iterator[str]:
    """The same of spans."""
    for span in spans:
        if span.name not in NAMES or any(span.rest):
            yield f"{span.name} {span.rest}"
        for name, value in span.resource.items():
            if not name.startswith("telemetry.sdk.") and not _fits(RESOURCE.get(name), value):
                yield f"{name}={value}"
        for name, value in span.fields.items():
            if name == "croupier.request_id" and value in request_ids:
                continue
            if not _fits(ATTRIBUTES.get(name), value):
                yield f"{name}={value}"


def strange_labels(exposition: str) -> Iterator[str]:
    """The same of metrics."""
    for family in text_string_to_metric_families(exposition):
        for sample in family.samples:
            for name, value in sample.labels.items():
                if not _fits(LABELS.get(name), value):
                    yield f"{sample.name} {name}={value}"


def _fits(allowed: Any, value: Any) -> bool:
    if isinstance(allowed, re.Pattern):
        return allowed.fullmatch(str(value)) is not None
    return allowed is not None and str(value) in allowed
