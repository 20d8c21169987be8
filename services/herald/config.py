"""Settings of the herald, from HERALD_* variables."""

import ssl
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Self

from enginelink.targets import targets
from pydantic import AfterValidator, Field, model_validator
from pydantic_settings import SettingsConfigDict
from redislink.installation_id import SAID
from redislink.oidc import Issuer, check_issuers, issuers_of
from redislink.settings import RedisSettings
from telemetry.settings import TelemetrySettings
from tls.settings import TlsSettings

from herald.addresses import networks
from herald.outgoing import Outgoing, Place
from herald.push import PushKey


def _check_engines(text: str) -> str:
    """Return `text`: the targets of the engines. Raise ValueError otherwise."""
    targets(text)
    return text


def _check_networks(text: str) -> str:
    """Return `text`: networks separated by commas. Raise ValueError otherwise."""
    networks(text)
    return text


def _check_places(text: str) -> str:
    """Return `text`: places by name, separated by commas. Raise ValueError otherwise."""
    _places(text)
    return text


def _check_url(text: str) -> str:
    """Return `text`: the address of a page, or nothing. Raise ValueError otherwise."""
    if text and not text.startswith(("https://", "http://")):
        raise ValueError("must be an address, such as https://cards.example.org, or empty")
    return text.rstrip("/")


def _check_file(path: str) -> str:
    """Return `path`: of a file that can be read, or "". Raise ValueError otherwise."""
    if path and not Path(path).is_file():
        raise ValueError("must be a file that can be read, or empty")
    return path


class Settings(TelemetrySettings, RedisSettings, TlsSettings):
    """Durations are seconds."""

    model_config = SettingsConfigDict(
        env_prefix="HERALD_",
        frozen=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,  # a password may be among it
    )

    engines: Annotated[str, AfterValidator(_check_engines)]
    """The engines, as gateways have them in `GATEWAY_ENGINES`."""
    engine_timeout_s: float = 3.0
    """Seconds within which an engine must answer."""
    tls_name: str = ""
    """Name in the engines' certificates, unless it is the host of the target."""
    public_url: Annotated[str, AfterValidator(_check_url)] = ""
    """The address of the page, such as `https://cards.example.org`, by which messages tell where a
    match is; empty for messages without."""
    installation: str = Field("", pattern=SAID)
    """The id of this installation that each message has, as gateways have it in
    `GATEWAY_INSTALLATION`."""
    hooks_file: Annotated[str, AfterValidator(_check_file)] = ""
    """File with the [hooks of the installation](herald.md#hooks-of-the-installation), JSON; empty
    for those that `croupierctl hook add` has made."""
    denied: Annotated[str, AfterValidator(_check_networks)] = ""
    """Networks that are never called, separated by commas, beside all that are not public."""
    places: Annotated[str, AfterValidator(_check_places)] = ""
    """Where hosts of your own are that need not be public, separated by commas:
    `backend.example.internal=10.1.2.3:8443`. Only hooks of the installation reach them."""
    players_reach_places: bool = False
    """Whether webhooks of players reach these places as well; `on` for tests alone."""
    ca_file: Annotated[str, AfterValidator(_check_file)] = ""
    """Authorities, PEM, that receivers' certificates may come from beside those that the system
    trusts."""
    push_key_file: Annotated[str, AfterValidator(_check_file)] = ""
    """File with the private key, P-256 and PEM, by which push services know this installation; see
    [Web Push](herald.md#web-push). Empty for no Web Push."""
    push_contact: str = Field("", pattern=r"^((mailto:|https://)\S+)?$")
    """Whom push services may write to, such as `mailto:ops@example.org`; must be set with a key."""
    oidc: Annotated[str, AfterValidator(check_issuers)] = ""
    """File with the issuers of OpenID Connect whose keys are fetched, as gateways have it in
    `GATEWAY_OIDC`; see [the set-ups](../single-sign-on.md). Empty for none."""
    calls: int = Field(256, ge=1)
    """Number of messages that are on their way at the same time."""

    @model_validator(mode="after")
    def _has_contact(self) -> Self:
        """Raise ValueError for a key without a contact, or one that is none."""
        if self.push_key_file and not self.push_contact:
            raise ValueError("HERALD_PUSH_KEY_FILE needs HERALD_PUSH_CONTACT")
        self.push_key()
        return self

    def push_key(self) -> PushKey | None:
        """The key for Web Push; None for none. Raise ValueError if the file has none."""
        if not self.push_key_file:
            return None
        return PushKey.load(Path(self.push_key_file).read_bytes(), self.push_contact)

    def issuers(self) -> Sequence[Issuer]:
        """The issuers whose keys are fetched."""
        return issuers_of(self.oidc)

    def outgoing(self) -> Outgoing:
        """What may be called. Raise OSError if the file of authorities cannot be used."""
        trust = ssl.create_default_context()
        if self.ca_file:
            trust.load_verify_locations(self.ca_file)
        return Outgoing(trust, networks(self.denied), _places(self.places))


def _places(text: str) -> Mapping[str, Place]:
    """The places of a text by name. Raise ValueError."""
    found = dict[str, Place]()
    for each in filter(None, (part.strip() for part in text.split(","))):
        name, _, place = each.partition("=")
        address, _, port = place.rpartition(":")
        if not (name and address and port.isdigit()):
            raise ValueError("must be NAME=ADDRESS:PORT, separated by commas")
        found[name.lower()] = Place(address.strip("[]"), int(port))
    return found
