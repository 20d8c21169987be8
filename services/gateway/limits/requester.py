"""Who makes a request, as far as the request says, and who pays for it."""

from typing import NamedTuple

from starlette.requests import HTTPConnection

from gateway.http.headers import fields
from gateway.limits.limit_table import Bucket


class Requester(NamedTuple):
    """The token and the connection of a request, and the bucket of theirs that it is taken from."""

    token: str | None
    connection: HTTPConnection
    bucket: Bucket
    by_address: bool = True
    """Whether the address of the connection pays, too."""

    @classmethod
    def of(cls, connection: HTTPConnection) -> "Requester":
        """Return who has sent a request, to a route that names its bucket."""
        scope = connection.scope
        given = fields(scope).get(b"authorization")
        token = None if given is None else _bearer(given.decode("latin-1"))
        return cls(token, connection, scope["route"].bucket)


def _bearer(credentials: str) -> str:
    """Return the bearer token; "" for other credentials, which are not valid."""
    scheme, _, value = credentials.partition(" ")
    return value.strip() if scheme.lower() == "bearer" else ""
