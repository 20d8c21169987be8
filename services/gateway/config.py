"""Settings of the gateway, from GATEWAY_* variables."""

import re
from collections.abc import Sequence
from functools import cached_property
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from enginelink.targets import targets
from pydantic import AfterValidator, Field, model_validator
from pydantic_settings import SettingsConfigDict
from redislink.installation_id import SAID
from redislink.oidc import Issuer, check_issuers, issuers_of, of_players
from redislink.settings import RedisSettings
from telemetry.listening import as_ipv4
from telemetry.players import Form
from telemetry.settings import TelemetrySettings
from tls.settings import TlsSettings

from gateway.sites import Site

ORIGIN = re.compile(r"https?://[\w.-]+(:\d+)?", re.ASCII)

APP = re.compile(r"android:apk-key-hash:[A-Za-z0-9_-]{43}", re.ASCII)
"""As Android's Credential Manager names an app: by the SHA-256 of its certificate, base64url."""
DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])*[a-z]([a-z0-9-]*[a-z0-9])?", re.ASCII)
"""The last label begins with a letter, so that it is no address."""


def _check_networks(text: str) -> str:
    """Return `text`: addresses and networks separated by commas. Raise ValueError otherwise."""
    for network in filter(None, text.split(",")):
        ip_network(network.strip())
    return text


def _check_engines(text: str) -> str:
    """Return `text`: the targets of the engines. Raise ValueError otherwise."""
    targets(text)
    return text


def _check_web(text: str) -> str:
    """Return `text`: a folder with a page. Raise ValueError otherwise."""
    if text and not (Path(text) / "index.html").is_file():
        raise ValueError("must be a folder with an index.html, or empty")
    return text


def _check_origin(text: str) -> str:
    """Return `text`: an origin, or nothing. Raise ValueError otherwise."""
    if text and not ORIGIN.fullmatch(text):
        raise ValueError("must be an origin, such as https://boards.example.net, or empty")
    return text


def _check_origins(text: str) -> str:
    """Return `text`: origins separated by commas, or `*`. Raise ValueError otherwise."""
    for origin in filter(None, text.split(",") if text != "*" else ()):
        _check_origin(origin)
    return text


def _check_passkey_origins(text: str) -> str:
    """Return `text`: origins of pages and apps, separated by commas. Raise ValueError otherwise."""
    for origin in filter(None, text.split(",")):
        if not APP.fullmatch(origin):
            _check_origin(origin)
    return text


def _check_domain(text: str) -> str:
    """Return `text`: a domain in small letters. Raise ValueError otherwise, such as for an IP."""
    if not DOMAIN.fullmatch(text):
        raise ValueError("must be a domain, such as cards.example.org; browsers take no address")
    return text


class Settings(TelemetrySettings, RedisSettings, TlsSettings):
    """Durations are seconds."""

    model_config = SettingsConfigDict(
        env_prefix="GATEWAY_",
        frozen=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,  # a password may be among it
    )

    host: str = "127.0.0.1"
    """Address to listen on; `::` for all, of IPv4 as well, with or without IPv6."""
    port: int = 8080
    """Port to listen on."""
    engines: Annotated[str, AfterValidator(_check_engines)]
    """The engines, as gRPC names them: `dns:///engine:50051`, `unix:PATH`,
    `ipv4:HOST:PORT,HOST:PORT`. Then the groups that have some of the games for themselves:
    `engine:50051,beans=engine-beans:50051,nim+hex=engine-more:50051`; see
    [groups](../running-third-party-games.md#groups-of-engines)."""
    engine_timeout_s: float = 1.2
    """Seconds within which an engine must answer."""
    tls_name: str = ""
    """Name in the engines' certificates, unless it is the host of the target."""
    working: int = Field(64, ge=1)
    """Number of requests that are worked on at the same time; others wait for their turn; see
    [the limits](../limits.md#overload)."""
    queue_s: float = Field(2.0, gt=0)
    """Seconds that a request may wait for its turn in a burst before it is refused with 503; in an
    overload, the bound is 0.3; see [the limits](../limits.md#overload)."""
    linger_s: float = Field(1.0, ge=0)
    """Seconds after SIGTERM during which requests on open connections are still answered; each
    such answer closes its connection."""
    drain_s: float = 10.0
    """Seconds that requests in flight have to finish after that."""
    batching: bool = True
    """Whether moves are sent to the engines many at a time; `off` for comparison."""
    cached_tokens: int = Field(10_000, ge=0)
    """Number of tokens that stay valid for five seconds without asking Redis again; with `0`,
    each request looks its token up."""
    rate_limits: bool = True
    """Whether rate limits apply; `off` for benchmarks and for tests of clients; see
    [the limits](../limits.md)."""
    root_path: str = Field("", pattern=r"^(/[\w.~-]+)*$")
    """Path of the host below which the service is, such as `/cards`, if it is not all of the host;
    see [below a path](proxies.md#below-a-path)."""
    web: Annotated[str, AfterValidator(_check_web)] = ""
    """Folder of the web table, which is served at `/`: what `make web-build` makes, or `web` of a
    clone, with the JavaScript client in `../sdk/javascript`; empty for no web table."""
    own_games: str = ""
    """The games that are your own, separated by commas: the code of their boards runs in the page,
    and their matches may be [rated](../ratings.md). The board of any other runs in a frame alone;
    see [boards of others](../running-third-party-games.md#boards-of-others). `make run`, the
    package and the images name the three that come along."""
    board_origin: Annotated[str, AfterValidator(_check_origin)] = ""
    """A second site for the frames of boards of others, such as `https://boards.example.net`: one
    of another domain, whose requests come to this gateway as well, which answers nothing else
    there; see [a second site](../running-third-party-games.md#a-second-site). Empty for the site
    of the page."""
    board_pages: Annotated[str, AfterValidator(_check_origins)] = ""
    """The origins of pages that may show boards of others, separated by commas, or `*` for any
    page: the page's own with `GATEWAY_BOARD_ORIGIN`, without which it may anyway, and those that
    [embed](../embedding.md) tables of such games."""
    max_connections: int = Field(8000, ge=1)
    """Connections held at once, some 12 KiB each; at most what the limit of open files leaves
    after 384 for everything else."""
    max_connections_per_address: int = Field(1000, ge=0)
    """Connections held at once from one address that is not a trusted proxy's; `0` for any
    number, as with `GATEWAY_RATE_LIMITS=off`."""
    max_followers: int = Field(3500, ge=1)
    """Streams, sockets, subscriptions and long polls that are open at once, up to some 45 KiB
    each; any number with `GATEWAY_RATE_LIMITS=off`, as for the next two."""
    max_followers_per_address: int = Field(1000, ge=1)
    """The same of one address."""
    max_followers_per_token: int = Field(500, ge=1)
    """The same of one token."""
    log_players: Form = "hashed"
    """How the log tells who a refused move was of: `hashed`, as `croupierctl player show` prints
    it, `plain` for the player's id, or `none`."""
    analysed_moves_a_day: int = Field(2000, ge=1)
    """Number of moves whose analysis a player may ask for in a day, and four times as many for an
    address: some fifteen matches of Lost Cities, each of which takes a worker a minute or two."""
    house_key_file: str = ""
    """File with the key by which the operator's own opponents are told from others, 32 to 256
    characters; it may change, or come later. Empty for none; see
    [opponents of the house](#opponents-of-the-house)."""
    passkey_rp: Annotated[str, AfterValidator(_check_domain)] = "localhost"
    """The domain for which passkeys are made: the host of the page, or the parent of several hosts.
    Another one loses all passkeys; see
    [accounts](../accounts.md#for-operators)."""
    passkey_origins: Annotated[str, AfterValidator(_check_passkey_origins)] = ""
    """The origins of pages that may use passkeys, separated by commas, and of apps for Android:
    `android:apk-key-hash:` and the SHA-256 of the app's certificate, base64url. Empty for
    `https://` and `GATEWAY_PASSKEY_RP`; with `localhost`, for `http://localhost` and
    `GATEWAY_PORT`."""
    oidc: Annotated[str, AfterValidator(check_issuers)] = ""
    """File with the issuers of OpenID Connect whose tokens are taken, JSON; see
    [the set-ups](../single-sign-on.md). Empty for none."""
    installation: str = Field("", pattern=SAID)
    """The id of this installation in `/v1/about`, by which a router or a back end tells it from
    others; see [many studios](many-studios.md#which-installation-is-it). Empty for one that is made
    at random and kept in Redis."""
    trusted_proxies: Annotated[str, AfterValidator(_check_networks)] = ""
    """Proxies whose `X-Forwarded-For` is believed: addresses and networks, such as
    `10.0.0.0/8,192.0.2.7`; empty for none."""
    trusted_hops: int = Field(1, ge=1)
    """Entries of `X-Forwarded-For` that are believed, from the last one on: the number of trusted
    proxies that stand one behind the other."""

    @model_validator(mode="after")
    def _known_pages(self) -> Self:
        """Raise ValueError for a second site that no page may show, or that has a page itself."""
        if self.board_origin and not self.board_pages:
            raise ValueError(
                "GATEWAY_BOARD_ORIGIN needs GATEWAY_BOARD_PAGES: the origin of the page, such as"
                " https://cards.example.org"
            )
        for page in self.board_pages.split(",") if self.board_origin else ():
            if Site(self.board_origin).has(urlsplit(page).netloc):
                raise ValueError(
                    f"GATEWAY_BOARD_PAGES names {page}, and nothing but frames is at the host of"
                    " GATEWAY_BOARD_ORIGIN: boards need another domain"
                )
        return self

    @property
    def passkey_pages(self) -> Sequence[str]:
        """The origins of pages that may use passkeys."""
        if self.passkey_origins:
            return [*filter(None, self.passkey_origins.split(","))]
        if self.passkey_rp != "localhost":
            return [f"https://{self.passkey_rp}"]
        # As browsers name it: without a port that is the usual one.
        return ["http://localhost" if self.port == 80 else f"http://localhost:{self.port}"]

    @cached_property
    def issuers(self) -> Sequence[Issuer]:
        """The issuers whose tokens are taken."""
        return of_players(issuers_of(self.oidc))

    @property
    def issuer_origins(self) -> Sequence[str]:
        """The origins of the issuers with which people sign in on the page."""
        found = (urlsplit(each.issuer) for each in self.issuers if each.client_id)
        return [*dict.fromkeys(f"https://{each.netloc}" for each in found)]

    @property
    def own(self) -> Sequence[str]:
        """The games that are the operator's own."""
        return self.own_games.split(",")

    def owns(self, game: str) -> bool:
        """Return whether the game is one of them."""
        return game in self.own

    def is_trusted_proxy(self, host: str) -> bool:
        """Return whether connections from this address are a proxy's, for other clients."""
        try:
            address = ip_address(as_ipv4(host))
        except ValueError:
            return False
        networks = filter(None, self.trusted_proxies.split(","))
        return any(address in ip_network(network.strip()) for network in networks)
