"""Settings of TLS between gateways and engines, which all programs read under their prefix."""

from typing import Self

from pydantic import model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from tls.credentials import CredentialFiles, credential_files


class TlsSettings(BaseSettings):
    """Either all three paths or none of them."""

    model_config = SettingsConfigDict(use_attribute_docstrings=True)

    tls_cert: str = ""
    """Path of this program's certificate with its intermediates, PEM; empty without TLS."""
    tls_key: str = ""
    """Path of the certificate's private key, PEM, without a password."""
    tls_ca: str = ""
    """Path of the authority's certificates that the other side's certificate must come from,
    PEM."""

    @property
    def tls(self) -> CredentialFiles | None:
        """None without TLS. Raise ValueError if some of the paths are missing."""
        return credential_files(self.tls_cert, self.tls_key, self.tls_ca)

    @model_validator(mode="after")
    def _has_all_of_tls_or_none(self) -> Self:
        credential_files(self.tls_cert, self.tls_key, self.tls_ca)
        return self
