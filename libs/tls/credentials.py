"""TLS credentials in files that may be replaced while the programs run.

Gateway and engine show each other a certificate, and trust those of one authority. All
files are PEM. The authority's may have several certificates, so that one authority can
replace another without an interruption.
"""

import logging
import ssl
from dataclasses import dataclass, field
from pathlib import Path


class InvalidCredentials(Exception):
    """The files cannot be used. The message says which and why, and never quotes a key."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """A program's certificate and key, and the authorities that it trusts; all PEM."""

    certificate: bytes
    key: bytes = field(repr=False)
    authorities: bytes


@dataclass(frozen=True, slots=True)
class CredentialFiles:
    """The paths of the three files."""

    certificate: Path
    key: Path
    authorities: Path

    def read(self, known: Credentials | None = None) -> Credentials:
        """The credentials in the files, which are not checked again if they equal `known`.

        Raise InvalidCredentials if a file is missing or not PEM, if key and certificate do not
        belong together, or if a file changes meanwhile.
        """
        credentials = self._read()
        if credentials == known:
            return credentials
        self._check()
        # OpenSSL reads the files by itself: it may have checked other ones than we have read.
        if self._read() != credentials:
            raise InvalidCredentials("The TLS files are being replaced.")
        return credentials

    def load_into(self, context: ssl.SSLContext) -> None:
        """Have the context show the certificate. Raise OSError or ValueError if it cannot."""
        context.load_cert_chain(self.certificate, self.key, _no_password)

    def _read(self) -> Credentials:
        try:
            return Credentials(*(path.read_bytes() for path in self._paths()))
        except OSError as error:
            raise InvalidCredentials(
                f"{error.filename} cannot be read: {error.strerror}."
            ) from None

    def _check(self) -> None:
        """Raise InvalidCredentials unless all is PEM, and the key is the certificate's."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            self.load_into(context)
            context.load_verify_locations(self.authorities)
        except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
            names = ", ".join(map(str, self._paths()))
            raise InvalidCredentials(f"{names} cannot be used: {error}.") from None

    def _paths(self) -> tuple[Path, Path, Path]:
        return self.certificate, self.key, self.authorities


class Reloader:
    """The last valid credentials."""

    def __init__(self, files: CredentialFiles, log: logging.Logger) -> None:
        """Raise InvalidCredentials if the files cannot be used now."""
        self._files = files
        self._log = log
        self._logged_error = ""
        self.credentials = files.read()

    def reload(self) -> bool:
        """Read the files; return whether there are new credentials. Each error is logged once."""
        try:
            credentials = self._files.read(self.credentials)
        except InvalidCredentials as error:
            self._log_error(str(error))
            return False
        self._logged_error = ""
        if credentials == self.credentials:
            return False
        self.credentials = credentials
        self._log.info("certificates have been renewed")
        return True

    def _log_error(self, message: str) -> None:
        if message != self._logged_error:
            self._log.error("certificates stay as they were: %s", message)
        self._logged_error = message


def credential_files(certificate: str, key: str, authorities: str) -> CredentialFiles | None:
    """The files of these paths; None if all are empty. Raise ValueError if only some are."""
    paths = (certificate, key, authorities)
    if not any(paths):
        return None
    if not all(paths):
        raise ValueError("TLS needs all three: certificate, key and the authority's certificate")
    return CredentialFiles(*map(Path, paths))


def _no_password() -> str:
    """Fail instead of asking for the password on the terminal."""
    raise ValueError("the key has a password")
