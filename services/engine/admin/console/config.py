"""Settings of the console, from CONSOLE_* variables; those of Redis are the engine's."""

import re
from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator
from pydantic_settings import BaseSettings, SettingsConfigDict
from redislink.oidc import Issuer, check_issuers, issuers_of, of_operators
from telemetry.metrics import check_address

ORIGIN = re.compile(r"https://[\w.-]+(:\d+)?|http://localhost(:\d+)?", re.ASCII)


def _check_address(text: str) -> str:
    """Return `text`: HOST:PORT. Raise ValueError otherwise."""
    if not text:
        raise ValueError("must be HOST:PORT")
    return check_address(text)


def _check_origin(text: str) -> str:
    """Return `text`: an origin, or nothing. Raise ValueError otherwise."""
    if text and not ORIGIN.fullmatch(text):
        raise ValueError("must be an origin of https, such as https://ops.example.org, or empty")
    return text


class ConsoleSettings(BaseSettings):
    """Where the console listens, and who may sign in."""

    model_config = SettingsConfigDict(
        env_prefix="CONSOLE_",
        frozen=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,
    )

    address: Annotated[str, AfterValidator(_check_address)] = "127.0.0.1:8082"
    """Where to listen, `HOST:PORT`. It belongs on no port that players reach."""
    origin: Annotated[str, AfterValidator(_check_origin)] = ""
    """The origin of the console's page, such as `https://ops.example.org`, if it is behind a proxy
    of your own; empty for `http://localhost`, at any port, as `kubectl port-forward` has it."""
    oidc: Annotated[str, AfterValidator(check_issuers)] = ""
    """File with the [issuers](../single-sign-on.md#roles-of-operators) whose operators sign in, as
    gateways have it in `GATEWAY_OIDC`. Without an entry with `roleClaim`, links sign in; see
    [the console](console.md#signing-in)."""
    links: str = ""
    """Folder of this user's own for links that sign in once: `croupierctl console --link` makes one
    for the console that runs with the same folder. Empty for the link that it prints itself."""

    def issuers(self) -> Sequence[Issuer]:
        """The issuers whose operators sign in."""
        return of_operators(issuers_of(self.oidc))
