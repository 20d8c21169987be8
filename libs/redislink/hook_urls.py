"""Which URLs a hook may have. The addresses behind its name are looked at with each call."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

MAX_URL = 1000
PORTS = (443, 8443)
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
NAME = re.compile(rf"(?:{LABEL}\.)+[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9])")
"""A name of several labels. Its last one begins with a letter, so no spelling of an address is one:
resolvers read 127.1, 2130706433, 0x7f.1 and 017700000001 as 127.0.0.1."""
LOCAL = ("localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "arpa")
"""Last labels of names that no public name server knows."""
PUSH_SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    ".notify.windows.com",
)
"""The push services of browsers: a host, or the end of one."""
TEXT = re.compile(r"[\x21-\x7e]*")


@dataclass(frozen=True, slots=True)
class HookUrl:
    """Where a hook is: `host` is in ASCII and lower case; `target` is the path with the query."""

    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """What the header Host has."""
        return self.host if self.port == PORTS[0] else f"{self.host}:{self.port}"


def parse(url: str, local: bool = False) -> HookUrl:
    """Return where a hook is. Raise ValueError, with a sentence, if none may have this URL.

    Names that only a network's own name servers know are taken with `local` alone.
    """
    parts, host, port = _parts(url)
    if parts.scheme != "https" or not url.lower().startswith("https://"):
        raise ValueError("must begin with https://")
    if "@" in parts.netloc:
        raise ValueError("must not name a user")
    if port not in PORTS:
        raise ValueError("must have the port 443 or 8443")
    if len(host) > 253 or not NAME.fullmatch(host):
        raise ValueError("must have the whole name of a host, and no address in its place")
    if host.rpartition(".")[2] in LOCAL and not local:
        raise ValueError("must have a name that public name servers know")
    if "#" in url:
        raise ValueError("must have no fragment")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not TEXT.fullmatch(target):
        raise ValueError("must have a path in ASCII")
    return HookUrl(host, port, target)


def of_push_service(url: str) -> HookUrl:
    """Return where a browser is told by Web Push. Raise ValueError, with a sentence."""
    found = parse(url)
    if not any(
        found.host.endswith(each) if each.startswith(".") else found.host == each
        for each in PUSH_SERVICES
    ):
        raise ValueError("must be that of a push service that is known")
    return found


def _parts(url: str) -> tuple[SplitResult, str, int]:
    """The parts of a URL, its host in ASCII, and its port. Raise ValueError, with a sentence."""
    if len(url) > MAX_URL:
        raise ValueError(f"must have at most {MAX_URL} characters")
    if any(each.isspace() or ord(each) < 0x20 or each == "\\" for each in url):
        raise ValueError("must have no space, no control character and no backslash")
    try:
        parts = urlsplit(url)
        port = PORTS[0] if parts.port is None else parts.port
        return parts, (parts.hostname or "").encode("idna").decode().lower(), port
    except ValueError:  # a UnicodeError is one
        raise ValueError("must be a URL") from None
