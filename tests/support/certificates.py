"""Certificates of authorities that are made for a test, in files that change as mounted ones do."""

import itertools
from collections.abc import Sequence
from pathlib import Path

import trustme
from tls.credentials import CredentialFiles

NAMES = ("localhost", "127.0.0.1")
"""Whose the certificates are: engines on this machine."""


class Mounted:
    """A folder as Kubernetes mounts a Secret: all files of it change at one moment.

    What is named tls.crt is a link into ..data, which is a link to a folder that stays as it is.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        folder.mkdir()
        for name in ("tls.crt", "tls.key", "ca.crt"):
            (folder / name).symlink_to(f"..data/{name}")
        self.files = CredentialFiles(folder / "tls.crt", folder / "tls.key", folder / "ca.crt")

    def hold(self, issuer: trustme.CA, believed: Sequence[trustme.CA] = ()) -> None:
        """A new certificate of the issuer; believed are its own, or those of others."""
        issued = issuer.issue_cert(*NAMES)
        self.put(
            b"".join(blob.bytes() for blob in issued.cert_chain_pems),
            issued.private_key_pem.bytes(),
            b"".join(authority.cert_pem.bytes() for authority in believed or [issuer]),
        )

    def put(self, certificate: bytes, key: bytes, authorities: bytes) -> None:
        data = self._folder / f"..{next(self._numbers)}"
        data.mkdir()
        for name, blob in (("tls.crt", certificate), ("tls.key", key), ("ca.crt", authorities)):
            (data / name).write_bytes(blob)
        link = self._folder / "..new"
        link.symlink_to(data.name)
        link.rename(self._folder / "..data")


def mounted(folder: Path, issuer: trustme.CA, believed: Sequence[trustme.CA] = ()) -> Mounted:
    """Files that were put there already."""
    files = Mounted(folder)
    files.hold(issuer, believed)
    return files
