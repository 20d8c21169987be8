"""Limits are those of the client's address, whatever it says of itself."""

from itertools import count
from secrets import token_hex

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


def test_an_address_has_a_limit_of_its_own(proxy: Proxy) -> None:
    guesser, other = next(ADDRESSES), next(ADDRESSES)
    assert {guess(proxy, guesser) for _ in range(TRIES)} == {404}
    assert 429 in {guess(proxy, guesser) for _ in range(2)}, "one may be there again by now"
    assert guess(proxy, other) == 404
