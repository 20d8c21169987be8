"""Certificates for `croupierctl doctor`: the engine's own, and that of a Redis with TLS."""

import ssl
from collections.abc import Iterator, Mapping
from typing import Any

from redis.asyncio import Redis
from redislink.client import subscriber_connection
from tls.credentials import CredentialFiles, InvalidCredentials
from tls.handshake import shown

from engine.admin.doctor.finding import Finding
from engine.store.errors import outage

SOON_S = 14 * 24 * 60 * 60
"""How long before its end a certificate should have been renewed."""


def of_engine(files: CredentialFiles | None, now: float) -> Iterator[Finding]:
    """Whether a gateway of the same authority would believe this engine's certificate."""
    if files is None:
        return
    try:
        files.read()
        yield until(
            "the certificate of ENGINE_TLS_CERT", shown(files, "server", files.authorities), now
        )
    except InvalidCredentials as error:
        yield Finding("wrong", str(error))
    except ssl.SSLCertVerificationError as error:
        what = f"the certificate of ENGINE_TLS_CERT is refused: {error.verify_message}"
        yield Finding("wrong", f"{what}; renew it, from an authority in ENGINE_TLS_CA")


async def of_redis(redis: Redis, now: float) -> list[Finding]:
    """How long the certificate of a Redis with TLS is valid. Raise StoreUnavailable."""
    with outage():
        connection = await subscriber_connection(redis)
        await connection.connect()
    try:
        told = connection._writer.get_extra_info("ssl_object")
        return [until("the certificate of Redis", told.getpeercert(), now)] if told else []
    finally:
        await connection.disconnect()


def until(what: str, certificate: Mapping[str, Any], now: float) -> Finding:
    """How long it is valid; `certificate` is as `ssl` tells of it."""
    end = str(certificate.get("notAfter", ""))
    if not end:  # a certificate that was not verified is told of by nothing
        return Finding("note", f"{what} is not verified (ssl_cert_reqs in the URL)")
    if ssl.cert_time_to_seconds(end) - now < SOON_S:
        return Finding("wrong", f"{what} ends on {end}; renew it")
    return Finding("ok", f"{what} is valid until {end}")
