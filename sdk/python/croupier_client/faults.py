"""What may happen to a request, and what a proxy knows of one."""

from dataclasses import dataclass


@dataclass
class Fault:
    """What happens to the requests that `on` names, such as "POST /moves" or "GET /events".

    `on` is a method and how the path ends. The first `skip` such requests pass, then `times` of
    them meet the fault. `do` is one of these:

    - "lose request": the connection closes, and the service never knows
    - "lose answer": the service carries it out, and the connection closes
    - "halve answer": half of the answer comes
    - "delay": it takes `seconds` longer
    - "refuse": it is answered with `status`, a problem of this `code`, and Retry-After,
      in seconds or as a date
    - "page": it is answered with `status` and a page of a proxy

    The others are for streams, in which `after` lines pass (pings, and who is here, not counted):

    - "cut": the connection breaks; "cut inside": in the middle of the next line
    - "end": the stream ends as if it were complete
    - "silence": nothing comes any more
    - "goodbye": the service closes the stream for this `reason`, `retry_after` seconds
    - "skip": the next line does not come; "double": it comes twice; "garble": it is not JSON
    - "without moves": the next line has no legal moves, though it was asked for them
    - "unknown": an event comes that nobody knows, and a member that nobody knows is in the next

    On a socket, "cut" counts messages of the service.
    """

    on: str
    do: str
    times: int = 1
    skip: int = 0
    after: int = 0
    seconds: float = 0.0
    status: int = 503
    code: str = "unavailable"
    reason: str = "drain"
    retry_after: int | str = 0

    def meets(self, sent: "Sent") -> bool:
        """Whether it happens to this request; this counts as one of its times."""
        method, _, end = self.on.partition(" ")
        if sent.method != method or not sent.path.endswith(end):
            return False
        self.skip -= 1
        if self.skip >= 0 or self.times <= 0:
            return False
        self.times -= 1
        return True


@dataclass(frozen=True, eq=False)
class Sent:
    """A request that has come to the proxy; headers in lower case."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes

    @property
    def key(self) -> str:
        """Its Idempotency-Key."""
        return self.headers.get("idempotency-key", "")
