"""The network of a client: what rate limits count as one address."""

import pytest
from gateway.transport.client_address import network_of
from starlette.requests import HTTPConnection


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("x" * 300, "nowhere"),
        ("", "nowhere"),
    ],
)
def test_an_address_counts_as_its_network(host: str, network: str) -> None:
    assert network_of(HTTPConnection({"type": "http", "client": (host, 1)})) == network


def test_all_clients_without_an_address_count_as_one() -> None:
    assert network_of(HTTPConnection({"type": "websocket", "client": None})) == "nowhere"
