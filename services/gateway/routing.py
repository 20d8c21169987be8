"""Routes: each names beside its path which bucket of the rate limits pays for its requests."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.routing import BaseRoute

from gateway.limits.limit_table import Bucket

TOKEN_ERRORS = ("unauthenticated", "rate_limited", "forbidden")
"""The codes that every route under /v1 can refuse with."""
READ_ERRORS = (*TOKEN_ERRORS, "not_found")
"""Those of routes that read one match or ticket."""
BODY_ERRORS = ("timeout", "too_large", "unsupported_media_type", "malformed")
"""Those of routes with a body."""
POST_ERRORS = (*TOKEN_ERRORS, *BODY_ERRORS, "idempotency_mismatch")
"""Those of POSTs that may be repeated with an Idempotency-Key."""
ACT_ERRORS = (*POST_ERRORS, "not_found")
"""Those of POSTs to one match."""
CHANGE_ERRORS = (*ACT_ERRORS, "version_mismatch")
"""Those of POSTs to one match that take an expected version."""

Json = dict[str, Any]
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class Route(APIRoute):
    """A route of FastAPI, and the bucket of the rate limits that its requests are taken from."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        bucket: Bucket | None,
        tries: Bucket | None = None,
        headers: Sequence[Json] = (),
        **described: Any,
    ) -> None:
        """Without a bucket, requests are free. `tries` holds those that were wrong, besides.

        The `headers` are those of `gateway.http.documented_headers` that are documented.
        """
        if headers:
            extra = described.pop("openapi_extra", {})
            described["openapi_extra"] = {"parameters": [*headers], **extra}
        super().__init__(
            path, endpoint, generate_unique_id_function=lambda route: route.name, **described
        )
        self.bucket, self.tries = bucket, tries


class WebSocketRoute(APIWebSocketRoute):
    """A WebSocket of FastAPI, and the bucket that the opening of one is taken from."""

    def __init__(self, path: str, endpoint: Callable[..., Any], bucket: Bucket) -> None:
        super().__init__(path, endpoint)
        self.bucket = bucket


class Router:
    """The routes of one module.

    FastAPI's own routers make routes anew where they are included, without what ours know more.
    """

    def __init__(
        self, prefix: str = "", tags: Sequence[str] = (), include_in_schema: bool = True
    ) -> None:
        self._prefix, self._tags, self._documented = prefix, tags, include_in_schema
        self.routes: list[BaseRoute] = []

    def get(
        self, path: str, *, bucket: Bucket | None, **described: Any
    ) -> Callable[[Endpoint], Endpoint]:
        """Route GETs of the path to the function below; FastAPI's APIRoute knows the rest."""
        return self._adding("GET", path, bucket, described)

    def post(
        self, path: str, *, bucket: Bucket, **described: Any
    ) -> Callable[[Endpoint], Endpoint]:
        return self._adding("POST", path, bucket, described)

    def put(self, path: str, *, bucket: Bucket, **described: Any) -> Callable[[Endpoint], Endpoint]:
        return self._adding("PUT", path, bucket, described)

    def patch(
        self, path: str, *, bucket: Bucket, **described: Any
    ) -> Callable[[Endpoint], Endpoint]:
        return self._adding("PATCH", path, bucket, described)

    def delete(
        self, path: str, *, bucket: Bucket, **described: Any
    ) -> Callable[[Endpoint], Endpoint]:
        return self._adding("DELETE", path, bucket, described)

    def websocket(self, path: str, *, bucket: Bucket) -> Callable[[Endpoint], Endpoint]:
        def add(endpoint: Endpoint) -> Endpoint:
            self.routes.append(WebSocketRoute(self._prefix + path, endpoint, bucket))
            return endpoint

        return add

    def _adding(
        self, method: str, path: str, bucket: Bucket | None, described: dict[str, Any]
    ) -> Callable[[Endpoint], Endpoint]:
        tags = described.pop("tags", self._tags)

        def add(endpoint: Endpoint) -> Endpoint:
            self.routes.append(
                Route(
                    self._prefix + path,
                    endpoint,
                    bucket,
                    methods=[method],
                    tags=[*tags],
                    include_in_schema=self._documented,
                    **described,
                )
            )
            return endpoint

        return add
