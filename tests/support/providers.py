"""A real provider of OpenID Connect on this machine, under deno, and who signs in there."""

import hashlib
import json
import re
import secrets
import ssl
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import httpx
import jwt
import trustme
from jwt.algorithms import RSAAlgorithm

from tests.support.issuers import CLIENT, Signer

HOST = "id.example.com"
ISSUER = f"https://{HOST}"
REDIRECT = "http://localhost:8080/signed-in"
HERE = Path(__file__).parent / "provider"
DENO = Path(sys.executable).with_name("deno")


class Provider:
    """The provider, and a browser without a window."""

    def __init__(self, port: int, authority: trustme.CA) -> None:
        self.port = port
        self._trust = ssl.create_default_context()
        authority.configure_trust(self._trust)

    def sign_in(
        self, name: str, nonce: str, client: str = CLIENT, redirect: str = REDIRECT
    ) -> dict[str, Any]:
        """The answer of the token endpoint, after the whole code flow with PKCE."""
        verifier = secrets.token_urlsafe(48)
        challenge = urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
        asked = {
            "client_id": client,
            "redirect_uri": redirect,
            "response_type": "code",
            "scope": "openid profile play read",
            "code_challenge": challenge.decode(),
            "code_challenge_method": "S256",
            "state": "s",
            "nonce": nonce,
        }
        with httpx.Client(verify=self._trust) as browser:
            answer = self._go(browser, "GET", f"/auth?{urlencode(asked)}")
            while not (place := answer.headers.get("location", "")).startswith(redirect):
                if place:
                    answer = self._go(browser, "GET", urljoin(ISSUER, place))
                    continue
                action = re.search(r'<form[^>]*action="([^"]+)"', answer.text)
                prompt = re.search(r'name="prompt" value="(\w+)"', answer.text)
                assert action, answer.text
                assert prompt, answer.text
                form = {"prompt": prompt[1], "login": name, "password": "x"}
                answer = self._go(browser, "POST", urljoin(ISSUER, action[1]), form)
            told = dict(parse_qsl(urlsplit(place).query))
            form = {
                "grant_type": "authorization_code",
                "code": told["code"],
                "redirect_uri": redirect,
                "client_id": client,
                "code_verifier": verifier,
            }
            answer = self._go(browser, "POST", "/token", form)
            assert answer.status_code == 200, answer.text
            made: dict[str, Any] = answer.json()
            return made

    def go(self, verb: str, url: str, headers: dict[str, str], content: bytes | None) -> Any:
        """What it answers to a request as a browser makes it."""
        parts = urlsplit(url)
        here = f"https://127.0.0.1:{self.port}{parts.path}?{parts.query}"
        sni = {"sni_hostname": HOST}
        sent = {**headers, "host": HOST}
        with httpx.Client(verify=self._trust) as client:
            return client.request(verb, here, headers=sent, content=content, extensions=sni)

    def _go(self, browser: Any, verb: str, url: str, form: Any = None) -> Any:
        parts = urlsplit(url)
        here = f"https://127.0.0.1:{self.port}{parts.path}?{parts.query}"
        sni = {"sni_hostname": HOST}
        return browser.request(verb, here, data=form, headers={"Host": HOST}, extensions=sni)


@contextmanager
def provider(
    authority: trustme.CA,
    *signers: Signer,
    redirect: str = REDIRECT,
    clients: Mapping[str, str] | None = None,
    roles: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[Provider]:
    """A provider that signs by the first of these keys (RS256), and publishes all of them.

    `clients` are further ones, each with its redirect address; `roles` those of people.
    """
    issued = authority.issue_cert(HOST)
    told = {
        "issuer": ISSUER,
        "clients": {CLIENT: redirect, **(clients or {})},
        "roles": dict(roles or {}),
        "cert": b"".join(each.bytes() for each in issued.cert_chain_pems).decode(),
        "key": issued.private_key_pem.bytes().decode(),
        "jwks": {"keys": [private(each) for each in signers]},
    }
    command = [str(DENO), "run", "-A", "--quiet", "provider.js"]
    process = subprocess.Popen(
        command, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(told))
        process.stdin.close()
        for line in process.stdout:
            if line.startswith("port "):
                break
        yield Provider(int(line.split()[1]), authority)
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def private(signer: Signer) -> dict[str, Any]:
    shown: dict[str, Any] = RSAAlgorithm.to_jwk(signer.key, as_dict=True)
    shown.pop("key_ops", None)
    return {**shown, "kid": signer.id, "use": "sig", "alg": "RS256"}


def header(token: str) -> dict[str, Any]:
    found: dict[str, Any] = jwt.get_unverified_header(token)
    return found
