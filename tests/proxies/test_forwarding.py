"""Limits are those of the client's address, whatever it says of itself."""

import socket
from itertools import count
from secrets import token_hex
from urllib.parse import urlsplit

import httpx

from tests.proxies.programs import Proxy

TRIES = 10
"""Wrong pairing codes that an address may try at once."""
ADDRESSES = map("127.0.1.{}".format, count(1))


def guess(proxy: Proxy, address: str) -> int:
    """Try a wrong code from this address, with an invented origin; return the status."""
    origin = f"192.0.2.{ord(token_hex(1)[0])}, 198.51.100.7"
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(transport=transport, timeout=60) as client:
        invented = {"X-Forwarded-For": origin, "Forwarded": f"for={origin}", "X-Real-IP": origin}
        body = {"code": "AAAA-AAAA"}
        return client.post(f"{proxy.url}/v1/pairings", json=body, headers=invented).status_code


def guess_with_a_trailer(proxy: Proxy, address: str, number: int) -> int:
    """Try a wrong code, with an invented origin behind the body; return the status."""
    host = urlsplit(proxy.url).netloc
    request = (
        f"POST /v1/pairings HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        "Connection: close\r\nTransfer-Encoding: chunked\r\nTrailer: X-Forwarded-For\r\n\r\n"
        f'14\r\n{{"code":"AAAA-AAAA"}}\r\n0\r\nX-Forwarded-For: 192.0.2.{number}\r\n\r\n'
    )
    at = "127.0.0.1", urlsplit(proxy.url).port
    with socket.create_connection(at, 60, (address, 0)) as line:
        line.sendall(request.encode())
        return int(line.makefile("rb").readline().split()[1])


def test_what_comes_behind_the_body_is_no_address(proxy: Proxy) -> None:
    """haproxy passes trailers on."""
    guesser = next(ADDRESSES)
    told = [guess_with_a_trailer(proxy, guesser, number) for number in range(2 * TRIES)]
    assert told.count(404) <= TRIES + 2, "one or two may be there again by now"


def test_an_address_has_a_limit_of_its_own(proxy: Proxy) -> None:
    guesser, other = next(ADDRESSES), next(ADDRESSES)
    assert {guess(proxy, guesser) for _ in range(TRIES)} == {404}
    assert 429 in {guess(proxy, guesser) for _ in range(2)}, "one may be there again by now"
    assert guess(proxy, other) == 404
