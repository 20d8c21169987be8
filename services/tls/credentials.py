"""Certificates in files, which somebody replaces while the programs run.

Both ends of the hop between gateway and engine show a certificate, and believe those of
one authority. The files are PEM; the authority's may have several, as long as one
authority follows another.
"""

import logging
import ssl
from dataclasses import dataclass, field
from pathlib import Path


class InvalidCredentials(Exception):
    """The files cannot be used; the message says which and why, and has nothing of a key."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a program shows of itself, and whose it believes; all of it PEM."""

    certificate: bytes
    key: bytes = field(repr=False)
    authorities: bytes


@dataclass(frozen=True, slots=True)
class CredentialFiles:
    """Where the papers are."""

    certificate: Path
    key: Path
    authorities: Path

    def read(self, known: Credentials | None = None) -> Credentials:
        """What is in the files; what is known already is not looked at closely.

        Raise Unfit if a file is missing, is none, does not fit the others, or just changes.
        """
        papers = self._read()
        if papers == known:
            return papers
        self._check()
        if self._read() != papers:
            raise InvalidCredentials("The files of TLS change right now.")
        return papers

    def _read(self) -> Credentials:
        try:
            return Credentials(*(path.read_bytes() for path in self._all()))
        except OSError as error:
            raise InvalidCredentials(
                f"{error.filename} cannot be read: {error.strerror}."
            ) from None

    def _check(self) -> None:
        """Whether the key is the certificate's, and both and the authorities are PEM at all."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(self.certificate, self.key, _no_password)
            context.load_verify_locations(self.authorities)
        except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
            names = ", ".join(map(str, self._all()))
            raise InvalidCredentials(f"{names} cannot be used: {error}.") from None

    def _all(self) -> tuple[Path, Path, Path]:
        return self.certificate, self.key, self.authorities


class Reloader:
    """The papers as they were when the files last made sense."""

    def __init__(self, files: CredentialFiles, log: logging.Logger) -> None:
        """Raise Unfit if they do not make sense now."""
        self._files = files
        self._log = log
        self._complaint = ""
        self.papers = files.read()

    def renewed(self) -> bool:
        """Whether there are other papers than a call before; what is unfit is logged once."""
        try:
            papers = self._files.read(self.papers)
        except InvalidCredentials as error:
            self._complain(str(error))
            return False
        self._complaint = ""
        if papers == self.papers:
            return False
        self.papers = papers
        self._log.info("certificates have been renewed")
        return True

    def _complain(self, why: str) -> None:
        if why != self._complaint:
            self._log.error("certificates stay as they were: %s", why)
        self._complaint = why


def named(certificate: str, key: str, authorities: str) -> CredentialFiles | None:
    """None if no path is given; ValueError if some are."""
    paths = (certificate, key, authorities)
    if not any(paths):
        return None
    if not all(paths):
        raise ValueError("TLS needs all three: certificate, key and the authority's certificate")
    return CredentialFiles(*map(Path, paths))


def _no_password() -> str:
    """Instead of a question on the terminal."""
    raise ValueError("the key has a password")
