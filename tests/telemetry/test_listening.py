"""Programs that listen at `::` are reached by IPv4 and by IPv6, and where there is only one."""

import socket
import urllib.request

import pytest
from telemetry.listening import dialled, listener
from telemetry.metrics import ProgramMetrics, serve

from tools.stack import free_port

pytestmark = pytest.mark.service


@pytest.fixture(params=["as it is", "without IPv6"])
def reached(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of this machine that `::` stands for."""
    if request.param == "without IPv6":
        monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    return ["127.0.0.1", *["::1"] * socket.has_dualstack_ipv6()]


def test_a_socket_is_reached_by_both(reached: list[str]) -> None:
    with listener("::", 0) as listening:
        port = listening.getsockname()[1]
        for host in reached:
            with socket.create_connection((host, port), timeout=5):
                pass


def test_metrics_are_reached_by_both(reached: list[str]) -> None:
    port = free_port()
    stop = serve(f"[::]:{port}", ProgramMetrics("test").registry)
    for host in reached:
        url = f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"
        with urllib.request.urlopen(url, timeout=5) as answer:
            assert answer.status == 200
    stop()


def test_one_address_is_no_other() -> None:
    with listener("127.0.0.1", 0) as listening, pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", listening.getsockname()[1]), timeout=5)


def test_an_address_that_is_taken_is_an_error() -> None:
    with listener("127.0.0.1", 0) as listening, pytest.raises(OSError, match="in use"):
        listener("127.0.0.1", listening.getsockname()[1])


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("[::]:50051", "127.0.0.1:50051"),
        ("0.0.0.0:50051", "127.0.0.1:50051"),
        ("[2001:db8::]:1", "[2001:db8::]:1"),
        ("10.0.0.0:1", "10.0.0.0:1"),
        ("unix:/run/x", "unix:/run/x"),
    ],
)
def test_what_listens_everywhere_is_reached_here(address: str, near: str) -> None:
    assert dialled(address) == near
