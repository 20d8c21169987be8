"""Streams of the three kinds, as players open them behind a proxy."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from tests.proxies.programs import Proxy
from tests.support.players import Client
from tests.support.socket_client import talking
from tests.support.stream_reader import NDJSON, SSE, events_path, following

GZIP = {"Accept-Encoding": "gzip"}

Heard = Callable[[], str]
"""Waits for the next event but pings, and returns its name."""
Opened = Callable[[Client, str], AbstractContextManager[Heard]]


@contextmanager
def match_stream(form: str, viewer: Client, match_id: str) -> Iterator[Heard]:
    with following(viewer, events_path(match_id), form, GZIP) as reader:
        assert reader.next().event == "snapshot"
        yield lambda: reader.next().event


@contextmanager
def player_stream(viewer: Client, _: str) -> Iterator[Heard]:
    with following(viewer, "/v1/events", SSE, GZIP) as reader:
        reader.next("ping")
        yield lambda: reader.next().event


@contextmanager
def socket(viewer: Client, match_id: str) -> Iterator[Heard]:
    with talking(viewer, ping_interval=None) as talk:
        talk.ask("subscribe", matchId=match_id)
        yield lambda: str(talk.push(match_id)["event"])


STREAMS: dict[str, tuple[Opened, str]] = {
    "sse": (partial(match_stream, SSE), "change"),
    "ndjson": (partial(match_stream, NDJSON), "change"),
    "player": (player_stream, "yourTurn"),
    "socket": (socket, "change"),
}
"""Each kind, and the event by which its reader hears of a move."""


def through(proxy: Proxy, player: Client) -> Client:
    """Return the player behind the proxy."""
    return Client(proxy.url, player.token, player.player)
