"""What the other side is told of a certificate: a handshake in memory, without a network.

Python's ssl tells when a certificate ends only to a peer that was shown it and trusts it.
"""

import ssl
from collections.abc import Mapping
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any, Literal

from tls.credentials import CredentialFiles

Side = Literal["client", "server"]
STEPS = 10
"""More than a handshake has."""
NO_CHECK_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL, for which Python has no name."""


def shown(
    files: CredentialFiles, side: Side, authorities: Path, flags: int = 0
) -> Mapping[str, Any]:
    """Return what a peer that believes `authorities` is told of the certificate, as `ssl` tells it.

    `side` shows the certificate; `flags` are added to the peer's verify_flags. Raise
    ssl.SSLCertVerificationError if the peer refuses the certificate, and OSError or ValueError
    if the files cannot be used.
    """
    client, server = (
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER),
    )
    client.check_hostname = False  # the name is the gateways' setting
    client.verify_mode = ssl.CERT_NONE
    for context in (client, server):
        files.load_into(context)
    peer = server if side == "client" else client
    peer.verify_mode = ssl.CERT_REQUIRED
    peer.verify_flags |= flags
    peer.load_verify_locations(authorities)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = client.wrap_bio(back, there), server.wrap_bio(there, back, server_side=True)
    for _ in range(STEPS):
        for end in ends:
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    return ends[peer is server].getpeercert() or {}


def expiry(files: CredentialFiles | None, side: Side) -> float:
    """Return when the certificate in the files ends, as a Unix time: never without files.

    It is 0 if they cannot be used.     Whoever issued it, and whether or not it has ended.
    """
    if files is None:
        return inf
    flags = ssl.VERIFY_X509_PARTIAL_CHAIN | NO_CHECK_TIME
    try:
        return ssl.cert_time_to_seconds(shown(files, side, files.certificate, flags)["notAfter"])
    except (OSError, ValueError):  # ssl.SSLError is an OSError
        return 0.0
